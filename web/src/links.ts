// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Strings, rods and contacts: straight and red while they act, along the catenary while slack.

import { Color, CylinderGeometry, DynamicDrawUsage, InstancedMesh, Matrix4, Mesh, type MeshLambertMaterial, type Object3D, Quaternion, Sphere, Vector3 } from 'three';
import { FEW, slender } from './bodies';
import { hang, straight } from './catenary';
import type { Extent } from './extent';
import { ACTIVE, type Link, OPEN } from './format';
import { type Looks, stateColour } from './looks';
import type { Motion, Place } from './motion';
import { Tube } from './tube';

const PIECES = 32;

export class Links {
  readonly objects: Object3D[] = [];
  private readonly links: Link[];
  private readonly tubes: Mesh[] = [];
  private readonly bundle: InstancedMesh | null = null;
  private readonly points = new Float32Array(3 * (PIECES + 1));
  private readonly a = [0, 0, 0];
  private readonly b = [0, 0, 0];
  private readonly colour = new Color();

  constructor(private readonly motion: Motion, private readonly extent: Extent, looks: Looks, private readonly ghost: boolean) {
    this.links = motion.run.draw.filter((s): s is Link => s.kind === 'string' || s.kind === 'rod' || s.kind === 'contact');
    const opacity = ghost ? 0.4 : 1;
    if (this.links.length > FEW) {
      this.bundle = new InstancedMesh(new CylinderGeometry(1, 1, 1, looks.soft ? 5 : 7, 1, true), looks.solid({ opacity }), this.links.length);
      this.bundle.instanceMatrix.setUsage(DynamicDrawUsage);
      this.bundle.castShadow = !ghost;
      this.bundle.frustumCulled = false;
      this.bundle.boundingSphere = new Sphere(new Vector3(), Infinity);
      this.objects.push(this.bundle);
      return;
    }
    for (const link of this.links) {
      const mesh = new Mesh(new Tube(PIECES), looks.solid({ opacity }));
      mesh.castShadow = !ghost;
      mesh.frustumCulled = false;
      mesh.userData.constraint = link.constraint;
      this.tubes.push(mesh);
      this.objects.push(mesh);
    }
  }

  update(at: Place, force: (constraint: number) => number): void {
    if (this.bundle) this.updateBundle(at, force);
    else this.links.forEach((link, i) => this.updateTube(link, this.tubes[i], at, force));
  }

  private updateTube(link: Link, mesh: Mesh, at: Place, force: (constraint: number) => number): void {
    const state = this.motion.state(link.constraint, at.row);
    this.motion.end(link.from, at, this.a);
    this.motion.end(link.to, at, this.b);
    mesh.visible = link.kind !== 'contact' || state !== OPEN;
    if (link.kind === 'string' && state === OPEN) hang(this.a, this.b, link.length, PIECES, this.points);
    else straight(this.a, this.b, PIECES, this.points);
    const thick = (link.kind === 'rod' ? 0.015 : 0.0115) * this.extent.radius * (this.ghost ? 0.8 : 1);
    (mesh.geometry as Tube).follow(this.points, state === ACTIVE ? 1.15 * thick : thick);
    const material = mesh.material as MeshLambertMaterial;
    material.color.copy(this.colourOf(link, state, force));
    // A little light of its own keeps the red red in the shade.
    material.emissive.copy(material.color).multiplyScalar(state === ACTIVE ? 0.25 : 0);
  }

  private colourOf(link: Link, state: number, force: (constraint: number) => number): Color {
    return this.ghost ? this.colour.set('#8a78c8') : stateColour(state, force(link.constraint), this.colour);
  }

  private updateBundle(at: Place, force: (constraint: number) => number): void {
    const bundle = this.bundle!;
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const up = new Vector3(0, 1, 0);
    const from = new Vector3();
    const along = new Vector3();
    const scale = new Vector3();
    const thick = 0.0055 * slender(this.motion.run.masses.length) * this.extent.radius;
    this.links.forEach((link, i) => {
      const state = this.motion.state(link.constraint, at.row);
      this.motion.end(link.from, at, this.a);
      this.motion.end(link.to, at, this.b);
      from.fromArray(this.a);
      along.fromArray(this.b).sub(from);
      const length = along.length();
      turn.setFromUnitVectors(up, along.divideScalar(length || 1));
      const r = link.kind === 'contact' && state === OPEN ? 0 : state === ACTIVE ? 1.15 * thick : thick;
      matrix.compose(from.addScaledVector(along, length / 2), turn, scale.set(r, length, r));
      bundle.setMatrixAt(i, matrix);
      bundle.setColorAt(i, this.colourOf(link, state, force));
    });
    bundle.instanceMatrix.needsUpdate = true;
    if (bundle.instanceColor) bundle.instanceColor.needsUpdate = true;
  }

  // The constraint behind an object that a ray has met.
  constraintOf(object: Object3D, instance: number | undefined): number | null {
    if (object === this.bundle && instance !== undefined) return this.links[instance].constraint;
    return this.tubes.includes(object as Mesh) ? (object.userData.constraint as number) : null;
  }

  // For tests: what is painted now.
  colours(): [number, string][] {
    return this.links.map((link, i) => {
      const c = new Color();
      if (this.bundle) this.bundle.getColorAt(i, c);
      else c.copy((this.tubes[i].material as MeshLambertMaterial).color);
      return [link.constraint, `#${c.getHexString()}`];
    });
  }
}
