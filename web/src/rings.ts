// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// An impact is seen as a ring that grows and fades where it happened.

import { type Camera, DoubleSide, Mesh, MeshBasicMaterial, type Object3D, RingGeometry, Vector3 } from 'three';
import type { Extent } from './extent';
import type { ReportEvent, Shape } from './format';
import { impulseOf, isImpact } from './marks';
import type { Motion } from './motion';

const LASTS = 0.35;   // s
const POOL = 6;

export class Rings {
  readonly objects: Object3D[] = [];
  private readonly rings: Mesh[] = [];
  private readonly impacts: { event: ReportEvent; size: number }[];
  private readonly massOf = new Map<number, number>();

  constructor(private readonly motion: Motion, private readonly extent: Extent) {
    for (const s of motion.run.draw) this.remember(s);
    const events = motion.run.events.filter((e) => isImpact(e.kind));
    const greatest = Math.max(1e-300, ...events.slice(0, 10000).map(impulseOf));
    this.impacts = events.map((event) => ({ event, size: Math.sqrt(impulseOf(event) / greatest) }));
    for (let i = 0; i < POOL; i++) {
      const ring = new Mesh(new RingGeometry(0.86, 1, 64), new MeshBasicMaterial({ color: '#e0263f', transparent: true, side: DoubleSide, depthWrite: false }));
      this.rings.push(ring);
      this.objects.push(ring);
    }
  }

  private remember(s: Shape): void {
    if (s.kind === 'mass' || s.kind === 'bar' || s.kind === 'solid') return;
    const mass = 'mass' in s ? s.mass : typeof s.to === 'number' ? s.to : typeof s.from === 'number' ? s.from : null;
    if (mass !== null && !this.massOf.has(s.constraint)) this.massOf.set(s.constraint, mass);
  }

  update(t: number, camera: Camera): void {
    const p = [0, 0, 0];
    this.rings.forEach((r) => { r.visible = false; });
    let used = 0;
    for (let i = this.impacts.length - 1; i >= 0 && used < POOL; i--) {
      const { event, size } = this.impacts[i];
      const age = t - event.t;
      if (age < 0) continue;
      if (age > LASTS) break;
      const part = event.parts.find((q) => q.cause && this.massOf.has(q.constraint)) ?? event.parts.find((q) => this.massOf.has(q.constraint));
      const mass = part && this.massOf.get(part.constraint);
      if (mass === undefined) continue;
      this.motion.position(mass, this.motion.place(event.t), p);
      const grown = age / LASTS;
      const ring = this.rings[used++];
      ring.visible = true;
      ring.position.copy(new Vector3().fromArray(p));
      ring.quaternion.copy(camera.quaternion);
      ring.scale.setScalar((0.05 + 0.14 * grown) * this.extent.radius * (0.6 + size));
      (ring.material as MeshBasicMaterial).opacity = 0.85 * (1 - grown);
    }
  }
}
