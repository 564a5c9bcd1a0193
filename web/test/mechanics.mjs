// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions for the tests: Gauss's principle for a few constraints, event by event. Small and slow, but the
// numbers of a report made from it obey the laws that the report shows.
//
// A constraint is { name, equation, f(q, t) or null, row(q, t), rest(q, t), bend(q, u, t) } with
// f' = row u + rest and f'' = row a + bend.

const ZERO = 1e-9;

function solve(matrix, right) {
  const n = right.length;
  const m = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[p][k])) p = i;
    if (Math.abs(m[p][k]) < 1e-12) return null;
    [m[k], m[p]] = [m[p], m[k]];
    for (let i = k + 1; i < n; i++) {
      const w = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= w * m[k][j];
    }
  }
  const x = new Array(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    x[k] = m[k][n];
    for (let j = k + 1; j < n; j++) x[k] -= m[k][j] * x[j];
    x[k] /= m[k][k];
  }
  return x;
}

const dot = (a, b) => a.reduce((s, v, i) => s + v * b[i], 0);

// The point nearest to `free` in the metric `mass` with rows x + c = 0 (must) or <= 0; every set is tried.
function nearest(mass, free, rows, c, must) {
  const n = rows.length;
  const optional = [...Array(n).keys()].filter((i) => !must[i]);
  for (let bits = 0; bits < 1 << optional.length; bits++) {
    const set = [...Array(n).keys()].filter((i) => must[i] || (bits >> optional.indexOf(i)) & 1);
    const matrix = set.map((i) => set.map((j) => rows[i].reduce((s, v, k) => s + (v * rows[j][k]) / mass[k], 0)));
    const multipliers = solve(matrix, set.map((i) => dot(rows[i], free) + c[i]));
    if (!multipliers) continue;
    if (set.some((i, k) => !must[i] && multipliers[k] < -ZERO)) continue;
    const x = free.map((v, k) => v - set.reduce((s, i, j) => s + (multipliers[j] * rows[i][k]) / mass[k], 0));
    if (rows.some((r, i) => dot(r, x) + c[i] > 1e-7)) continue;
    const all = new Array(n).fill(0);
    set.forEach((i, k) => { all[i] = multipliers[k]; });
    return { x, multipliers: all };
  }
  throw new Error('no set of constraints answers');
}

export function simulate({ mass, q, u, force, potential, constraints, until, every = 0.005, step = 0.001 }) {
  const K = constraints.length;
  const equations = constraints.map((c) => c.equation);
  const freely = (s) => force(s.q, s.u, s.t).map((x, k) => x / mass[k]);
  const rate = (c, s) => dot(c.row(s.q, s.t), s.u) + c.rest(s.q, s.t);
  const kinetic = (v) => 0.5 * v.reduce((sum, x, k) => sum + mass[k] * x * x, 0);

  function accelerate(s, set, bound) {
    const free = freely(s);
    const rows = set.map((i) => constraints[i].row(s.q, s.t));
    const c = set.map((i) => constraints[i].bend(s.q, s.u, s.t));
    const { x, multipliers } = nearest(mass, free, rows, c, set.map((i) => bound || equations[i]));
    return { a: x, free, multipliers };
  }

  function advance(s, h, set) {
    const slope = (w) => ({ q: w.u, u: accelerate(w, set, true).a });
    const at = (k, w) => ({ q: s.q.map((v, i) => v + w * k.q[i]), u: s.u.map((v, i) => v + w * k.u[i]), t: s.t + w });
    const k1 = slope(s);
    const k2 = slope(at(k1, h / 2));
    const k3 = slope(at(k2, h / 2));
    const k4 = slope(at(k3, h));
    const mix = (n) => s[n].map((v, i) => v + (h / 6) * (k1[n][i] + 2 * k2[n][i] + 2 * k3[n][i] + k4[n][i]));
    const w = { q: mix('q'), u: mix('u'), t: s.t + h };
    for (let round = 0; round < 2; round++) onto(w, set);
    return w;
  }

  // Back onto the constraints that hold, in position and velocity.
  function onto(w, set) {
    const placed = set.filter((i) => constraints[i].f);
    for (const [list, residual, name] of [[placed, (i) => constraints[i].f(w.q, w.t), 'q'], [set, (i) => rate(constraints[i], w), 'u']]) {
      if (!list.length) continue;
      const rows = list.map((i) => constraints[i].row(w.q, w.t));
      const matrix = rows.map((r) => rows.map((o) => r.reduce((s, v, k) => s + (v * o[k]) / mass[k], 0)));
      const push = solve(matrix, list.map(residual));
      if (push) w[name] = w[name].map((v, k) => v - rows.reduce((s, r, j) => s + (push[j] * r[k]) / mass[k], 0));
    }
  }

  const rows = [];
  const events = [];
  let s = { q: [...q], u: [...u], t: 0 };
  let set = [];
  let states = constraints.map((c) => (c.equation ? 3 : 0));

  // Settles velocities and status at an instant; says whether an impact was needed.
  function settle(near) {
    const shut = constraints.map((_, i) => i).filter((i) => equations[i] || set.includes(i) || near.includes(i) || (constraints[i].f && constraints[i].f(s.q, s.t) > -ZERO));
    const approach = constraints.map((c) => rate(c, s));
    const impulses = new Array(K).fill(null);
    let impact = false;
    if (shut.some((i) => !equations[i] && approach[i] > 1e-7)) {
      impact = true;
      const { x, multipliers } = nearest(mass, s.u, shut.map((i) => constraints[i].row(s.q, s.t)), shut.map((i) => constraints[i].rest(s.q, s.t)), shut.map((i) => equations[i]));
      s.u = x;
      shut.forEach((i, k) => { if (multipliers[k] > 1e-9 || (equations[i] && Math.abs(multipliers[k]) > 1e-9)) impulses[i] = multipliers[k]; });
    }
    const still = shut.filter((i) => equations[i] || rate(constraints[i], s) > -1e-7);
    const { a, multipliers } = accelerate(s, still, false);
    set = still.filter((i, k) => equations[i] || multipliers[k] > ZERO || Math.abs(dot(constraints[i].row(s.q, s.t), a) + constraints[i].bend(s.q, s.u, s.t)) < 1e-7);
    return { impact, approach, impulses };
  }

  function record(side) {
    const { a, free, multipliers } = accelerate(s, set, true);
    const full = new Array(K).fill(NaN);
    set.forEach((i, k) => { full[i] = multipliers[k]; });
    states = constraints.map((c, i) => (c.equation ? 3 : !set.includes(i) ? 0 : full[i] > 1e-8 ? 2 : 1));
    const second = (c, x) => dot(c.row(s.q, s.t), x) + c.bend(s.q, s.u, s.t);
    const row = {
      t: s.t, side, q: [...s.q], u: [...s.u], states: [...states], multipliers: full,
      f: constraints.map((c) => (c.f ? c.f(s.q, s.t) : NaN)), rate: constraints.map((c) => rate(c, s)),
      second: constraints.map((c) => second(c, a)), free: constraints.map((c) => second(c, free)),
      kinetic: kinetic(s.u), potential: potential(s.q, s.t), zwang: mass.reduce((z, m, k) => z + m * (a[k] - free[k]) ** 2, 0),
    };
    row.violation = Math.max(0, ...constraints.map((c, i) => (!c.f ? 0 : c.equation ? Math.abs(row.f[i]) : row.f[i])));
    rows.push(row);
    return row;
  }

  const first = settle([]);
  const start = record(0);
  events.push({ t: 0, kind: 'start', before: start, after: start, ...first, cause: [] });
  let next = every;
  while (s.t < until - 1e-12) {
    const h = Math.min(step, next - s.t, until - s.t);
    const broken = (w) => {
      const crossed = constraints.map((_, i) => i).filter((i) => !set.includes(i) && constraints[i].f && constraints[i].f(w.q, w.t) > 1e-13);
      const { multipliers } = accelerate(w, set, true);
      const fallen = set.filter((i, k) => !equations[i] && multipliers[k] < -1e-7);
      return { crossed, fallen };
    };
    let w = advance(s, h, set);
    const end = broken(w);
    if (!end.crossed.length && !end.fallen.length) {
      s = w;
      if (Math.abs(s.t - next) < 1e-12) { s.t = next; record(0); next = Math.min(until, Math.round((next + every) / every) * every); }
      continue;
    }
    let low = 0;
    let high = h;
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      const b = broken(advance(s, middle, set));
      if (b.crossed.length || b.fallen.length) high = middle;
      else low = middle;
    }
    w = advance(s, high, set);
    const { crossed, fallen } = broken(w);
    s = w;
    const before = record(-1);
    const result = settle(crossed);
    // At the instant of release f'' is still zero, so that it alone would keep the constraint closed.
    set = set.filter((i) => !fallen.includes(i) || result.impact);
    const after = record(1);
    const kind = result.impact ? 'impact' : crossed.length ? 'touch' : 'release';
    events.push({ t: s.t, kind, before, after, ...result, cause: crossed.length ? crossed : fallen });
    if (events.length > 400) throw new Error('too many events');
  }
  const last = rows.at(-1);
  events.push({ t: last.t, kind: 'end', before: last, after: last, approach: [], impulses: new Array(K).fill(null), cause: [] });
  return { rows, events };
}

// Constraints on points: point p has the coordinates 3p, 3p + 1, 3p + 2; null is the place `at`.
export function distance(name, n, p, o, at, length, kind) {
  const sign = kind === 'contact' ? -1 : 1;
  const gap = (q) => [0, 1, 2].map((k) => q[3 * p + k] - (o === null ? at[k] : q[3 * o + k]));
  const size = (d) => Math.hypot(...d);
  return {
    name, equation: kind === 'rod',
    f: (q) => sign * (size(gap(q)) - length),
    row(q) {
      const d = gap(q);
      const r = size(d);
      const out = new Array(n).fill(0);
      for (let k = 0; k < 3; k++) { out[3 * p + k] = (sign * d[k]) / r; if (o !== null) out[3 * o + k] = (-sign * d[k]) / r; }
      return out;
    },
    rest: () => 0,
    bend(q, u) {
      const d = gap(q);
      const r = size(d);
      const v = [0, 1, 2].map((k) => u[3 * p + k] - (o === null ? 0 : u[3 * o + k]));
      const along = dot(d, v) / r;
      return (sign * (dot(v, v) - along * along)) / r;
    },
  };
}

export function halfSpace(name, n, p, normal, level) {
  return {
    name, equation: false,
    f: (q) => dot(normal, q.slice(3 * p, 3 * p + 3)) - level,
    row: () => { const out = new Array(n).fill(0); normal.forEach((v, k) => { out[3 * p + k] = v; }); return out; },
    rest: () => 0,
    bend: () => 0,
  };
}
