// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Keys, the sheet that lists them, and what a screen reader announces.

import { step } from './controls';
import { make, need } from './dom';
import { figure } from './figures';
import type { Stage } from './stage';

const KEYS: [string, string][] = [
  ['space', 'play or pause'],
  ['\u2190 \u2192', 'a little back or forward'],
  ['shift \u2190 \u2192', 'previous or next event'],
  ['Home, End', 'first or last instant'],
  ['f', 'forces'],
  ['t', 'trails'],
  ['r', 'reset the view'],
  ['z', 'whole range of time'],
  ['Esc', 'close the panel'],
  ['?', 'this help'],
];

function sheet(): HTMLDialogElement {
  const dialog = need<HTMLDialogElement>('keys');
  const list = make('dl');
  for (const [key, words] of KEYS) list.append(make('dt', '', make('kbd', '', key)), make('dd', '', words));
  const close = make('button', '', 'close');
  close.type = 'button';
  close.addEventListener('click', () => dialog.close());
  dialog.replaceChildren(make('h2', '', 'Keys'), list,
    make('p', 'note', 'In the picture: drag to rotate, right-drag to pan, wheel to zoom; click a string or a surface to see why it acts. In a plot: drag to zoom, double-click for the whole range, click to go to that time.'),
    close);
  return dialog;
}

const press = (id: string) => document.getElementById(id)?.click();

export function startKeyboard(current: () => Stage): void {
  const dialog = sheet();
  need('keys-button').addEventListener('click', () => dialog.showModal());
  addEventListener('keydown', (e) => {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || dialog.open || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const stage = current();
    const { clock } = stage;
    const onButton = /^(BUTTON|A|SUMMARY)$/.test(target.tagName);
    const little = clock.span / 500;
    switch (e.key) {
      case ' ':
        if (onButton) return;   // there it presses the button
        clock.play(!clock.playing);
        break;
      case 'ArrowRight': if (e.shiftKey) step(stage, 1); else clock.seek(clock.now + little); break;
      case 'ArrowLeft': if (e.shiftKey) step(stage, -1); else clock.seek(clock.now - little); break;
      case 'Home': clock.seek(clock.t0); break;
      case 'End': clock.seek(clock.t1); break;
      case 'Escape': stage.choose(null); break;
      case 'f': press('forces'); break;
      case 't': press('trails'); break;
      case 'r': press('reset'); break;
      case 'z': clock.whole(); break;
      case '?': dialog.showModal(); break;
      default: return;
    }
    e.preventDefault();
  });
}

// Announces the event that was reached, once nothing moves.
export function startSpeech(stage: Stage): void {
  const { motion, clock } = stage;
  const voice = need('voice');
  let said = -1;
  let waiting = 0;
  clock.onDraw(() => {
    if (clock.playing) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const i = motion.eventAt(clock.now);
      const e = motion.run.events[i];
      if (!e || e.t !== clock.now || i === said) return;
      said = i;
      voice.textContent = `${figure(e.t, 7)} seconds, ${e.word || e.kind}: ${e.text}`;
    }, 300) as unknown as number;
  });
}
