// A rope bridge: planks that ropes tie to each other and to the towers on both sides so that they turn against each other, and a stack of boxes
// on the plank in the middle. It begins in the form in which it hangs: with the horizontal pull H of the ropes, V upwards carried at
// one end of a plank and V' at the other, it has the slope (V + V') / 2 H. H is what gives the sag asked for.

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
/** Between two planks, and from a tower to where the first is tied [m]. */
const SPACE = 0.06;
const TIE = 0.1;
/** Of the whole bridge's length [1]. */
const SAG = 0.08;
/** From the middle plank to the ground [m]. */
const CLEARANCE = 2;
/** Where planks are tied [N m s/rad] and [N m]. */
const TIED = { damping: 200, friction: 20 };

/** A plank of the right half: its middle and its inclination [rad], and where the next one is tied to it. */
interface Place {
  x: number;
  y: number;
  tilt: number;
  end: readonly [number, number];
}

export function bridge({ planks = 21, boxes = 5 }: BridgeOptions): Scene {
  const half = Math.floor(planks / 2);
  const places = hang(half, boxes);
  const bodies: SceneBody[] = [];
  for (let i = -half; i <= half; i++) {
    const { x, y, tilt } = places[Math.abs(i)];
    const side = Math.sign(i);
    const position: Vec3 = [side * x, y, 0];
    const orientation = rotation([0, 0, 1], side * tilt);
    bodies.push(stone(`plank-${i + half}`, { kind: 'box', size: PLANK }, position, { orientation }));
  }
  const [reach, top] = places[half].end;
  const tower: Vec3 = [1, top, 2.5];
  const towers = [-1, 1].map((side) =>
    fixture(side < 0 ? 'left' : 'right', [{ kind: 'box', size: tower }], [side * (reach + TIE + tower[0] / 2), top / 2, 0]),
  );
  const stack = Array.from({ length: boxes }, (_, i) =>
    stone(`box-${i}`, { kind: 'box', size: BOX }, [0, places[0].y + PLANK[1] / 2 + (i + 0.5) * BOX[1], 0]),
  );
  const seconds = 10;
  return stoneScene(about, [...towers, ...bodies, ...stack], { seconds, joints: ties(planks, places) });
}

/** The middle plank first. */
function hang(half: number, boxes: number): Place[] {
  const span = (2 * half + 1) * (PLANK[0] + SPACE);
  let [weak, strong] = [1e-3, 1e9];
  for (let i = 0; i < 200; i++) {
    const pull = Math.sqrt(weak * strong);
    const places = formUnder(pull, half, boxes);
    if (places[half].end[1] - places[0].y > SAG * span) weak = pull;
    else strong = pull;
  }
  return formUnder(strong, half, boxes);
}

/** With a horizontal pull, in units of gravity [kg]. */
function formUnder(pull: number, half: number, boxes: number): Place[] {
  const weight = STONE * PLANK[0] * PLANK[1] * PLANK[2];
  const reach = (PLANK[0] + SPACE) / 2;
  let carried = (weight + boxes * STONE * BOX[0] * BOX[1] * BOX[2]) / 2;
  const places: Place[] = [{ x: 0, y: CLEARANCE, tilt: 0, end: [reach, CLEARANCE] }];
  for (let i = 1; i <= half; i++) {
    const tilt = atan2(carried + weight / 2, pull);
    const [x, y] = along(places[i - 1].end, tilt, reach);
    carried += weight;
    places.push({ x, y, tilt, end: along([x, y], tilt, reach) });
  }
  return places;
}

function along([x, y]: readonly [number, number], angle: number, way: number): [number, number] {
  return [x + way * cos(angle), y + way * sin(angle)];
}

/** From each plank to the next, and to the towers. */
function ties(planks: number, places: readonly Place[]): JointDescriptor<string>[] {
  return Array.from({ length: planks + 1 }, (_, i) => {
    // Counted from the middle plank to either side.
    const behind = i - planks / 2;
    const [x, y] = places[Math.floor(Math.abs(behind))].end;
    const [bodyA, bodyB] = i === planks ? ['right', `plank-${i - 1}`] : [i === 0 ? 'left' : `plank-${i - 1}`, `plank-${i}`];
    const anchor: Vec3 = [behind < 0 ? -x : x, y, 0];
    return { name: `tie-${i}`, kind: 'revolute', bodyA, bodyB, anchor, axis: [0, 0, 1], coordinates: { angle: TIED } };
  });
}
