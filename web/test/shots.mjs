// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pictures of reports, to be looked at.
//
//   node test/shots.mjs FOLDER PAGE[@TIME[@CONSTRAINT[@MODE]]] ...
//
// Light and dark, 1440 x 900 and 900 x 1200; with the why panel of a constraint if its number is given, and with a mode of
// oscillation after TIME seconds if it has a number.

import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openBrowser, openPage } from './browser.mjs';

const [folder, ...pages] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const entry of pages) {
  const [path, time, constraint, mode] = entry.split('@');
  const name = basename(path, '.html') + (constraint ? '-why' : '') + (mode ? `-mode${mode}` : '');
  const { page, log } = await openPage(browser, path);
  if (time && !mode) await page.evaluate((t) => window.__zw.seek(t), Number(time));
  if (constraint) await page.evaluate((c) => window.__zw.choose(c), Number(constraint));
  if (mode) await page.evaluate(([m, t]) => window.__zw.mode(m, t), [Number(mode), Number(time)]);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => window.__zw.theme(t), theme);
    for (const [width, height] of [[1440, 900], [900, 1200]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}x${height}.png`), timeout: 180_000 });
      if (theme === 'light' && width === 1440) await page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true, timeout: 180_000 });
    }
  }
  console.log(name, JSON.stringify(await page.evaluate(() => window.__zw.stages)), JSON.stringify(log.console), JSON.stringify(log.errors));
  await page.close();
}
await browser.close();
