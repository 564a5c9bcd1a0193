// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How large the scene is: middle, radius, floor, and the places it must show.

import { Vector3 } from 'three';
import type { Shape, Solid, Spot } from './format';
import type { Motion } from './motion';
import { beside, pose } from './pose';

export interface Extent {
  middle: Vector3;
  radius: number;
  floor: number;
  places: Vector3[];        // that the camera must hold
  size: Vector3;            // of the box around them
}

const ROWS = 300;

function moving(motion: Motion, places: Vector3[]): void {
  const rows = motion.time.length;
  const step = Math.max(1, Math.ceil(rows / ROWS));
  const masses = motion.run.masses.length;
  const every = Math.max(1, Math.ceil(masses / 200));
  const p = [0, 0, 0];
  for (let i = 0; i < rows; i += step) {
    // From another one each time: always from the first, a net would be met in a few of its columns only.
    for (let m = (i / step) % every; m < masses; m += every) {
      motion.position(m, { row: i, part: 0 }, p);
      if (p.every(Number.isFinite)) places.push(new Vector3(p[0], p[1], p[2]));
    }
  }
}

// Where a spot is in some of the rows, or once if it never moves.
function spots(motion: Motion, spot: Spot): Vector3[] {
  const rows = spot.some((a) => typeof a === 'string') ? motion.time.length : 1;
  const out: Vector3[] = [];
  const p = [0, 0, 0];
  for (let row = 0; row < rows; row += Math.max(1, Math.ceil(rows / ROWS))) {
    motion.spot(spot, { row, part: 0 }, p);
    out.push(new Vector3(...p));
  }
  return out;
}

// Around a solid in some of the rows; of a plane where it lies beside what moves.
function around(motion: Motion, solid: Solid, places: Vector3[]): void {
  const rows = motion.time.length;
  const [a, b, c] = solid.size;
  const reach = solid.form === 'box' ? Math.hypot(a, b, c) / 2 : solid.form === 'sphere' ? a : solid.form === 'plane' ? 0 : a + b / 2;
  for (let row = 0; row < rows; row += Math.max(1, Math.ceil(rows / ROWS))) {
    const { place, turn } = pose(motion, solid, { row, part: 0 });
    if (solid.form === 'plane') {
      if (!places.length) return;
      const middle = places.reduce((s, p) => s.add(p), new Vector3()).divideScalar(places.length);
      const spread = Math.max(...places.map((p) => p.distanceTo(middle)));
      const foot = beside(middle, place, turn);
      if (foot.distanceTo(middle) < 3 * spread) places.push(foot);
      return;
    }
    for (const way of [-1, 1]) for (const k of [0, 1, 2]) places.push(place.clone().setComponent(k, place.getComponent(k) + way * reach));
  }
}

function bounds(motion: Motion, shape: Shape, places: Vector3[]): void {
  if (shape.kind === 'string' || shape.kind === 'rod') {
    for (const end of [shape.from, shape.to]) if (typeof end !== 'number') places.push(...spots(motion, end));
  } else if (shape.kind === 'sphere' && typeof shape.center !== 'number') {
    for (const centre of spots(motion, shape.center)) for (const way of [-1, 1]) for (const k of [0, 1, 2]) {
      places.push(centre.clone().setComponent(k, centre.getComponent(k) + way * shape.radius));
    }
  } else if (shape.kind === 'cylinder' && shape.point.some((a) => typeof a === 'string')) {
    // One that is carried along is a thing of the scene, not a wall around it.
    const axis = new Vector3(...shape.axis).normalize();
    for (const centre of spots(motion, shape.point)) for (const way of [-1, 1]) for (const k of [0, 1, 2]) {
      if (Math.abs(axis.getComponent(k)) < 0.1) places.push(centre.clone().setComponent(k, centre.getComponent(k) + way * shape.radius));
    }
  } else if (shape.kind === 'plane') {
    const [near] = spots(motion, shape.point);
    // The point of the pane nearest to what moves, if it is not far off.
    if (places.length) {
      const normal = new Vector3(...shape.normal).normalize();
      const middle = places.reduce((s, p) => s.add(p), new Vector3()).divideScalar(places.length);
      const gap = normal.dot(near.clone().sub(middle));
      const spread = Math.max(...places.map((p) => p.distanceTo(middle)));
      if (Math.abs(gap) < 2 * spread) places.push(middle.addScaledVector(normal, gap));
    }
  }
}

export function extentOf(motion: Motion, ghost: Motion | null): Extent {
  const places: Vector3[] = [];
  moving(motion, places);
  if (ghost) moving(ghost, places);
  const seen = new Set<string>();
  const solids = motion.run.draw.filter((s) => s.kind === 'solid');
  for (const solid of [...solids.filter((s) => s.form !== 'plane'), ...solids.filter((s) => s.form === 'plane')]) around(motion, solid, places);
  for (const shape of motion.run.draw) {
    const key = shape.kind === 'plane' ? JSON.stringify([shape.point, shape.normal]) : '';
    if (key && seen.has(key)) continue;
    seen.add(key);
    bounds(motion, shape, places);
  }
  if (!places.length) places.push(new Vector3());
  const low = places.reduce((s, p) => s.min(p), places[0].clone());
  const high = places.reduce((s, p) => s.max(p), places[0].clone());
  const middle = low.clone().add(high).multiplyScalar(0.5);
  const radius = Math.max(...places.map((p) => p.distanceTo(middle))) || 1;
  let floor = low.z - 0.08 * radius;
  for (const s of motion.run.draw) {
    if (s.kind === 'solid' && s.form === 'plane' && s.mass === null) {
      const { place, turn } = pose(motion, s, { row: 0, part: 0 });
      if (Math.abs(new Vector3(0, 0, 1).applyQuaternion(turn).z) > 0.999) floor = Math.min(low.z, place.z) - 0.002 * radius;
    }
    if (s.kind === 'plane' && Math.abs(s.normal[2]) > 0.999 * Math.hypot(...s.normal)) floor = Math.min(low.z, ...spots(motion, s.point).map((p) => p.z)) - 0.002 * radius;
  }
  return { middle, radius, floor, places, size: high.sub(low) };
}
