// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The curve of a hanging string of length L between two points; z is up.
//
//   sinh(x)/x = sqrt(L^2 - v^2)/h      h, v: horizontal and vertical distance of the ends

type Vec = ArrayLike<number>;

// x of sinh(x)/x = ratio, ratio > 1. Newton from above converges for this convex function.
export function hangingParameter(ratio: number): number {
  let x = ratio < 3 ? Math.sqrt(6 * (ratio - 1)) : Math.log(2 * ratio) + Math.log(Math.log(2 * ratio));
  for (let k = 0; k < 40; k++) {
    const step = (Math.sinh(x) / x - ratio) / ((x * Math.cosh(x) - Math.sinh(x)) / (x * x));
    x -= step;
    if (Math.abs(step) < 1e-12 * x) break;
  }
  return x;
}

// Writes n + 1 points, three numbers each, into `out`.
export function hang(a: Vec, b: Vec, length: number, n: number, out: Float32Array): void {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const v = b[2] - a[2];
  const across = Math.hypot(dx, dy);
  if (length <= Math.hypot(across, v) * 1.0005) { straight(a, b, n, out); return; }
  // Ends one above the other: the curve would fold into a line that no one can see.
  const h = Math.max(across, 0.02 * length);
  const x = hangingParameter(Math.sqrt(length * length - v * v) / h);
  const scale = h / (2 * x);
  const low = h / 2 - scale * Math.atanh(v / length);
  const base = a[2] - scale * Math.cosh(low / scale);
  const ux = across > 0 ? dx / across : 1;
  const uy = across > 0 ? dy / across : 0;
  for (let k = 0; k <= n; k++) {
    const s = (k / n) * h;
    // Where h was widened, fold the extra width back so that both ends are met.
    const along = s - (h - across) * (k / n);
    out[3 * k] = a[0] + ux * along;
    out[3 * k + 1] = a[1] + uy * along;
    out[3 * k + 2] = base + scale * Math.cosh((s - low) / scale);
  }
  for (let i = 0; i < 3; i++) { out[i] = a[i]; out[3 * n + i] = b[i]; }
}

export function straight(a: Vec, b: Vec, n: number, out: Float32Array): void {
  for (let k = 0; k <= n; k++) for (let i = 0; i < 3; i++) out[3 * k + i] = a[i] + (k / n) * (b[i] - a[i]);
}
