// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The model file, the settings of the run, the parameters.

import { make, nameOf, need } from './dom';
import { figure } from './figures';
import type { Stage } from './stage';

// Tables, keys, strings, comments of TOML: enough to read by.
const TOKEN = /(^\s*\[+[^\]\n]*\]+)|(^\s*[\w."-]+(?=\s*=))|("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(#[^\n]*)/gm;
const KINDS = ['table', 'key', 'text', 'comment'];

function coloured(text: string): HTMLElement {
  const pre = make('pre');
  pre.tabIndex = 0;
  let done = 0;
  for (const found of text.matchAll(TOKEN)) {
    pre.append(text.slice(done, found.index));
    const kind = KINDS[found.slice(1).findIndex((group) => group !== undefined)];
    pre.append(make('span', `toml-${kind}`, found[0]));
    done = found.index + found[0].length;
  }
  pre.append(text.slice(done));
  return pre;
}

function pairs(entries: [term: string, value: string, style?: string][]): HTMLElement {
  const list = make('dl');
  for (const [term, value, style] of entries) list.append(make('dt', '', nameOf(term)), make('dd', style ?? '', value));
  return list;
}

// A number in the fewest digits that mean it, with its unit; a word as it is.
function withUnit(text: string, unit: string): string {
  if (!/^[-+\d.]/.test(text) || !Number.isFinite(Number(text))) return text;
  return `${Number(text)} ${unit}`.trim();
}

export function startSource(stage: Stage): void {
  const { run } = stage.motion;
  const files = need('model-files');
  files.replaceChildren();
  run.model.forEach((file, i) => {
    const part = make('details', 'file', make('summary', '', nameOf(file.path)), coloured(file.text));
    part.open = i === 0;
    files.append(part);
  });
  const facts: [string, string, string?][] = [['program', stage.report.program], ['file', run.file]];
  for (const s of run.settings) {
    const used = withUnit(s.used, s.unit);
    const given = s.given === null ? used : withUnit(s.given, s.unit);
    facts.push([s.name, given === used ? used : `${used} (given ${given})`]);
  }
  facts.push(['SHA-256', run.sha256, 'hash']);
  if (run.thinned) facts.push(['thinned', run.thinned]);
  need('settings').replaceChildren(pairs(facts));
  const parameters = need('parameters');
  parameters.hidden = !run.parameters.length;
  parameters.replaceChildren(make('h3', '', 'Parameters'),
    pairs(run.parameters.map((p) => [p.name, p.text && p.text !== String(p.value) ? `${p.text} = ${figure(p.value, 6)}` : figure(p.value, 6)])));
}
