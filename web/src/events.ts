// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The table of events. Press a time to go there; the row of now is marked.

import { button, icon, make, nameOf, need } from './dom';
import { DASH, figure } from './figures';
import { ACTIVE, type ReportEvent, type Part } from './format';
import { markOf } from './marks';
import type { Stage } from './stage';

// Rows in the table at a time: a browser lays out some hundreds quickly, a hundred thousand never.
const PAGE = 400;

function tally(events: ReportEvent[]): string {
  const counts = new Map<string, number>();
  for (const e of events) if (e.kind !== 'start' && e.kind !== 'end') counts.set(e.kind, (counts.get(e.kind) ?? 0) + 1);
  return [...counts].map(([kind, n]) => `${n} ${kind.replace('_', ' ')}${n > 1 && !/[sx]$/.test(kind) ? (/touch|reach/.test(kind) ? 'es' : 's') : ''}`).join(', ') || 'none';
}

function impulses(parts: Part[]): HTMLElement {
  const cell = make('td', 'number');
  const some = parts.filter((p) => p.impulse !== null && (p.cause || p.impulse !== 0)).sort((a, b) => Number(b.cause) - Number(a.cause));
  if (!some.length) return cell;
  some.slice(0, 3).forEach((p, i) => cell.append(make('span', i ? 'muted' : '', (i ? (p.impulse! < 0 ? ' \u2212 ' : ' + ') : '') + figure(i ? Math.abs(p.impulse!) : p.impulse))));
  if (some.length > 3) cell.append(make('span', 'muted', ` + ${some.length - 3} more`));
  return cell;
}

function approach(parts: Part[]): string {
  const speeds = parts.map((p) => p.approach).filter((v): v is number => v !== null);
  return speeds.length ? figure(Math.max(...speeds)) : '';
}

export function startEvents(stage: Stage): void {
  const { motion, clock } = stage;
  const { events } = motion.run;
  const body = need('event-rows');
  const pager = need('event-pager');
  const scroller = need('event-scroll');
  const rows = new Map<number, HTMLTableRowElement>();
  let first = -1;
  let marked = -1;

  function changes(e: ReportEvent): HTMLElement[] {
    const changed = e.parts.filter((p) => p.before !== p.after || p.cause);
    const out = changed.slice(0, 6).map((p) => {
      const part = make('button', 'part', nameOf(motion.constraint(p.constraint).name), ' ');
      part.type = 'button';
      part.title = 'why?';
      if (p.before !== p.after && e.kind !== 'start') part.append(`${motion.word(p.constraint, p.before)} \u2192 `);
      part.append(make('span', `w${p.after}`, motion.word(p.constraint, p.after)));
      if (e.kind === 'impact' && p.before >= ACTIVE && p.after === 0) part.append(', thrown off');
      part.addEventListener('click', (click) => { click.stopPropagation(); clock.seek(e.t); stage.choose(p.constraint); });
      return part;
    });
    if (changed.length > out.length) out.push(make('span', 'muted', `and ${changed.length - out.length} more`) as HTMLButtonElement);
    return out;
  }

  function row(e: ReportEvent): HTMLTableRowElement {
    const mark = markOf(e.kind);
    const go = button(e.t.toFixed(6), 'go there', () => clock.seek(e.t));
    go.className = 'link';
    if (e.located) {
      const off = e.uncertainty === null ? 'the error of that motion was not estimated'
        : `uncertain by about ${figure(e.uncertainty, 2)} s with the error of that motion`;
      go.title = `go there; located to ${figure(e.located, 2)} s on the computed motion, ${off}`;
    }
    const what = make('td', 'what', make('div', '', e.text));
    const parts = changes(e);
    if (parts.length) what.append(make('div', 'parts', ...parts));
    const tr = make('tr', '',
      make('td', 'number', go),
      make('td', `kind ${mark.colour}`, icon(mark.path, 13), e.word || e.kind),
      what,
      make('td', 'number', approach(e.parts)),
      impulses(e.parts),
      make('td', 'number', e.energy === null ? '' : figure(e.energy)));
    tr.addEventListener('click', () => clock.seek(e.t));
    return tr;
  }

  function fill(from: number): void {
    first = from;
    rows.clear();
    const some = events.slice(from, from + PAGE);
    body.replaceChildren(...some.map((e, i) => {
      const tr = row(e);
      tr.dataset.event = String(from + i);
      rows.set(from + i, tr);
      return tr;
    }));
    pager.hidden = events.length <= PAGE;
    const earlier = button('earlier', '', () => fill(Math.max(0, first - PAGE)));
    const later = button('later', '', () => fill(first + PAGE));
    earlier.disabled = first === 0;
    later.disabled = first + PAGE >= events.length;
    pager.replaceChildren(earlier, make('span', 'muted', `${first + 1}${DASH}${Math.min(events.length, first + PAGE)} of ${events.length}`), later);
  }

  function draw(): void {
    const now = motion.eventAt(clock.now);
    if (now === marked) return;
    rows.get(marked)?.classList.remove('current');
    rows.get(marked)?.removeAttribute('aria-current');
    marked = now;
    if (now < 0) return;
    if (now < first || now >= first + PAGE) fill(Math.floor(now / PAGE) * PAGE);
    const tr = rows.get(now)!;
    tr.classList.add('current');
    tr.setAttribute('aria-current', 'true');
    // Only the table scrolls, never the report.
    const head = 36;
    const top = tr.offsetTop - head;
    const room = scroller.clientHeight - tr.offsetHeight - 40;
    if (top >= scroller.scrollTop && top <= scroller.scrollTop + room) return;
    // Some rows before it stay in sight, and none is cut by the head.
    let uppermost = tr;
    while (uppermost.previousElementSibling && tr.offsetTop - uppermost.offsetTop < room / 2) {
      uppermost = uppermost.previousElementSibling as HTMLTableRowElement;
    }
    scroller.scrollTop = uppermost.offsetTop - head;
  }

  need('event-count').textContent = motion.run.excerpt ? 'not kept' : tally(events);
  scroller.hidden = !events.length;
  fill(0);
  clock.onDraw(draw);
}
