// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Arrows for the reactions: at the masses, along the constraint, as long as the multiplier is great.

import { ConeGeometry, CylinderGeometry, Group, Mesh, type Object3D, Vector3 } from 'three';
import type { Extent } from './extent';
import { ACTIVE, type End, type Shape } from './format';
import { type Looks } from './looks';
import { FEW } from './bodies';
import type { Motion, Place } from './motion';

interface Arrow {
  constraint: number;
  mass: number;
  aim: (at: Place, here: Vector3, out: Vector3) => number;   // direction of the reaction; how far there is room
  group: Group;
  shaft: Mesh;
  tip: Mesh;
}

// 97 of 100 multipliers lie below this: one spike at an impact must not shrink all other arrows.
export function usualForce(motion: Motion): number {
  const all: number[] = [];
  for (const channel of motion.multipliers) {
    if (!channel) continue;
    const step = Math.max(1, Math.floor(channel.length / 2000));
    for (let i = 0; i < channel.length; i += step) if (!Number.isNaN(channel[i])) all.push(Math.abs(channel[i]));
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(0.97 * (all.length - 1))] || 1;
}

export class Forces {
  readonly objects: Object3D[] = [];
  visible = true;
  private readonly arrows: Arrow[] = [];
  private readonly here = new Vector3();
  private readonly way = new Vector3();
  private readonly up = new Vector3(0, 1, 0);

  constructor(private readonly motion: Motion, private readonly extent: Extent, looks: Looks, private readonly usual: number, private readonly ball: number[]) {
    if (motion.run.draw.length > 2 * FEW) return;
    const material = looks.solid({ color: '#e0263f' });
    material.emissive.set('#e0263f').multiplyScalar(0.4);
    const add = (constraint: number, mass: number, aim: Arrow['aim']) => {
      const shaft = new Mesh(new CylinderGeometry(1, 1, 1, 12), material);
      const tip = new Mesh(new ConeGeometry(1, 1, 20), material);
      const group = new Group();
      group.add(shaft, tip);
      this.objects.push(group);
      this.arrows.push({ constraint, mass, aim, group, shaft, tip });
    };
    for (const shape of motion.run.draw) this.plan(shape, add);
  }

  private plan(s: Shape, add: (constraint: number, mass: number, aim: Arrow['aim']) => void): void {
    const { motion } = this;
    const p = [0, 0, 0];
    const free = (mass: End | null): mass is number => typeof mass === 'number' && motion.run.masses[mass]?.kind === 'free';
    const toward = (end: End, sign: number): Arrow['aim'] => (at, here, out) => {
      motion.end(end, at, p);
      out.fromArray(p).sub(here).multiplyScalar(sign);
      // An arrow that ran past the other end would seem to belong to it; from a free end another one comes to meet it.
      return sign > 0 ? out.length() * (free(end) ? 0.5 : 0.8) : Infinity;
    };
    switch (s.kind) {
      case 'string': case 'rod': case 'contact': {
        const sign = s.kind === 'contact' ? -1 : 1;
        if (free(s.from)) add(s.constraint, s.from, toward(s.to, sign));
        if (free(s.to)) add(s.constraint, s.to, toward(s.from, sign));
        break;
      }
      case 'plane':
        if (free(s.mass)) add(s.constraint, s.mass, (_at, _here, out) => { out.set(...s.normal).negate(); return Infinity; });
        break;
      case 'sphere':
        if (free(s.mass)) add(s.constraint, s.mass, toward(s.center, s.inside ? 1 : -1));
        break;
      case 'cylinder':
        if (free(s.mass)) {
          const axis = new Vector3(...s.axis).normalize();
          add(s.constraint, s.mass, (at, here, out) => {
            motion.spot(s.point, at, p);
            out.fromArray(p).sub(here);
            out.addScaledVector(axis, -out.dot(axis)).multiplyScalar(s.inside ? 1 : -1);
            return Infinity;
          });
        }
        break;
    }
  }

  update(at: Place, t: number): void {
    const R = this.extent.radius;
    const p = [0, 0, 0];
    for (const a of this.arrows) {
      const multiplier = this.motion.state(a.constraint, at.row) >= ACTIVE ? this.motion.multiplier(a.constraint, t) ?? 0 : 0;
      a.group.visible = this.visible && Math.abs(multiplier) > 1e-4 * this.usual;
      if (!a.group.visible) continue;
      this.motion.position(a.mass, at, p);
      this.here.fromArray(p);
      const room = a.aim(at, this.here, this.way);
      // An equation may push as well as pull.
      this.way.normalize().multiplyScalar(Math.sign(multiplier));
      const thick = 0.015 * R;
      const wanted = (0.05 + 0.36 * Math.min(1.2, Math.abs(multiplier) / this.usual)) * R;
      const length = Math.max(thick, Math.min(wanted, room - this.ball[a.mass] - 5 * thick));
      a.group.quaternion.setFromUnitVectors(this.up, this.way);
      a.group.position.copy(this.here).addScaledVector(this.way, this.ball[a.mass]);
      a.shaft.scale.set(thick, length, thick);
      a.shaft.position.y = length / 2;
      a.tip.scale.set(2.4 * thick, 5 * thick, 2.4 * thick);
      a.tip.position.y = length + 2 * thick;
    }
  }
}
