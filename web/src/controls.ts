// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Play, step from event to event, speed, and the time in large figures.

import { button, icon, ICONS, make, need } from './dom';
import { clockTime } from './figures';
import type { Stage } from './stage';

const SPEEDS: [number, string][] = [[0.01, '\u00d70.01'], [0.1, '\u00d70.1'], [0.25, '\u00d7\u00bc'], [1, '\u00d71'], [2, '\u00d72'], [10, '\u00d710']];

// The time of the next event in the given direction.
export function neighbour(stage: Stage, direction: 1 | -1): number | null {
  const { clock, motion } = stage;
  const { events } = motion.run;
  let i = motion.eventAt(clock.now);
  if (direction > 0) { i++; return events[i]?.t ?? null; }
  while (i >= 0 && events[i].t >= clock.now) i--;
  return events[i]?.t ?? null;
}

export function step(stage: Stage, direction: 1 | -1): void {
  const t = neighbour(stage, direction);
  if (t !== null) stage.clock.seek(t);
}

export function startControls(stage: Stage): void {
  const { clock } = stage;
  const play = button('play', 'play or pause (space)', () => clock.play(!clock.playing), icon(ICONS.play));
  play.className = 'play';
  const previous = button('previous event', 'previous event (shift \u2190)', () => step(stage, -1), icon(ICONS.previous));
  const next = button('next event', 'next event (shift \u2192)', () => step(stage, 1), icon(ICONS.next));
  const speed = make('select');
  speed.setAttribute('aria-label', 'speed');
  for (const [value, label] of SPEEDS) {
    const option = make('option', '', label);
    option.value = String(value);
    speed.append(option);
  }
  speed.value = '1';
  speed.addEventListener('change', () => { clock.speed = Number(speed.value); });
  const time = make('span', 'time');
  need('controls').replaceChildren(make('div', 'row', previous, play, next), make('div', 'row', time, speed));
  clock.onPlay(() => {
    play.replaceChildren(icon(clock.playing ? ICONS.pause : ICONS.play));
    play.setAttribute('aria-label', clock.playing ? 'pause' : 'play');
  });
  clock.onDraw(() => { time.textContent = `${clockTime(clock.now, clock.span)} s`; });
}
