// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Reads a report again from its file, apart from the viewer's own code, to know what it ought to show.

import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const between = (html, id) => {
  const from = html.indexOf('>', html.indexOf(`id="${id}"`)) + 1;
  return html.slice(from, html.indexOf('</script>', from));
};

function numbers(channel, bytes) {
  const width = { f64: 8, f32: 4, u8: 1, u32: 4, i16d: 2 }[channel.type];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = [];
  let sum = 0;
  for (let i = 0; i < channel.count; i++) {
    const at = channel.offset + i * width;
    if (channel.type === 'f64') out.push(view.getFloat64(at, true));
    else if (channel.type === 'f32') out.push(view.getFloat32(at, true));
    else if (channel.type === 'u8') out.push(view.getUint8(at));
    else if (channel.type === 'u32') out.push(view.getUint32(at, true));
    else {
      sum = (sum + view.getInt16(at, true)) & 0xffff;
      out.push(channel.lo + ((channel.hi - channel.lo) * sum) / 65535);
    }
  }
  return out;
}

export function readReportFile(path) {
  const html = readFileSync(path, 'utf8');
  const page = JSON.parse(between(html, 'zw-meta'));
  const bytes = inflateRawSync(Buffer.from(between(html, 'zw-data'), 'base64'));
  page.runs = page.runs.map((r) => (r.text ? JSON.parse(bytes.subarray(r.text.offset, r.text.offset + r.text.count).toString('utf8')) : r));
  const run = page.runs[0];
  const wanted = new Set(['t', ...run.constraints.map((c) => `${c.name}.state`)]);
  const frames = Object.create(null);
  for (const c of run.frames) if (wanted.has(c.name)) frames[c.name] = numbers(c, bytes);
  const statesAt = (t) => {
    let row = -1;
    frames.t.forEach((v, i) => { if (v <= t) row = i; });
    return run.constraints.map((c) => frames[`${c.name}.state`]?.[row] ?? (c.equation ? 3 : 0));
  };
  return { html, page, run, statesAt };
}
