// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where the shapes of bodies are, and how they stand.

import { Quaternion, Vector3 } from 'three';
import type { Solid } from './format';
import type { Motion, Place } from './motion';

const vector = (three: number[]) => new Vector3(three[0], three[1], three[2]);
// Ours begin with w.
const quaternion = (four: number[]) => new Quaternion(four[1], four[2], four[3], four[0]).normalize();

// Where a solid is and how it stands.
export function pose(motion: Motion, solid: Solid, at: Place): { place: Vector3; turn: Quaternion } {
  const body = quaternion(motion.numbers(solid.turn, at));
  const place = vector(solid.at).applyQuaternion(body);
  if (solid.mass !== null) {
    const p = [0, 0, 0];
    motion.position(solid.mass, at, p);
    place.add(vector(p));
  }
  return { place, turn: body.multiply(quaternion(solid.axes)) };
}

// The point of a plane nearest to another one.
export function beside(point: Vector3, place: Vector3, turn: Quaternion): Vector3 {
  const normal = new Vector3(0, 0, 1).applyQuaternion(turn);
  return point.clone().addScaledVector(normal, -normal.dot(point.clone().sub(place)));
}
