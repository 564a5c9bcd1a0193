// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The time shown, playing, and the stretch of time that plots and lanes share.

export class Clock {
  now: number;
  playing = false;
  speed = 1;
  range: [number, number];
  private stamp = 0;
  private asked = false;
  private readonly drawers: (() => void)[] = [];
  private readonly players: (() => void)[] = [];
  private readonly rangers: (() => void)[] = [];

  constructor(readonly t0: number, readonly t1: number) {
    this.now = t0;
    this.range = [t0, t1];
  }

  get span(): number { return this.t1 - this.t0 || 1; }

  onDraw(f: () => void): void { this.drawers.push(f); }
  onPlay(f: () => void): void { this.players.push(f); }
  onRange(f: () => void): void { this.rangers.push(f); }

  // Draws once at the next frame, however often it is asked; nothing is drawn while nothing changes.
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((stamp) => this.tick(stamp));
  }

  draw(): void {
    for (const f of this.drawers) f();
  }

  seek(t: number): void {
    if (!Number.isFinite(t)) return;
    this.now = Math.min(this.t1, Math.max(this.t0, t));
    this.ask();
  }

  play(on: boolean): void {
    if (on === this.playing) return;
    if (on && this.now >= this.t1) this.now = this.t0;
    this.playing = on;
    this.stamp = 0;
    for (const f of this.players) f();
    this.ask();
  }

  zoom(low: number, high: number): void {
    low = Math.max(this.t0, low);
    high = Math.min(this.t1, high);
    if (!(high - low > 1e-12 * this.span)) return;
    this.range = [low, high];
    for (const f of this.rangers) f();
    this.ask();
  }

  get zoomed(): boolean { return this.range[0] > this.t0 || this.range[1] < this.t1; }

  whole(): void { this.zoom(this.t0, this.t1); }

  private tick(stamp: number): void {
    this.asked = false;
    if (this.playing) {
      // A hidden tab gets no frames; without the clamp the motion would leap when it comes back.
      const passed = this.stamp ? Math.min(0.1, (stamp - this.stamp) / 1000) : 0;
      this.stamp = stamp;
      this.now += passed * this.speed;
      if (this.now >= this.t1) { this.now = this.t1; this.play(false); }
    }
    this.draw();
    if (this.playing) this.ask();
  }
}
