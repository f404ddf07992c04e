// Walking robots of six legs cross uneven ground. A leg has three hinges: the first swings it forwards and backwards,
// the second lifts it, the third is its knee. Each hinge has a position motor.
//
// The gait is a tripod: three legs stand and push the trunk forwards while the other three swing to where they stand
// next. The control says where feet are to be, seen from the trunk, and finds the angles in closed form. It feels
// nothing of the ground, and looks at its course alone: where it has drifted from its lane, its steps turn it back.

import { number } from '../src/input/fields.js';
import type { JointDescriptor } from '../src/joints/descriptors.js';
import { acos, atan2, cos, sin } from '../src/math/portable.js';
import { Random } from '../src/math/random.js';
import type { Quat, Vec3 } from '../src/math/vector.js';
import { add, conjugate, multiply, rotate } from '../src/math/vector.js';
import type { Multibody } from '../src/multibody.js';
import type { Scene, SceneBody, SceneMultibody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stoneScene } from './parts.js';

export interface WalkerOptions extends SceneOptions {
  /** Robots [1]. */
  count?: number;
  /** How high the slabs on the ground are at most [m]. */
  height?: number;
}

export const about: About<WalkerOptions> = {
  name: 'walker',
  description: 'Two robots of six legs walk over slabs of uneven height.',
  source: 'not in the papers; position motors that walk a tree of 19 links',
  options: {
    count: number('Robots [1]', { min: 1, max: 20, integer: true }),
    height: number('How high the slabs on the ground are at most [m]', { min: 0.02, max: 0.16 }),
  },
};

/** Along the robot, up and across it [m]. */
const TRUNK: Vec3 = [1.1, 0.16, 0.44];
/** Of trunk and legs [kg/m^3]. */
const DENSITY = 500;
/** From hinge to hinge, and from the knee to the middle of the foot [m]. */
const COXA = 0.14;
const FEMUR = 0.36;
const TIBIA = 0.56;
const FOOT = 0.05;
/** As it stands: how far the femur points up and the tibia down [rad]. */
const RAISED = 0.5;
const LOWERED = 1.25;
const STANCE = {
  out: COXA + FEMUR * cos(RAISED) + TIBIA * cos(LOWERED),
  up: FEMUR * sin(RAISED) - TIBIA * sin(LOWERED),
} as const;
const HIP_HEIGHT = FOOT - STANCE.up;
const MOTOR = { kind: 'position', target: 0, stiffness: 6000, damping: 120, maxForce: 800 } as const;

/**
 * Where its hips are along and across the trunk [m], where a leg points to, from forwards to the left [rad], and when
 * it swings.
 */
const LEGS = [
  { name: 'front-left', at: [0.5, -0.26], azimuth: 1.1, tripod: 0 },
  { name: 'front-right', at: [0.5, 0.26], azimuth: -1.1, tripod: 1 },
  { name: 'middle-left', at: [0, -0.26], azimuth: Math.PI / 2, tripod: 1 },
  { name: 'middle-right', at: [0, 0.26], azimuth: -Math.PI / 2, tripod: 0 },
  { name: 'rear-left', at: [-0.5, -0.26], azimuth: Math.PI - 1.1, tripod: 0 },
  { name: 'rear-right', at: [-0.5, 0.26], azimuth: 1.1 - Math.PI, tripod: 1 },
] as const;
type Leg = (typeof LEGS)[number];

/** Two steps take so long [s]; how far a step goes, and how high a foot is lifted [m]. */
const PERIOD = 1.1;
const STEP = 0.36;
const LIFT = 0.24;
/**
 * Farthest that a step turns [rad], and what of the wrong heading it takes back [1]; heading back for each metre off
 * the lane [rad/m].
 */
const MOST_TURN = 0.25;
const TURN_BACK = 0.5;
const HEAD_BACK = 0.6;

/** Between two lanes, of which slabs leave nothing free; where robots begin, and how long the slabs go on [m]. */
const LANE = 3;
const START = -1.2;
const SLABS = 6;
const SLAB: readonly [number, number] = [0.5, 0.5];

/**
 * What a robot remembers: its lane and where it ends [m], how many double steps it has gone [1], and how much of a step
 * it takes now [1].
 */
const SLOTS = { lane: 0, finish: 1, phase: 2, share: 3 } as const;

export function walker({ seed, count = 2, height = 0.1 }: WalkerOptions): Scene {
  const random = new Random(seed);
  const robots = Array.from({ length: count }, (_, i) => robot(`robot-${i}`, (i - (count - 1) / 2) * LANE));
  const bodies = [...slabs(count * LANE, height, random), ...robots.flatMap((each) => each.bodies)];
  return stoneScene(about, bodies, {
    seconds: 15,
    materials: { default: { friction: 0.5, restitution: 0 }, rubber: { friction: 1, restitution: 0 } },
    multibodies: robots.map(({ multibody }) => multibody),
  });
}

/** Side by side, without gaps. */
function slabs(width: number, most: number, random: Random): SceneBody[] {
  const [along, across] = SLAB;
  const columns = Math.round(width / across);
  return Array.from({ length: columns * Math.round(SLABS / along) }, (_, i) => {
    const height = random.uniform(0.2 * most, most);
    const x = (Math.floor(i / columns) + 0.5) * along;
    const z = ((i % columns) - (columns - 1) / 2) * across;
    return fixture(`slab-${i}`, [{ kind: 'box', size: [along, height, across] }], [x, height / 2, z]);
  });
}

function robot(name: string, lane: number): { bodies: SceneBody[]; multibody: SceneMultibody } {
  const trunk: SceneBody = {
    name: `${name}-trunk`,
    position: [START, HIP_HEIGHT, lane],
    shapes: [
      { kind: 'box', size: TRUNK },
      { kind: 'sphere', radius: 0.13, position: [TRUNK[0] / 2 + 0.1, 0.06, 0] },
    ],
    density: DENSITY,
  };
  const legs = LEGS.map((leg) => makeLeg(name, leg, [START, HIP_HEIGHT, lane]));
  const bodies = [trunk, ...legs.flatMap((leg) => leg.bodies)];
  const links = bodies.map((body) => body.name ?? '');
  const joints = legs.flatMap((leg) => leg.joints);
  return { bodies, multibody: { name, links, joints, control: 'walker', slots: [lane, SLABS + 1, 0, 0] } };
}

/** Coxa, femur and tibia with its foot, each behind its hinge. */
function makeLeg(
  robotName: string,
  { name, at: [along, across], azimuth }: Leg,
  trunk: Vec3,
): { bodies: SceneBody[]; joints: JointDescriptor<string>[] } {
  const outwards = rotation([0, 1, 0], azimuth);
  const side = rotate(outwards, [0, 0, 1]);
  const parts = [
    { part: 'coxa', length: COXA, width: 0.1, pitch: 0, axis: [0, 1, 0] as Vec3 },
    { part: 'femur', length: FEMUR, width: 0.07, pitch: RAISED, axis: side },
    { part: 'tibia', length: TIBIA, width: 0.05, pitch: -LOWERED, axis: side },
  ];
  const bodies: SceneBody[] = [];
  const joints: JointDescriptor<string>[] = [];
  let hinge = add(trunk, [along, 0, across]);
  let before = `${robotName}-trunk`;
  for (const { part, length, width, pitch, axis } of parts) {
    const own = `${robotName}-${name}-${part}`;
    const orientation = multiply(outwards, rotation([0, 0, 1], pitch));
    const [middle, end] = [length / 2, length].map((way) => add(hinge, rotate(orientation, [way, 0, 0])));
    bodies.push({ name: own, position: middle, orientation, shapes: shapesOf(part, length, width), density: DENSITY });
    joints.push({
      name: `${own}-hinge`,
      kind: 'revolute',
      bodyA: before,
      bodyB: own,
      anchor: hinge,
      axis,
      coordinates: { angle: { motor: MOTOR } },
    });
    [hinge, before] = [end, own];
  }
  return { bodies, joints };
}

/** A bar that leaves its hinges free, and at the end of the tibia a foot. */
function shapesOf(part: string, length: number, width: number): ShapeDescriptor[] {
  const bar: ShapeDescriptor = { kind: 'box', size: [length - width, width, width] };
  if (part !== 'tibia') return [bar];
  return [bar, { kind: 'sphere', radius: FOOT, position: [length / 2, 0, 0], material: 'rubber' }];
}

/** Walks a robot along its lane, and lets it stand behind the finish. */
export function walk(own: Multibody, _t: number, dt: number): void {
  const { slots, joints } = own;
  const [trunk] = own.links;
  const { position, orientation } = trunk;
  const isDone = position[0] > slots[SLOTS.finish];
  slots[SLOTS.share] = Math.min(1, Math.max(0, slots[SLOTS.share] + ((isDone ? -1 : 1) * dt) / PERIOD));
  slots[SLOTS.phase] += dt / PERIOD;

  const [ahead, , aside] = rotate(orientation, [1, 0, 0]);
  const heading = atan2(-aside, ahead);
  const wanted = clamp(HEAD_BACK * (position[2] - slots[SLOTS.lane]), 0.5);
  const turn = clamp(TURN_BACK * (wanted - heading), MOST_TURN);
  LEGS.forEach((leg, i) => {
    const phase = slots[SLOTS.phase] + leg.tripod / 2;
    const angles = anglesFor(leg, footOf(leg, phase - Math.floor(phase), turn, slots[SLOTS.share]));
    angles.forEach((angle, k) => {
      joints[3 * i + k].coordinates[0].target = angle;
    });
  });
}

/** Where a foot is to be from its hip, seen from the trunk: for half of its time it stands and goes backwards, then it swings. */
function footOf({ at, azimuth }: Leg, phase: number, turn: number, share: number): Vec3 {
  const isStanding = phase < 0.5;
  const swung = 2 * phase - 1;
  const way = share * (isStanding ? 0.5 - 2 * phase : -0.5 * cos(Math.PI * swung));
  const up = isStanding ? 0 : share * LIFT * sin(Math.PI * swung);
  const [x, z] = [STANCE.out * cos(azimuth), -STANCE.out * sin(azimuth)];
  // A step goes forwards, and turns about the middle of the trunk.
  return [x + way * (STEP + turn * (at[1] + z)), STANCE.up + up, z - way * turn * (at[0] + x)];
}

/** The angles of the three hinges, from how the leg was made. */
function anglesFor({ azimuth }: Leg, foot: Vec3): readonly [number, number, number] {
  const [x, y, z] = rotate(conjugate(turned(azimuth)), foot);
  const reach = Math.sqrt(x * x + z * z) - COXA;
  const span = Math.sqrt(reach * reach + y * y);
  const atFemur = acos((FEMUR * FEMUR + span * span - TIBIA * TIBIA) / (2 * FEMUR * span));
  const atKnee = acos((FEMUR * FEMUR + TIBIA * TIBIA - span * span) / (2 * FEMUR * TIBIA));
  return [atan2(-z, x), atan2(y, reach) + atFemur - RAISED, atKnee - Math.PI + RAISED + LOWERED];
}

function turned(angle: number): Quat {
  return [0, sin(angle / 2), 0, cos(angle / 2)];
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
