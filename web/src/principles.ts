// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How the active constraints were found at the last event: Mayer's trials, and what other principles would allow.

import { type Drawing, drawAccelerations } from './accelerations';
import { icon, ICONS, make, need } from './dom';
import { clockTime, figure } from './figures';
import type { AccelerationPicture, Principles } from './format';
import type { Stage } from './stage';

const place = (a: number[]) => `(${a.map((v) => figure(v, 3)).join(', ')})`;

function entry(style: string, ...text: string[]): HTMLElement {
  return make('li', '', make('i', style), ...text);
}

function drawn(drawing: Drawing, title: string, ...entries: (HTMLElement | null)[]): HTMLElement {
  const legend = make('ul', 'legend-list', ...entries);
  const figureElement = make('figure', '', make('figcaption', '', title), legend);
  figureElement.insertBefore(drawAccelerations(drawing), legend);
  return figureElement;
}

function pictures(p: AccelerationPicture): HTMLElement[] {
  const { axes, box } = p;
  const free = { style: 'free', shape: 'ring' as const, at: p.free };
  const gauss = { style: 'gauss', shape: 'dot' as const, at: p.gauss };
  const rule = p.ostrogradsky ? [{ style: 'rule', shape: 'cross' as const, at: p.ostrogradsky }] : [];
  const turn = box.length === 3 ? ' (drag to turn)' : '';
  const sets = drawn({
    label: `accelerations: the free motion ${place(p.free)}, the true one ${place(p.gauss)}`,
    axes, box, outline: p.equal_zwang, bond: [p.free, p.gauss], marks: [free, ...rule, gauss],
    layers: [{ style: 'admissible', solid: p.admissible }, { style: 'dalembert', solid: p.allowed ?? [] }],
  }, `Accelerations${turn}`,
  entry('free', `free motion ${place(p.free)}`),
  entry('gauss', `true motion, Gauss ${place(p.gauss)}`),
  p.ostrogradsky ? entry('rule', `Ostrogradsky\u2019s rule ${place(p.ostrogradsky)}`) : null,
  entry('admissible', 'what the constraints allow'),
  p.allowed ? entry('dalembert', 'what d\u2019Alembert-Fourier\u2019s principle allows') : null,
  p.equal_zwang ? entry('equal', 'as much zwang as the true motion') : null);
  const cones = drawn({
    label: 'the two cones at the true acceleration',
    axes, box, outline: null, bond: null, marks: [gauss],
    layers: [{ style: 'changes', solid: p.changes }, { style: 'displacements', solid: p.displacements }],
  }, 'The two cones at the true acceleration',
  entry('changes', 'changes of the acceleration (34)'),
  entry('displacements', 'virtual displacements (35)'));
  return [sets, cones];
}

function trials({ trials: all, possible }: Principles): HTMLElement {
  const accepted = all.filter((t) => t.accepted).length;
  const many = all.length < possible ? `${all.length} of ${possible} sets` : `${all.length} set${all.length === 1 ? '' : 's'}`;
  const rows = all.map((t) => make('tr', t.accepted ? 'accepted' : '',
    make('td', '', make('bdi', '', t.set)),
    make('td', 'number', t.zwang === null ? '' : figure(t.zwang)),
    make('td', 'sign', make('span', t.accepted ? 'good' : 'muted', icon(t.accepted ? ICONS.tick : ICONS.cross, 11))),
    make('td', '', t.verdict)));
  const head = make('tr', '', make('th', '', 'held as equations'), make('th', 'number', 'Z'), make('th', 'sign'), make('th', '', 'verdict'));
  const details = make('details', 'trials', make('summary', '', `Mayer\u2019s trials: ${many} tried, ${accepted} accepted`),
    make('div', 'scroll', make('table', '', make('thead', '', head), make('tbody', '', ...rows))),
    make('p', 'note', '(19): a constraint left out would be violated, f\u2033 > 0. (20): one that is held would have to pull, multiplier < 0.'));
  details.open = all.length <= 8;
  return details;
}

// At a singular position: every minimum of Z, and which one the motion takes.
function minima(all: NonNullable<Principles['minima']>): HTMLElement {
  const rows = all.map((m) => make('tr', m.note === 'taken' ? 'accepted' : '',
    make('td', 'number', m.number === null ? '' : String(m.number)),
    make('td', 'number', figure(m.zwang)),
    make('td', '', place(m.accelerations)),
    make('td', '', place(m.reaction)),
    make('td', '', m.note)));
  const head = make('tr', '', make('th', 'number', 'minimum'), make('th', 'number', 'Z'), make('th', '', 'accelerations'), make('th', '', 'reaction'), make('th'));
  return make('div', 'scroll minima', make('table', '', make('thead', '', head), make('tbody', '', ...rows)));
}

export function startPrinciples(stage: Stage): void {
  const { motion, clock } = stage;
  const { events } = motion.run;
  const card = need('principles');
  const body = need('principles-body');
  let shown = -1;
  card.hidden = !events.some((e) => e.principles);

  // The last event up to now that has some; before it the first.
  function chosen(): number {
    const last = events.findLastIndex((e) => e.principles && e.t <= clock.now);
    return last >= 0 ? last : events.findIndex((e) => e.principles);
  }

  function draw(): void {
    const now = chosen();
    if (now === shown) return;
    shown = now;
    const event = events[now];
    const principles = event.principles!;
    need('principles-time').textContent = `at ${clockTime(event.t, clock.span)} s${event.kind === 'start' ? '' : ', after the event'}`;
    body.replaceChildren(
      ...(principles.picture ? [make('div', 'figures', ...pictures(principles.picture))] : []),
      make('div', 'sentences', ...principles.words.map((text) => make('p', '', text))),
      ...(principles.minima ? [minima(principles.minima)] : []),
      ...(principles.trials.length ? [trials(principles)] : []));
  }

  if (card.hidden) return;
  clock.onDraw(draw);
}
