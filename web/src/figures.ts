// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as people read them.

const RAISED: Record<string, string> = {
  '-': '\u207b', '0': '\u2070', '1': '\u00b9', '2': '\u00b2', '3': '\u00b3', '4': '\u2074',
  '5': '\u2075', '6': '\u2076', '7': '\u2077', '8': '\u2078', '9': '\u2079',
};

export function raised(exponent: number): string {
  return String(exponent).replace(/./g, (c) => RAISED[c] ?? c);
}

const minus = (text: string) => text.replace('-', '\u2212');

export const DASH = '\u2013';

export function figure(v: number | null | undefined, digits = 4): string {
  if (v == null || !Number.isFinite(v)) return DASH;
  if (v === 0) return '0';
  const size = Math.abs(v);
  if (size < 1e-3 || size >= 1e5) {
    const [m, e] = v.toExponential(Math.max(1, digits - 3)).split('e');
    return `${minus(m!)}\u00b710${raised(Number(e))}`;
  }
  return minus(String(Number(v.toPrecision(digits))));
}

export function withUnit(v: number | null | undefined, unit: string, digits = 4): string {
  return unit ? `${figure(v, digits)} ${unit}` : figure(v, digits);
}

export function clockTime(t: number, span: number): string {
  return minus(t.toFixed(span < 0.1 ? 6 : span >= 1000 ? 1 : 3));
}

// Without the limit that Math.min has on the number of its arguments.
export const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
export const greatest = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);

// A round step that divides `span` into at most `count` pieces.
export function niceStep(span: number, count: number): number {
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1) * power;
}

export function tickText(v: number, step: number): string {
  if (v === 0) return '0';
  if (Math.abs(v) >= 1e6 || step < 1e-6) return figure(v, 5);
  return minus(v.toFixed(Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)))));
}
