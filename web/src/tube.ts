// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A round tube along a line of points; its shape changes, its triangles do not.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere, Vector3 } from 'three';

const ROUND = 8;

export class Tube extends BufferGeometry {
  private readonly places: Float32Array;
  private readonly normals: Float32Array;

  constructor(readonly pieces: number) {
    super();
    const count = (pieces + 1) * ROUND;
    this.places = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.setAttribute('position', new BufferAttribute(this.places, 3).setUsage(DynamicDrawUsage));
    this.setAttribute('normal', new BufferAttribute(this.normals, 3).setUsage(DynamicDrawUsage));
    const index: number[] = [];
    for (let k = 0; k < pieces; k++) {
      for (let j = 0; j < ROUND; j++) {
        const a = k * ROUND + j;
        const b = k * ROUND + ((j + 1) % ROUND);
        index.push(a, b, a + ROUND, b, b + ROUND, a + ROUND);
      }
    }
    this.setIndex(index);
    // Never culled, and always asked by a ray: the shape moves.
    this.boundingSphere = new Sphere(new Vector3(), Infinity);
  }

  follow(points: Float32Array, radius: number): void {
    const n = this.pieces;
    const along = new Vector3();
    const side = new Vector3();
    const third = new Vector3();
    for (let k = 0; k <= n; k++) {
      const from = 3 * Math.max(0, k - 1);
      const to = 3 * Math.min(n, k + 1);
      along.set(points[to] - points[from], points[to + 1] - points[from + 1], points[to + 2] - points[from + 2]);
      if (along.lengthSq() < 1e-24) along.set(0, 0, 1);
      along.normalize();
      // The last side, made square to the line again, keeps the tube from twisting.
      if (k === 0) side.set(0, 0, 0).setComponent(Math.abs(along.x) < 0.6 ? 0 : 1, 1);
      side.addScaledVector(along, -side.dot(along));
      if (side.lengthSq() < 1e-12) side.set(along.y, along.z, along.x).addScaledVector(along, -(along.y * along.x + along.z * along.y + along.x * along.z));
      side.normalize();
      third.crossVectors(along, side);
      for (let j = 0; j < ROUND; j++) {
        const c = Math.cos((2 * Math.PI * j) / ROUND);
        const s = Math.sin((2 * Math.PI * j) / ROUND);
        const at = 3 * (k * ROUND + j);
        for (let i = 0; i < 3; i++) {
          const d = c * side.getComponent(i) + s * third.getComponent(i);
          this.normals[at + i] = d;
          this.places[at + i] = points[3 * k + i] + radius * d;
        }
      }
    }
    this.attributes.position.needsUpdate = true;
    this.attributes.normal.needsUpdate = true;
  }
}
