// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Why a constraint acts or not, in words and numbers, at the instant shown.

import katex from 'katex';
import { button, icon, ICONS, make, nameOf, need } from './dom';
import { clockTime, figure, withUnit } from './figures';
import { OPEN, type ReportEvent, type Part, type Why } from './format';
import type { Stage } from './stage';

interface Facts {
  f: number | null;
  rate: number | null;
  second: number | null;
  free: number | null;
  multiplier: number | null;
}

function line(symbol: string, value: string, words: string): HTMLElement {
  const name = make('dt');
  katex.render(symbol, name, { throwOnError: false });
  return make('div', 'why-row', name, make('dd', '', value), make('span', 'muted', words));
}

function sign(v: number, below: string, zero: string, above: string, small: number): string {
  return Math.abs(v) <= small ? zero : v < 0 ? below : above;
}

export interface WhyPanel {
  choose(constraint: number | null): void;
  readonly chosen: number | null;
}

export function startWhy(stage: Stage): WhyPanel {
  const { motion, clock } = stage;
  const panel = need('why');
  let chosen: number | null = null;
  let shown = '';
  let before: HTMLElement | null = null;

  const close = button('close', 'close (Esc)', () => stage.choose(null), icon(ICONS.close, 12));
  const title = make('h2');
  const picker = make('div', 'why-members');
  const body = make('div', 'why-body');
  panel.replaceChildren(make('div', 'why-head', title, close), picker, body);

  function factsAt(constraint: number, t: number): Facts {
    const { name } = motion.constraint(constraint);
    const channel = (part: string) => motion.value(motion.plots.get(`${name}.${part}`), t);
    return { f: channel('f'), rate: channel('rate'), second: channel('second'), free: channel('free'), multiplier: motion.multiplier(constraint, t) };
  }

  function numbersOf(constraint: number, facts: Facts, state: number): HTMLElement {
    const { unit, equation } = motion.constraint(constraint);
    const small = 1e-9;
    const list = make('dl', 'why-numbers');
    if (facts.f !== null) list.append(line('f', figure(facts.f), sign(facts.f, 'gap left', 'closed', 'violated', 1e-7)));
    if (facts.rate !== null) list.append(line("f'", figure(facts.rate), sign(facts.rate, 'opening', 'steady', 'closing', 1e-7)));
    if (facts.second !== null) list.append(line("f''", figure(facts.second), sign(facts.second, 'tends to open', 'stays', 'tends to close', 1e-6)));
    if (facts.free !== null) list.append(line("f''_{\\mathrm{free}}", figure(facts.free), sign(facts.free, 'the free motion would open it', 'the free motion would keep it', 'the free motion would violate it', small)));
    const symbol = equation ? '\\mu' : '\\lambda';
    if (facts.multiplier !== null) list.append(line(symbol, withUnit(facts.multiplier, unit), equation ? 'either sign' : sign(facts.multiplier, 'pulls: not allowed', 'no force', 'carries force', 1e-12)));
    else if (state === OPEN) list.append(line(symbol, '0', 'open: no force'));
    return list;
  }

  function other(words: string | null): HTMLElement | null {
    return words ? make('p', 'ostrogradsky', make('b', '', 'Ostrogradsky\u2019s rule '), words) : null;
  }

  function atEvent(e: ReportEvent, p: Part, why: Why): (HTMLElement | null)[] {
    const facts: Facts = { f: why.f, rate: why.rate, second: why.second, free: why.free, multiplier: why.multiplier };
    const jump = p.impulse !== null ? make('p', 'muted', `impulse ${figure(p.impulse)} N s${p.approach !== null ? `, approached at ${figure(p.approach)} m/s` : ''}`) : null;
    return [make('p', '', why.words), numbersOf(p.constraint, facts, p.after), other(why.ostrogradsky), jump,
      make('p', 'muted', `${e.word || e.kind} at this instant: ${e.text}`)];
  }

  function reference(label: string, found: [ReportEvent, Part] | null): HTMLElement | null {
    if (!found) return null;
    const [e, p] = found;
    const go = button(`${clockTime(e.t, clock.span)} s`, 'go there', () => clock.seek(e.t));
    go.className = 'link';
    return make('p', 'why-reference', make('span', 'muted', `${label} `), go,
      ` ${e.word || e.kind}: ${p.before === p.after ? 'stays' : `${motion.word(p.constraint, p.before)} \u2192`} ${motion.word(p.constraint, p.after)}`);
  }

  function between(constraint: number, state: number): (HTMLElement | null)[] {
    const facts = factsAt(constraint, clock.now);
    const { last, next } = motion.around(constraint, clock.now);
    const reason = last?.[1].why ? make('p', 'why-since', make('span', 'muted', `since ${clockTime(last[0].t, clock.span)} s: `), last[1].why.words) : null;
    return [make('p', '', motion.run.reasons[state] ?? ''), numbersOf(constraint, facts, state), reason, reference('last event', last), reference('next event', next)];
  }

  function draw(): void {
    if (chosen === null) return;
    const { row } = motion.place(clock.now);
    const state = motion.state(chosen, row);
    const key = `${chosen} ${clock.now}`;
    if (key === shown) return;
    shown = key;
    const event = motion.run.events[motion.eventAt(clock.now)];
    const part = event && event.t === clock.now ? event.parts.find((p) => p.constraint === chosen) : undefined;
    const head = make('p', 'why-state', make('span', `chip s${state}`, motion.word(chosen, state)), ` at ${clockTime(clock.now, clock.span)} s`);
    const rest = event && part?.why ? atEvent(event, part, part.why) : between(chosen, state);
    body.replaceChildren(head, ...rest.filter((e): e is HTMLElement => e !== null));
  }

  function members(constraint: number): void {
    picker.replaceChildren();
    const unit = motion.units.find((u) => u.members.length > 1 && u.members.includes(constraint));
    if (!unit) return;
    const select = make('select');
    select.setAttribute('aria-label', `member of ${unit.name}`);
    for (const m of unit.members) {
      const option = make('option', '', motion.constraint(m).name);
      option.value = String(m);
      select.append(option);
    }
    select.value = String(constraint);
    select.addEventListener('change', () => stage.choose(Number(select.value)));
    picker.append(select, make('span', 'muted', ` of ${unit.name}`));
  }

  clock.onDraw(draw);
  panel.hidden = true;

  return {
    get chosen() { return chosen; },
    choose(constraint) {
      if (constraint !== null && chosen === null) before = document.activeElement as HTMLElement | null;
      chosen = constraint;
      shown = '';
      panel.hidden = constraint === null;
      clock.ask();
      if (constraint === null) { before?.focus?.(); return; }
      const c = motion.constraint(constraint);
      title.replaceChildren(nameOf(c.name));
      const formula = make('p', 'why-formula');
      formula.textContent = `${c.kind}: ${c.text}`;
      members(constraint);
      picker.prepend(formula);
      draw();
      close.focus({ preventScroll: true });
    },
  };
}
