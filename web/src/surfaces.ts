// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What bounds a mass: panes, spheres, cylinders, meshes. Those that look the same are drawn once.

import {
  BufferAttribute, BufferGeometry, Color, CylinderGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineLoop,
  LineSegments, type Material, Matrix4, Mesh, MeshBasicMaterial, type Object3D, PlaneGeometry, Quaternion, SphereGeometry, Vector3,
} from 'three';
import type { Extent } from './extent';
import { greatest } from './figures';
import { ACTIVE, CLOSED, type End, OPEN, type Spot, type Surface } from './format';
import type { Looks } from './looks';
import { isImpact } from './marks';
import type { Motion, Place } from './motion';

const FLASH = 0.25;   // s

interface Pane {
  object: Group;
  skin: Mesh;
  members: number[];                 // constraints
  centre: End | null;                // if it moves, by itself or with a mass
  slide: (place: Vector3) => void;   // from there to the part of it that is shown
  quiet: string;
  opacity: number;
}

const moves = (spot: Spot) => spot.some((a) => typeof a === 'string');

const OUTLINE = '#7d8ea1';

function looksSame(s: Surface): string {
  switch (s.kind) {
    case 'plane': return JSON.stringify([s.point, s.normal]);
    case 'sphere': return JSON.stringify([s.center, s.radius, s.inside]);
    case 'cylinder': return JSON.stringify([s.point, s.axis, s.radius, s.inside]);
    case 'mesh': return JSON.stringify([s.vertices, s.triangles]);
  }
}

function circle(radius: number, turn: (g: BufferGeometry) => void): LineLoop {
  const points = Array.from({ length: 96 }, (_, k) => new Vector3(radius * Math.cos((k * Math.PI) / 48), radius * Math.sin((k * Math.PI) / 48), 0));
  const shape = new BufferGeometry().setFromPoints(points);
  turn(shape);
  return new LineLoop(shape, new LineBasicMaterial({ color: OUTLINE, transparent: true, opacity: 0.7 }));
}

export class Surfaces {
  readonly objects: Object3D[] = [];
  private readonly panes: Pane[] = [];
  private readonly impacts: { t: number; constraints: Set<number> }[];

  constructor(private readonly motion: Motion, private readonly extent: Extent, private readonly looks: Looks) {
    const known = new Map<string, Pane>();
    for (const s of motion.run.draw) {
      if (s.kind !== 'plane' && s.kind !== 'sphere' && s.kind !== 'cylinder' && s.kind !== 'mesh') continue;
      const key = s.kind + looksSame(s);
      let pane = known.get(key);
      if (!pane) {
        pane = this.make(s);
        if (!pane) continue;
        known.set(key, pane);
        this.panes.push(pane);
        this.objects.push(pane.object);
      }
      pane.members.push(s.constraint);
      pane.skin.userData.constraint = pane.members[0];
    }
    this.impacts = motion.run.events.filter((e) => isImpact(e.kind)).map((e) => ({ t: e.t, constraints: new Set(e.parts.map((p) => p.constraint)) }));
  }

  private glass(opacity: number): Material {
    return new MeshBasicMaterial({ color: '#8fa3b8', transparent: true, opacity, side: DoubleSide, depthWrite: false });
  }

  // How long a pane around the middle must be in a direction to lie beside all places.
  private across(way: Vector3): number {
    const { radius: R, middle, places } = this.extent;
    return 2 * Math.max(0.4 * R, greatest(places.map((p) => Math.abs(p.dot(way) - middle.dot(way)))) + 0.15 * R);
  }

  private make(s: Surface): Pane | undefined {
    const object = new Group();
    const { radius: R, middle } = this.extent;
    let centre: End | null = null;
    let slide: Pane['slide'] = () => {};
    const stand = (end: End) => {
      const p = [0, 0, 0];
      this.motion.end(end, { row: 0, part: 0 }, p);
      object.position.fromArray(p);
      slide(object.position);
      if (typeof end === 'number' || moves(end)) centre = end;
    };
    const done = (skin: Mesh, quiet: string, opacity: number): Pane => {
      object.add(skin);
      return { object, skin, members: [], centre, slide, quiet, opacity };
    };
    switch (s.kind) {
      case 'plane': {
        const normal = new Vector3(...s.normal).normalize();
        const flat = Math.abs(normal.z) > 0.999;
        // The pane stands upright where it can.
        const level = flat ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1).cross(normal).normalize();
        const steep = normal.clone().cross(level);
        const shape = new PlaneGeometry(this.across(level), this.across(steep));
        object.add(new LineSegments(new EdgesGeometry(shape), new LineBasicMaterial({ color: OUTLINE, transparent: true, opacity: 0.8 })));
        object.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(level, steep, normal));
        slide = (place) => { const gap = normal.dot(place) - normal.dot(middle); place.copy(middle).addScaledVector(normal, gap); };
        stand(s.point);
        return done(new Mesh(shape, this.glass(flat ? 0.1 : 0.18)), '#8fa3b8', flat ? 0.1 : 0.18);
      }
      case 'sphere': {
        const shape = new SphereGeometry(s.radius, this.looks.soft ? 48 : 72, this.looks.soft ? 32 : 48);
        stand(s.center);
        if (!s.inside) {
          const solid = new Mesh(shape, this.looks.solid({ color: '#c9d2dc' }));
          solid.castShadow = solid.receiveShadow = true;
          return done(solid, '#c9d2dc', 1);
        }
        object.add(circle(s.radius, () => {}), circle(s.radius, (g) => g.rotateX(Math.PI / 2)), circle(s.radius, (g) => g.rotateY(Math.PI / 2)));
        return done(new Mesh(shape, this.glass(0.1)), '#8fa3b8', 0.1);
      }
      case 'cylinder': {
        const axis = new Vector3(...s.axis).normalize();
        // Around a motion in a plane it is a ring.
        const { size } = this.extent;
        const thick = Math.abs(axis.x) * size.x + Math.abs(axis.y) * size.y + Math.abs(axis.z) * size.z;
        const half = thick < 0.05 * R ? 0.05 * R : 0.8 * R;
        const shape = new CylinderGeometry(s.radius, s.radius, 2 * half, 96, 1, s.inside);
        slide = (place) => { place.addScaledVector(axis, axis.dot(middle) - axis.dot(place)); };
        stand(s.point);
        object.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis));
        for (const end of [-half, half]) object.add(circle(s.radius, (g) => g.rotateX(Math.PI / 2).translate(0, end, 0)));
        const glass = half < 0.8 * R ? 0.5 : 0.14;
        if (s.inside) return done(new Mesh(shape, this.glass(glass)), '#8fa3b8', glass);
        const solid = new Mesh(shape, this.looks.solid({ color: '#c9d2dc' }));
        solid.castShadow = solid.receiveShadow = true;
        return done(solid, '#c9d2dc', 1);
      }
      case 'mesh': {
        const places = this.motion.frames.get(s.vertices);
        const corners = this.motion.frames.get(s.triangles);
        if (!places || !corners) return undefined;
        const shape = new BufferGeometry();
        shape.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
        shape.setIndex(new BufferAttribute(Uint32Array.from(corners), 1));
        shape.computeVertexNormals();
        const skin = new Mesh(shape, this.looks.solid({ color: '#b9c6d4', opacity: 0.55 }));
        (skin.material as Material).side = DoubleSide;
        return done(skin, '#b9c6d4', 0.55);
      }
    }
  }

  update(at: Place, t: number): void {
    const p = [0, 0, 0];
    const mixed = new Color();
    const red = new Color('#e0263f');
    for (const pane of this.panes) {
      if (pane.centre !== null) {
        this.motion.end(pane.centre, at, p);
        pane.object.position.fromArray(p);
        pane.slide(pane.object.position);
      }
      let state = OPEN;
      for (const m of pane.members) state = Math.max(state, Math.min(ACTIVE, this.motion.state(m, at.row)));
      const last = this.lastImpact(pane, t);
      const flash = last !== null && t - last < FLASH ? 1 - (t - last) / FLASH : 0;
      mixed.set(pane.quiet);
      const clear = pane.opacity < 1;
      if (state === ACTIVE) mixed.lerp(red, clear ? 0.75 : 0.16);
      else if (state === CLOSED) mixed.lerp(new Color('#e39a2d'), clear ? 0.75 : 0.2);
      mixed.lerp(red, flash * (clear ? 1 : 0.35));
      const material = pane.skin.material as MeshBasicMaterial;
      material.color.copy(mixed);
      if (clear) material.opacity = pane.opacity + (state === ACTIVE ? 0.05 : 0) + 0.2 * flash;
    }
  }

  private lastImpact(pane: Pane, t: number): number | null {
    for (let i = this.impacts.length - 1; i >= 0; i--) {
      const s = this.impacts[i];
      if (s.t > t) continue;
      if (t - s.t > FLASH) return null;
      if (pane.members.some((m) => s.constraints.has(m))) return s.t;
    }
    return null;
  }

  constraintOf(object: Object3D): number | null {
    return this.panes.some((p) => p.skin === object) ? (object.userData.constraint as number) : null;
  }
}
