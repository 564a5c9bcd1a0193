// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Elements of the report. Text from the data goes in as text, never as markup.

export function need<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The shell has no element ${id}.`);
  return found as T;
}

type Child = Node | string | null | undefined;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, className = '', ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children) if (child != null) element.append(child);
  return element;
}

// A name from the model: kept apart from the words around it whichever way it is written, cut with dots
// by the style where room is short, whole in its title.
export function nameOf(text: string, className = 'name'): HTMLElement {
  const element = make('bdi', className, text);
  if (text.length > 18) element.title = text;
  return element;
}

export function icon(path: string, size = 14): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('fill', 'currentColor');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

export function button(label: string, title: string, press: () => void, ...children: Child[]): HTMLButtonElement {
  const b = make('button', '', ...(children.length ? children : [label]));
  b.type = 'button';
  if (children.length) b.setAttribute('aria-label', label);
  if (title) b.title = title;
  b.addEventListener('click', press);
  return b;
}

export const ICONS = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  previous: 'M3 3h2v10H3zM13 3v10L6 8z',
  next: 'M11 3h2v10h-2zM3 3v10l7-5z',
  theme: 'M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13v-1.4a5.1 5.1 0 0 0 0-10.2z',
  close: 'M3.8 2.6 8 6.8l4.2-4.2 1.2 1.2L9.2 8l4.2 4.2-1.2 1.2L8 9.2l-4.2 4.2-1.2-1.2L6.8 8 2.6 3.8z',
  keys: 'M2 3.5h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zm.3 1.3v6.4h11.4V4.8zM4 6h1.6v1.5H4zm3.2 0h1.6v1.5H7.2zm3.2 0H12v1.5h-1.6zM5 8.6h6v1.5H5z',
  tick: 'M6.4 12.6 2 8.2l1.6-1.6 2.8 2.8L12.4 3.4 14 5z',
  cross: 'M3.8 2.6 8 6.8l4.2-4.2 1.2 1.2L9.2 8l4.2 4.2-1.2 1.2L8 9.2l-4.2 4.2-1.2-1.2L6.8 8 2.6 3.8z',
};
