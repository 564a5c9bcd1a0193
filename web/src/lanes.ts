// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which constraint acts when: one row each, event marks above, the time axis below.

import { make, need } from './dom';
import { clockTime, figure, niceStep, tickText } from './figures';
import { ACTIVE, CLOSED, HELD, OPEN, SLIPS, STICKS } from './format';
import { drawMark, impulseOf, isImpact, markOf } from './marks';
import type { Motion, Unit } from './motion';
import { type Stage, watchSize } from './stage';
import { colour, onTheme } from './theme';

const ABOVE = 26;
const BELOW = 22;
const RIGHT = 18;
const SNAP = 5;
const MOST = 24;

const STATE_COLOUR: Record<number, string> = { [CLOSED]: 'closed', [ACTIVE]: 'active', [HELD]: 'held', [STICKS]: 'held', [SLIPS]: 'closed' };

interface Stretch { from: number; to: number; state: number }

// Stretches of equal state; a row holds until the next one.
function stretches(motion: Motion, constraint: number): Stretch[] {
  const { time } = motion;
  const out: Stretch[] = [];
  for (let i = 0; i < time.length;) {
    const state = motion.state(constraint, i);
    let j = i;
    while (j + 1 < time.length && motion.state(constraint, j + 1) === state) j++;
    if (state !== OPEN) out.push({ from: time[i], to: time[Math.min(j + 1, time.length - 1)], state });
    i = j + 1;
  }
  return out;
}

// Share of a family that acts, from its plot channel or counted.
function shares(motion: Motion, unit: Unit): { t: number; share: number }[] {
  if (unit.share) return Array.from(unit.share, (share, i) => ({ t: motion.plotTime[i], share }));
  return Array.from(motion.time, (t, i) => ({ t, share: motion.active(unit, i) / unit.members.length }));
}

interface Lane {
  unit: Unit;
  bars: Stretch[] | null;
  share: { t: number; share: number }[] | null;
  ghost: Stretch[] | null;
}

function lanesOf(stage: Stage): { lanes: Lane[]; left: number } {
  const { motion, ghost } = stage;
  const all = motion.units.map((unit): Lane => {
    const one = unit.members.length === 1;
    const other = ghost && one ? ghost.find(unit.name) : -1;
    return {
      unit,
      bars: one ? stretches(motion, unit.members[0]) : null,
      share: one ? null : shares(motion, unit),
      ghost: ghost && other >= 0 ? stretches(ghost, other) : null,
    };
  });
  if (all.length <= MOST) return { lanes: all, left: 0 };
  // Too many for the screen: those where nothing ever happens stand back.
  const busy = all.filter((l) => l.share || (l.bars && l.bars.length)).slice(0, MOST);
  return { lanes: busy, left: all.length - busy.length };
}

function shorten(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const letters = Array.from(text);
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(letters.slice(0, middle).join('') + '\u2026').width <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('') + '\u2026';
}

export interface Lanes {
  // For tests: where on the canvas a lane shows a time, in CSS pixels.
  spot(unit: string, t: number): { x: number; y: number } | null;
}

export function startLanes(stage: Stage): Lanes {
  const { motion, clock } = stage;
  const canvas = make('canvas');
  need('lanes').replaceChildren(canvas);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const { lanes, left } = lanesOf(stage);
  const pitch = lanes.length <= 4 ? 23 : Math.max(14, Math.min(22, Math.floor(150 / lanes.length)));
  const height = Math.max(92, ABOVE + pitch * lanes.length + BELOW);
  document.documentElement.style.setProperty('--lanes', `${height}px`);
  const events = motion.run.events.filter((e) => e.kind !== 'start' && e.kind !== 'end');
  const greatest = Math.max(1e-300, ...events.slice(0, 10000).map(impulseOf));
  const font = () => `12px ${colour('sans')}`;
  pen.font = font();
  let labels = 0;
  for (const lane of lanes) labels = Math.max(labels, pen.measureText(lane.unit.name.slice(0, 40)).width);

  let width = 0;
  let gutter = 0;
  let plain: HTMLCanvasElement | null = null;   // everything but the playhead

  const x = (t: number) => gutter + ((width - gutter - RIGHT) * (t - clock.range[0])) / (clock.range[1] - clock.range[0]);
  const time = (px: number) =>
    clock.range[0] + ((px - gutter) / (width - gutter - RIGHT)) * (clock.range[1] - clock.range[0]);

  function bar(p: CanvasRenderingContext2D, s: Stretch, top: number, thick: number): void {
    if (s.to < clock.range[0] || s.from > clock.range[1]) return;
    const a = Math.max(x(s.from), gutter);
    const b = Math.min(x(s.to), width - RIGHT);
    p.fillStyle = colour(STATE_COLOUR[s.state] ?? 'open');
    p.fillRect(a, top, Math.max(1.5, b - a), thick);
  }

  function background(): HTMLCanvasElement {
    const layer = document.createElement('canvas');
    layer.width = canvas.width;
    layer.height = canvas.height;
    const p = layer.getContext('2d')!;
    p.scale(devicePixelRatio, devicePixelRatio);
    p.font = font();
    p.textBaseline = 'middle';
    const bottom = height - BELOW;
    const step = niceStep(clock.range[1] - clock.range[0], Math.max(2, Math.min(12, (width - gutter) / 80)));
    p.textAlign = 'center';
    const first = Math.ceil(clock.range[0] / step - 1e-9) * step;
    for (let v = first; v <= clock.range[1] + step * 1e-6; v += step) {
      const round = Math.round(v / step) * step;
      p.fillStyle = colour('grid');
      p.fillRect(Math.round(x(round)), ABOVE - 5, 1, bottom - ABOVE + 8);
      p.fillStyle = colour('muted');
      p.fillText(tickText(round, step) + (v === first ? ' s' : ''), x(round), bottom + 12);
    }
    lanes.forEach((lane, i) => {
      const top = ABOVE + i * pitch;
      const thick = Math.max(8, pitch - 8);
      const y = top + (pitch - thick) / 2;
      p.fillStyle = colour('muted');
      p.textAlign = 'right';
      p.fillText(shorten(p, lane.unit.name, gutter - 14), gutter - 10, top + pitch / 2 + 0.5);
      p.fillStyle = colour('lane');
      p.fillRect(gutter, y, width - gutter - RIGHT, thick);
      const strip = lane.ghost ? 4 : 0;
      if (lane.bars) for (const s of lane.bars) bar(p, s, y, thick - strip);
      if (lane.ghost) {
        p.globalAlpha = 0.55;
        for (const s of lane.ghost) bar(p, s, y + thick - strip + 1, strip - 1);
        p.globalAlpha = 1;
      }
      if (lane.share) {
        p.fillStyle = colour('active');
        lane.share.forEach((at, j) => {
          const next = lane.share![j + 1];
          if (!next || !(at.share > 0) || next.t < clock.range[0] || at.t > clock.range[1]) return;
          const a = Math.max(gutter, x(at.t));
          const b = Math.min(width - RIGHT, x(next.t));
          p.globalAlpha = 0.3 + 0.7 * Math.min(1, at.share);
          p.fillRect(a, y + thick * (1 - at.share), b - a + 0.3, thick * at.share);
        });
        p.globalAlpha = 1;
      }
    });
    if (left) {
      p.fillStyle = colour('muted');
      p.textAlign = 'right';
      p.fillText(`and ${left} more`, gutter - 10, bottom + 12);
    }
    // The quiet marks first, so that impacts lie on top.
    const ordered = [...events].sort((a, b) => Number(isImpact(a.kind)) - Number(isImpact(b.kind)));
    for (const e of ordered) {
      if (e.t < clock.range[0] || e.t > clock.range[1]) continue;
      p.fillStyle = colour(markOf(e.kind).colour);
      const size = isImpact(e.kind) ? 8 + 6 * Math.sqrt(Math.min(1, impulseOf(e) / greatest)) : 12;
      drawMark(p, e.kind, x(e.t), 13, size);
    }
    return layer;
  }

  function draw(): void {
    if (!width) return;
    plain ??= background();
    pen!.setTransform(1, 0, 0, 1, 0, 0);
    pen!.clearRect(0, 0, canvas.width, canvas.height);
    pen!.drawImage(plain, 0, 0);
    pen!.scale(devicePixelRatio, devicePixelRatio);
    const now = Math.round(x(clock.now));
    if (now >= gutter - 1 && now <= width - RIGHT + 1) {
      pen!.fillStyle = colour('ink');
      pen!.fillRect(now - 1, 3, 2, height - BELOW - 1);
      pen!.beginPath();
      pen!.moveTo(now - 6, 0);
      pen!.lineTo(now + 6, 0);
      pen!.lineTo(now, 8);
      pen!.fill();
    }
    canvas.setAttribute('aria-valuenow', String(clock.now));
    canvas.setAttribute('aria-valuetext', spoken());
  }

  function spoken(): string {
    const { row } = motion.place(clock.now);
    const words = motion.units.slice(0, 12).map((u) => {
      if (u.members.length > 1) return `${u.name} ${motion.active(u, row)} of ${u.members.length}`;
      return `${u.name} ${motion.word(u.members[0], motion.state(u.members[0], row))}`;
    });
    return `${clockTime(clock.now, clock.span)} seconds; ${words.join(', ')}`;
  }

  function size(): void {
    width = canvas.clientWidth;
    gutter = Math.min(Math.max(56, Math.ceil(labels) + 22), Math.max(90, width * 0.16));
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    plain = null;
    draw();
  }

  const laneAt = (y: number) => lanes[Math.floor((y - ABOVE) / pitch)] ?? null;
  const snapped = (px: number) => {
    const near = events.filter((e) => Math.abs(x(e.t) - px) <= SNAP)
      .sort((a, b) => Math.abs(x(a.t) - px) - Math.abs(x(b.t) - px))[0];
    return near ? near.t : time(px);
  };

  canvas.style.height = `${height}px`;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'slider');
  canvas.setAttribute('aria-label', 'time, with the state of each constraint');
  canvas.setAttribute('aria-valuemin', String(clock.t0));
  canvas.setAttribute('aria-valuemax', String(clock.t1));

  let grabbed: { x: number; moved: boolean } | null = null;
  canvas.addEventListener('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    grabbed = { x: e.offsetX, moved: false };
    if (e.offsetX >= gutter - 6) clock.seek(snapped(e.offsetX));
  });
  canvas.addEventListener('pointermove', (e) => {
    if (grabbed) {
      if (Math.abs(e.offsetX - grabbed.x) > 3) grabbed.moved = true;
      if (grabbed.moved && e.offsetX >= gutter - 20) clock.seek(snapped(e.offsetX));
      return;
    }
    const lane = laneAt(e.offsetY);
    const near = events.find((v) => Math.abs(x(v.t) - e.offsetX) <= SNAP);
    canvas.title = e.offsetX < gutter && lane ? `${lane.unit.name}: press to read why`
      : e.offsetY < ABOVE && near ? `${figure(near.t, 7)} s, ${near.word}: ${near.text}` : '';
  });
  canvas.addEventListener('pointerup', (e) => {
    const lane = laneAt(e.offsetY);
    if (grabbed && !grabbed.moved && lane && e.offsetY < height - BELOW) stage.choose(lane.unit.members[0]);
    grabbed = null;
  });
  canvas.addEventListener('pointercancel', () => { grabbed = null; });
  canvas.addEventListener('dblclick', () => clock.whole());

  const afresh = () => { plain = null; draw(); };
  clock.onDraw(draw);
  clock.onRange(() => { plain = null; });
  stage.cleanup.push(onTheme(afresh));
  watchSize(stage, need('lanes'), size);
  size();

  return {
    spot(name, t) {
      const i = lanes.findIndex((l) => l.unit.name === name);
      if (i < 0) return null;
      return { x: x(t), y: ABOVE + (i + 0.5) * pitch - 2 };
    },
  };
}
