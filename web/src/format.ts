// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a report contains: the layout that FORMAT.md fixes, as types.

export interface Report {
  zwang: number;
  program: string;
  title: string;
  sentence: string;
  runs: Run[];
}

// A long run lies among the numbers.
export interface Folded {
  text: { offset: number; count: number };
}

export interface Run {
  file: string;
  model: { path: string; text: string }[];
  sha256: string;
  problem?: string; // of a variational problem: which; "straightest" is the motion
  status: 'finished' | 'stopped' | 'interrupted' | 'running';
  code: string | null;
  message: string | null;
  t0: number;
  t1: number;
  settings: { name: string; given: string | null; used: string; unit: string }[];
  parameters: { name: string; value: number; text: string }[];
  masses: Mass[];
  reasons: string[]; // of the states
  constraints: Constraint[];
  groups: Group[];
  events: ReportEvent[];
  certified: boolean;
  certificate: CertificateRow[];
  equations: { title: string; latex: string[] }[];
  modes?: Modes | null;
  draw: Shape[];
  frames: Channel[];
  plots: Channel[];
  thinned: string | null;
  excerpt?: string; // some of the points only: which, in words
}

export interface Mass {
  name: string;
  kind: 'free' | 'fixed' | 'follows' | 'point';   // a point has no mass: a formula gives its place
  mass: number | null;
  at: (number | string)[];
}

export interface Group {
  name: string;
  members: number[];
}

export interface Constraint {
  name: string;
  kind: string;
  text: string;
  latex: string;
  shape: 'string' | 'rod' | 'surface' | 'contact' | 'other';
  equation: boolean;
  words: string[];
  unit: string;
}

export interface CertificateRow {
  number: string;
  words: string;
  worst: number | null;
  allowed: number;
  holds: boolean;
  main: boolean;
  t: number | null;
  constraint: string | null;
}

export interface ReportEvent {
  t: number;
  kind: string;
  word: string;
  cause: string;
  text: string;
  located: number | null; // s, on the computed motion
  uncertainty: number | null; // s, with the error of that motion: an estimate
  energy: number | null;
  parts: Part[];
  principles?: Principles | null;
}

// How the active constraints were found, and what other principles would allow.
export interface Principles {
  possible: number; // sets of inequalities
  trials: { set: string; zwang: number | null; accepted: boolean; verdict: string }[];
  words: string[];
  picture: AccelerationPicture | null;
  minima?: { number: number | null; zwang: number; accelerations: number[]; reaction: number[]; note: string }[];
}

// The polygons around a set, or one line or point.
export type Polygons = number[][][];

export interface AccelerationPicture {
  axes: string[];
  box: [number, number][];
  free: number[];
  gauss: number[];
  ostrogradsky: number[] | null; // if his rule is wrong
  equal_zwang: number[][] | null;
  admissible: Polygons;
  allowed: Polygons | null;
  displacements: Polygons;
  changes: Polygons;
}

export interface Part {
  constraint: number;
  cause: boolean;
  before: number;
  after: number;
  approach: number | null;
  impulse: number | null;
  why: Why | null;
}

export interface Why {
  f: number | null;
  rate: number;
  second: number;
  multiplier: number;
  free: number | null;
  ostrogradsky: string | null;
  words: string;
}

export interface Modes {
  stability: 'stable' | 'unstable' | 'undecided';
  reason: string;
  modes: Mode[];
}

export interface Mode {
  root: [number, number];
  words: string;
  course: [number, number][][];   // of each mass along each axis
}

export type Point = [number, number, number];
// Three of: a number, or the name of a frame channel.
export type Spot = (number | string)[];
export type End = number | Spot;

export type Link = { kind: 'string' | 'rod' | 'contact'; constraint: number; from: End; to: End; length: number };
export type Plane = { kind: 'plane'; constraint: number; mass: number | null; point: Spot; normal: Point };
export type Sphere = {
  kind: 'sphere'; constraint: number; mass: number | null; center: End; radius: number; inside: boolean;
};
export type Cylinder = {
  kind: 'cylinder'; constraint: number; mass: number | null; point: Spot; axis: Point; radius: number; inside: boolean;
};
export type SurfaceMesh = { kind: 'mesh'; constraint: number; mass: number | null; vertices: string; triangles: string };
export type Surface = Plane | Sphere | Cylinder | SurfaceMesh;
// Between two masses or points, by number.
export type Bar = { kind: 'bar'; from: number; to: number };
// A shape of a body whose centre of mass is `mass`, or of the world. `turn` and `axes` are quaternions, w first: of the body, and
// of the shape's own axes in it; `at` is its middle in the body.
export type Solid = {
  kind: 'solid'; form: 'sphere' | 'capsule' | 'cylinder' | 'box' | 'plane'; mass: number | null; turn: Spot;
  at: number[]; axes: number[]; size: number[];
};
export type Shape = { kind: 'mass'; mass: number } | Link | Bar | Surface | Solid;

export interface Channel {
  name: string;
  what: string;
  of: string;
  unit: string;
  type: 'f64' | 'f32' | 'u8' | 'u32' | 'i16d';
  offset: number;
  count: number;
  lo?: number;
  hi?: number;
}

// The states of a constraint, as stored.
export const OPEN = 0;
export const CLOSED = 1;
export const ACTIVE = 2;
export const HELD = 3;
export const STICKS = 4; // of what rubs
export const SLIPS = 5;
