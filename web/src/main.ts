// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Opens the report: numbers first, then everything that is drawn flat, then the picture in space.

import 'uplot/dist/uPlot.min.css';
import 'katex/dist/katex.css';
import './style.css';
import { startCertificate } from './certificate';
import { startChips } from './chips';
import { Clock } from './clock';
import { startControls } from './controls';
import { readBuffer, readReport, unfold } from './decode';
import { button, icon, ICONS, make, need } from './dom';
import { startEquations } from './equations';
import { startEvents } from './events';
import { startHeader } from './header';
import { startKeyboard, startSpeech } from './keyboard';
import { type Lanes, startLanes } from './lanes';
import { Motion } from './motion';
import { startPlots } from './plots';
import { startPrinciples } from './principles';
import type { Picture } from './picture';
import { startPicture } from './picture';
import { startSource } from './source';
import type { Stage } from './stage';
import { setTheme, startTheme, theme } from './theme';
import { startWhy, type WhyPanel } from './why';

const begun = performance.now();
const stages: Record<string, number> = {};

function timed<T>(name: string, work: () => T): T {
  const from = performance.now();
  const out = work();
  stages[name] = performance.now() - from;
  return out;
}

const frame = () => new Promise((done) => requestAnimationFrame(() => done(0)));

async function open(): Promise<void> {
  const toggle = need<HTMLButtonElement>('theme');
  toggle.append(icon(ICONS.theme));
  need('keys-button').append(icon(ICONS.keys));
  startTheme(toggle);
  const report = timed('read', readReport);
  const from = performance.now();
  const buffer = await readBuffer();
  report.runs = report.runs.slice(0, 2).map((run) => unfold(run, buffer));
  const motions = report.runs.map((run) => new Motion(run, buffer));
  stages.decode = performance.now() - from;

  let stage!: Stage;
  let why!: WhyPanel;
  let lanes!: Lanes;
  let picture: Picture | null = null;

  function show(front: number): void {
    stage?.cleanup.forEach((f) => f());
    const motion = motions[front];
    const ghost = motions[1 - front] ?? null;
    const clock = new Clock(Math.min(...motions.map((m) => m.t0)), Math.max(...motions.map((m) => m.t1)));
    if (stage) clock.now = stage.clock.now;
    stage = { report, motion, ghost, clock, cleanup: [], choose: (c) => why.choose(motion.run.excerpt ? null : c) };
    timed('header', () => startHeader(stage, () => { show(1 - front); startSpace(); }));
    why = timed('why', () => startWhy(stage));
    timed('chips', () => startChips(stage));
    timed('controls', () => startControls(stage));
    lanes = timed('lanes', () => startLanes(stage));
    timed('plots', () => startPlots(stage));
    timed('events', () => startEvents(stage));
    timed('principles', () => startPrinciples(stage));
    timed('certificate', () => startCertificate(stage));
    timed('source', () => startSource(stage));
    timed('equations', () => startEquations(stage));
    startSpeech(stage);
    timed('first drawing', () => clock.draw());
  }

  function startSpace(): void {
    picture = timed('picture', () => startPicture(stage));
    timed('first picture', () => stage.clock.draw());
  }

  show(0);
  document.body.classList.add('shown');
  startKeyboard(() => stage);
  // One frame for the flat part, so that it is there while shaders compile.
  await frame();
  stages.flat = performance.now() - begun;
  startSpace();
  await frame();
  stages.total = performance.now() - begun;

  Object.assign(window, {
    __zw: {
      ready: true,
      readyAt: performance.now(),
      stages,
      seek(t: number) { stage.clock.seek(t); stage.clock.draw(); },
      choose: (c: number | null) => stage.choose(c),
      mode(i: number | null, after: number) { picture?.modes?.show(i, after); stage.clock.draw(); },
      theme: (wanted: 'light' | 'dark' | null) => { setTheme(wanted); stage.clock.draw(); },
      state() {
        const { motion, clock } = stage;
        const { row } = motion.place(clock.now);
        return {
          now: clock.now,
          playing: clock.playing,
          theme: theme(),
          file: motion.run.file,
          states: motion.run.constraints.map((_, i) => motion.state(i, row)),
          event: motion.eventAt(clock.now),
          mode: picture?.modes?.state() ?? null,
          colours: picture ? picture.colours() : null,
          places: picture ? picture.places() : null,
          webgl: picture ? picture.works : false,
        };
      },
      spot: (unit: string, t: number) => lanes.spot(unit, t),
    },
  });
}

open().catch((error: unknown) => {
  need('title').textContent = 'This report could not be shown';
  need('sentence').textContent = error instanceof Error ? error.message : String(error);
  document.body.classList.add('failed');
  need('badge').replaceChildren(make('span'), button('again', '', () => location.reload()));
  console.error(error);
});
