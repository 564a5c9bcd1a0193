// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Light and dark, and the colours that canvases must ask for when they draw.

type Theme = 'light' | 'dark';

const listeners: (() => void)[] = [];
const system = matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme | null = null;
let printing = false;
let known: CSSStyleDeclaration | null = null;

export function theme(): Theme {
  if (printing) return 'light';
  return chosen ?? (system.matches ? 'dark' : 'light');
}

export const isPrinting = () => printing;

export function colour(name: string): string {
  known ??= getComputedStyle(document.documentElement);
  return known.getPropertyValue(`--${name}`).trim();
}

export function onTheme(listener: () => void): () => void {
  listeners.push(listener);
  return () => { listeners.splice(listeners.indexOf(listener), 1); };
}

function apply(): void {
  document.documentElement.dataset.theme = theme();
  document.documentElement.classList.toggle('printing', printing);
  known = null;
  for (const listener of listeners) listener();
}

export function setTheme(wanted: Theme | null): void {
  chosen = wanted;
  apply();
}

export function startTheme(toggle: HTMLButtonElement): void {
  toggle.addEventListener('click', () => setTheme(theme() === 'dark' ? 'light' : 'dark'));
  system.addEventListener('change', apply);
  // Dark cards waste ink, and what is drawn is drawn again as wide as the paper.
  const print = (on: boolean) => { if (on !== printing) { printing = on; apply(); } };
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
  matchMedia('print').addEventListener('change', (e) => print(e.matches));
  apply();
}

// The series of a plot, told apart by lightness as well as hue.
export function seriesColour(i: number): string {
  return colour(`series${i % 6}`);
}
