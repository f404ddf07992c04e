// Interlocked rings: a chain that hangs from a fixed ring with a weight at its end, or sags between two fixed rings. Nothing but contact holds it.

import { number, oneOf } from '../src/input/fields.js';
import type { Quat, Vec3 } from '../src/math/vector.js';
import { multiply } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import { ringMesh } from './meshes/tubes.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, STONE, stone, stoneScene } from './parts.js';

export interface RingChainOptions extends SceneOptions {
  /** Rings that move [1]. */
  count?: number;
  /** Which ends are held. */
  held?: 'one' | 'both';
  /** Mass of what hangs at the end that is not held, in rings [1]. */
  weight?: number;
}

export const about: About<RingChainOptions> = {
  name: 'ring-chain',
  description: 'Eight interlocked rings hang from a fixed one, with the weight of ten at their end.',
  source: 'not in the papers; concave bodies that hold each other, contact trees',
  options: {
    count: number('Rings that move [1]', { min: 1, max: 200, integer: true }),
    held: oneOf('Which ends are held: one, with a weight at the other, or both', ['one', 'both']),
    weight: number('Mass of what hangs at the end that is not held, in rings [1]', { min: 1, max: 1000 }),
  },
};

/** Of a ring: radius of the circle in the middle of its tube, and how thick that is [m]. */
export const RING_RADIUS = 0.5;
export const RING_THICKNESS = 0.2;
/** Between the middles of two rings that pull at each other [m]. */
const TAUT = 2 * RING_RADIUS - RING_THICKNESS;
/** The rings start closer together than that, by this factor [1]. */
const SLACK = 0.9;
/** Height of the lowest point above the ground [m]. */
const ABOVE_GROUND = 1;
const RING: ShapeDescriptor = { kind: 'mesh', mesh: 'ring' };

export function ringChain({ count = 8, held = 'one', weight = 10 }: RingChainOptions): Scene {
  const own = { meshes: { ring: ringMesh(RING_RADIUS, RING_THICKNESS) } };
  return stoneScene(about, held === 'one' ? hangingChain(count, weight) : saggingChain(count), own);
}

/** Neighbours are a quarter of a turn apart about the chain. */
function turnOf(i: number, along: Readonly<Vec3>): Quat {
  const upright = rotation([1, 0, 0], Math.PI / 2);
  return multiply(rotation(along, (i % 2 === 0 ? 1 : -1) * (Math.PI / 4)), upright);
}

function ring(i: number, position: Vec3, along: Readonly<Vec3>, isHeld: boolean, own: Partial<SceneBody> = {}): SceneBody {
  const orientation = turnOf(i, along);
  if (isHeld) return { kind: 'fixed', name: `held-${i}`, position, orientation, shapes: [RING] };
  return stone(`ring-${i}`, RING, position, { orientation, ...own });
}

/** Rings 1 to count hang below ring 0; the last one holds a weight: a ring as well, but so much denser. */
function hangingChain(count: number, weight: number): SceneBody[] {
  const rings = Array.from({ length: count + 1 }, (_, i) => {
    const height = ABOVE_GROUND + RING_RADIUS + RING_THICKNESS / 2 + TAUT * (count - SLACK * i);
    return ring(i, [0, height, 0], [0, 1, 0], i === 0, i === count ? { density: weight * STONE } : {});
  });
  return rings;
}

/** Rings 1 to count between the rings 0 and count + 1. */
function saggingChain(count: number): SceneBody[] {
  const height = ABOVE_GROUND + (count + 2) * TAUT * 0.5;
  return Array.from({ length: count + 2 }, (_, i) => {
    const x = SLACK * TAUT * (i - (count + 1) / 2);
    return ring(i, [x, height, 0], [1, 0, 0], i === 0 || i === count + 1);
  });
}
