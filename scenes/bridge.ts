// A rope bridge: two ropes tie each plank to the next, and the outer ones to towers, and a stack of boxes stands on the
// plank in the middle. It begins in the form in which it hangs: with the horizontal pull H of the ropes, a rope that
// carries V has the slope V / H, and a plank that is carried by V at one end and V' at the other (V + V') / 2 H. H is
// what gives the sag asked for.

import { number } from '../src/input/fields.js';
import type { JointDescriptor } from '../src/joints/descriptors.js';
import { atan2, cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, STONE, stone, stoneScene } from './parts.js';

export interface BridgeOptions extends SceneOptions {
  /** Planks, an odd number [1]. */
  planks?: number;
  /** Boxes in the stack [1]. */
  boxes?: number;
}

export const about: About<BridgeOptions> = {
  name: 'bridge',
  description: 'A rope bridge of 21 planks carries a stack of 5 boxes on the plank in its middle.',
  source: 'not in the papers; stacks on jointed bodies',
  options: {
    planks: number('Planks, an odd number [1]', { min: 1, max: 101, integer: true }),
    boxes: number('Boxes in the stack [1]', { min: 0, max: 20, integer: true }),
  },
};

/** Along the bridge, up and across it [m]. */
const PLANK: Vec3 = [0.6, 0.1, 2];
const BOX: Vec3 = [0.5, 0.5, 0.5];
/** Of a rope, and of its two places from the middle of a plank [m]. */
const ROPE = 0.15;
const ASIDE = 0.9;
/** Of the whole bridge's length [1]. */
const SAG = 0.08;
/** From the middle plank to the ground [m]. */
const CLEARANCE = 2;
const TOWER = 1;
/** Of planks in the air [1/s]. */
const DRAG = 1;

type Point = readonly [x: number, y: number];

/**
 * A plank of the right half: its ends and its middle, and its inclination [rad]; then the end of the ropes that tie it
 * to what is next.
 */
interface Place {
  readonly near: Point;
  readonly middle: Point;
  readonly far: Point;
  readonly tilt: number;
  readonly next: Point;
}

export function bridge({ planks = 21, boxes = 5 }: BridgeOptions): Scene {
  const half = Math.floor(planks / 2);
  const places = hang(half, boxes);
  const bodies: SceneBody[] = [];
  for (let i = -half; i <= half; i++) {
    const { middle, tilt } = places[Math.abs(i)];
    const side = Math.sign(i);
    const [x, y] = middle;
    const own = { orientation: rotation([0, 0, 1], side * tilt), linearDamping: DRAG, angularDamping: DRAG };
    bodies.push(stone(`plank-${i + half}`, { kind: 'box', size: PLANK }, [side * x, y, 0], own));
  }
  const [reach, top] = places[half].next;
  const tower: Vec3 = [TOWER, top, 2.5];
  const towers = [-1, 1].map((side) =>
    fixture(side < 0 ? 'left' : 'right', [{ kind: 'box', size: tower }], [side * (reach + tower[0] / 2), top / 2, 0]),
  );
  const stack = Array.from({ length: boxes }, (_, i) =>
    stone(`box-${i}`, { kind: 'box', size: BOX }, [0, CLEARANCE + PLANK[1] / 2 + (i + 0.5) * BOX[1], 0]),
  );
  return stoneScene(about, [...towers, ...bodies, ...stack], { seconds: 10, joints: ropes(planks, places) });
}

/** The middle plank first. */
function hang(half: number, boxes: number): Place[] {
  const span = (2 * half + 1) * (PLANK[0] + ROPE);
  let [weak, strong] = [1e-3, 1e9];
  for (let i = 0; i < 200; i++) {
    const pull = Math.sqrt(weak * strong);
    const places = formUnder(pull, half, boxes);
    if (places[half].next[1] - CLEARANCE > SAG * span) weak = pull;
    else strong = pull;
  }
  return formUnder(strong, half, boxes);
}

/** With a horizontal pull, in units of gravity [kg]. */
function formUnder(pull: number, half: number, boxes: number): Place[] {
  const weight = STONE * PLANK[0] * PLANK[1] * PLANK[2];
  const reach = PLANK[0] / 2;
  let carried = (weight + boxes * STONE * BOX[0] * BOX[1] * BOX[2]) / 2;
  const places: Place[] = [];
  let next: Point = [-reach, CLEARANCE];
  for (let i = 0; i <= half; i++) {
    const near = next;
    const tilt = i === 0 ? 0 : atan2(carried + weight / 2, pull);
    if (i > 0) carried += weight;
    const far = along(near, tilt, 2 * reach);
    next = along(far, atan2(carried, pull), ROPE);
    places.push({ near, middle: along(near, tilt, reach), far, tilt, next });
  }
  return places;
}

function along([x, y]: Point, angle: number, way: number): Point {
  return [x + way * cos(angle), y + way * sin(angle)];
}

/** Two from each plank to the next, and to the towers. */
function ropes(planks: number, places: readonly Place[]): JointDescriptor<string>[] {
  const [, top] = places[places.length - 1].next;
  const end = (place: number, side: number): readonly [body: string, x: number, y: number] => {
    if (place < 0 || place === planks) return [side > 0 ? 'left' : 'right', (side * TOWER) / 2, top / 2];
    return [`plank-${place}`, (side * PLANK[0]) / 2, 0];
  };
  return Array.from({ length: 2 * (planks + 1) }, (_, i) => {
    const gap = Math.floor(i / 2);
    const z = i % 2 === 0 ? ASIDE : -ASIDE;
    const [bodyA, xA, yA] = end(gap - 1, 1);
    const [bodyB, xB, yB] = end(gap, -1);
    return {
      name: `rope-${gap}-${i % 2}`,
      kind: 'distance',
      bodyA,
      bodyB,
      frameA: { position: [xA, yA, z] },
      frameB: { position: [xB, yB, z] },
      coordinates: { length: { limits: [0, ROPE] } },
      collide: true,
    };
  });
}
