// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which plots there are, and their numbers on one common time axis.

import type { Numbers } from './decode';
import type { Channel } from './format';
import type { Motion } from './motion';

export type Values = (number | null)[];

export interface Series {
  label: string;
  unit: string;
  values: Values;
  ghost: Values | null;
}

export interface Plot {
  title: string;
  unit: string;
  log: boolean;
  fill: boolean;
  colours: number[];    // of the series
  series: Series[];
  left: number;         // series for which there was no room
}

const MOST = 6;

interface Style {
  log?: boolean;
  fill?: boolean;
  colours?: number[];
  label?: (c: Channel) => string;
}

// The rows of one run, or of two in order of time and side, so that both keep their jumps.
class Axis {
  readonly time: number[] = [];
  private readonly takes: [from: Int32Array, part: Float32Array][] = [];

  constructor(readonly motions: Motion[]) {
    const rows = motions.map((m) => m.plotTime);
    const sides = motions.map((m) => m.plots.get('side') ?? new Float32Array(m.plotTime.length));
    const total = rows.reduce((n, r) => n + r.length, 0);
    const next = motions.map(() => 0);
    for (const _ of motions) this.takes.push([new Int32Array(total), new Float32Array(total)]);
    for (let k = 0; k < total; k++) {
      let first = -1;
      motions.forEach((_, m) => {
        if (next[m] >= rows[m].length) return;
        if (first < 0) { first = m; return; }
        const earlier = rows[m][next[m]] - rows[first][next[first]];
        if (earlier < 0 || (earlier === 0 && side(sides[m][next[m]]) < side(sides[first][next[first]]))) first = m;
      });
      const t = rows[first][next[first]];
      next[first]++;
      this.time.push(t);
      motions.forEach((_, m) => {
        const last = next[m] - 1;
        const [from, part] = this.takes[m];
        from[k] = last;
        if (m === first) return;
        // Before its first and after its last row a run has no value.
        if (last < 0 || next[m] >= rows[m].length) { from[k] = t === rows[m][Math.max(0, last)] ? Math.max(0, last) : -1; return; }
        const step = rows[m][last + 1] - rows[m][last];
        part[k] = step > 0 ? (t - rows[m][last]) / step : 0;
      });
    }
  }

  values(which: number, channel: Numbers, least: number | null): Values {
    const [from, part] = this.takes[which];
    return this.time.map((_, k) => {
      if (from[k] < 0) return null;
      const v = channel[from[k]];
      const w = part[k] > 0 ? channel[from[k] + 1] : v;
      if (Number.isNaN(v) || Number.isNaN(w)) return null;
      const x = v + part[k] * (w - v);
      return least === null ? x : Math.max(least, x);
    });
  }
}

// Stored as -1, 0, 1; an unsigned channel would hold 255 for -1.
const side = (v: number) => (v > 1 ? v - 256 : v);

function greatest(values: Numbers): number {
  let most = 0;
  for (const v of values) if (Math.abs(v) > most) most = Math.abs(v);
  return most;
}

// The smallest number a logarithmic plot shows; below 1e-16 there is only rounding.
function floorOf(numbers: Numbers[]): number {
  const most = Math.max(0, ...numbers.map(greatest));
  return most > 0 ? 10 ** Math.max(-16, Math.ceil(Math.log10(most)) - 10) : 1e-16;
}

export function plotsOf(motion: Motion, ghost: Motion | null): { time: number[]; plots: Plot[] } {
  const axis = new Axis(ghost ? [motion, ghost] : [motion]);
  const plots: Plot[] = [];

  const add = (title: string, channels: Channel[], style: Style = {}) => {
    if (!channels.length) return;
    const chosen = channels.length <= MOST ? channels : [...channels]
      .sort((a, b) => greatest(motion.plots.get(b.name)!) - greatest(motion.plots.get(a.name)!))
      .slice(0, MOST).sort((a, b) => channels.indexOf(a) - channels.indexOf(b));
    const least = style.log ? floorOf(chosen.map((c) => motion.plots.get(c.name)!)) : null;
    const units = new Set(chosen.map((c) => c.unit));
    plots.push({
      title, unit: units.size === 1 ? [...units][0] : '', log: !!style.log, fill: !!style.fill, colours: style.colours ?? [0, 1, 2, 3, 4, 5], left: channels.length - chosen.length,
      series: chosen.map((c) => {
        const other = ghost?.plots.get(c.name);
        return {
          label: style.label ? style.label(c) : c.of || c.name,
          unit: c.unit,
          values: axis.values(0, motion.plots.get(c.name)!, least),
          ghost: other ? axis.values(1, other, least) : null,
        };
      }),
    });
  };

  const shares = motion.run.plots.filter((c) => c.name.endsWith('.share'));
  const crowds = motion.run.plots.some((c) => c.name.endsWith('.greatest'));
  add(crowds ? 'Greatest multipliers' : 'Multipliers', motion.channels('multiplier'));
  add('Active share', shares, { label: (c) => c.of || c.name.replace(/\.share$/, ''), colours: [0, 2, 3, 4, 5, 1] });
  add('Coordinates', motion.channels('coordinate'), { colours: [2, 3, 4, 5, 1, 0] });
  add('Energy', motion.channels('energy'), { label: (c) => (c.name === 'energy' ? 'total' : c.name.replace(/^energy\./, '')), fill: true, colours: [3, 4, 1, 2, 5, 0] });
  add('Conserved momenta', motion.channels('momentum'), { colours: [4, 2, 3, 5, 1, 0] });
  add('Accelerations', motion.channels('acceleration'), { label: (c) => (c.unit ? `|${c.name}|` : c.name), colours: [4, 2, 3, 5, 1, 0] });
  add('Curvature and torsion of the path', motion.channels('bend'), { colours: [2, 4] });
  add('Gauss\u2019s zwang', motion.channels('zwang'), { label: () => 'Z', fill: true, colours: [2] });
  add('Violation of the constraints', motion.channels('violation'), { log: true, label: () => 'largest', colours: [1] });
  add('Rates', motion.channels('rate'), { colours: [2, 3, 4, 5, 1, 0] });
  add('Gaps', motion.channels('gap').filter((c) => c.name.endsWith('.f')));
  return { time: axis.time, plots };
}
