// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion in space: renderer, camera, light, and the things in the scene.

import {
  Color, DirectionalLight, GridHelper, Group, HemisphereLight, type LineBasicMaterial, Mesh, type Object3D, PCFShadowMap, PerspectiveCamera,
  PlaneGeometry, Raycaster, Scene, ShadowMaterial, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Bars } from './bars';
import { Bodies, radii } from './bodies';
import { button, make, need } from './dom';
import { type Extent, extentOf } from './extent';
import { greatest, least, niceStep } from './figures';
import { Forces, usualForce } from './forces';
import type { Shape } from './format';
import { Links } from './links';
import { type Looks, looksFor } from './looks';
import { type ModePlayer, startModes } from './modes';
import { startPath } from './path';
import { Rings } from './rings';
import { Solids } from './solids';
import { type Stage, watchSize } from './stage';
import { Surfaces } from './surfaces';
import { colour, isPrinting, onTheme, theme } from './theme';
import { Trails } from './trails';

export interface Picture {
  works: boolean;
  modes: ModePlayer | null;
  colours(): [number, string][] | null;
  places(): number[][] | null;
}

const NONE: Picture = { works: false, modes: null, colours: () => null, places: () => null };

// One renderer for the life of the report: a browser gives few of them.
let renderer: WebGLRenderer | null = null;
let looks: Looks;

function isSoft(r: WebGLRenderer): boolean {
  const gl = r.getContext();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  return /SwiftShader|llvmpipe|softpipe|Basic Render/i.test(name);
}

function startRenderer(): WebGLRenderer | null {
  if (renderer) return renderer;
  const canvas = make('canvas');
  // Requested first, since three.js writes to the console where there is none.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, preserveDrawingBuffer: true });
  if (!context) return null;
  try {
    renderer = new WebGLRenderer({ canvas, context, antialias: true });
  } catch {
    return null;
  }
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  looks = looksFor(isSoft(renderer));
  return renderer;
}

// From which side the motion shows itself: flat motions are looked at straight, and walls stand behind what they bound.
function direction(extent: Extent, shapes: Shape[]): Vector3 {
  const { size, radius } = extent;
  const walls = new Vector3();
  for (const s of shapes) if (s.kind === 'plane') walls.add(new Vector3(...s.normal).normalize());
  const side = walls.x > 0.1 ? -1 : 1;
  if (size.y < 0.05 * radius) return new Vector3(0.3 * side, -1, 0.22).normalize();
  if (size.z < 0.05 * radius) return new Vector3(0.12 * side, -0.55, 1).normalize();
  if (size.x < 0.05 * radius) return new Vector3(side, -0.3, 0.22).normalize();
  return new Vector3(0.42 * side, walls.y < -0.1 ? 1 : -1, 0.3).normalize();
}

// The nearest stand from which all places are seen, with room for the words above and below.
function stand(camera: PerspectiveCamera, extent: Extent, from: Vector3): { at: Vector3; target: Vector3 } {
  const right = new Vector3(0, 0, 1).cross(from).normalize();
  const up = from.clone().cross(right);
  const tall = Math.tan((camera.fov * Math.PI) / 360);
  const wide = tall * camera.aspect;
  const target = extent.middle.clone();
  for (const way of [right, up]) {
    const spread = extent.places.map((place) => place.dot(way) - extent.middle.dot(way));
    target.addScaledVector(way, (least(spread) + greatest(spread)) / 2);
  }
  let distance = 0.1 * extent.radius;
  const d = new Vector3();
  for (const place of extent.places) {
    d.copy(place).sub(target);
    distance = Math.max(distance, d.dot(from) + Math.abs(d.dot(right)) / (0.9 * wide), d.dot(from) + Math.abs(d.dot(up)) / (0.83 * tall));
  }
  distance += 0.08 * extent.radius;
  return { at: target.clone().addScaledVector(from, distance), target };
}

function ground(scene: Scene, extent: Extent): { lines: LineBasicMaterial; shadow: ShadowMaterial } {
  const { radius: R, middle, floor } = extent;
  const cell = niceStep(R, 2);
  const cells = Math.ceil((7 * R) / cell / 2) * 2;
  const grid = new GridHelper(cells * cell, cells);
  grid.rotation.x = Math.PI / 2;
  grid.position.set(Math.round(middle.x / cell) * cell, Math.round(middle.y / cell) * cell, floor);
  const lines = grid.material as LineBasicMaterial;
  lines.transparent = true;
  lines.opacity = 0.5;
  lines.vertexColors = false;
  const shadow = new ShadowMaterial();
  const plane = new Mesh(new PlaneGeometry(14 * R, 14 * R), shadow);
  plane.position.set(middle.x, middle.y, floor - 0.001 * R);
  plane.receiveShadow = true;
  scene.add(grid, plane);
  return { lines, shadow };
}

function lights(scene: Scene, extent: Extent): void {
  const { radius: R, middle } = extent;
  const sun = new DirectionalLight('#ffffff', 2.4);
  sun.position.copy(middle).add(new Vector3(-0.9, -1.3, 2.6).multiplyScalar(R));
  sun.target.position.copy(middle);
  sun.castShadow = true;
  sun.shadow.mapSize.setScalar(looks.soft ? 1024 : 2048);
  Object.assign(sun.shadow.camera, { left: -2 * R, right: 2 * R, bottom: -2 * R, top: 2 * R, near: 0.1 * R, far: 8 * R });
  sun.shadow.radius = 5;
  sun.shadow.bias = -5e-4;
  sun.shadow.normalBias = 0.01 * R;
  scene.add(sun, sun.target, new HemisphereLight('#ffffff', '#b8bcc4', 1.7));
}

function dispose(scene: Scene): void {
  scene.traverse((object: Object3D) => {
    const thing = object as Partial<Mesh>;
    thing.geometry?.dispose();
    for (const m of [thing.material].flat()) m?.dispose();
  });
}

function legend({ motion, ghost }: Stage): void {
  const { constraints, excerpt, masses } = motion.run;
  const inequalities = !excerpt && constraints.some((c) => !c.equation);
  const entries: [string, string][] = [];
  if (inequalities) entries.push(['active', 'active'], ['closed', 'closed, no force']);
  if (!masses.length) {
    entries.push(['path', 'path so far'], ['open', 'still to come']);
  } else {
    if (inequalities) entries.push(['open', 'open']);
    if (!excerpt && constraints.some((c) => c.equation)) entries.push(['held', 'equation']);
  }
  if (ghost) {
    const other = ghost.run.problem;
    entries.push(['ghost', other && other !== motion.run.problem ? `${other}, the other run` : 'the other run']);
  }
  need('legend').replaceChildren(...entries.map(([name, words]) => make('span', name, make('i'), words)));
}

function toggle(id: string, label: string, key: string, change: (on: boolean) => void): HTMLButtonElement {
  const b = button(label, `${label} (${key})`, () => {
    const on = b.getAttribute('aria-pressed') !== 'true';
    b.setAttribute('aria-pressed', String(on));
    change(on);
  });
  b.id = id;
  b.setAttribute('aria-pressed', 'true');
  return b;
}

export function startPicture(stage: Stage): Picture {
  const { motion, ghost, clock } = stage;
  const host = need('space');
  legend(stage);
  const buttons = need('view-buttons');
  buttons.replaceChildren();
  const draw = motion.run.masses.length ? startRenderer() : null;
  if (!draw) startModes(stage, null);
  if (!motion.run.masses.length) { startPath(stage, host); return NONE; }
  if (!draw) {
    host.replaceChildren(make('p', 'no-picture', 'This browser offers no WebGL, so there is no picture in space. Everything else in this report is complete.'));
    return NONE;
  }
  host.replaceChildren(draw.domElement);
  draw.domElement.setAttribute('role', 'img');
  draw.domElement.setAttribute('aria-label', 'the masses and constraints in space; the chips and the table of events say the same in words');

  const scene = new Scene();
  const extent = extentOf(motion, ghost);
  const camera = new PerspectiveCamera(32, 1, 0.01 * extent.radius, 60 * extent.radius);
  camera.up.set(0, 0, 1);
  const hand = new OrbitControls(camera, draw.domElement);
  lights(scene, extent);
  const { lines, shadow } = ground(scene, extent);
  const usual = usualForce(motion);
  const ball = radii(motion, extent);
  const bodies = new Bodies(motion, extent, looks, false);
  const bars = new Bars(motion, extent, looks, false);
  const solids = new Solids(motion, extent, looks, false);
  const links = new Links(motion, extent, looks, false);
  const surfaces = new Surfaces(motion, extent, looks);
  const forces = new Forces(motion, extent, looks, usual, ball);
  const rings = new Rings(motion, extent);
  const size = new Vector2();
  const trails = new Trails(motion, () => draw.getSize(size));
  const ghostBodies = ghost && new Bodies(ghost, extent, looks, true);
  const ghostBars = ghost && new Bars(ghost, extent, looks, true);
  const ghostSolids = ghost && new Solids(ghost, extent, looks, true);
  const ghostLinks = ghost && new Links(ghost, extent, looks, true);
  const ofMotion = new Group();   // what a mode of oscillation has not
  for (const part of [bodies, bars, solids, links, surfaces]) if (part.objects.length) scene.add(...part.objects);
  for (const part of [forces, trails, rings, ghostBodies, ghostBars, ghostSolids, ghostLinks]) if (part?.objects.length) ofMotion.add(...part.objects);
  scene.add(ofMotion);
  const modes = startModes(stage, 2 * extent.radius);

  let own = false;   // whether the reader has turned the picture
  const home = () => {
    const { at, target } = stand(camera, extent, direction(extent, motion.run.draw));
    camera.position.copy(at);
    hand.target.copy(target);
    hand.update();
    own = false;
    clock.ask();
  };

  function paint(): void {
    scene.background = new Color(colour('view'));
    lines.color.set(colour('grid-space'));
    shadow.opacity = theme() === 'dark' ? 0.5 : 0.16;
  }

  // Beside an open panel the scene moves over, so that the panel does not cover it.
  const panel = need('why');
  let shifted = 0;
  function makeRoom(): void {
    const width = host.clientWidth;
    const shift = panel.hidden || width < 700 ? 0 : panel.offsetWidth / 2;
    if (shift === shifted) return;
    shifted = shift;
    if (shift) camera.setViewOffset(width, host.clientHeight, shift, 0, width, host.clientHeight);
    else camera.clearViewOffset();
  }

  function render(): void {
    makeRoom();
    const ofMode = modes.place();
    const at = ofMode ?? motion.place(clock.now);
    ofMotion.visible = !ofMode;
    bodies.update(at);
    bars.update(at);
    solids.update(at);
    links.update(at, (c) => (motion.multiplier(c, clock.now) ?? 0) / usual);
    surfaces.update(at, clock.now);
    forces.update(at, clock.now);
    trails.update(at, clock.now);
    rings.update(clock.now, camera);
    if (ghost && ghostBodies && ghostBars && ghostSolids && ghostLinks) {
      const there = ghost.place(clock.now);
      ghostBodies.update(there);
      ghostBars.update(there);
      ghostSolids.update(there);
      ghostLinks.update(there, () => 0);
    }
    draw!.render(scene, camera);
  }

  function resize(): void {
    const width = host.clientWidth;
    const height = host.clientHeight;
    if (!width || !height) return;
    draw!.setPixelRatio(Math.min(2, devicePixelRatio));
    draw!.setSize(width, height, false);
    camera.clearViewOffset();
    shifted = 0;
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    if (!own) home();
    render();
    copyForPaper();
  }

  // What the graphics card draws reaches paper only as a copy.
  const copy = make('canvas');
  function copyForPaper(): void {
    const shown = isPrinting() ? copy : draw!.domElement;
    if (host.firstChild !== shown) host.replaceChildren(shown);
    if (shown !== copy) return;
    copy.width = draw!.domElement.width;
    copy.height = draw!.domElement.height;
    copy.getContext('2d')!.drawImage(draw!.domElement, 0, 0);
  }

  if (forces.objects.length) buttons.append(toggle('forces', 'forces', 'f', (on) => { forces.visible = on; clock.ask(); }));
  if (trails.objects.length) buttons.append(toggle('trails', 'trails', 't', (on) => { trails.visible = on; clock.ask(); }));
  buttons.append(button('reset view', 'reset view (r)', home));
  buttons.lastElementChild!.id = 'reset';

  const ray = new Raycaster();
  let down = { x: 0, y: 0 };
  const press = (e: PointerEvent) => { down = { x: e.offsetX, y: e.offsetY }; };
  const choose = (e: PointerEvent) => {
    if (Math.hypot(e.offsetX - down.x, e.offsetY - down.y) > 4) return;
    ray.setFromCamera(new Vector2((2 * e.offsetX) / host.clientWidth - 1, 1 - (2 * e.offsetY) / host.clientHeight), camera);
    for (const hit of ray.intersectObjects([...links.objects, ...surfaces.objects], true)) {
      const constraint = links.constraintOf(hit.object, hit.instanceId) ?? surfaces.constraintOf(hit.object);
      if (constraint !== null) { stage.choose(constraint); return; }
    }
  };
  draw.domElement.addEventListener('pointerdown', press);
  draw.domElement.addEventListener('pointerup', choose);
  hand.addEventListener('start', () => { own = true; });
  hand.addEventListener('change', () => clock.ask());

  paint();
  stage.cleanup.push(onTheme(() => { paint(); render(); }));
  stage.cleanup.push(() => {
    draw.domElement.removeEventListener('pointerdown', press);
    draw.domElement.removeEventListener('pointerup', choose);
    hand.dispose();
    dispose(scene);
  });
  clock.onDraw(render);
  resize();
  watchSize(stage, host, resize);
  return { works: true, modes, colours: () => links.colours(), places: () => bodies.places() };
}
