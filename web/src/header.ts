// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Title, sentence, badge, what stopped the run, and which of two runs is in front.

import { verdict } from './certificate';
import { button, icon, ICONS, make, nameOf, need } from './dom';
import { figure } from './figures';
import type { Run } from './format';
import type { Stage } from './stage';

function ending(run: Run): string | null {
  const at = `${figure(run.t1, 7)} s`;
  const reason = [run.code, run.message].filter(Boolean).join(': ');
  switch (run.status) {
    case 'stopped': return `The run stopped at ${at}. ${reason}`;
    case 'interrupted': return `The run was interrupted at ${at}. ${reason}`;
    case 'running': return `The run is not finished; this is its state at ${at}. ${reason}`;
    default: return reason || null;
  }
}

function badge(run: Run): HTMLElement {
  const { certified, words } = verdict(run);
  const link = make('a', `badge ${certified ? 'good' : 'bad'}`,
    make('b', '', icon(certified ? ICONS.tick : ICONS.cross, 12), certified ? 'certified' : 'not certified'),
    make('span', '', words));
  link.href = '#certificate';
  return link;
}

function choice(stage: Stage, swap: () => void): HTMLElement {
  const row = make('div', 'runs');
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', 'which run is in front');
  for (const run of stage.report.runs) {
    const front = run === stage.motion.run;
    const b = button('', front ? 'in front' : 'bring to the front', () => { if (!front) swap(); },
      make('i', front ? 'front' : 'behind'), nameOf(run.file));
    b.setAttribute('aria-label', `${run.file}, ${front ? 'in front' : 'the ghost'}`);
    b.setAttribute('aria-pressed', String(front));
    row.append(b);
  }
  return row;
}

export function startHeader(stage: Stage, swap: () => void): void {
  const { report, motion } = stage;
  document.title = `${report.title} \u2013 zwang report`;
  const title = need('title');
  title.textContent = report.title;
  title.title = report.title.length > 80 ? report.title : '';
  need('sentence').textContent = report.sentence;
  need('badge').replaceChildren(badge(motion.run));
  need('runs').replaceChildren(...(stage.ghost ? [choice(stage, swap)] : []));
  const words = ending(motion.run);
  const banner = need('ending');
  banner.hidden = !words;
  banner.textContent = words ?? '';
}
