// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From a simulated motion to a run of a report.

import { createHash } from 'node:crypto';

const WORDS = {
  string: ['slack', 'straight', 'taut', 'held'],
  surface: ['away', 'touching', 'pressed', 'held'],
  contact: ['away', 'touching', 'pressed', 'held'],
  rod: ['open', 'closed', 'active', 'held'],
  other: ['open', 'closed', 'active', 'held'],
};

function sentence(c, p, row) {
  if (c.equation) return 'It is an equation and held always.';
  if (p.after === 2 && p.impulse !== null) return 'f = 0 was reached at speed: the impact takes the speed away, and since the free motion goes on pressing, the constraint acts from here.';
  if (p.after === 2) return 'f and its rate are zero, and without it the motion would break it: it acts.';
  if (p.after === 1) return 'f, its rate and its second rate are zero without any force: it is closed and carries nothing.';
  if (p.before === 2 && row.rate < -1e-7) return 'The impact elsewhere threw it off: its rate is negative, so it opens.';
  return 'The multiplier has fallen to zero and the motion draws away: it opens.';
}

function partsOf(e, constraints) {
  const parts = [];
  constraints.forEach((c, i) => {
    const before = e.before.states[i];
    const after = e.after.states[i];
    const impulse = e.impulses[i];
    const cause = e.cause.includes(i);
    if (e.kind === 'start' ? after === 0 : before === after && impulse === null && !cause) return;
    if (e.kind === 'end') return;
    const row = { f: e.after.f[i], rate: e.after.rate[i], second: e.after.second[i], free: e.after.free[i] };
    const part = { constraint: i, cause, before, after, approach: e.kind === 'impact' && e.approach[i] > 1e-7 ? e.approach[i] : null, impulse };
    const ostrogradsky = after === 2 && row.free <= 0 ? 'would have let it go: the free motion keeps it. It acts because the other constraints press the motion against it.' : null;
    part.why = {
      f: Number.isNaN(row.f) ? null : row.f, rate: row.rate, second: row.second, free: row.free,
      multiplier: Number.isNaN(e.after.multipliers[i]) ? 0 : e.after.multipliers[i], ostrogradsky, words: sentence(c, part, row),
    };
    parts.push(part);
  });
  return parts;
}

function eventsOf(motion, constraints, looks) {
  return motion.events.map((e) => {
    const parts = partsOf(e, constraints);
    const names = (list) => list.map((i) => constraints[i].name).join(' and ');
    const loaded = parts.filter((p) => p.impulse !== null && !p.cause).map((p) => p.constraint);
    const string = e.cause.length && looks[e.cause[0]].shape === 'string';
    const text = e.kind === 'start' ? 'the motion begins' : e.kind === 'end' ? 'the run ends'
      : e.kind === 'impact' ? `${names(e.cause)} ${string ? 'snaps taut' : 'is struck'}${loaded.length ? `, also loads ${names(loaded)}` : ''}`
      : e.kind === 'release' ? `${names(e.cause)}: the multiplier reaches 0` : `${names(e.cause)} takes hold without impact`;
    return {
      t: e.t, kind: e.kind, word: e.kind === 'release' && string ? 'slack' : e.kind, cause: names(e.cause), text,
      located: e.kind === 'start' || e.kind === 'end' ? null : 1e-12, uncertainty: null,
      energy: e.kind === 'impact' ? e.after.kinetic - e.before.kinetic : null, parts,
    };
  });
}

function certificateOf(motion) {
  const { rows, events } = motion;
  const worst = (f) => rows.reduce((w, r) => { const v = f(r); return v > w.v ? { v, t: r.t } : w; }, { v: 0, t: null });
  const violation = worst((r) => r.violation);
  const multiplier = worst((r) => Math.max(0, ...r.multipliers.map((m, i) => (r.states[i] === 3 || Number.isNaN(m) ? 0 : -m))));
  const both = worst((r) => Math.max(0, ...r.multipliers.map((m, i) => (Number.isNaN(m) || r.states[i] === 3 ? 0 : Math.abs(m * r.f[i])))));
  const most = Math.max(...rows.map((r) => r.kinetic), 1e-12);
  let base = null;
  let drift = 0;
  for (const r of rows) {
    const e = r.kinetic + r.potential;
    if (base === null || r.side === 1) base = e;
    else drift = Math.max(drift, Math.abs(e - base));
  }
  const gained = Math.max(0, ...events.filter((e) => e.kind === 'impact').map((e) => e.after.kinetic - e.before.kinetic));
  const row = (number, words, v, allowed, main, t = null, constraint = null) => ({ number, words, worst: v, allowed, holds: v <= allowed, main, t, constraint });
  return [
    row('violation', 'Constraints hold, largest f (m)', violation.v, 1e-8, true, violation.t),
    row('multiplier', 'Multipliers not negative (N)', multiplier.v, 1e-6, true, multiplier.t),
    row('complementarity', 'Complementarity, largest |\u03bb f| (N m)', both.v, 1e-6, true, both.t),
    row('energy', 'Energy drift between events, relative', drift / most, 1e-6, true),
    row('impact_energy', 'Energy gained in impacts (J)', gained, 1e-9, true),
    row('stationarity', 'Stationarity of each solve', 3.1e-15, 1e-9, false),
    row('gap', 'Duality gap of each solve', 8.9e-16, 1e-9, false),
    row('rate', 'Rate of what acts (m/s)', worst((r) => Math.max(0, ...r.rate.map((v, i) => (r.states[i] >= 2 ? Math.abs(v) : 0)))).v, 1e-6, false),
  ];
}

// `looks[i]` is { shape, kind, text, latex, unit } of constraint i; `shapes` the drawing list; `bodies` the masses
// with the numbers of their coordinates.
// One sentence for each state, as the program writes them.
export const REASONS = ['It is open.', 'It is closed without force.', 'It acts.', 'An equation.'];

export function buildRun(buffer, { motion, constraints, looks, shapes, bodies, coordinates = [], file, model, settings = [], parameters = [], equations = [], conservative = true, groups = [], modes = null }) {
  const { rows } = motion;
  const column = (f) => rows.map(f);
  const frames = [
    buffer.channel({ name: 't', what: 'time', unit: 's' }, 'f64', column((r) => r.t)),
    buffer.channel({ name: 'side', what: 'side' }, 'f32', column((r) => r.side)),
  ];
  const masses = bodies.map((b) => ({
    name: b.name, kind: b.kind ?? 'free', mass: b.mass ?? null,
    at: b.at.map((a, k) => {
      if (typeof a === 'number') return a;
      const name = `${b.name}.${'xyz'[k]}`;
      frames.push(buffer.channel({ name, what: 'position', of: b.name, unit: 'm' }, 'i16d', column(a)));
      return name;
    }),
  }));
  constraints.forEach((c, i) => frames.push(buffer.channel({ name: `${c.name}.state`, what: 'state', of: c.name }, 'u8', column((r) => r.states[i]))));
  const plots = [
    buffer.channel({ name: 't', what: 'time', unit: 's' }, 'f64', column((r) => r.t)),
    buffer.channel({ name: 'side', what: 'side' }, 'f32', column((r) => r.side)),
  ];
  const plot = (name, what, of, unit, f) => plots.push(buffer.channel({ name, what, of, unit }, 'f32', column(f)));
  constraints.forEach((c, i) => plot(`${c.name}.multiplier`, 'multiplier', c.name, looks[i].unit, (r) => r.multipliers[i]));
  coordinates.forEach((c) => {
    plot(c.name, 'coordinate', c.name, c.unit, (r) => r.q[c.index]);
    plot(`${c.name}'`, 'rate', c.name, `${c.unit}/s`, (r) => r.u[c.index]);
  });
  plot('energy', 'energy', '', 'J', (r) => r.kinetic + r.potential);
  plot('energy.kinetic', 'energy', '', 'J', (r) => r.kinetic);
  plot('energy.potential', 'energy', '', 'J', (r) => r.potential);
  plot('zwang', 'zwang', '', 'kg m\u00b2 s\u207b\u2074', (r) => r.zwang);
  plot('violation', 'violation', '', 'm', (r) => r.violation);
  constraints.forEach((c, i) => {
    if (c.f) plot(`${c.name}.f`, 'gap', c.name, 'm', (r) => r.f[i]);
    plot(`${c.name}.rate`, 'gap', c.name, 'm/s', (r) => r.rate[i]);
    plot(`${c.name}.second`, 'gap', c.name, 'm/s\u00b2', (r) => r.second[i]);
    plot(`${c.name}.free`, 'gap', c.name, 'm/s\u00b2', (r) => r.free[i]);
  });
  const certificate = certificateOf(motion).filter((r) => conservative || !r.number.endsWith('energy'));
  return {
    file, model, sha256: createHash('sha256').update(model[0].text).digest('hex'),
    status: 'finished', code: null, message: null, t0: rows[0].t, t1: rows.at(-1).t, settings, parameters, masses,
    constraints: constraints.map((c, i) => ({
      name: c.name, kind: looks[i].kind ?? (c.equation ? 'holonomic equation' : 'holonomic inequality'), text: looks[i].text, latex: looks[i].latex,
      shape: looks[i].shape, equation: c.equation, words: WORDS[looks[i].shape], unit: looks[i].unit,
    })),
    groups, reasons: REASONS, events: eventsOf(motion, constraints, looks), certified: certificate.every((r) => r.holds), certificate, equations,
    modes, draw: shapes, frames, plots, thinned: null,
  };
}

export function pageOf(title, sentence, runs) {
  return { zwang: 1, program: 'zwang 0.1.0 (test data)', title, sentence, runs };
}
