// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The equations of this model, set by KaTeX.

import katex from 'katex';
import { button, make, need } from './dom';
import { type Stage, watchSize } from './stage';

// Nobody reads a thousand formulas; a family of constraints has few that differ.
const MOST = 60;
const SMALLEST = 0.75;   // of the usual size

// A long formula is set smaller; one that is still too long scrolls.
function fit(lines: HTMLElement[]): void {
  for (const line of lines) line.style.fontSize = '';
  const shares = lines.map((line) => line.clientWidth / line.scrollWidth);
  lines.forEach((line, i) => { if (shares[i] < 1) line.style.fontSize = `${Math.max(SMALLEST, 0.99 * shares[i])}em`; });
}

export function startEquations(stage: Stage): void {
  const host = need('equation-blocks');
  host.replaceChildren();
  const all: HTMLElement[] = [];
  for (const block of stage.motion.run.equations) {
    const lines = make('div', 'formulas');
    for (const latex of block.latex.slice(0, MOST)) {
      const line = make('div', 'formula');
      line.tabIndex = 0;
      // trust stays off: a formula cannot carry addresses or attributes.
      katex.render(latex, line, { displayMode: true, throwOnError: false, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 20 });
      lines.append(line);
      all.push(line);
    }
    if (block.latex.length > MOST) lines.append(make('p', 'note', `and ${block.latex.length - MOST} more`));
    const copy = button('copy LaTeX', '', () => {
      void navigator.clipboard?.writeText(block.latex.join('\n')).then(
        () => { copy.textContent = 'copied'; setTimeout(() => { copy.textContent = 'copy LaTeX'; }, 1500); },
        () => { copy.textContent = 'the browser forbids it'; });
    });
    copy.className = 'link';
    host.append(make('div', 'equation', make('div', 'equation-head', make('h3', '', block.title), copy), lines));
  }
  let width = 0;
  watchSize(stage, host, () => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    requestAnimationFrame(() => fit(all));
  });
}
