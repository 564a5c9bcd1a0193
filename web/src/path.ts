// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The picture of a model without masses: one coordinate against another, coloured by what acts.

import type { Numbers } from './decode';
import { make, need } from './dom';
import { niceStep, tickText } from './figures';
import { ACTIVE, CLOSED, OPEN } from './format';
import { drawMark, markOf } from './marks';
import type { Motion } from './motion';
import { type Stage, watchSize } from './stage';
import { colour, onTheme } from './theme';

const LEFT = 58;
const RIGHT = 34;
const BELOW = 74;
const GHOST = '#8a78c8';

interface Axis { label: string; rate: boolean; values: Numbers; ghost: Numbers | null }

function axesOf(motion: Motion, ghost: Motion | null): Axis[] {
  const coordinates = motion.channels('coordinate');
  return [...coordinates, ...motion.channels('rate')].map((c, i) => ({
    label: c.name, rate: i >= coordinates.length, values: motion.plots.get(c.name)!, ghost: ghost?.plots.get(c.name) ?? null,
  }));
}

// How far two coordinates are from being one line: 0 if one gives the other.
function independence(a: Numbers, b: Numbers): number {
  const mean = (values: Numbers) => {
    let sum = 0;
    for (const v of values) sum += v;
    return sum / values.length;
  };
  const [p, q] = [mean(a), mean(b)];
  let [aa, bb, ab] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    aa += (a[i] - p) ** 2;
    bb += (b[i] - q) ** 2;
    ab += (a[i] - p) * (b[i] - q);
  }
  return aa > 0 && bb > 0 ? 1 - (ab * ab) / (aa * bb) : 0;
}

// The first two that are not one line; a single coordinate stands against its rate.
function firstChoice(axes: Axis[], coordinates: number): [number, number] {
  for (let i = 0; i < coordinates; i++) {
    for (let j = i + 1; j < coordinates; j++) if (independence(axes[i].values, axes[j].values) > 1e-3) return [i, j];
  }
  return [0, Math.min(coordinates, axes.length - 1)];
}

function reach(...all: (Numbers | null)[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const values of all) {
    for (const v of values ?? []) { low = Math.min(low, v); high = Math.max(high, v); }
  }
  if (!(high > low)) { low = (Number.isFinite(low) ? low : 0) - 1; high = low + 2; }
  const room = 0.06 * (high - low);
  return [low - room, high + room];
}

// For each row of the plots: whether an inequality acts, or is closed.
function states(motion: Motion): Uint8Array {
  const out = new Uint8Array(motion.plotTime.length);
  const sides = motion.run.constraints.map((c, i) => (c.equation ? -1 : i)).filter((i) => i >= 0);
  out.forEach((_, k) => {
    const { row } = motion.place(motion.plotTime[k]);
    for (const i of sides) out[k] = Math.max(out[k], motion.state(i, row));
  });
  return out;
}

export function startPath(stage: Stage, host: HTMLElement): void {
  const { motion, ghost, clock } = stage;
  const axes = axesOf(motion, ghost);
  if (!axes.length) {
    host.replaceChildren(make('p', 'no-picture', 'This model has no coordinates to draw.'));
    return;
  }
  const canvas = make('canvas');
  canvas.setAttribute('role', 'img');
  host.replaceChildren(canvas);
  const pen = canvas.getContext('2d')!;
  const active = states(motion);
  // At a jump the mark stands where the path breaks off, not where it goes on.
  const marks = motion.run.events.filter((e) => e.kind !== 'start' && e.kind !== 'end').slice(0, 400).map((e) => {
    let { row } = motion.place(e.t, motion.plotTime);
    if (row > 0 && motion.plotTime[row - 1] === motion.plotTime[row]) row--;
    return { kind: e.kind, row };
  });
  let [across, up] = firstChoice(axes, motion.channels('coordinate').length);
  let frame: { x: (v: number) => number; y: (v: number) => number; right: [number, number]; tall: [number, number]; top: number; width: number; height: number };

  function choice(words: string, chosen: number, change: (i: number) => void): HTMLElement {
    const list = make('select');
    axes.forEach((a, i) => {
      const option = make('option', '', a.label);
      option.value = String(i);
      option.selected = i === chosen;
      list.append(option);
    });
    list.addEventListener('change', () => { change(Number(list.value)); measure(); draw(); });
    return make('label', 'axis', words, list);
  }
  need('view-buttons').replaceChildren(
    choice('across', across, (i) => { across = i; }), choice('up', up, (i) => { up = i; }));

  // Two coordinates on one scale where that leaves neither too thin: a circle is then a circle.
  function measure(): void {
    const width = host.clientWidth;
    const height = host.clientHeight;
    const top = need('chips').offsetHeight + 40;
    const right = reach(axes[across].values, axes[across].ghost);
    const tall = reach(axes[up].values, axes[up].ghost);
    const room = [width - LEFT - RIGHT, height - top - BELOW];
    const spans = [right[1] - right[0], tall[1] - tall[0]];
    if (axes[across].rate === axes[up].rate && spans[0] / spans[1] < 4 && spans[1] / spans[0] < 4) {
      const pixel = Math.max(spans[0] / room[0], spans[1] / room[1]);
      [right, tall].forEach((range, k) => {
        const more = (pixel * room[k] - spans[k]) / 2;
        range[0] -= more;
        range[1] += more;
      });
    }
    frame = {
      x: (v) => LEFT + ((v - right[0]) / (right[1] - right[0])) * room[0],
      y: (v) => height - BELOW - ((v - tall[0]) / (tall[1] - tall[0])) * room[1],
      right, tall, top, width, height,
    };
    canvas.setAttribute('aria-label', `${axes[up].label} against ${axes[across].label}; the plots show the same over time`);
  }

  function grid(): void {
    const { x, y, right, tall, top, width, height } = frame;
    pen.font = `12px ${colour('sans')}`;
    const lines = (range: [number, number], count: number, put: (v: number, text: string) => void) => {
      const step = niceStep(range[1] - range[0], count);
      for (let k = Math.ceil(range[0] / step); k * step <= range[1]; k++) put(k * step, tickText(k * step, step));
    };
    pen.textBaseline = 'middle';
    lines(right, (width - LEFT - RIGHT) / 80, (v, text) => {
      pen.fillStyle = colour('grid-space');
      pen.globalAlpha = 0.5;
      pen.fillRect(x(v), top, 1, height - BELOW - top);
      pen.globalAlpha = 1;
      pen.fillStyle = colour('muted');
      pen.textAlign = 'center';
      pen.fillText(text, x(v), height - BELOW + 14);
    });
    lines(tall, (height - top - BELOW) / 50, (v, text) => {
      pen.fillStyle = colour('grid-space');
      pen.globalAlpha = 0.5;
      pen.fillRect(LEFT, y(v), width - LEFT - RIGHT, 1);
      pen.globalAlpha = 1;
      pen.fillStyle = colour('muted');
      pen.textAlign = 'right';
      pen.fillText(text, LEFT - 8, y(v));
    });
    pen.fillStyle = colour('ink');
    pen.font = `600 13px ${colour('sans')}`;
    pen.textAlign = 'right';
    pen.fillText(axes[across].label, width - RIGHT, height - BELOW + 32);
    pen.textAlign = 'left';
    pen.fillText(axes[up].label, LEFT, top - 12);
  }

  function curve(a: Numbers, b: Numbers, from: number, to: number): void {
    pen.beginPath();
    for (let i = from; i <= to; i++) pen.lineTo(frame.x(a[i]), frame.y(b[i]));
    pen.stroke();
  }

  function draw(): void {
    if (!frame.width || frame.height < 160) return;
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, frame.width, frame.height);
    grid();
    const [a, b] = [axes[across], axes[up]];
    const last = motion.plotTime.length - 1;
    const { row } = motion.place(clock.now, motion.plotTime);
    pen.lineJoin = pen.lineCap = 'round';
    if (a.ghost && b.ghost) {
      pen.strokeStyle = GHOST;
      pen.lineWidth = 1.4;
      pen.setLineDash([5, 4]);
      curve(a.ghost, b.ghost, 0, a.ghost.length - 1);
      pen.setLineDash([]);
    }
    pen.strokeStyle = colour('open');
    pen.globalAlpha = 0.55;
    pen.lineWidth = 1.4;
    curve(a.values, b.values, row, last);
    pen.globalAlpha = 1;
    pen.lineWidth = 2.6;
    for (let i = 0; i < row;) {
      let j = i;
      while (j < row && active[j] === active[i]) j++;
      pen.strokeStyle = colour(active[i] === OPEN ? 'series2' : active[i] === CLOSED ? 'closed' : 'active');
      curve(a.values, b.values, i, j);
      i = j;
    }
    for (const { kind, row: i } of marks) {
      pen.fillStyle = colour(markOf(kind).colour);
      drawMark(pen, kind, frame.x(a.values[i]), frame.y(b.values[i]), 14);
    }
    const dot = (values: [Numbers, Numbers], who: Motion, fill: string) => {
      const [v, w] = values.map((n) => who.value(n, clock.now) ?? 0);
      pen.beginPath();
      pen.arc(frame.x(v), frame.y(w), 7.5, 0, 2 * Math.PI);
      pen.fillStyle = fill;
      pen.strokeStyle = colour('view');
      pen.lineWidth = 2;
      pen.fill();
      pen.stroke();
    };
    if (ghost && a.ghost && b.ghost) dot([a.ghost, b.ghost], ghost, GHOST);
    dot([a.values, b.values], motion, colour(active[row] >= ACTIVE ? 'active' : 'series2'));
  }

  function resize(): void {
    canvas.width = Math.round(host.clientWidth * devicePixelRatio);
    canvas.height = Math.round(host.clientHeight * devicePixelRatio);
    measure();
    draw();
  }
  clock.onDraw(draw);
  stage.cleanup.push(onTheme(draw));
  watchSize(stage, host, resize);
  resize();
}
