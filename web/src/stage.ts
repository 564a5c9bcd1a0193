// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What all views share: the run shown, the one it is compared with, the clock, the chosen constraint.

import type { Clock } from './clock';
import type { Report } from './format';
import type { Motion } from './motion';

export interface Stage {
  report: Report;
  motion: Motion;
  ghost: Motion | null;
  clock: Clock;
  choose(constraint: number | null): void;   // opens the why panel, or closes it
  cleanup: (() => void)[];                   // before the runs change places
}

export function watchSize(stage: Stage, element: Element, changed: () => void): void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  // A browser that prints does not wait for the observer.
  const printed = ['beforeprint', 'afterprint'];
  for (const kind of printed) addEventListener(kind, changed);
  stage.cleanup.push(() => {
    observer.disconnect();
    for (const kind of printed) removeEventListener(kind, changed);
  });
}
