// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Opens pages in a headless browser and compares what they show with their data.
//
//   node test/page.test.mjs [--quick]            builds its own pages from dist/template.html (npm run build first)
//   node test/page.test.mjs [--no-webgl] PAGE.html ...      checks these pages, made by the program
//
// --quick: of the payloads each in one disguise, and nothing with WebGL.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, openPage, timeOpening } from './browser.mjs';
import { checkPage, quiet } from './checks.mjs';
import { makeAll, makePage, poisoned } from './fixtures.mjs';
import { DISGUISES, PAYLOADS } from './payloads.mjs';

const LIMIT = 1_300_000;
const READY = 1500;   // ms, two balls without WebGL
const TRIES = 8;

let failures = 0;
async function test(name, body) {
  const from = performance.now();
  try {
    const said = await body();
    console.log(`ok    ${name}${said ? `: ${said}` : ''} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures++;
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
}

const told = (stages) => Object.entries(stages).map(([k, v]) => `${k} ${Math.round(v)}`).join(', ');
const brief = (r) => `${r.events} events, ${r.pixels} lane pixels, ${r.colours} colours, ${r.read} reasons, ${r.modes} modes, ${r.tried} with trials; ms: ${told(r.stages)}`;

const given = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const quick = process.argv.includes('--quick');
if (given.length) {
  const browser = await openBrowser({ webgl: !process.argv.includes('--no-webgl') });
  for (const path of given) await test(basename(path), async () => brief(await checkPage(browser, path)));
  await browser.close();
} else {
  const folder = mkdtempSync(join(tmpdir(), 'zwang-pages-'));
  const at = join(dirname(fileURLToPath(import.meta.url)), '../dist/template.html');
  const template = readFileSync(at, 'utf8');
  const pages = makeAll(template, folder);
  const path = (name) => join(folder, `${name}.html`);

  await test('the page without data is small', () => {
    const { size } = statSync(at);
    assert.ok(size <= LIMIT, `${size} bytes`);
    return `${size} bytes`;
  });

  const bare = await openBrowser({ webgl: false });
  for (const page of pages) {
    await test(`${basename(page)} without WebGL`, async () => {
      const r = await checkPage(bare, page, { quick: true });
      assert.equal(r.webgl, false);
      return brief(r);
    });
  }

  await test('two balls are ready soon without WebGL', async () => {
    let best = null;
    let work = Infinity;
    for (let i = 0; i < TRIES && !(best?.ready <= READY && i > 2); i++) {
      const r = await timeOpening(bare, path('two-balls'));
      if (!best || r.ready < best.ready) best = r;
      work = Math.min(work, r.work);
    }
    // Where others use the processors too, only the time of the page's own thread means something.
    const crowded = loadavg()[0] > 1.5 * availableParallelism();
    const counts = crowded ? work : best.ready;
    const words = `${Math.round(best.ready)} ms after navigation, ${Math.round(work)} ms of work${crowded ? ' (crowded machine: work counts)' : ''}`;
    assert.ok(counts <= READY, words);
    return `${words}; ${told(best.stages)}`;
  });

  await test('names are shown as text', async () => {
    const { page, log } = await openPage(bare, path('hostile'));
    const found = await page.evaluate(() => ({
      foreign: document.querySelectorAll('img, iframe, object, embed, #chips b, td b, h1 *').length,
      scripts: document.scripts.length,
      chips: [...document.querySelectorAll('#chips button')].map((c) => c.dataset.unit === c.querySelector('bdi').textContent),
      pre: document.querySelector('pre').textContent,
      text: document.body.innerText,
    }));
    assert.equal(found.foreign, 0);
    assert.equal(found.scripts, 3);
    assert.ok(found.chips.length === 4 && found.chips.every(Boolean));
    for (const piece of ['</script><script>alert(1)</script>', '&amp; & <b>"quotes"</b> \'single\'', '\u{1F600} ball', '\u05de\u05d8\u05d5\u05d8\u05dc\u05ea']) {
      assert.ok(found.pre.includes(piece), piece);
      assert.ok(found.text.includes(piece), piece);
    }
    quiet(log);
    await page.close();
  });

  assert.ok(PAYLOADS.length >= 200);
  const payloads = quick ? PAYLOADS.filter((_, i) => Math.floor(i / DISGUISES) % DISGUISES === i % DISGUISES) : PAYLOADS;
  await test(`${payloads.length} payloads in every text field`, async () => {
    for (const payload of payloads) {
      const file = path('payload');
      writeFileSync(file, makePage(template, (b) => poisoned(b, payload)));
      const { page, log } = await openPage(bare, file);
      await page.evaluate(() => { window.__zw.seek(0.6); window.__zw.choose(0); });
      assert.equal(await page.locator('#principles .sentences').textContent(), payload);
      const foreign = await page.evaluate(() => document.querySelectorAll('img, iframe, object, embed, video, form, base, meta[http-equiv=refresh], link:not([rel=icon]), a[href^="javascript:"], [onerror], [onload], [onfocus], [style*="url("]').length + (document.scripts.length - 3));
      assert.equal(foreign, 0, payload);
      assert.equal(await page.evaluate(() => document.getElementById('title').textContent), payload);
      quiet(log);
      await page.close();
    }
  });
  const browser = quick ? bare : await openBrowser();
  if (!quick) for (const page of pages) await test(basename(page), async () => brief(await checkPage(browser, page)));

  await test('two runs change places', async () => {
    const { page, log } = await openPage(browser, path('compare'));
    await page.evaluate(() => window.__zw.seek(2));
    await page.evaluate(() => [...document.querySelectorAll('#plot-bar button')].find((b) => b.textContent === 'difference').click());
    assert.ok((await page.locator('.plot h3').first().textContent()).includes('other run'));
    await page.evaluate(() => document.querySelectorAll('.runs button')[1].click());
    const state = await page.evaluate(() => window.__zw.state());
    assert.equal(state.file, 'two-balls-faster.zw');
    assert.equal(state.now, 2);
    quiet(log);
    await page.close();
  });

  if (!quick) await test('a mode is as large as it should be and keeps time', async () => {
    const { page, log } = await openPage(browser, path('hanging'));
    const [L, g] = [1.2, 9.81];
    const w = Math.sqrt(((2 - Math.SQRT2) * g) / L);
    const x = (after) => page.evaluate((s) => { window.__zw.mode(0, s); return window.__zw.state().places[1][0]; }, after);
    const turn = (2 * Math.PI) / w;
    const far = await x(0);
    // The picture reaches over 2 L.
    assert.ok(Math.abs(far - 0.06 * 2 * L) < 1e-4, `${far} m`);
    assert.ok(Math.abs(await x(turn / 2) + far) < 1e-6 && Math.abs(await x(turn) - far) < 1e-6 && Math.abs(await x(turn / 4)) < 1e-6);
    // Against the clock on the wall, which frames of more than 0.1 s hold back.
    const { wall, own } = await page.evaluate(async () => {
      window.__zw.mode(0, 0);
      let [wall, own, stamp, last] = [0, 0, performance.now(), 0];
      while (own < 1) {
        await new Promise((done) => requestAnimationFrame(done));
        const now = performance.now();
        const { after } = window.__zw.state().mode;
        wall += Math.min(0.1, (now - stamp) / 1000);
        own += after - last;
        [stamp, last] = [now, after];
      }
      return { wall, own };
    });
    assert.ok(Math.abs(own - wall) < 0.15 * wall, `${own} s in ${wall} s`);
    quiet(log);
    await page.close();
    return `${(turn).toFixed(3)} s, ${far.toFixed(4)} m; ${own.toFixed(3)} s played in ${wall.toFixed(3)} s`;
  });

  await test('print: tables unfold, controls go', async () => {
    const { page, log } = await openPage(browser, path('two-balls'), { scheme: 'dark' });
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    assert.ok(pdf.length > 20_000);
    const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g).length;
    assert.ok(sheets <= 6, `${sheets} sheets`);
    await page.emulateMedia({ media: 'print' });
    const seen = await page.evaluate(async () => {
      for (let i = 0; i < 10; i++) await new Promise((done) => requestAnimationFrame(done));
      return {
        controls: document.getElementById('controls').offsetParent !== null,
        scrolls: getComputedStyle(document.getElementById('event-scroll')).maxHeight,
        theme: document.documentElement.dataset.theme,
        wide: document.documentElement.scrollWidth > innerWidth,
        tall: document.getElementById('plot-card').offsetHeight > 700,
      };
    });
    assert.deepEqual(seen, { controls: false, scrolls: 'none', theme: 'light', wide: false, tall: false });
    quiet(log);
    await page.close();
    return `${sheets} sheets`;
  });
  for (const one of new Set([bare, browser])) await one.close();
  rmSync(folder, { recursive: true });
}
console.log(failures ? `${failures} failed` : 'all hold');
process.exitCode = failures ? 1 : 0;
