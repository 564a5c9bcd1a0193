// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bodies in their shapes: boxes, balls, capsules, cylinders, and the planes they stand on.

import { BoxGeometry, type BufferGeometry, CapsuleGeometry, CylinderGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, type Object3D, PlaneGeometry, SphereGeometry } from 'three';
import type { Extent } from './extent';
import type { Solid } from './format';
import { bodyColour, type Looks } from './looks';
import type { Motion, Place } from './motion';
import { beside, pose } from './pose';

const EDGE = '#22303f';

// three.js lays round things along y, we along z.
function geometry({ form, size: [a, b, c] }: Solid, fine: boolean): BufferGeometry {
  const around = fine ? 64 : 40;
  switch (form) {
    case 'sphere': return new SphereGeometry(a, around, around / 2);
    case 'capsule': return new CapsuleGeometry(a, b, around / 4, around).rotateX(Math.PI / 2);
    case 'cylinder': return new CylinderGeometry(a, a, b, around).rotateX(Math.PI / 2);
    default: return new BoxGeometry(a, b, c);
  }
}

// A ball that turns is seen to turn: by a meridian and the equator.
function edges(solid: Solid, shape: BufferGeometry): BufferGeometry {
  return new EdgesGeometry(solid.form === 'sphere' ? new SphereGeometry(1.002 * solid.size[0], 4, 24) : shape, solid.form === 'sphere' ? 40 : 25);
}

export class Solids {
  readonly objects: Object3D[] = [];
  private readonly shown: { object: Object3D; solid: Solid }[] = [];

  constructor(private readonly motion: Motion, private readonly extent: Extent, looks: Looks, ghost: boolean) {
    const owners = new Map<number, number>();
    for (const solid of motion.run.draw) {
      if (solid.kind !== 'solid') continue;
      if (solid.mass !== null && !owners.has(solid.mass)) owners.set(solid.mass, owners.size);
      const object = solid.form === 'plane' ? this.pane(extent, ghost) : this.body(solid, solid.mass === null ? null : bodyColour(owners.get(solid.mass)!), looks, ghost);
      if (!object) continue;
      this.shown.push({ object, solid });
      this.objects.push(object);
    }
  }

  private body(solid: Solid, color: string | null, looks: Looks, ghost: boolean): Object3D {
    const shape = geometry(solid, !looks.soft);
    const skin = new Mesh(shape, looks.solid({ color: ghost ? '#8a78c8' : color ?? '#8b97a6', opacity: ghost ? 0.35 : 1 }));
    skin.castShadow = !ghost;
    const lines = new LineSegments(edges(solid, shape), new LineBasicMaterial({ color: EDGE, transparent: true, opacity: ghost ? 0.3 : 0.55 }));
    return new Group().add(skin, lines);
  }

  private pane(extent: Extent, ghost: boolean): Object3D | null {
    if (ghost) return null;
    const wide = 3 * extent.radius;
    const shape = new PlaneGeometry(wide, wide);
    const skin = new Mesh(shape, new MeshBasicMaterial({ color: '#8fa3b8', transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false }));
    return new Group().add(skin, new LineSegments(new EdgesGeometry(shape), new LineBasicMaterial({ color: '#7d8ea1', transparent: true, opacity: 0.7 })));
  }

  update(at: Place): void {
    for (const { object, solid } of this.shown) {
      const { place, turn } = pose(this.motion, solid, at);
      object.quaternion.copy(turn);
      if (solid.form === 'plane') place.copy(beside(this.extent.middle, place, turn));
      object.position.copy(place);
    }
  }
}
