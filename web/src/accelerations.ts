// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Sets and points of up to three accelerations, drawn in a box. Three dimensions turn by dragging or with the arrow keys.

import { niceStep, tickText } from './figures';
import type { Polygons } from './format';

export interface Layer {
  style: string;          // class of its faces and lines
  solid: Polygons;
}

export interface Mark {
  style: string;
  shape: 'dot' | 'ring' | 'cross';
  at: number[];
}

export interface Drawing {
  label: string;          // for those who do not see it
  axes: string[];
  box: [number, number][];
  layers: Layer[];
  outline: number[][] | null;   // a closed line
  bond: [number[], number[]] | null;
  marks: Mark[];
}

const SIZE = 300;         // of the drawing in its own units
const ROOM = 30;          // for ticks and names
let boxes = 0;
const SPACE = 'http://www.w3.org/2000/svg';

function shape(tag: string, style: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SPACE, tag);
  if (style) element.setAttribute('class', style);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, typeof value === 'number' ? value.toFixed(2) : value);
  return element;
}

function words(text: string, style: string, x: number, y: number, anchor: 'start' | 'middle' | 'end'): SVGElement {
  const element = shape('text', style, { x, y, 'text-anchor': anchor });
  element.textContent = text;
  return element;
}

type Flat = [x: number, y: number];

class Canvas {
  readonly element = shape('svg', 'accelerations', { viewBox: `0 0 ${SIZE} ${SIZE}` }) as SVGSVGElement;
  private azimuth = 0.9;
  private height = 0.42;

  constructor(private readonly drawing: Drawing) {
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('aria-label', drawing.label);
    if (this.solid) this.listen();
    this.draw();
  }

  private get solid(): boolean { return this.drawing.box.length === 3; }

  private listen(): void {
    const { element } = this;
    element.classList.add('turns');
    element.tabIndex = 0;
    let from: Flat | null = null;
    element.addEventListener('pointerdown', (e) => { from = [e.clientX, e.clientY]; element.setPointerCapture(e.pointerId); });
    element.addEventListener('pointerup', () => { from = null; });
    element.addEventListener('pointermove', (e) => {
      if (!from) return;
      this.turn((from[0] - e.clientX) / 120, (e.clientY - from[1]) / 120);
      from = [e.clientX, e.clientY];
    });
    element.addEventListener('keydown', (e) => {
      const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
      if (!step) return;
      e.preventDefault();
      e.stopPropagation();
      this.turn(step[0], step[1]);
    });
  }

  private turn(around: number, up: number): void {
    this.azimuth += around;
    this.height = Math.max(-1.5, Math.min(1.5, this.height + up));
    this.draw();
  }

  // From -1 to 1 along each axis.
  private inBox(a: number[]): number[] {
    return a.map((v, i) => (2 * v - this.drawing.box[i][0] - this.drawing.box[i][1]) / (this.drawing.box[i][1] - this.drawing.box[i][0]));
  }

  private project([x, y = 0, z = 0]: number[]): { at: Flat; depth: number } {
    if (!this.solid) {
      const half = (SIZE - 2 * ROOM) / 2;
      return { at: [SIZE / 2 + 8 + half * x, SIZE / 2 - 6 - half * y], depth: 0 };
    }
    const towards = x * Math.cos(this.azimuth) + y * Math.sin(this.azimuth);
    const across = y * Math.cos(this.azimuth) - x * Math.sin(this.azimuth);
    const scale = 0.29 * SIZE;
    return {
      at: [SIZE / 2 + scale * across, SIZE / 2 - scale * (z * Math.cos(this.height) - towards * Math.sin(this.height))],
      depth: towards * Math.cos(this.height) + z * Math.sin(this.height),
    };
  }

  private place(a: number[]): Flat { return this.project(this.inBox(a)).at; }

  // Cut off by the box: such an edge, or such a face, is none of the set's own.
  private cut(...corners: number[][]): boolean {
    const inside = corners.map((c) => this.inBox(c));
    return this.drawing.box.some((_, i) => [-1, 1].some((side) => inside.every((c) => Math.abs(c[i] - side) < 1e-4)));
  }

  draw(): void {
    const { layers, outline, bond, marks } = this.drawing;
    if (this.solid) this.frame(); else this.grid();
    const clip = shape('g', '', this.solid ? {} : { 'clip-path': `url(#${this.clipped()})` });
    const faces = layers.flatMap(({ style, solid }) => solid.map((face) => ({ style, face, depth: this.depth(face) })));
    if (this.solid) faces.sort((a, b) => a.depth - b.depth);
    for (const { style, face } of faces) clip.append(...this.face(style, face));
    if (outline) clip.append(shape('polygon', 'equal', { points: outline.map((a) => this.place(a).map((v) => v.toFixed(1)).join()).join(' ') }));
    if (bond) {
      const [[x1, y1], [x2, y2]] = bond.map((a) => this.place(a));
      clip.append(shape('line', 'bond', { x1, y1, x2, y2 }));
    }
    this.element.append(clip);
    for (const mark of marks) this.element.append(this.mark(mark));
  }

  // Lines that leave the box end at its border.
  private clipped(): string {
    const id = `acceleration-box-${++boxes}`;
    const [x, y] = this.project([-1, 1]).at;
    const path = shape('clipPath', '', { id });
    path.append(shape('rect', '', { x, y, width: SIZE - 2 * ROOM, height: SIZE - 2 * ROOM }));
    this.element.append(path);
    return id;
  }

  private depth(face: number[][]): number {
    return face.reduce((sum, a) => sum + this.project(this.inBox(a)).depth, 0) / face.length;
  }

  private face(style: string, face: number[][]): SVGElement[] {
    const flat = face.map((a) => this.place(a));
    const out: SVGElement[] = [];
    if (face.length > 2 && !(this.solid && this.cut(...face))) {
      out.push(shape('polygon', `${style} fill`, { points: flat.map((p) => p.map((v) => v.toFixed(1)).join()).join(' ') }));
    }
    if (face.length === 1) out.push(shape('circle', `${style} point`, { cx: flat[0][0], cy: flat[0][1], r: 4 }));
    const edges = face.length > 2 ? face.length : face.length - 1;
    for (let i = 0; i < edges; i++) {
      const j = (i + 1) % face.length;
      if (this.cut(face[i], face[j])) continue;
      out.push(shape('line', `${style} edge`, { x1: flat[i][0], y1: flat[i][1], x2: flat[j][0], y2: flat[j][1] }));
    }
    return out;
  }

  private mark({ style, shape: kind, at }: Mark): SVGElement {
    const [x, y] = this.place(at);
    if (kind === 'cross') return shape('path', `mark ${style}`, { d: `M${(x - 5).toFixed(1)} ${(y - 5).toFixed(1)}l10 10m0 -10l-10 10` });
    return shape('circle', `mark ${style} ${kind}`, { cx: x, cy: y, r: kind === 'dot' ? 5 : 5.5 });
  }

  // Ticks and lines of a flat drawing; on a line only the ticks below it.
  private grid(): void {
    const { axes, box } = this.drawing;
    this.element.replaceChildren();
    box.forEach(([low, high], i) => {
      const step = niceStep(high - low, 4);
      for (let v = Math.ceil(low / step) * step; v <= high; v += step) {
        const tick = Math.abs(v) < step * 1e-9 ? 0 : v;
        const across = box.map(([l, h]) => (l + h) / 2);
        across[i] = tick;
        const u = this.inBox(across);
        const ends = [-1, 1].map((side) => this.project(box.length === 1 ? [u[0], 0.04 * side] : i === 0 ? [u[0], side] : [side, u[1]]).at);
        const [[x1, y1], [x2, y2]] = ends;
        this.element.append(shape('line', tick === 0 ? 'axis' : 'grid', { x1, y1, x2, y2 }));
        this.element.append(i === 0 ? words(tickText(tick, step), 'tick', x1, y1 + 13, 'middle') : words(tickText(tick, step), 'tick', x1 - 4, y1 + 3.5, 'end'));
      }
    });
    const [right, below] = this.project([1, box.length === 1 ? 0 : -1]).at;
    this.element.append(words(axes[0], 'axis-name', right, below + 25, 'end'));
    if (box.length > 1) {
      const [left, top] = this.project([-1, 1]).at;
      this.element.append(words(axes[1], 'axis-name', left - 4, top - 7, 'start'));
    } else {
      const [[x1, y1], [x2, y2]] = [this.project([-1, 0]).at, this.project([1, 0]).at];
      this.element.append(shape('line', 'axis', { x1, y1, x2, y2 }));
    }
  }

  // The edges of the box, and the names of its axes at those that meet in its lowest corner.
  private frame(): void {
    this.element.replaceChildren();
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
    corners.forEach((from, k) => [1, 2, 4].forEach((bit, i) => {
      if (k & bit) return;
      const [x1, y1] = this.project(from).at;
      const [x2, y2] = this.project(corners[k | bit]).at;
      this.element.append(shape('line', k ? 'grid' : 'axis', { x1, y1, x2, y2 }));
      if (k) return;
      const beyond = corners[bit].map((v, j) => (j === i ? 1.14 : v));
      const [x, y] = this.project(beyond).at;
      this.element.append(words(this.drawing.axes[i], 'axis-name', x, y + 4, 'middle'));
    }));
  }
}

export function drawAccelerations(drawing: Drawing): SVGSVGElement {
  return new Canvas(drawing).element;
}
