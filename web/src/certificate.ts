// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether the motion obeys its laws: badge and rows come from the same place.

import { button, icon, ICONS, make, nameOf, need } from './dom';
import { figure } from './figures';
import type { CertificateRow, Run } from './format';
import type { Stage } from './stage';

export function verdict(run: Run): { certified: boolean; words: string } {
  const failed = run.certificate.find((r) => !r.holds && r.main) ?? run.certificate.find((r) => !r.holds);
  if (failed) return { certified: false, words: `fails: ${failed.words} (${figure(failed.worst, 3)} > ${figure(failed.allowed, 3)})` };
  if (run.status !== 'finished') return { certified: false, words: `${run.status}${run.code ? `, ${run.code}` : ''}` };
  if (!run.certified) return { certified: false, words: run.certificate.length ? 'not all of the motion was checked' : 'nothing was checked' };
  const violation = run.certificate.find((r) => r.number === 'violation');
  const n = run.certificate.length;
  return { certified: true, words: violation ? `worst violation ${figure(violation.worst, 3)}, ${n} numbers hold` : `${n} numbers hold` };
}

function row(stage: Stage, r: CertificateRow): HTMLTableRowElement {
  const where = make('span', 'where');
  if (r.t !== null) {
    const t = r.t;
    where.append(button(`${figure(t, 6)} s`, 'go there', () => stage.clock.seek(t)));
    where.lastElementChild!.className = 'link';
  }
  if (r.constraint) where.append(where.childNodes.length ? ', ' : '', nameOf(r.constraint));
  const sign = make('span', r.holds ? 'good' : 'bad', icon(r.holds ? ICONS.tick : ICONS.cross, 13));
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', r.holds ? 'holds' : 'fails');
  const tr = make('tr', r.holds ? '' : 'failed',
    make('td', '', make('span', '', r.words), where),
    make('td', 'number', figure(r.worst, 3)),
    make('td', 'number muted', `\u2264 ${figure(r.allowed, 3)}`),
    make('td', 'sign', sign));
  tr.dataset.number = r.number;
  return tr;
}

function table(stage: Stage, rows: CertificateRow[]): HTMLTableElement {
  const head = make('tr', '', make('th', '', 'what must hold'), make('th', 'number', 'worst'), make('th', 'number', 'allowed'), make('th', 'sign', ''));
  return make('table', '', make('thead', '', head), make('tbody', '', ...rows.map((r) => row(stage, r))));
}

export function startCertificate(stage: Stage): void {
  const { run } = stage.motion;
  const main = run.certificate.filter((r) => r.main);
  const rest = run.certificate.filter((r) => !r.main);
  const host = need('certificate-rows');
  host.replaceChildren();
  if (main.length) host.append(table(stage, main));
  if (rest.length) {
    const more = make('details', '', make('summary', '', `${rest.length} more numbers`), table(stage, rest));
    // A number that fails must be seen.
    more.open = rest.some((r) => !r.holds);
    const unfold = () => { more.open = true; };
    addEventListener('beforeprint', unfold);
    stage.cleanup.push(() => removeEventListener('beforeprint', unfold));
    host.append(more);
  }
  const { certified } = verdict(run);
  const mechanical = !run.problem || run.problem === 'straightest';
  need('certificate-origin').textContent = run.excerpt ? 'as computed by the run' : 'recomputed from the stored motion';
  if (run.excerpt) {
    host.append(make('p', 'note', 'These numbers cover all points and all steps, as computed by the run itself. Nothing is recomputed here.'));
    return;
  }
  host.append(make('p', 'note', certified
    ? `${mechanical ? 'Every instant of the motion is a strictly convex problem; these' : 'These'} numbers, computed from the stored rows alone, prove the result without trusting the solver.`
    : 'These numbers are computed from the stored rows alone. The motion is not certified: do not rely on it.'));
}
