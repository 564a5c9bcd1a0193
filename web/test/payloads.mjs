// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Two hundred texts that would do harm if a report took them for markup, script, style or LaTeX commands.

const SEEDS = [
  '<script>alert(1)</script>', '</script><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>', '<iframe srcdoc="<script>alert(1)</script>"></iframe>', '<body onload=alert(1)>', '<input autofocus onfocus=alert(1)>', '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>', '<object data="data:text/html,<script>alert(1)</script>"></object>', '<embed src="javascript:alert(1)">', '<a href="javascript:alert(1)">x</a>', '<form action="http://example.invalid/"><button autofocus>x</button></form>',
  '<link rel=stylesheet href="http://example.invalid/x.css">', '<meta http-equiv=refresh content="0;url=http://example.invalid/">', '<base href="http://example.invalid/">', '<style>@import "http://example.invalid/x.css";</style>', '<style>*{background:url(http://example.invalid/x)}</style>',
  '<img src="http://example.invalid/x.png">', '<math><mi xlink:href="javascript:alert(1)">x</mi></math>', '<template><img src=x onerror=alert(1)></template>', '<!--<script>alert(1)</script>-->', '--><script>alert(1)</script>',
  '<marquee onstart=alert(1)>', '<select autofocus onfocus=alert(1)>', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<plaintext>', '<title></title><script>alert(1)</script>',
  '\\href{javascript:alert(1)}{x}', '\\url{javascript:alert(1)}', '\\includegraphics[height=1em]{http://example.invalid/x.png}', '\\htmlClass{x"onmouseover="alert(1)}{y}', '\\htmlData{a=b}{<img src=x onerror=alert(1)>}',
  '\\htmlId{zw-meta}{x}', '\\htmlStyle{background:url(http://example.invalid/x)}{y}', '\\def\\x{\\x\\x}\\x', '${alert(1)}{{alert(1)}}', '__proto__',
];

const WRAPS = [(s) => s, (s) => `"${s}`, (s) => `'>${s}`, (s) => `</textarea></title></style></pre></td></svg>${s}`, (s) => `\u202e\u{1F4A3}&quot;&lt;${s}\u0000`];

export const DISGUISES = WRAPS.length;
export const PAYLOADS = SEEDS.flatMap((seed) => WRAPS.map((wrap) => wrap(seed)));
