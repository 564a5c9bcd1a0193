// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The state of each constraint now, in a word; click one to see why.

import { make, nameOf, need } from './dom';
import { ACTIVE, OPEN } from './format';
import type { Unit } from './motion';
import type { Stage } from './stage';

const MOST = 12;

interface Chip { element: HTMLButtonElement; word: HTMLElement; unit: Unit; shown: string }

export function startChips(stage: Stage): void {
  const { motion, clock } = stage;
  const rest = make('span', 'chip rest');
  const chips = motion.units.map((unit): Chip => {
    const word = make('em');
    const element = make('button', 'chip', nameOf(unit.name), ' ', word);
    element.type = 'button';
    element.dataset.unit = unit.name;
    element.addEventListener('click', () => stage.choose(unit.members[0]));
    return { element, word, unit, shown: '' };
  });
  need('chips').replaceChildren(...chips.map((c) => c.element), rest);

  const look = (unit: Unit, row: number): [state: number, word: string] => {
    if (unit.members.length === 1) {
      const state = motion.state(unit.members[0], row);
      return [state, motion.word(unit.members[0], state)];
    }
    const n = motion.active(unit, row);
    const first = unit.members[0];
    const state = motion.constraint(first).equation ? 3 : ACTIVE;
    return [n ? state : OPEN, `${n} of ${unit.members.length} ${motion.word(first, state)}`];
  };

  clock.onDraw(() => {
    const { row } = motion.place(clock.now);
    const looks = chips.map((c) => look(c.unit, row));
    // Where there is no room for all, those that are open stand back.
    const crowded = chips.length > MOST;
    let room = MOST;
    let hidden = 0;
    chips.forEach((chip, i) => {
      const [state, word] = looks[i];
      const visible = !crowded || (state !== OPEN && room-- > 0);
      if (!visible) hidden++;
      const shown = `${visible} ${state} ${word}`;
      if (shown === chip.shown) return;
      chip.shown = shown;
      chip.element.hidden = !visible;
      chip.element.className = `chip s${state}`;
      chip.element.dataset.state = String(state);
      chip.word.textContent = word;
    });
    rest.hidden = !hidden;
    rest.textContent = `and ${hidden} more`;
  });
}
