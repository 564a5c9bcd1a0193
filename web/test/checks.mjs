// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What every report must satisfy, whoever made it.

import assert from 'node:assert/strict';
import { openPage } from './browser.mjs';
import { readReportFile } from './read_page.mjs';

const CSP = ["default-src 'none'", "script-src 'sha256-", "base-uri 'none'", "form-action 'none'"];

export function quiet(log) {
  assert.deepEqual(log.errors, [], 'errors in the page');
  assert.deepEqual(log.console, [], 'messages on the console');
  assert.deepEqual(log.dialogs, [], 'dialogs');
  assert.equal(log.requests.length, 1, `requests: ${log.requests.join(' ')}`);
}

// Seeks to every event; chips, lanes, table row and colours in space must say what the data say.
export async function checkEvents(page, file) {
  const { run, statesAt } = file;
  const grouped = new Set();
  run.groups.forEach((g) => g.members.forEach((m) => grouped.add(m)));
  const units = [
    ...run.groups,
    ...run.constraints.map((c, i) => ({ name: c.name, members: [i] })).filter((u) => !grouped.has(u.members[0])),
  ];
  const crowded = units.length > 12;
  const asked = run.events.map((e, i) => {
    const next = run.events.slice(i + 1).find((o) => o.t > e.t);
    const middle = next ? (e.t + next.t) / 2 : null;
    // The last of several events at one time is the one that is marked.
    return { t: e.t, middle, states: statesAt(e.t), later: middle === null ? null : statesAt(middle), row: run.events.findLastIndex((o) => o.t === e.t),
      after: e.parts.map((p) => [p.constraint, p.after]) };
  });
  const wrong = await page.evaluate(({ asked, units, constraints, crowded }) => {
    const wrong = [];
    const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
    const near = (a, b, by) => a.every((v, k) => Math.abs(v - b[k]) <= by);
    const laneColour = { 0: css('lane'), 1: css('closed'), 2: css('active'), 3: css('held') };
    const canvas = document.querySelector('#lanes canvas');
    // A copy is read: reading from the canvas itself would make the browser complain.
    const copy = document.createElement('canvas');
    copy.width = canvas.width;
    copy.height = canvas.height;
    const pen = copy.getContext('2d', { willReadFrequently: true });
    const chips = [...document.querySelectorAll('#chips button')];
    let pixels = 0;
    let colours = 0;
    for (const [n, want] of asked.entries()) {
      const say = (text) => { if (wrong.length < 20) wrong.push(`event ${n} at ${want.t}: ${text}`); };
      window.__zw.seek(want.t);
      pen.clearRect(0, 0, copy.width, copy.height);
      pen.drawImage(canvas, 0, 0);
      const state = window.__zw.state();
      if (state.now !== want.t) say(`the clock stands at ${state.now}`);
      for (const [i, s] of want.after) if (want.states[i] !== s) say(`the frame has state ${want.states[i]} of constraint ${i}, the event ${s}`);
      want.states.forEach((s, i) => { if (state.states[i] !== s) say(`the viewer has state ${state.states[i]} of constraint ${i}, not ${s}`); });
      for (const unit of units) {
        const chip = chips.find((c) => c.dataset.unit === unit.name);
        const active = unit.members.filter((m) => want.states[m] >= 2).length;
        const s = unit.members.length === 1 ? want.states[unit.members[0]] : active ? (constraints[unit.members[0]].equation ? 3 : 2) : 0;
        if (!chip) { say(`no chip for ${unit.name}`); continue; }
        if (crowded && chip.hidden) continue;
        if (Number(chip.dataset.state) !== s || !chip.classList.contains(`s${s}`)) say(`the chip of ${unit.name} shows ${chip.dataset.state}, not ${s}`);
        const word = unit.members.length === 1 ? constraints[unit.members[0]].words[s] : `${active} of ${unit.members.length}`;
        if (!chip.textContent.includes(unit.name) || !chip.textContent.includes(word)) say(`the chip of ${unit.name} reads ${chip.textContent}`);
        const spot = want.middle === null || unit.members.length > 1 ? null : window.__zw.spot(unit.name, want.middle);
        const here = spot && window.__zw.spot(unit.name, want.t);
        if (spot && spot.x - here.x >= 3) {
          const expected = rgb(laneColour[want.later[unit.members[0]]]);
          const got = [...pen.getImageData(Math.round(spot.x * devicePixelRatio), Math.round(spot.y * devicePixelRatio), 1, 1).data];
          pixels++;
          if (!near(expected, got, 12)) say(`the lane of ${unit.name} at ${want.middle} is ${got}, not ${expected}`);
        }
      }
      const current = [...document.querySelectorAll('#event-rows tr.current')];
      if (current.length !== 1 || Number(current[0].dataset.event) !== want.row) say(`the table marks ${current.map((r) => r.dataset.event)}, not ${want.row}`);
      for (const [constraint, hex] of state.colours ?? []) {
        const c = rgb(hex);
        const s = want.states[constraint];
        const red = c[0] > 100 && c[0] > 3 * c[1] && c[0] > 2 * c[2];
        colours++;
        if (s === 2 ? !red : !near(c, rgb(s === 1 ? '#e39a2d' : s === 3 ? css('held') : '#8d96a1'), 2)) say(`constraint ${constraint} with state ${s} is painted ${hex}`);
      }
    }
    return { wrong, pixels, colours };
  }, { asked, units, constraints: run.constraints.map(({ words, equation }) => ({ words, equation })), crowded });
  assert.deepEqual(wrong.wrong, []);
  return wrong;
}

// Nothing on top of anything else, no text cut without dots, no scrolling sideways.
export async function checkLayout(page, sizes = [[1440, 900], [900, 1200], [480, 900]]) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const wrong = await page.evaluate(() => {
      const wrong = [];
      const box = (e) => e.getBoundingClientRect();
      const seen = (e) => e && e.offsetParent !== null && box(e).width > 0;
      const groups = [['#chips', '#view-buttons', '#modes', '#legend'], ['header .words', '#runs', '#badge', '#keys-button', '#theme'], ['#controls', '#lanes'], ['#plot-bar', '.plot:nth-child(1) .legend', '.plot:nth-child(2) .legend']];
      for (const group of groups) {
        const parts = group.map((s) => document.querySelector(s)).filter(seen);
        parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
          const [p, q] = [box(a), box(b)];
          if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1) wrong.push(`${a.id || a.className} overlaps ${b.id || b.className}`);
        }));
      }
      if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
      for (const e of document.querySelectorAll('h2, h3, .badge span, .badge b, th, .kind, #controls span, dd, .why-row dd')) {
        if (seen(e) && getComputedStyle(e).overflow === 'hidden' && e.scrollWidth > e.clientWidth + 1) wrong.push(`cut: ${e.textContent.slice(0, 40)}`);
      }
      return wrong;
    });
    assert.deepEqual(wrong, [], `at ${width} x ${height}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

export async function checkNames(page) {
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, a[href], [role=slider], [tabindex="0"], input')]
    .filter((e) => e.offsetParent !== null)
    .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.title || e.closest('label')?.textContent.trim()))
    .map((e) => e.outerHTML.slice(0, 120)));
  assert.deepEqual(nameless, [], 'controls without a name');
}

export async function checkKeys(page, run) {
  const now = () => page.evaluate(() => window.__zw.state().now);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Home');
  await page.waitForFunction((t) => window.__zw.state().now === t, run.t0);
  const next = run.events.find((e) => e.t > run.t0);
  if (next) {
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await now(), next.t, 'shift and right go to the next event');
  }
  await page.keyboard.press('End');
  assert.equal(await now(), await page.evaluate(() => Number(document.querySelector('#lanes canvas').getAttribute('aria-valuemax'))));
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  assert.equal(await page.evaluate(() => window.__zw.state().playing), true, 'space plays');
  await page.waitForFunction((t) => window.__zw.state().now > t, run.t0);
  await page.keyboard.press('Space');
  assert.equal(await page.evaluate(() => window.__zw.state().playing), false, 'space pauses');
}

// The why panel at events says the sentence of the data; Escape closes it.
export async function checkWhy(page, run) {
  let read = 0;
  for (const e of run.events.slice(0, 12)) {
    for (const p of e.parts.slice(0, 4)) {
      if (!p.why) continue;
      await page.evaluate(([t, c]) => { window.__zw.seek(t); window.__zw.choose(c); }, [e.t, p.constraint]);
      const text = await page.evaluate(() => document.querySelector('.why-body').textContent);
      assert.ok(text.includes(p.why.words), `the panel at ${e.t} says ${text}`);
      if (p.why.ostrogradsky) assert.ok(text.includes(p.why.ostrogradsky));
      read++;
    }
  }
  if (run.constraints.length) {
    await page.evaluate(([t]) => { window.__zw.seek(t); window.__zw.choose(0); }, [(run.t0 + run.t1) / 2]);
    const between = await page.evaluate(() => document.querySelector('.why-body').textContent);
    assert.ok(run.reasons.length ? run.reasons.some((reason) => between.includes(reason)) : between.length > 20, `the panel between events says ${between}`);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.getElementById('why').hidden), true);
  }
  return read;
}

// The trials of every event as they stand in the data, and the points of its picture where they belong.
export async function checkPrinciples(page, run) {
  const some = run.events.filter((e) => e.principles);
  assert.equal(await page.locator('#principles').isVisible(), some.length > 0, 'trials where there are some');
  for (const { t, principles } of some.slice(0, 12)) {
    // The last of several events at one time is shown.
    const { words, trials, picture, minima } = run.events.findLast((e) => e.principles && e.t === t)?.principles ?? principles;
    const seen = await page.evaluate((at) => {
      window.__zw.seek(at);
      const place = (e) => e && ['cx', 'cy'].map((name) => Number(e.getAttribute(name)));
      const host = document.getElementById('principles-body');
      return {
        rows: [...host.querySelectorAll('.trials tbody tr')].map((r) => [r.cells[0].textContent, r.cells[3].textContent, r.classList.contains('accepted')]),
        minima: [...host.querySelectorAll('.minima tbody tr')].map((r) => [r.cells[0].textContent, r.cells[4].textContent]),
        words: [...host.querySelectorAll('.sentences p')].map((p) => p.textContent),
        figures: host.querySelectorAll('svg.accelerations').length,
        rule: host.querySelectorAll('svg .mark.rule').length,
        free: place(host.querySelector('svg .mark.free')), gauss: place(host.querySelector('svg .mark.gauss')),
        faces: host.querySelectorAll('svg .fill').length,
      };
    }, t);
    assert.deepEqual(seen.rows, trials.map((r) => [r.set, r.verdict, r.accepted]), `trials at ${t}`);
    assert.deepEqual(seen.minima, (minima ?? []).map((m) => [m.number === null ? '' : String(m.number), m.note]), `minima at ${t}`);
    assert.deepEqual(seen.words, words);
    assert.equal(seen.figures, picture ? 2 : 0, `pictures at ${t}`);
    if (!picture) continue;
    assert.equal(seen.rule, picture.ostrogradsky ? 1 : 0);
    if (picture.axes.length !== 2) continue;
    // a square of 240 units
    picture.box.forEach(([low, high], k) => {
      const apart = (240 * (picture.gauss[k] - picture.free[k])) / (high - low) * (k ? -1 : 1);
      assert.ok(Math.abs(seen.gauss[k] - seen.free[k] - apart) < 0.02, `at ${t} the points are ${seen.gauss[k] - seen.free[k]} apart along ${picture.axes[k]}, not ${apart}`);
    });
    assert.ok(seen.faces > 0, `no face at ${t}`);
  }
  return some.length;
}

export async function checkCertificate(page, run) {
  const rows = await page.evaluate(() => [...document.querySelectorAll('#certificate-rows tbody tr')].map((r) => ({ number: r.dataset.number, holds: !r.classList.contains('failed') })));
  assert.equal(rows.length, run.certificate.length);
  for (const r of run.certificate) assert.equal(rows.find((x) => x.number === r.number).holds, r.holds);
  const green = await page.evaluate(() => !!document.querySelector('.badge.good'));
  assert.equal(green, run.certified && run.certificate.every((r) => r.holds) && run.status === 'finished', 'badge and rows agree');
}

// Each mode moves the masses as its data say, and the motion comes back.
export async function checkModes(page, run) {
  const bar = page.locator('#modes');
  const modes = run.modes?.modes ?? [];
  assert.equal(await bar.isVisible(), modes.length > 0, 'modes where there are some');
  if (!modes.length) return 0;
  const words = modes.map((m, i) => `mode ${i + 1}: ${m.words}`);
  if (!(await page.evaluate(() => window.__zw.state().webgl))) {
    for (const one of [...words, run.modes.reason]) assert.ok((await bar.textContent()).includes(one), one);
    assert.equal(await bar.locator('select').count(), 0, 'nothing to choose without a picture');
    return modes.length;
  }
  const badge = await page.locator('#badge').textContent();
  const select = bar.locator('select');
  assert.deepEqual(await select.locator('option').allTextContents(), ['motion', ...words]);
  const at = (mode, after) => page.evaluate(([m, s]) => { window.__zw.mode(m, s); return window.__zw.state(); }, [mode, after]);
  await page.evaluate((t) => window.__zw.seek(t), run.t0);
  const { places: rest } = await at(null, 0);
  const close = (got, want, by, what) => got.forEach((p, m) => p.forEach((v, k) => assert.ok(Math.abs(v - want[m][k]) <= by, `${what}: mass ${m} is at ${p}, not ${want[m]}`)));
  // rest + size Re(course e^(root t)); the size is read where the mode begins.
  for (const [i, { root, course }] of modes.entries()) {
    const [growth, turning] = root;
    const turn = Math.min(turning ? (2 * Math.PI) / turning : Infinity, growth ? 2.9 / Math.abs(growth) : Infinity);
    const begun = (await at(i, 0)).places;
    let size = 0;
    course.forEach((mass, m) => mass.forEach(([p], k) => { if (Math.abs(p) > 1 - 1e-9) size = (begun[m][k] - rest[m][k]) / p; }));
    assert.ok(size > 0, `${words[i]} does not move`);
    if (!growth && !turning) continue;
    for (const share of [0, 0.125, 0.25, 0.5, 0.8, growth ? 0.9 : 1]) {
      const t = share * turn;
      const [c, s] = [Math.exp(growth * t) * Math.cos(turning * t), Math.exp(growth * t) * Math.sin(turning * t)];
      const want = rest.map((p, m) => p.map((v, k) => v + size * (c * course[m][k][0] - s * course[m][k][1])));
      close((await at(i, t)).places, want, 1e-6 * size, `${words[i]} after ${t} s`);
    }
  }
  // As a reader does it: with the keys, and by starting the motion.
  await at(null, 0);
  await select.focus();
  await page.keyboard.press('ArrowDown');
  const played = await page.evaluate(async () => {
    const seen = [];
    for (let i = 0; i < 12; i++) {
      await new Promise((done) => requestAnimationFrame(done));
      const { mode, places, now } = window.__zw.state();
      seen.push({ ...mode, places, now, words: document.querySelector('#modes .words').textContent });
    }
    return seen;
  });
  const last = played.at(-1);
  assert.ok(played.every((s) => s.mode === 0 && s.now === run.t0) && last.after !== played[2].after, 'the first mode plays');
  assert.notDeepEqual(last.places, played[2].places);
  assert.match(last.words, /^small .* in the linear approximation, enlarged.*; not part of the motion$/);
  assert.equal(await page.locator('#badge').textContent(), badge);
  await select.selectOption({ label: 'motion' });
  await page.waitForFunction(() => window.__zw.state().mode === null);
  const back = await at(null, 0);
  assert.deepEqual(back.places, rest);
  assert.ok((await bar.textContent()).includes(run.modes.reason));
  await select.selectOption({ index: modes.length });
  await page.waitForFunction((n) => window.__zw.state().mode?.mode === n, modes.length - 1);
  await page.evaluate((t) => window.__zw.seek(t), run.t1);
  assert.equal((await page.evaluate(() => window.__zw.state())).mode, null, 'the clock brings the motion back');
  assert.equal(await select.inputValue(), 'motion');
  return modes.length;
}

export async function checkPage(browser, path, options = {}) {
  const file = readReportFile(path);
  const content = file.html.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  for (const part of CSP) assert.ok(content.includes(part), `the policy lacks ${part}`);
  assert.ok(!/script-src[^;]*unsafe/.test(content));
  const { page, log } = await openPage(browser, path, options);
  assert.equal(await page.evaluate(() => document.getElementById('title').textContent), file.page.title);
  const seen = await checkEvents(page, file);
  const read = await checkWhy(page, file.run);
  const modes = await checkModes(page, file.run);
  const tried = await checkPrinciples(page, file.run);
  await checkCertificate(page, file.run);
  await checkKeys(page, file.run);
  await checkNames(page);
  if (!options.quick) await checkLayout(page);
  quiet(log);
  const stages = await page.evaluate(() => window.__zw.stages);
  const webgl = await page.evaluate(() => window.__zw.state().webgl);
  await page.close();
  return { events: file.run.events.length, ...seen, read, modes, tried, stages, webgl };
}
