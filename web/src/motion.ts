// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One run as the views ask for it: where is a mass, in which state is a constraint, what was its multiplier.

import type { Numbers, Table } from './decode';
import { readTable } from './decode';
import { ACTIVE, HELD, type Channel, type Constraint, type End, type ReportEvent, type Part, type Run, type Spot } from './format';

// A lane, a chip: one constraint, or a family of them.
export interface Unit {
  name: string;
  members: number[];
  share: Numbers | null;   // of the members that act, one number per plot row
}

// A place among the rows of a table: row `row`, and `part` of the way to the next one. In the picture a mode of
// oscillation may shift the masses from there.
export interface Place {
  row: number;
  part: number;
  shift?: (mass: number, out: Float64Array | number[]) => void;
}

function along(axis: number | Numbers, at: Place): number {
  if (typeof axis === 'number') return axis;
  const v = axis[at.row] ?? 0;
  const w = axis[at.row + 1];
  return at.part > 0 && w !== undefined ? v + at.part * (w - v) : v;
}

export class Motion {
  readonly frames: Table;
  readonly plots: Table;
  readonly time: Numbers;
  readonly plotTime: Numbers;
  readonly units: Unit[];
  readonly states: (Numbers | null)[];
  readonly multipliers: (Numbers | null)[];
  private readonly axes: (number | Numbers)[][];

  constructor(readonly run: Run, buffer: ArrayBuffer) {
    this.frames = readTable(run.frames, buffer);
    this.plots = readTable(run.plots, buffer);
    this.time = this.frames.get('t') ?? new Float64Array([run.t0, run.t1]);
    this.plotTime = this.plots.get('t') ?? this.time;
    const find = (table: Table, name: string) => table.get(name) ?? null;
    this.states = run.constraints.map((c) => find(this.frames, `${c.name}.state`));
    this.multipliers = run.constraints.map((c) => find(this.plots, `${c.name}.multiplier`));
    this.axes = run.masses.map((m) => m.at.map((a) => (typeof a === 'string' ? this.frames.get(a) ?? 0 : a)));
    this.units = this.arrange();
  }

  get t0(): number { return this.run.t0; }
  get t1(): number { return this.run.t1; }

  private arrange(): Unit[] {
    if (this.run.excerpt) return [];   // the states of constraints are not known
    const grouped = new Set<number>();
    const units: { first: number; unit: Unit }[] = [];
    for (const g of this.run.groups) {
      g.members.forEach((m) => grouped.add(m));
      units.push({ first: g.members[0], unit: { name: g.name, members: g.members, share: this.plots.get(`${g.name}.share`) ?? null } });
    }
    this.run.constraints.forEach((c, i) => {
      if (!grouped.has(i)) units.push({ first: i, unit: { name: c.name, members: [i], share: null } });
    });
    return units.sort((a, b) => a.first - b.first).map((u) => u.unit);
  }

  // The last row not later than t; at a jump, the row after it.
  place(t: number, time: Numbers = this.time): Place {
    let low = 0;
    let high = time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (time[middle] <= t) low = middle;
      else high = middle - 1;
    }
    const next = Math.min(low + 1, time.length - 1);
    const step = time[next] - time[low];
    return { row: low, part: step > 0 ? Math.min(1, Math.max(0, (t - time[low]) / step)) : 0 };
  }

  position(mass: number, at: Place, out: Float64Array | number[]): void {
    for (let k = 0; k < 3; k++) out[k] = along(this.axes[mass][k] ?? 0, at);
    at.shift?.(mass, out);
  }

  end(end: End, at: Place, out: Float64Array | number[]): void {
    if (typeof end === 'number') this.position(end, at, out);
    else this.spot(end, at, out);
  }

  spot(spot: Spot, at: Place, out: Float64Array | number[]): void {
    for (let k = 0; k < 3; k++) {
      const a = spot[k];
      out[k] = along(typeof a === 'string' ? this.frames.get(a) ?? 0 : a ?? 0, at);
    }
  }

  numbers(spot: Spot, at: Place): number[] {
    return spot.map((a) => along(typeof a === 'string' ? this.frames.get(a) ?? 0 : a, at));
  }

  state(constraint: number, row: number): number {
    const stored = this.states[constraint];
    if (stored) return stored[row] ?? 0;
    return this.run.constraints[constraint].equation ? HELD : 0;
  }

  word(constraint: number, state: number): string {
    return this.run.constraints[constraint].words[state] ?? ['open', 'closed', 'active', 'held'][state] ?? '';
  }

  active(unit: Unit, row: number): number {
    let n = 0;
    for (const m of unit.members) if (this.state(m, row) >= ACTIVE) n++;
    return n;
  }

  // Null where the channel is missing or the constraint open. Does not read across a gap or a jump.
  value(channel: Numbers | null | undefined, t: number): number | null {
    if (!channel) return null;
    const at = this.place(t, this.plotTime);
    const v = channel[at.row];
    if (Number.isNaN(v)) return null;
    const w = channel[at.row + 1];
    return at.part > 0 && w !== undefined && !Number.isNaN(w) ? v + at.part * (w - v) : v;
  }

  multiplier(constraint: number, t: number): number | null {
    return this.value(this.multipliers[constraint], t);
  }

  channels(what: string): Channel[] {
    return this.run.plots.filter((c) => c.what === what);
  }

  // The last event not later than t.
  eventAt(t: number): number {
    const events = this.run.events;
    let low = -1;
    let high = events.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (events[middle].t <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The nearest events, up to t and after it, in which a constraint took part.
  around(constraint: number, t: number): { last: [ReportEvent, Part] | null; next: [ReportEvent, Part] | null } {
    const events = this.run.events;
    const part = (e: ReportEvent) => e.parts.find((p) => p.constraint === constraint);
    let last: [ReportEvent, Part] | null = null;
    let next: [ReportEvent, Part] | null = null;
    const here = this.eventAt(t);
    for (let i = here; i >= 0 && !last; i--) { const p = part(events[i]); if (p) last = [events[i], p]; }
    for (let i = here + 1; i < events.length && !next; i++) { const p = part(events[i]); if (p) next = [events[i], p]; }
    return { last, next };
  }

  constraint(i: number): Constraint { return this.run.constraints[i]; }

  find(name: string): number { return this.run.constraints.findIndex((c) => c.name === name); }
}
