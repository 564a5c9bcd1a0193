// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The marks of events: one shape for the table and the lanes.

import type { ReportEvent } from './format';

interface Mark { path: string; colour: string }

const DIAMOND = 'M8 2.2 13.8 8 8 13.8 2.2 8z';
const HOLLOW_DIAMOND = 'M8 2 14 8 8 14 2 8zM8 4.6 4.6 8 8 11.4 11.4 8z';
const RING = 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 1.800a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.400z';
const DOWN = 'M8 13.2 2.6 4h10.800z';
const BAR = 'M6.4 2.5h3.200v11H6.400z';
const SQUARE = 'M3.5 3.5h9v9h-9z';
const CROSS = 'M3.8 2.4 8 6.600l4.2-4.2 1.4 1.400L9.4 8l4.2 4.2-1.4 1.400L8 9.400l-4.2 4.2-1.4-1.400L6.6 8 2.4 3.800z';
const STEP = 'M2.5 10.500h4v-6h7v2h-5v6h-6z';
const DOT = 'M8 5.400a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.200z';
const START = 'M3.5 2.500h2v11h-2zM7 2.500l6.5 3.500L7 9.500z';
const END = 'M10.5 2.500h2v11h-2zM9 2.5 2.5 6 9 9.500z';

const MARKS: Record<string, Mark> = {
  impact: { path: DIAMOND, colour: 'impact' },
  impulse: { path: HOLLOW_DIAMOND, colour: 'impact' },
  sudden_equation: { path: SQUARE, colour: 'impact' },
  release: { path: DOWN, colour: 'release' },
  handover: { path: STEP, colour: 'closed-ink' },
  touch: { path: RING, colour: 'closed-ink' },
  reach: { path: RING, colour: 'closed-ink' },
  stick: { path: SQUARE, colour: 'closed-ink' },
  slip: { path: DOWN, colour: 'release' },
  reverse: { path: STEP, colour: 'release' },
  settle: { path: BAR, colour: 'closed-ink' },
  removed: { path: CROSS, colour: 'release' },
  jump: { path: STEP, colour: 'release' },
  graze: { path: DOT, colour: 'release' },
  singular: { path: CROSS, colour: 'bad' },
  start: { path: START, colour: 'muted' },
  end: { path: END, colour: 'muted' },
};

export function markOf(kind: string): Mark {
  return MARKS[kind] ?? { path: DOT, colour: 'muted' };
}

const drawn = new Map<string, Path2D>();

export function drawMark(pen: CanvasRenderingContext2D, kind: string, x: number, y: number, size: number): void {
  const { path } = markOf(kind);
  let shape = drawn.get(path);
  if (!shape) drawn.set(path, (shape = new Path2D(path)));
  pen.save();
  pen.translate(x - size / 2, y - size / 2);
  pen.scale(size / 16, size / 16);
  pen.fill(shape, 'evenodd');
  pen.restore();
}

export function impulseOf(event: ReportEvent): number {
  return Math.max(0, ...event.parts.map((p) => Math.abs(p.impulse ?? 0)));
}

export const isImpact = (kind: string) => kind === 'impact' || kind === 'impulse' || kind === 'sudden_equation';
