// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The equations of this model, set by KaTeX.

import katex from 'katex';
import { button, make, need } from './dom';
import type { Stage } from './stage';

// Nobody reads a thousand formulas; a family of conditions has few that differ.
const MOST = 60;

export function startEquations(stage: Stage): void {
  const host = need('equation-blocks');
  host.replaceChildren();
  for (const block of stage.motion.run.equations) {
    const lines = make('div', 'formulas');
    for (const latex of block.latex.slice(0, MOST)) {
      const line = make('div', 'formula');
      line.tabIndex = 0;
      // trust stays off: a formula cannot carry addresses or attributes.
      katex.render(latex, line, { displayMode: true, throwOnError: false, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 20 });
      lines.append(line);
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
}
