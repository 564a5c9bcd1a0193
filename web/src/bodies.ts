// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Masses as balls, other points as small ones, fixed ends as anchors.

import { BoxGeometry, CylinderGeometry, DynamicDrawUsage, InstancedMesh, Matrix4, Mesh, type Object3D, SphereGeometry } from 'three';
import type { Extent } from './extent';
import type { Spot } from './format';
import { bodyColour, type Looks } from './looks';
import type { Motion, Place } from './motion';

export const FEW = 60;

// Thousands of balls and strings are drawn thinner: those of a net would hide it.
export const slender = (masses: number) => Math.min(1, 30 / Math.sqrt(masses));

// Radius of each ball: as the cube root of its mass, never too small or too large to see.
export function radii(motion: Motion, extent: Extent): number[] {
  const { masses, draw } = motion.run;
  const heaviest = Math.max(1e-300, ...masses.map((m) => m.mass ?? 0));
  const many = masses.length > FEW;
  const out = masses.map((m) => {
    if (many) return 0.009 * slender(masses.length) * extent.radius;
    if (m.kind === 'point') return 0.017 * extent.radius;
    const share = m.mass === null || m.kind !== 'free' ? 0.02 : Math.min(0.07, Math.max(0.02, 0.052 * Math.cbrt(m.mass / heaviest)));
    return share * extent.radius;
  });
  // A body in its shape needs no ball.
  for (const s of draw) if (s.kind === 'solid' && s.mass !== null) out[s.mass] = Math.min(out[s.mass], 0.006 * extent.radius);
  // Balls that may not come nearer than d are drawn d across, so that they touch when they do.
  for (const s of draw) {
    if (s.kind === 'contact' && typeof s.from === 'number' && typeof s.to === 'number') {
      out[s.from] = out[s.to] = Math.max(s.length / 2, 0.01 * extent.radius);
    }
  }
  return out;
}

export class Bodies {
  readonly objects: Object3D[] = [];
  private readonly balls: Mesh[] = [];
  private readonly blocks: { block: Mesh; spot: Spot; lift: number }[] = [];   // where strings end
  private readonly swarm: InstancedMesh | null = null;
  private readonly size: number[];
  private readonly matrix = new Matrix4();
  private readonly p = [0, 0, 0];

  constructor(private readonly motion: Motion, extent: Extent, looks: Looks, ghost: boolean) {
    const { masses } = motion.run;
    this.size = radii(motion, extent);
    if (masses.length > FEW) {
      this.swarm = new InstancedMesh(new SphereGeometry(1, 8, 6), looks.solid({ color: ghost ? '#8a78c8' : '#40536b', opacity: ghost ? 0.4 : 1 }), masses.length);
      this.swarm.instanceMatrix.setUsage(DynamicDrawUsage);
      this.swarm.frustumCulled = false;
      this.objects.push(this.swarm);
    } else {
      masses.forEach((m, i) => {
        const r = this.size[i];
        const fixed = m.kind === 'fixed';
        const shape = fixed ? new BoxGeometry(2.4 * r, 2.4 * r, 1.6 * r) : new SphereGeometry(r, 36, 24);
        const color = ghost ? '#8a78c8' : m.kind === 'free' ? bodyColour(i) : '#56616f';
        const ball = new Mesh(shape, looks.solid({ color, opacity: ghost ? 0.42 : 1 }));
        ball.castShadow = !ghost;
        this.balls.push(ball);
        this.objects.push(ball);
      });
    }
    if (!ghost) this.anchors(extent, looks);
  }

  private anchors(extent: Extent, looks: Looks): void {
    const seen = new Set<string>();
    const r = extent.radius;
    for (const s of this.motion.run.draw) {
      if (s.kind !== 'string' && s.kind !== 'rod') continue;
      for (const end of [s.from, s.to]) {
        if (typeof end === 'number' || seen.has(end.join())) continue;
        seen.add(end.join());
        const block = new Mesh(new CylinderGeometry(0.04 * r, 0.055 * r, 0.05 * r, 24), looks.solid({ color: '#4a5460' }));
        block.rotation.x = -Math.PI / 2;
        block.castShadow = true;
        this.objects.push(block);
        this.blocks.push({ block, spot: end, lift: 0.02 * r });
      }
    }
  }

  update(at: Place): void {
    for (const { block, spot, lift } of this.blocks) {
      this.motion.spot(spot, at, this.p);
      block.position.set(this.p[0], this.p[1], this.p[2] + lift);
    }
    const n = this.motion.run.masses.length;
    for (let i = 0; i < n; i++) {
      this.motion.position(i, at, this.p);
      const [x, y, z] = this.p;
      if (this.swarm) this.swarm.setMatrixAt(i, this.matrix.makeScale(this.size[i], this.size[i], this.size[i]).setPosition(x, y, z));
      else this.balls[i].position.set(x, y, z);
    }
    if (this.swarm) this.swarm.instanceMatrix.needsUpdate = true;
  }

  // For tests: where the masses are drawn now.
  places(): number[][] {
    return this.motion.run.masses.map((_, i) => {
      if (!this.swarm) return this.balls[i].position.toArray();
      this.swarm.getMatrixAt(i, this.matrix);
      return this.matrix.elements.slice(12, 15);
    });
  }
}
