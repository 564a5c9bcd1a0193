// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where the masses were in the last 1.4 s, fading into the background.

import { Color, type Object3D } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { bodyColour } from './looks';
import type { Motion, Place } from './motion';
import { colour } from './theme';

const LASTS = 1.4;      // s
const PIECES = 360;
const MOST = 24;

interface Trail {
  mass: number;
  line: LineSegments2;
  places: Float32Array;
  colours: Float32Array;
}

export class Trails {
  readonly objects: Object3D[] = [];
  visible = true;
  private readonly trails: Trail[] = [];
  private readonly lasts: number;

  constructor(private readonly motion: Motion, private readonly width: () => { width: number; height: number }) {
    this.lasts = Math.min(LASTS, (motion.t1 - motion.t0) / 2);
    const all = motion.run.masses.map((m, i) => ({ m, i }));
    const masses = all.filter(({ m }) => m.kind === 'free');
    const free = masses.length ? masses : all.filter(({ m }) => m.kind === 'point' && m.at.some((a) => typeof a === 'string'));
    if (free.length > MOST) return;
    for (const { i } of free) {
      const geometry = new LineSegmentsGeometry();
      const places = new Float32Array(6 * PIECES);
      const colours = new Float32Array(6 * PIECES);
      geometry.setPositions(places);
      geometry.setColors(colours);
      // Graphics lines are one pixel wide on most systems; these are not. They have the colour of the background where they
      // end, so they are drawn first and never before a thing.
      const line = new LineSegments2(geometry, new LineMaterial({ linewidth: 2.2, vertexColors: true, depthWrite: false }));
      line.frustumCulled = false;
      line.renderOrder = -1;
      this.trails.push({ mass: i, line, places, colours });
      this.objects.push(line);
    }
  }

  update(at: Place, t: number): void {
    const { motion } = this;
    const back = new Color(colour('view'));
    const first = motion.place(Math.max(motion.t0, t - this.lasts)).row;
    const step = Math.max(1, Math.ceil((at.row - first + 1) / (PIECES - 1)));
    const size = this.width();
    const p = [0, 0, 0];
    for (const trail of this.trails) {
      const own = new Color(bodyColour(trail.mass));
      let n = 0;
      let last: number[] | null = null;
      const put = (place: Place, age: number) => {
        motion.position(trail.mass, place, p);
        const fade = 0.85 * Math.max(0, 1 - age / this.lasts);
        const point = [p[0], p[1], p[2], back.r + (own.r - back.r) * fade, back.g + (own.g - back.g) * fade, back.b + (own.b - back.b) * fade];
        if (last && n < PIECES) {
          for (let k = 0; k < 3; k++) {
            trail.places[6 * n + k] = last[k];
            trail.places[6 * n + 3 + k] = point[k];
            trail.colours[6 * n + k] = last[3 + k];
            trail.colours[6 * n + 3 + k] = point[3 + k];
          }
          n++;
        }
        last = point;
      };
      for (let row = first; row <= at.row; row += step) put({ row, part: 0 }, t - motion.time[row]);
      put(at, 0);
      const geometry = trail.line.geometry as LineSegmentsGeometry;
      geometry.instanceCount = n;
      for (const name of ['instanceStart', 'instanceColorStart']) {
        (geometry.attributes[name] as unknown as { data: { needsUpdate: boolean } }).data.needsUpdate = true;
      }
      (trail.line.material as LineMaterial).resolution.set(size.width, size.height);
      trail.line.visible = this.visible && n > 0;
    }
  }
}
