// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Materials and the colours of meaning in the picture.

import { Color, MeshLambertMaterial, MeshStandardMaterial } from 'three';
import { ACTIVE, CLOSED, HELD } from './format';
import { colour, theme } from './theme';

const ACTS = new Color('#e0263f');
const HOT = new Color('#7d0016');
const SHUT = new Color('#e39a2d');

// Colour of a state; `force` from 0 to 1 darkens what acts.
export function stateColour(state: number, force: number, out: Color): Color {
  switch (state) {
    case ACTIVE: return out.copy(ACTS).lerp(HOT, 0.8 * Math.min(1, Math.max(0, force)));
    case CLOSED: return out.copy(SHUT);
    case HELD: return out.set(colour('held'));
    default: return out.set(theme() === 'dark' ? '#8b97a6' : '#8d96a1');
  }
}

// Away from red, orange and grey, which mean something.
const BODIES = ['#3b7cc4', '#24598f', '#14808a', '#7d5fc0', '#4f7f3a', '#40608a'];

export const bodyColour = (i: number) => BODIES[i % BODIES.length];

export interface Looks {
  soft: boolean;                              // drawn by the processor: spare it
  solid(options: { color?: string; opacity?: number }): MeshStandardMaterial | MeshLambertMaterial;
}

export function looksFor(soft: boolean): Looks {
  return {
    soft,
    solid({ color = '#ffffff', opacity = 1 }) {
      const common = { color, opacity, transparent: opacity < 1, depthWrite: opacity === 1 };
      return soft ? new MeshLambertMaterial(common) : new MeshStandardMaterial({ roughness: 0.5, metalness: 0.03, ...common });
    },
  };
}
