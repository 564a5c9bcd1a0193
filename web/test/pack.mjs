// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Fills a template as the program does: numbers into one deflated buffer, everything else as JSON.

import { deflateRawSync } from 'node:zlib';

const META = '<script type="application/json" id="zw-meta">';
const DATA = '<script type="text/plain" id="zw-data">';

export class Buffer8 {
  #parts = [];
  #size = 0;

  #put(bytes) {
    const offset = this.#size;
    const padded = Buffer.alloc(Math.ceil(bytes.byteLength / 8) * 8);
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).copy(padded);
    this.#parts.push(padded);
    this.#size += padded.length;
    return offset;
  }

  // { name, what, of, unit } with numbers of the given type becomes a channel.
  channel(head, type, numbers) {
    const entry = { name: head.name, what: head.what, of: head.of ?? '', unit: head.unit ?? '', type, offset: 0, count: numbers.length };
    if (type === 'i16d') {
      let lo = Infinity;
      let hi = -Infinity;
      for (const v of numbers) { lo = Math.min(lo, v); hi = Math.max(hi, v); }
      const stored = new Uint16Array(numbers.length);
      let last = 0;
      numbers.forEach((v, i) => {
        const k = hi > lo ? Math.round(((v - lo) / (hi - lo)) * 65535) : 0;
        stored[i] = (k - last) & 0xffff;
        last = k;
      });
      Object.assign(entry, { lo, hi, offset: this.#put(stored) });
    } else {
      const kinds = { f64: Float64Array, f32: Float32Array, u8: Uint8Array, u32: Uint32Array };
      entry.offset = this.#put(kinds[type].from(numbers));
    }
    return entry;
  }

  text() {
    return deflateRawSync(Buffer.concat(this.#parts), { level: 6 }).toString('base64');
  }
}

export function fill(template, page, buffer) {
  const meta = JSON.stringify(page).replaceAll('<', '\\u003c');
  const put = (html, tag, text) => {
    const at = html.indexOf(`${tag}</script>`) + tag.length;
    return html.slice(0, at) + text + html.slice(at);
  };
  return put(put(template, META, meta), DATA, buffer.text());
}
