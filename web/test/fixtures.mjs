// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Reports to look at and to test: motions of known mechanics in the layout of FORMAT.md.
//
//   node test/fixtures.mjs [template.html [folder]]

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REASONS, buildRun, pageOf } from './build_run.mjs';
import { distance, halfSpace, simulate } from './mechanics.mjs';
import { dropNet } from './net.mjs';
import { Buffer8, fill } from './pack.mjs';

const G = 9.81;
const here = dirname(fileURLToPath(import.meta.url));
const examples = process.env.ZWANG_EXAMPLES ?? join(here, '../../examples');
const model = (name) => [{ path: `${name}.toml`, text: readFileSync(join(examples, `${name}.toml`), 'utf8') }];
const position = (p) => [0, 1, 2].map((k) => (r) => r.q[3 * p + k]);
const weights = (mass) => () => mass.map((m, k) => (k % 3 === 2 ? -m * G : 0));
const height = (mass) => (q) => mass.reduce((e, m, k) => e + (k % 3 === 2 ? m * G * q[k] : 0), 0);
const settings = (until) => [
  { name: 'until', given: String(until), used: String(until), unit: 's' },
  { name: 'method', given: null, used: 'event by event, order 4', unit: '' },
  { name: 'accuracy', given: '1e-9', used: '1e-10', unit: '' },
];

const PRINCIPLE = { title: 'The accelerations make Gauss\u2019s zwang least', latex: ['Z=\\sum_i m_i\\left|\\ddot{\\mathbf r}_i-\\frac{\\mathbf X_i}{m_i}\\right|^2=\\min,\\qquad \\ddot f_\\kappa\\le 0\\ \\text{ for every }\\kappa\\text{ with }f_\\kappa=\\dot f_\\kappa=0'] };
const IMPACT = { title: 'An impact', latex: ['\\sum_i m_i\\left|\\mathbf v_i^+-\\mathbf v_i^-\\right|^2=\\min,\\qquad \\dot f_\\kappa(\\mathbf v^+)\\le 0\\ \\text{ for every }\\kappa\\text{ with }f_\\kappa=0'] };

function twoBalls(buffer, { file = 'two-balls.zw', start = 0.9, until = 9, every = 0.005 } = {}) {
  const mass = [0.6, 0.6, 0.6, 0.9, 0.9, 0.9];
  const constraints = [
    distance('upper', 6, 0, null, [0, 0, 0], 1, 'string'), distance('lower', 6, 1, 0, null, 0.7, 'string'),
    halfSpace('wall1', 6, 0, [1, 0, 0], 0.5), halfSpace('wall2', 6, 1, [1, 0, 0], 0.5),
  ];
  const motion = simulate({
    mass, q: [-0.8, 0, 0.6, -1.22, 0.14, 0.9], u: [0, start, 0, 0.6, -0.7, 2.2], force: weights(mass), potential: height(mass), constraints, until, every,
  });
  const look = (shape, text, latex) => ({ shape, text, latex, unit: 'N' });
  return buildRun(buffer, {
    motion, constraints, file, model: model('two-balls'), settings: settings(until),
    looks: [look('string', '|m1| <= L1', '|\\mathbf r_1|-L_1\\le 0'), look('string', '|m1 - m2| <= L2', '|\\mathbf r_1-\\mathbf r_2|-L_2\\le 0'),
      look('surface', 'm1.x <= a', 'x_1-a\\le 0'), look('surface', 'm2.x <= a', 'x_2-a\\le 0')],
    shapes: [{ kind: 'mass', mass: 0 }, { kind: 'mass', mass: 1 },
      { kind: 'string', constraint: 0, from: [0, 0, 0], to: 0, length: 1 }, { kind: 'string', constraint: 1, from: 0, to: 1, length: 0.7 },
      { kind: 'plane', constraint: 2, mass: 0, point: [0.5, 0, 0], normal: [1, 0, 0] }, { kind: 'plane', constraint: 3, mass: 1, point: [0.5, 0, 0], normal: [1, 0, 0] }],
    bodies: [{ name: 'm1', mass: 0.6, at: position(0) }, { name: 'm2', mass: 0.9, at: position(1) }],
    parameters: [{ name: 'L1', value: 1, text: '1.0 m' }, { name: 'L2', value: 0.7, text: '0.7 m' }, { name: 'g', value: G, text: '9.81 m/s^2' }, { name: 'a', value: 0.5, text: '0.50 m' }],
    equations: [PRINCIPLE,
      { title: 'The constraints of this model', latex: ['f_{\\mathrm{upper}}=|\\mathbf r_1|-L_1\\le 0', 'f_{\\mathrm{lower}}=|\\mathbf r_1-\\mathbf r_2|-L_2\\le 0', 'f_{\\mathrm{wall1}}=x_1-a\\le 0,\\qquad f_{\\mathrm{wall2}}=x_2-a\\le 0'] },
      { title: 'Equations of motion', latex: ['m_1\\ddot{\\mathbf r}_1=m_1\\mathbf g-\\lambda_{\\mathrm{upper}}\\frac{\\mathbf r_1}{|\\mathbf r_1|}-\\lambda_{\\mathrm{lower}}\\frac{\\mathbf r_1-\\mathbf r_2}{|\\mathbf r_1-\\mathbf r_2|}-\\lambda_{\\mathrm{wall1}}\\,\\mathbf e_x', 'm_2\\ddot{\\mathbf r}_2=m_2\\mathbf g+\\lambda_{\\mathrm{lower}}\\frac{\\mathbf r_1-\\mathbf r_2}{|\\mathbf r_1-\\mathbf r_2|}-\\lambda_{\\mathrm{wall2}}\\,\\mathbf e_x', '\\lambda_\\kappa\\ge 0,\\qquad \\lambda_\\kappa\\ddot f_\\kappa=0'] },
      IMPACT],
  });
}

function pendulum(buffer, { until = 6, every = 0.005, length = 1 } = {}) {
  const mass = [1, 1, 1];
  const constraints = [distance('string', 3, 0, null, [0, 0, 0], length, 'string')];
  const motion = simulate({ mass, q: [0.6, 0, 0.8 * length], u: [0, 0, 0], force: weights(mass), potential: height(mass), constraints, until, every });
  return buildRun(buffer, {
    motion, constraints, file: 'pendulum.zw', model: model('pendulum'), settings: settings(until),
    looks: [{ shape: 'string', text: '|bob| <= 1', latex: '|\\mathbf r|-1\\le 0', unit: 'N' }],
    shapes: [{ kind: 'mass', mass: 0 }, { kind: 'string', constraint: 0, from: [0, 0, 0], to: 0, length }],
    bodies: [{ name: 'bob', mass: 1, at: position(0) }],
    equations: [PRINCIPLE, { title: 'The constraint of this model', latex: ['f_{\\mathrm{string}}=|\\mathbf r|-1\\le 0'] },
      { title: 'Equations of motion', latex: ['m\\ddot{\\mathbf r}=m\\mathbf g-\\lambda\\frac{\\mathbf r}{|\\mathbf r|},\\qquad\\lambda\\ge 0,\\quad\\lambda\\ddot f=0'] }, IMPACT],
  });
}

// A ring that moves picks up a point at rest; its middle follows the time.
function ring(buffer) {
  const mass = [1, 1];
  const w = 1;
  const at = (q, t) => [q[0] - w * t, q[1]];
  const constraint = {
    name: 'ring', equation: false,
    f: (q, t) => Math.hypot(...at(q, t)) - 1,
    row: (q, t) => { const d = at(q, t); const r = Math.hypot(...d); return [d[0] / r, d[1] / r]; },
    rest: (q, t) => { const d = at(q, t); return (-w * d[0]) / Math.hypot(...d); },
    bend: (q, u, t) => {
      const d = at(q, t);
      const r = Math.hypot(...d);
      const v = [u[0] - w, u[1]];
      const along = (d[0] * v[0] + d[1] * v[1]) / r;
      return (v[0] ** 2 + v[1] ** 2 - along * along) / r;
    },
  };
  const motion = simulate({ mass, q: [-0.3, 0.8], u: [0, 0], force: () => [0, 0], potential: () => 0, constraints: [constraint], until: 5 });
  return buildRun(buffer, {
    motion, constraints: [constraint], file: 'ring.zw', model: model('ring'), settings: settings(5), conservative: false,
    looks: [{ shape: 'surface', text: '(p.x - w*t)^2 + p.y^2 <= r^2', latex: '(x-wt)^2+y^2-r^2\\le 0', unit: 'N' }],
    shapes: [{ kind: 'mass', mass: 0 }, { kind: 'sphere', constraint: 0, mass: 0, center: 1, radius: 1, inside: true }],
    bodies: [{ name: 'p', mass: 1, at: [(r) => r.q[0], (r) => r.q[1], 0] }, { name: 'middle', kind: 'follows', at: [(r) => w * r.t, 0, 0] }],
    equations: [PRINCIPLE, { title: 'The constraint of this model', latex: ['f_{\\mathrm{ring}}=(x-wt)^2+y^2-r^2\\le 0'] }, IMPACT],
  });
}

// A cart on a knife edge: coordinates only, one non-holonomic equation.
function cart(buffer) {
  const mass = [2, 2, 2 * 0.4 ** 2];
  const axle = {
    name: 'axle', equation: true, f: null,
    row: (q) => [-Math.sin(q[2]), Math.cos(q[2]), 0], rest: () => 0,
    bend: (q, u) => -u[2] * (Math.sin(q[2]) * u[1] + Math.cos(q[2]) * u[0]),
  };
  const motion = simulate({ mass, q: [0, 0, 0], u: [1, 0, 0.5], force: () => [0, 0, 0], potential: () => 0, constraints: [axle], until: 12, every: 0.02, step: 0.005 });
  return buildRun(buffer, {
    motion, constraints: [axle], file: 'cart.zw', model: model('cart'), settings: settings(12), shapes: [], bodies: [],
    looks: [{ shape: 'other', kind: 'non-holonomic equation', text: "cos(w)*y' - sin(w)*x' = 0", latex: '\\cos(w)\\,\\dot y-\\sin(w)\\,\\dot x=0', unit: '' }],
    coordinates: [{ name: 'x', index: 0, unit: 'm' }, { name: 'y', index: 1, unit: 'm' }, { name: 'w', index: 2, unit: 'rad' }],
    equations: [PRINCIPLE, { title: 'The constraint of this model', latex: ['\\cos(w)\\,\\dot y-\\sin(w)\\,\\dot x=0'] }],
  });
}

// A geared slider-crank with a one-sided stop: coordinates, two equations, one inequality.
function crank(buffer) {
  const [r, l, n] = [0.1, 0.3, 3];
  const mass = [0.02, 0.004, 1.5];
  const gear = { name: 'gear', equation: true, f: (q) => q[1] - n * q[0], row: () => [-n, 1, 0], rest: () => 0, bend: () => 0 };
  const rod = {
    name: 'rod', equation: true,
    f: (q) => q[2] ** 2 - 2 * q[2] * r * Math.cos(q[0]) + r * r - l * l,
    row: (q) => [2 * q[2] * r * Math.sin(q[0]), 0, 2 * q[2] - 2 * r * Math.cos(q[0])], rest: () => 0,
    bend: (q, u) => 2 * u[2] ** 2 + 4 * r * Math.sin(q[0]) * u[0] * u[2] + 2 * q[2] * r * Math.cos(q[0]) * u[0] ** 2,
  };
  const stop = { name: 'stop', equation: false, f: (q) => q[2] - 0.37, row: () => [0, 0, 1], rest: () => 0, bend: () => 0 };
  const constraints = [gear, rod, stop];
  const motion = simulate({ mass, q: [Math.PI / 2, (n * Math.PI) / 2, Math.sqrt(l * l - r * r)], u: [0, 0, 0], force: () => [0, -0.8, 0], potential: (q) => 0.8 * q[1], constraints, until: 1.5, every: 0.002 });
  return buildRun(buffer, {
    motion, constraints, file: 'crank.zw', model: model('crank'), settings: settings(1.5), shapes: [], bodies: [],
    looks: [{ shape: 'other', text: 'phi - n*theta = 0', latex: '\\varphi-n\\vartheta=0', unit: 'N m' },
      { shape: 'other', text: '(s - r*cos(theta))^2 + (r*sin(theta))^2 = l^2', latex: '(s-r\\cos\\vartheta)^2+(r\\sin\\vartheta)^2-l^2=0', unit: '' },
      { shape: 'other', text: 's <= s_max', latex: 's-s_{\\max}\\le 0', unit: 'N' }],
    coordinates: [{ name: 'theta', index: 0, unit: 'rad' }, { name: 'phi', index: 1, unit: 'rad' }, { name: 's', index: 2, unit: 'm' }],
    equations: [PRINCIPLE, { title: 'The constraints of this model', latex: ['\\varphi-n\\vartheta=0', '(s-r\\cos\\vartheta)^2+(r\\sin\\vartheta)^2-l^2=0', 's-s_{\\max}\\le 0'] }, IMPACT],
  });
}

// Every shape once: a bowl, a drum, a paraboloid, a rod, two balls that may touch, a floor.
function shapes(buffer) {
  const mass = [1, 1, 1, 1, 1, 1, 0.7, 0.7, 0.7, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
  const n = mass.length;
  const bowl = distance('bowl', n, 0, null, [-2.2, 0, 1], 0.9, 'string');
  const drum = {
    name: 'drum', equation: false,
    f: (q) => 0.45 - Math.hypot(q[3], q[5] - 0.5),
    row: (q) => { const r = Math.hypot(q[3], q[5] - 0.5); const out = new Array(n).fill(0); out[3] = -q[3] / r; out[5] = -(q[5] - 0.5) / r; return out; },
    rest: () => 0,
    bend: (q, u) => { const d = [q[3], q[5] - 0.5]; const r = Math.hypot(...d); const along = (d[0] * u[3] + d[1] * u[5]) / r; return -(u[3] ** 2 + u[5] ** 2 - along * along) / r; },
  };
  const hollow = {
    name: 'paraboloid', equation: false,
    f: (q) => 0.5 * ((q[6] - 2) ** 2 + q[7] ** 2) - q[8],
    row: (q) => { const out = new Array(n).fill(0); out[6] = q[6] - 2; out[7] = q[7]; out[8] = -1; return out; },
    rest: () => 0, bend: (_q, u) => u[6] ** 2 + u[7] ** 2,
  };
  const rod = distance('rod', n, 3, null, [0, 1.6, 2], 0.9, 'rod');
  const touch = distance('balls', n, 3, 4, null, 0.24, 'contact');
  const floor = halfSpace('floor', n, 4, [0, 0, -1], 0);
  const drumFloor = halfSpace('floor2', n, 1, [0, 0, -1], 0);
  const constraints = [bowl, drum, hollow, rod, touch, floor, drumFloor];
  const motion = simulate({
    mass, q: [-2.8, 0.2, 1.3, 0.05, 0, 1.2, 2.5, 0.1, 0.7, 0.9, 1.6, 2, 0.05, 1.62, 0.95], u: [0, 0.6, 0, 0.1, 0.1, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 1.5],
    force: weights(mass), potential: height(mass), constraints, until: 3, every: 0.01, step: 0.002,
  });
  const side = 24;
  const vertices = [];
  const triangles = [];
  for (let i = 0; i <= side; i++) for (let j = 0; j <= side; j++) { const x = (2 * i) / side - 1; const y = (2 * j) / side - 1; vertices.push(2 + x, y, 0.5 * (x * x + y * y)); }
  for (let i = 0; i < side; i++) for (let j = 0; j < side; j++) { const a = i * (side + 1) + j; triangles.push(a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1); }
  const look = (shape, text, latex) => ({ shape, text, latex, unit: 'N' });
  const run = buildRun(buffer, {
    motion, constraints, file: 'shapes.zw', model: model('slide-off'), settings: settings(3),
    looks: [look('surface', '|a - c| <= 0.9', '|\\mathbf r_a-\\mathbf c|\\le 0.9'), look('surface', 'b.x^2 + (b.z - 0.5)^2 >= 0.45^2', 'x_b^2+(z_b-\\tfrac12)^2\\ge 0.45^2'), look('surface', 'd.z >= ((d.x - 2)^2 + d.y^2)/2', 'z_d\\ge\\tfrac12((x_d-2)^2+y_d^2)'),
      look('rod', '|e - p| = 0.9', '|\\mathbf r_e-\\mathbf p|=0.9'), look('contact', '|e - g| >= 0.24', '|\\mathbf r_e-\\mathbf r_g|\\ge 0.24'), look('surface', 'g.z >= 0', 'z_g\\ge 0'), look('surface', 'b.z >= 0', 'z_b\\ge 0')],
    shapes: [...[0, 1, 2, 3, 4].map((mass) => ({ kind: 'mass', mass })),
      { kind: 'sphere', constraint: 0, mass: 0, center: [-2.2, 0, 1], radius: 0.9, inside: true },
      { kind: 'cylinder', constraint: 1, mass: 1, point: [0, 0, 0.5], axis: [0, 1, 0], radius: 0.45, inside: false },
      { kind: 'mesh', constraint: 2, mass: 2, vertices: 'paraboloid.vertices', triangles: 'paraboloid.triangles' },
      { kind: 'rod', constraint: 3, from: [0, 1.6, 2], to: 3, length: 0.9 },
      { kind: 'contact', constraint: 4, from: 3, to: 4, length: 0.24 },
      { kind: 'plane', constraint: 5, mass: 4, point: [0, 0, 0], normal: [0, 0, -1] }, { kind: 'plane', constraint: 6, mass: 1, point: [0, 0, 0], normal: [0, 0, -1] }],
    bodies: ['a', 'b', 'd', 'e', 'g'].map((name, i) => ({ name, mass: mass[3 * i], at: position(i) })),
    equations: [PRINCIPLE, IMPACT],
  });
  run.frames.push(buffer.channel({ name: 'paraboloid.vertices', what: 'geometry', unit: 'm' }, 'f32', vertices), buffer.channel({ name: 'paraboloid.triangles', what: 'geometry' }, 'u32', triangles));
  return run;
}

function net(buffer) {
  const { rows, strings, n, cell, ball } = dropNet();
  const frames = [
    buffer.channel({ name: 't', what: 'time', unit: 's' }, 'f64', rows.map((r) => r.t)),
    buffer.channel({ name: 'side', what: 'side' }, 'f32', rows.map(() => 0)),
  ];
  const masses = [];
  for (let i = 0; i < n; i++) {
    const name = `p${i}`;
    masses.push({ name, kind: 'free', mass: 0.001, at: ['x', 'y', 'z'].map((axis, k) => {
      frames.push(buffer.channel({ name: `${name}.${axis}`, what: 'position', of: name, unit: 'm' }, 'i16d', rows.map((r) => r.p[3 * i + k])));
      return `${name}.${axis}`;
    }) });
  }
  const constraints = [];
  const draw = masses.map((_, mass) => ({ kind: 'mass', mass }));
  const plots = [
    buffer.channel({ name: 't', what: 'time', unit: 's' }, 'f64', rows.map((r) => r.t)),
    buffer.channel({ name: 'side', what: 'side' }, 'f32', rows.map(() => 0)),
  ];
  const groups = [];
  const family = (name, count, look, state) => {
    groups.push({ name, members: Array.from({ length: count }, (_, i) => constraints.length + i) });
    for (let i = 0; i < count; i++) {
      const constraint = constraints.length;
      const c = { name: `${name}_${i}`, kind: 'holonomic inequality', latex: '', equation: false, unit: 'N', ...look(i, constraint) };
      draw.push(c.draws);
      delete c.draws;
      constraints.push(c);
      frames.push(buffer.channel({ name: `${c.name}.state`, what: 'state', of: c.name }, 'u8', rows.map((r) => r[state][i])));
    }
    plots.push(buffer.channel({ name: `${name}.share`, what: 'state', of: name }, 'f32', rows.map((r) => r[state].reduce((s, x) => s + (x === 2), 0) / count)));
  };
  family('strings', strings.length, (i, constraint) => ({
    text: `|p${strings[i][0]} - p${strings[i][1]}| <= ${cell}`, shape: 'string', words: ['slack', 'straight', 'taut', 'held'],
    draws: { kind: 'string', constraint, from: strings[i][0], to: strings[i][1], length: cell },
  }), 'strings');
  family('ball', n, (i, constraint) => ({
    text: `|p${i} - c| >= ${ball}`, shape: 'surface', words: ['away', 'touching', 'pressed', 'held'],
    draws: { kind: 'sphere', constraint, mass: i, center: [0, 0, ball], radius: ball - 0.006, inside: false },
  }), 'ball');
  family('floor', n, (i, constraint) => ({
    text: `p${i}.z >= 0`, shape: 'surface', words: ['away', 'touching', 'pressed', 'held'],
    draws: { kind: 'plane', constraint, mass: i, point: [0, 0, 0], normal: [0, 0, -1] },
  }), 'floor');
  const plot = (name, what, unit, f) => plots.push(buffer.channel({ name, what, of: '', unit }, 'f32', rows.map(f)));
  plot('energy', 'energy', 'J', (r) => r.kinetic + r.potential);
  plot('energy.kinetic', 'energy', 'J', (r) => r.kinetic);
  plot('energy.potential', 'energy', 'J', (r) => r.potential);
  plot('violation', 'violation', 'm', (r) => Math.max(0, r.violation));
  const worst = rows.reduce((w, r) => (r.violation > w.violation ? r : w));
  const first = (state) => rows.find((r) => r[state].includes(2));
  const event = (t, kind, text, group, state) => {
    const g = groups.find((x) => x.name === group);
    const row = rows.findIndex((r) => r.t === t);
    const hit = [...g.members.keys()].filter((i) => rows[row][state][i] === 2);
    return { t, kind, word: kind, cause: group, text, located: null, uncertainty: null, energy: null,
      parts: hit.map((i) => ({ constraint: g.members[i], cause: true, before: 0, after: 2, approach: null, impulse: null, why: null })) };
  };
  const until = rows.at(-1).t;
  return {
    file: 'net.zw', model: [{ path: 'net.toml', text: 'zwang = 1\ntitle = "A net falls on a sphere"\n\n[generate.net]\nkind = "net"\nsides = [29, 29]\n' }], sha256: '0'.repeat(64),
    status: 'finished', code: null, message: null, t0: 0, t1: until, settings: settings(until), parameters: [], masses, constraints, groups, reasons: REASONS,
    events: [
      { t: 0, kind: 'start', word: 'start', cause: '', text: 'the net is let go', located: null, uncertainty: null, energy: null, parts: [] },
      event(first('ball').t, 'impact', 'the net meets the ball', 'ball', 'ball'),
      event(first('floor').t, 'impact', 'the net meets the floor', 'floor', 'floor'),
      { t: until, kind: 'end', word: 'end', cause: '', text: 'the run ends', located: null, uncertainty: null, energy: null, parts: [] },
    ],
    certified: false,
    certificate: [
      { number: 'violation', words: 'Constraints hold, largest f (m)', worst: worst.violation, allowed: 1e-6, holds: false, main: true, t: worst.t, constraint: null },
      { number: 'multiplier', words: 'Multipliers not negative (N)', worst: 0, allowed: 1e-8, holds: true, main: true, t: null, constraint: null },
      { number: 'energy', words: 'Energy drift between events, relative', worst: null, allowed: 1e-6, holds: true, main: true, t: null, constraint: null },
    ],
    equations: [PRINCIPLE, IMPACT], draw, frames, plots, thinned: 'every 4th step; all rows are in net.zw',
  };
}

const hertz = (w) => `${Number((w / (2 * Math.PI)).toPrecision(3))} Hz`;
const level = (masses, axis) => masses.map((x) => [0, 1, 2].map((k) => [k === axis ? x : 0, 0]));

// Two equal masses on equal strings, in equilibrium: w^2 = (2 -+ sqrt 2) g/L, x2/x1 = 1 +- sqrt 2.
function hanging(buffer) {
  const L = 1.2;
  const mass = [1, 1, 1, 1, 1, 1];
  const constraints = [distance('upper', 6, 0, null, [0, 0, 0], L, 'string'), distance('lower', 6, 1, 0, null, L, 'string')];
  const motion = simulate({ mass, q: [0, 0, -L, 0, 0, -2 * L], u: [0, 0, 0, 0, 0, 0], force: weights(mass), potential: height(mass), constraints, until: 1, every: 0.02 });
  const modes = [1, 1, -1, -1].map((sign, i) => {
    const w = Math.sqrt(((2 - sign * Math.SQRT2) * G) / L);
    const ratio = 1 + sign * Math.SQRT2;
    return { root: [0, w], words: hertz(w), course: level(sign > 0 ? [1 / ratio, 1] : [1, ratio], i % 2) };
  });
  return buildRun(buffer, {
    motion, constraints, file: 'hanging.zw', model: model('pendulum'), settings: [...settings(1), { name: 'start', given: 'equilibrium', used: 'equilibrium', unit: '' }],
    looks: [{ shape: 'string', text: '|a| <= L', latex: '|\\mathbf a|-L\\le 0', unit: 'N' }, { shape: 'string', text: '|a - b| <= L', latex: '|\\mathbf a-\\mathbf b|-L\\le 0', unit: 'N' }],
    shapes: [{ kind: 'mass', mass: 0 }, { kind: 'mass', mass: 1 },
      { kind: 'string', constraint: 0, from: [0, 0, 0], to: 0, length: L }, { kind: 'string', constraint: 1, from: 0, to: 1, length: L }],
    bodies: [{ name: 'a', mass: 1, at: position(0) }, { name: 'b', mass: 1, at: position(1) }],
    equations: [PRINCIPLE], modes: { stability: 'stable', reason: 'all roots are real, negative and semisimple', modes },
  });
}

// A rod with drag c that stands on its end, L = 1 m: lambda^2 + c lambda - g/L = 0. One root grows, one dies away.
function upright(buffer) {
  const mass = [1, 1, 1];
  const c = 0.8;
  const constraints = [distance('rod', 3, 0, null, [0, 0, 0], 1, 'rod')];
  const force = (_q, u) => u.map((v, k) => -c * v - (k === 2 ? G : 0));
  const motion = simulate({ mass, q: [0, 0, 1], u: [0, 0, 0], force, potential: height(mass), constraints, until: 1, every: 0.02 });
  const modes = [1, 1, -1, -1].map((sign, i) => {
    const root = -c / 2 + sign * Math.sqrt((c * c) / 4 + G);
    return { root: [root, 0], words: `${root > 0 ? 'grows' : 'dies away'} with e^(${Number(root.toPrecision(3))} t)`, course: level([1], i % 2) };
  });
  return buildRun(buffer, {
    motion, constraints, file: 'upright.zw', model: model('pendulum'), settings: [...settings(1), { name: 'start', given: 'equilibrium', used: 'equilibrium', unit: '' }],
    looks: [{ shape: 'rod', text: '|bob| = 1', latex: '|\\mathbf r|-1=0', unit: 'N' }],
    shapes: [{ kind: 'mass', mass: 0 }, { kind: 'rod', constraint: 0, from: [0, 0, 0], to: 0, length: 1 }],
    bodies: [{ name: 'bob', mass: 1, at: position(0) }],
    equations: [PRINCIPLE], modes: { stability: 'unstable', reason: `it grows with e^(${modes[0].root[0].toPrecision(6)} t)`, modes },
  });
}

const LONG = 'A name of three hundred characters '.repeat(9).slice(0, 300);
const NAMES = ['</script><script>alert(1)</script>', '&amp; & <b>"quotes"</b> \'single\'', '\u{1F600} ball \u{1F9F5}', '\u05de\u05d8\u05d5\u05d8\u05dc\u05ea \u0627\u0644\u0628\u0646\u062f\u0648\u0644', LONG];

// Names as a hostile or merely careless author may choose them.
function hostile(buffer) {
  const run = twoBalls(buffer, { until: 3 });
  run.constraints.forEach((c, i) => {
    const name = [NAMES[0], NAMES[1], `${NAMES[2]} ${NAMES[3]}`, LONG][i];
    for (const channel of [...run.frames, ...run.plots]) {
      if (channel.of === c.name) { channel.of = name; channel.name = name + channel.name.slice(c.name.length); }
    }
    for (const e of run.events) { e.text = e.text.replaceAll(c.name, name); e.cause = e.cause.replaceAll(c.name, name); }
    c.name = name;
    c.text = name;
  });
  run.file = NAMES[0];
  run.model = [{ path: NAMES[1], text: `${NAMES.join('\n')}\nkey = "</pre><img src=x onerror=alert(1)>"` }];
  run.settings[0] = { name: NAMES[3], given: NAMES[1], used: NAMES[0], unit: '' };
  run.parameters[0] = { name: LONG, value: 1, text: NAMES[0] };
  run.equations = [{ title: NAMES[0], latex: ['\\text{</script>}', '\\href{javascript:alert(1)}{x}', '\\undefined{<img src=x>}'] }];
  return pageOf(`${NAMES[0]} ${NAMES[3]} ${LONG}`, NAMES.join(' \u2013 '), [run]);
}

// Every text field of a report says the same.
// By hand: a point of mass 1 in the corner x <= 0, x + y <= 0, force (2, 1). Both walls carry, 1 and 1.
const corner = {
  axes: ["x''", "y''"], box: [[-2, 3], [-2, 3]], free: [2, 1], gauss: [0, 0], ostrogradsky: null,
  equal_zwang: Array.from({ length: 24 }, (_, k) => [2 + Math.sqrt(5) * Math.cos((k * Math.PI) / 12), 1 + Math.sqrt(5) * Math.sin((k * Math.PI) / 12)]),
  admissible: [[[0, 0], [0, -2], [-2, -2], [-2, 2]]], allowed: [[[0, 0], [-1, 1], [-2, 1], [-2, -2], [-1, -2], [0, -1]]],
  displacements: [[[0, 0], [0, -2], [-2, -2], [-2, 2]]], changes: [[[0, 0], [0, -2], [-2, -2], [-2, 2]]],
};

export function poisoned(buffer, payload) {
  const run = pendulum(buffer, { until: 1, every: 0.02 });
  const channels = [...run.frames, ...run.plots];
  for (const c of channels) { if (c.of) { c.name = payload + c.name.slice(c.of.length); c.of = payload; } c.unit = payload; }
  run.masses.forEach((m) => { m.name = payload; m.at = m.at.map((a, k) => (typeof a === 'string' ? `${payload}.${'xyz'[k]}` : a)); });
  run.constraints.forEach((c) => Object.assign(c, { name: payload, kind: payload, text: payload, latex: payload, unit: payload, words: [payload, payload, payload, payload] }));
  for (const e of run.events) {
    Object.assign(e, { word: payload, cause: payload, text: payload });
    for (const p of e.parts) if (p.why) Object.assign(p.why, { words: payload, ostrogradsky: payload });
    e.principles = { possible: 2, words: [payload], trials: [{ set: payload, zwang: 1, accepted: true, verdict: payload }], picture: { ...corner, axes: [payload, payload] } };
  }
  run.certificate.forEach((r) => Object.assign(r, { number: payload, words: payload, constraint: payload }));
  run.equations = [{ title: payload, latex: [payload, `\\text{${payload}}`, `\\href{${payload}}{x}`, `\\htmlStyle{${payload}}{x}`, `\\includegraphics{${payload}}`] }];
  run.modes = { stability: payload, reason: payload, modes: [{ root: [0, 1], words: payload, course: level([1], 0) }] };
  Object.assign(run, { file: payload, sha256: payload, code: payload, message: payload, thinned: payload, model: [{ path: payload, text: payload }],
    settings: [{ name: payload, given: payload, used: payload, unit: payload }, { name: payload, given: null, used: payload, unit: payload }], parameters: [{ name: payload, value: 1, text: payload }] });
  const page = pageOf(payload, payload, [run]);
  page.program = payload;
  return page;
}

function stopped(buffer) {
  const run = pendulum(buffer, { until: 2.5 });
  Object.assign(run, { status: 'stopped', code: 'E301', message: 'singular position: the rows of string and rail depend on each other', certified: false });
  return pageOf('A pendulum that stops', '3 coordinates, 1 constraint; stopped after 2.5 s', [run]);
}

export const FIXTURES = {
  'two-balls': (b) => pageOf('Two balls on strings beside a wall', '6 coordinates, 4 constraints; 9 s of motion. An anchor, two inextensible strings and a wall: every way occurs in which a one-sided constraint can begin or cease to act.', [twoBalls(b)]),
  pendulum: (b) => pageOf('Pendulum on a string', '3 coordinates, 1 constraint; 6 s of motion', [pendulum(b)]),
  ring: (b) => pageOf('A moving ring picks up a resting point', '2 coordinates, 1 constraint; 5 s of motion with 1 impact', [ring(b)]),
  cart: (b) => pageOf('Two-wheeled cart (knife edge)', '3 coordinates, 1 constraint; 12 s of motion', [cart(b)]),
  crank: (b) => pageOf('Geared slider-crank with a one-sided stop', '3 coordinates, 3 constraints; 1.5 s of motion', [crank(b)]),
  shapes: (b) => pageOf('Every shape once', '15 coordinates, 7 constraints; 3 s of motion', [shapes(b)]),
  net: (b) => pageOf('A net falls on a sphere', '841 masses, 1624 inextensible strings, one ball, one floor; 1.8 s of motion. Time stepping, 900 steps.', [net(b)]),
  compare: (b) => pageOf('Two balls on strings: two beginnings', '6 coordinates, 4 constraints; 9 s of motion, begun with 0.9 and with 1.0 m/s', [twoBalls(b), twoBalls(b, { file: 'two-balls-faster.zw', start: 1.0 })]),
  hanging: (b) => pageOf('Two masses on strings, in equilibrium', '6 coordinates, 2 constraints; 1 s of motion with 0 impacts', [hanging(b)]),
  upright: (b) => pageOf('A rod that stands on its end', '3 coordinates, 1 constraint; 1 s of motion with 0 impacts', [upright(b)]),
  stopped,
  hostile,
};

export function makePage(template, make) {
  const buffer = new Buffer8();
  return fill(template, make(buffer), buffer);
}

export function makeAll(template, folder, names = Object.keys(FIXTURES)) {
  mkdirSync(folder, { recursive: true });
  return names.map((name) => {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, makePage(template, FIXTURES[name]));
    return path;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const template = readFileSync(process.argv[2] ?? join(here, '../dist/template.html'), 'utf8');
  for (const path of makeAll(template, process.argv[3] ?? join(here, '../dist/pages'))) console.log(path);
}
