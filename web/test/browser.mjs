// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A fresh headless browser, and a page opened from its file with everything it does written down.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars'];

export async function openBrowser({ webgl = true } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'zwang-page-'));
  // The software renderer draws the picture and puts the page together, but does not draw the rest of it: that would take
  // seconds. Put together elsewhere, the picture would have to be read back, and the browser complains of that.
  const soft = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-rasterization'];
  const gl = webgl ? soft : ['--disable-gpu', '--disable-3d-apis', '--disable-software-rasterizer'];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [...FLAGS, ...gl, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    viewport: { width: 1440, height: 900 },
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export async function openPage(browser, path, { width = 1440, height = 900, scheme = 'light' } = {}) {
  const page = await browser.context.newPage();
  const log = { requests: [], console: [], dialogs: [], errors: [] };
  page.on('request', (r) => log.requests.push(r.url().slice(0, 200)));
  page.on('console', (m) => log.console.push(`${m.type()}: ${m.text()}`));
  page.on('dialog', (d) => { log.dialogs.push(d.message()); void d.dismiss(); });
  page.on('pageerror', (e) => log.errors.push(String(e)));
  page.setDefaultTimeout(120_000);   // on a crowded machine a frame can take seconds
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(() => window.__zw?.ready);
  return { page, log };
}

// How long a page takes until it is ready, and how much of that its main thread worked.
export async function timeOpening(browser, path) {
  const page = await browser.context.newPage();
  const session = await browser.context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(() => window.__zw?.ready, null, { timeout: 120_000 });
  const { metrics } = await session.send('Performance.getMetrics');
  const out = await page.evaluate(() => ({ ready: window.__zw.readyAt, stages: window.__zw.stages }));
  await page.close();
  return { ...out, work: 1000 * metrics.find((m) => m.name === 'TaskDuration').value };
}
