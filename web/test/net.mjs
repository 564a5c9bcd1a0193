// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A net of 841 masses falls on a sphere and a floor: time stepping with few sweeps, so that the certificate
// fails as it should.

const SIDE = 29;
const CELL = 0.07;
const GRAVITY = 9.81;
const BALL = 0.5;

export function dropNet({ frames = 226, perFrame = 4, sweeps = 60, until = 1.8 } = {}) {
  const n = SIDE * SIDE;
  const h = until / ((frames - 1) * perFrame);
  const p = new Float64Array(3 * n);
  const v = new Float64Array(3 * n);
  const old = new Float64Array(3 * n);
  for (let i = 0; i < SIDE; i++) {
    for (let j = 0; j < SIDE; j++) {
      const k = 3 * (i * SIDE + j);
      p[k] = (i - (SIDE - 1) / 2) * CELL * 0.97;
      p[k + 1] = (j - (SIDE - 1) / 2) * CELL * 0.97 + 0.06;
      p[k + 2] = 1.17;
    }
  }
  const strings = [];
  for (let i = 0; i < SIDE; i++) {
    for (let j = 0; j < SIDE; j++) {
      if (i + 1 < SIDE) strings.push([i * SIDE + j, (i + 1) * SIDE + j]);
      if (j + 1 < SIDE) strings.push([i * SIDE + j, i * SIDE + j + 1]);
    }
  }
  const rows = [];
  const pull = new Float64Array(strings.length);
  const onBall = new Uint8Array(n);
  const onFloor = new Uint8Array(n);

  function keep(t) {
    let violation = 0;
    let kinetic = 0;
    let potential = 0;
    for (const [a, b] of strings) violation = Math.max(violation, Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]) - CELL);
    for (let i = 0; i < n; i++) {
      violation = Math.max(violation, BALL - Math.hypot(p[3 * i], p[3 * i + 1], p[3 * i + 2] - BALL), -p[3 * i + 2]);
      kinetic += 0.0005 * (v[3 * i] ** 2 + v[3 * i + 1] ** 2 + v[3 * i + 2] ** 2);
      potential += 0.001 * GRAVITY * p[3 * i + 2];
    }
    rows.push({
      t, p: Float64Array.from(p), violation, kinetic, potential,
      strings: Uint8Array.from(pull, (x) => (x > 0 ? 2 : 0)), ball: onBall.map((x) => 2 * x), floor: onFloor.map((x) => 2 * x),
    });
  }

  keep(0);
  for (let frame = 1; frame < frames; frame++) {
    for (let s = 0; s < perFrame; s++) {
      old.set(p);
      pull.fill(0);
      onBall.fill(0);
      onFloor.fill(0);
      for (let i = 0; i < n; i++) {
        v[3 * i + 2] -= h * GRAVITY;
        for (let k = 0; k < 3; k++) p[3 * i + k] += h * v[3 * i + k];
      }
      for (let sweep = 0; sweep < sweeps; sweep++) {
        for (let i = 0; i < strings.length; i++) {
          const a = 3 * strings[i][0];
          const b = 3 * strings[i][1];
          const x = p[b] - p[a];
          const y = p[b + 1] - p[a + 1];
          const z = p[b + 2] - p[a + 2];
          const square = x * x + y * y + z * z;
          if (square <= CELL * CELL) continue;
          const r = Math.sqrt(square);
          pull[i] += r - CELL;
          const share = (0.5 * (r - CELL)) / r;
          p[a] += share * x; p[a + 1] += share * y; p[a + 2] += share * z;
          p[b] -= share * x; p[b + 1] -= share * y; p[b + 2] -= share * z;
        }
        for (let i = 0; i < 3 * n; i += 3) {
          const z = p[i + 2] - BALL;
          const r = Math.sqrt(p[i] * p[i] + p[i + 1] * p[i + 1] + z * z);
          if (r < BALL) { onBall[i / 3] = 1; p[i] *= BALL / r; p[i + 1] *= BALL / r; p[i + 2] = BALL + (z * BALL) / r; }
          if (p[i + 2] < 0) { onFloor[i / 3] = 1; p[i + 2] = 0; }
        }
      }
      for (let i = 0; i < 3 * n; i++) v[i] = (p[i] - old[i]) / h;
    }
    keep((frame * until) / (frames - 1));
  }
  return { rows, strings, n, cell: CELL, ball: BALL };
}
