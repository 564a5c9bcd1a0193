// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small oscillations about the equilibrium from which a run starts: which of them the picture plays instead of the motion.

import { make, need } from './dom';
import { figure, niceStep } from './figures';
import type { Mode } from './format';
import type { Place } from './motion';
import type { Stage } from './stage';

// A turn that takes longer or shorter than this is hard to follow, s.
const SHORTEST = 0.7;
const LONGEST = 8;
// What grows or dies away is shown over this many turns at most, and over no greater ratio of sizes.
const TURNS = 6;
const RATIO = 20;
const SLIDE = 4;        // s, to and fro, of what meets no restoring force
const SHARE = 0.06;     // of the extent: the largest displacement

export interface ModePlayer {
  place(): Place | null;                                // of the masses now; null while the motion is shown
  show(mode: number | null, after?: number): void;      // from `after` seconds on
  state(): { mode: number; after: number } | null;
}

// The largest distance of any mass from its equilibrium over a turn: half the long axis of its ellipse p cos - q sin.
function reach({ course }: Mode): number {
  let most = 0;
  for (const mass of course) {
    let [pp, qq, pq] = [0, 0, 0];
    for (const [p, q] of mass) { pp += p * p; qq += q * q; pq += p * q; }
    most = Math.max(most, (pp + qq) / 2 + Math.hypot((pp - qq) / 2, pq));
  }
  return Math.sqrt(most);
}

// How one mode is played: `lasts` seconds of its own time, then again, `speed` times as fast as it is.
class Play {
  readonly lasts: number;
  readonly speed: number;
  private readonly size: number;

  constructor(private readonly mode: Mode, extent: number) {
    const [growth, turning] = mode.root;
    const turn = turning ? (2 * Math.PI) / turning : Infinity;
    this.lasts = growth ? Math.min(Math.log(RATIO) / Math.abs(growth), TURNS * turn) : turning ? turn : SLIDE;
    const seen = Math.min(turn, this.lasts);
    this.speed = seen < SHORTEST ? 1 / niceStep(SHORTEST / seen, 1) : seen > LONGEST ? niceStep(seen / LONGEST, 1) : 1;
    this.size = (SHARE * extent) / reach(mode);
  }

  // What is largest at the end of the stretch, or at its beginning, has the wanted size there.
  shift(after: number): NonNullable<Place['shift']> {
    const [growth, turning] = this.mode.root;
    const t = after % this.lasts;
    const angle = growth || turning ? turning * t : (2 * Math.PI * t) / SLIDE;
    const size = this.size * Math.exp(growth * (growth > 0 ? t - this.lasts : t));
    const [c, s] = [size * Math.cos(angle), size * Math.sin(angle)];
    return (mass, out) => this.mode.course[mass]?.forEach(([p, q], k) => { out[k] += c * p - s * q; });
  }

  words(speed: number): string {
    const [growth, turning] = this.mode.root;
    const what = turning ? 'oscillation' : growth ? 'displacement' : 'displacement back and forth';
    const pace = speed < 0.999 ? `; ${figure(1 / speed, 3)} times slower` : speed > 1.001 ? `; ${figure(speed, 3)} times faster` : '';
    return `small ${what} in the linear approximation, enlarged${pace}; not part of the motion`;
  }
}

const NONE: ModePlayer = { place: () => null, show: () => {}, state: () => null };

// `extent`: how far the picture reaches, or null where there is none to play in; the modes are then listed in words alone.
export function startModes(stage: Stage, extent: number | null): ModePlayer {
  const { motion, clock } = stage;
  const { stability = '', reason = '', modes = [] } = motion.run.modes ?? {};
  const bar = need('modes');
  bar.hidden = !modes.length;
  bar.replaceChildren();
  if (!modes.length) return NONE;

  const equilibrium = `starts in equilibrium, ${stability}: ${reason}`;
  const labels = modes.map((m, i) => `mode ${i + 1}: ${m.words}`);
  if (extent === null) {
    bar.append(make('span', 'words', [equilibrium, ...labels].join('; ')));
    return NONE;
  }

  const words = make('span', 'words');
  words.setAttribute('role', 'status');
  const choice = make('select', '', ...['motion', ...labels].map((label) => make('option', '', label)));
  choice.setAttribute('aria-label', 'what the picture shows: the motion, or a mode of small oscillation');
  choice.addEventListener('change', () => show(choice.selectedIndex ? choice.selectedIndex - 1 : null));
  bar.append(choice, words);

  let chosen: { mode: number; play: Play } | null = null;
  let after = 0;
  let stamp = 0;
  const say = (text: string) => { if (words.textContent !== text) words.textContent = text; };

  function show(mode: number | null, from = 0): void {
    chosen = mode === null ? null : { mode, play: new Play(modes[mode], extent!) };
    choice.selectedIndex = mode === null ? 0 : mode + 1;
    after = from;
    stamp = 0;
    if (chosen) {
      // The other views stand where the mode belongs.
      clock.play(false);
      clock.seek(motion.t0);
    }
    clock.ask();
  }

  function place(): Place | null {
    // Whoever moves the clock wants to see the motion.
    if (chosen && (clock.playing || clock.now !== motion.t0)) show(null);
    if (!chosen) { say(equilibrium); return null; }
    const { play } = chosen;
    const speed = play.speed * clock.speed;
    const time = performance.now();
    // A hidden tab gets no frames, as for the clock.
    if (stamp) after = (after + Math.min(0.1, (time - stamp) / 1000) * speed) % play.lasts;
    stamp = time;
    say(play.words(speed));
    clock.ask();
    return { row: 0, part: 0, shift: play.shift(after) };
  }

  return { place, show, state: () => chosen && { mode: chosen.mode, after } };
}
