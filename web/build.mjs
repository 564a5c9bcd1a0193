// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Makes the template of the report: one file with one script and one style.
//
//   node build.mjs [template.html]      by default dist/template.html

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, 'dist', 'template.html'));
const LIMIT = 1_300_000;

// The faces that our equations use; each of the others would add some 20 kB.
const FACES = ['Main-Regular', 'Main-Bold', 'Math-Italic', 'AMS-Regular', 'Size1-Regular', 'Size2-Regular', 'Size3-Regular', 'Size4-Regular'];

const fewFaces = {
  name: 'few faces',
  setup(b) {
    b.onLoad({ filter: /katex\.css$/ }, ({ path }) => {
      const css = readFileSync(path, 'utf8').replace(/@font-face\s*\{[^}]*\}/g, (rule) => {
        const face = FACES.find((f) => rule.includes(`KaTeX_${f}.woff2`));
        if (!face) return '';
        return rule.replace(/src:[^;}]*/, `src: url(fonts/KaTeX_${face}.woff2) format('woff2')`);
      });
      return { contents: css, loader: 'css', resolveDir: dirname(path) };
    });
  },
};

execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', here], { stdio: 'inherit' });

const result = await build({
  absWorkingDir: here,
  entryPoints: ['src/main.ts'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  outdir: 'dist',
  loader: { '.woff2': 'dataurl' },
  plugins: [fewFaces],
  metafile: true,
  write: false,
});

const output = (end) => result.outputFiles.find((f) => f.path.endsWith(end)).text;
// Inside a report these would end the script or begin a comment.
const script = output('.js').replace(/<\/script/gi, '<\\/script').replace(/<script/gi, '\\x3cscript').replace(/<!--/g, '\\x3c!--');
const style = output('.css').replace(/<\/style/gi, '<\\/style');
const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`;

const licences = ['three', 'uplot', 'katex'].map((name) => {
  const folder = join(here, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}`;
}).join('\n\n').replace(/--+/g, '-');

const parts = { HASH: hash, LICENCES: `This report contains:\n\n${licences}`, STYLE: style, SCRIPT: script };
const page = readFileSync(join(here, 'src/shell.html'), 'utf8').replace(/@(HASH|LICENCES|STYLE|SCRIPT)@/g, (_, name) => parts[name]);

for (const slot of ['<script type="application/json" id="zw-meta"></script>', '<script type="text/plain" id="zw-data"></script>']) {
  if (page.split(slot).length !== 2) throw new Error(`the template must hold exactly one ${slot}`);
}
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);

const shares = {};
for (const out of Object.values(result.metafile.outputs)) {
  for (const [path, { bytesInOutput }] of Object.entries(out.inputs)) {
    const library = path.match(/node_modules\/([^/]+)/)?.[1] ?? 'own';
    const kind = path.endsWith('.woff2') ? ' fonts' : path.endsWith('.css') ? ' style' : '';
    shares[library + kind] = (shares[library + kind] ?? 0) + bytesInOutput;
  }
}
const size = Buffer.byteLength(page);
console.log(`${size} bytes`, shares);
if (size > LIMIT) throw new Error(`the report without data has ${size} bytes, more than ${LIMIT}`);
