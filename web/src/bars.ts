// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Lines between points: bodies, cranks and whatever a model has drawn.

import { CylinderGeometry, DynamicDrawUsage, InstancedMesh, Matrix4, type Object3D, Quaternion, Sphere, Vector3 } from 'three';
import { slender } from './bodies';
import type { Extent } from './extent';
import type { Bar } from './format';
import type { Looks } from './looks';
import type { Motion, Place } from './motion';

export class Bars {
  readonly objects: Object3D[] = [];
  private readonly bars: Bar[];
  private readonly bundle: InstancedMesh | null = null;
  private readonly thick: number;

  constructor(private readonly motion: Motion, extent: Extent, looks: Looks, ghost: boolean) {
    this.bars = motion.run.draw.filter((s): s is Bar => s.kind === 'bar');
    this.thick = 0.014 * slender(motion.run.masses.length) * extent.radius;
    if (!this.bars.length) return;
    const look = looks.solid({ color: ghost ? '#8a78c8' : '#5b7a99', opacity: ghost ? 0.4 : 1 });
    this.bundle = new InstancedMesh(new CylinderGeometry(1, 1, 1, looks.soft ? 8 : 14), look, this.bars.length);
    this.bundle.instanceMatrix.setUsage(DynamicDrawUsage);
    this.bundle.castShadow = !ghost;
    this.bundle.frustumCulled = false;
    this.bundle.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.objects.push(this.bundle);
  }

  update(at: Place): void {
    if (!this.bundle) return;
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const up = new Vector3(0, 1, 0);
    const p = [0, 0, 0];
    const from = new Vector3();
    const along = new Vector3();
    const scale = new Vector3();
    this.bars.forEach((bar, i) => {
      this.motion.position(bar.from, at, p);
      from.fromArray(p);
      this.motion.position(bar.to, at, p);
      along.fromArray(p).sub(from);
      const length = along.length();
      turn.setFromUnitVectors(up, along.divideScalar(length || 1));
      matrix.compose(from.addScaledVector(along, length / 2), turn, scale.set(this.thick, length, this.thick));
      this.bundle!.setMatrixAt(i, matrix);
    });
    this.bundle.instanceMatrix.needsUpdate = true;
  }
}
