// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From the two elements of the report to numbers.

import type { Channel, Folded, Report, Run } from './format';

export type Numbers = Float64Array | Float32Array | Uint8Array | Uint32Array;
export type Table = Map<string, Numbers>;

function contents(id: string): string {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text) throw new Error('This report contains no motion: it is the empty template.');
  return text;
}

export function readReport(): Report {
  const report = JSON.parse(contents('zw-meta')) as Report;
  if (report.zwang !== 1) throw new Error(`This report has layout ${report.zwang}; its viewer reads layout 1.`);
  if (!report.runs.length) throw new Error('This report contains no run.');
  return report;
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const modern = (Uint8Array as unknown as { fromBase64?: (s: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (modern) return modern.call(Uint8Array, base64);
  const raw = atob(base64);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

export async function readBuffer(): Promise<ArrayBuffer> {
  const packed = new Blob([bytes(contents('zw-data'))]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
}

export function unfold(run: Run | Folded, buffer: ArrayBuffer): Run {
  if (!('text' in run)) return run;
  return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, run.text.offset, run.text.count))) as Run;
}

// Positions are 16-bit numbers over [lo, hi], stored as differences that wrap around.
function quantised(channel: Channel, buffer: ArrayBuffer): Float32Array {
  const differences = new Uint16Array(buffer, channel.offset, channel.count);
  const lo = channel.lo ?? 0;
  const step = ((channel.hi ?? 0) - lo) / 65535;
  const out = new Float32Array(channel.count);
  let k = 0;
  for (let i = 0; i < out.length; i++) {
    k = (k + differences[i]) & 0xffff;
    out[i] = lo + step * k;
  }
  return out;
}

function numbers(channel: Channel, buffer: ArrayBuffer): Numbers {
  switch (channel.type) {
    case 'f64': return new Float64Array(buffer, channel.offset, channel.count);
    case 'f32': return new Float32Array(buffer, channel.offset, channel.count);
    case 'u8': return new Uint8Array(buffer, channel.offset, channel.count);
    case 'u32': return new Uint32Array(buffer, channel.offset, channel.count);
    case 'i16d': return quantised(channel, buffer);
    default: throw new Error(`Unknown type of numbers in ${channel.name}: ${String(channel.type)}`);
  }
}

export function readTable(channels: Channel[], buffer: ArrayBuffer): Table {
  return new Map(channels.map((channel) => [channel.name, numbers(channel, buffer)]));
}
