// Arms of eight links that pick up boxes and throw them. Joints have motors of given torque alone: robots-control.ts
// says how they are driven. Two fingers hold a box by friction.

import { number } from '../src/input/fields.js';
import type { CouplingDescriptor, JointDescriptor, MotorDescriptor } from '../src/joints/descriptors.js';
import { cos, sin } from '../src/math/portable.js';
import { Random } from '../src/math/random.js';
import type { Pose, Quat, Vec3 } from '../src/math/vector.js';
import { multiply, rotate, transformPoint } from '../src/math/vector.js';
import type { Scene, SceneBody, SceneMultibody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, stoneScene } from './parts.js';
import { slotsOf } from './robots-control.js';
import { BOX_DENSITY, BOX_DISTANCE, BOX_HEIGHT, EDGE, throwSpeed } from './robots-motion.js';

export interface RobotsOptions extends SceneOptions {
  /** Arms [1]. */
  count?: number;
  /** Boxes of an arm [1]. */
  boxes?: number;
  /** How far they are thrown [m]. */
  distance?: number;
}

export const about: About<RobotsOptions> = {
  name: 'robots',
  description: '20 arms of 8 links, driven by torques, pick up boxes and throw them into their midst.',
  source: 'Chirra, time warp rigid body simulation, section IV: Robots',
  options: {
    count: number('Arms [1]', { min: 1, max: 200, integer: true }),
    boxes: number('Boxes of an arm [1]', { min: 1, max: 4, integer: true }),
    distance: number('How far they are thrown [m]', { min: 3, max: 5 }),
  },
};

/** Of arms [kg/m^3]. */
const DENSITY = 1000;
/** By which both fingers together press [N]. */
const GRIP = 200;
/** From arm to arm on their ring, and its smallest radius [m]. */
const SPACING = 2;
const LEAST_RADIUS = 4;
/** Between two boxes, as the arm turns, and how far one is turned itself [rad]. */
const BETWEEN = 0.5;
const MOST_TURNED = 0.4;
/** Latest beginning of an arm's work [s]. */
const LATEST = 1;
const PEDESTAL: Vec3 = [0.4, 0.5, 0.4];
const STAND: Vec3 = [0.1, BOX_HEIGHT - EDGE / 2, 0.1];

/**
 * A link of an arm that stands upright, and the joint that carries it: where, about or along which axis, and its motor.
 */
interface Part {
  readonly name: string;
  readonly size: Vec3;
  readonly position: Vec3;
  readonly to: string;
  readonly kind: 'revolute' | 'prismatic';
  readonly anchor: Vec3;
  readonly axis: Vec3;
  readonly motor?: MotorDescriptor;
}

const UP: Vec3 = [0, 1, 0];
/** About it, what stands upright leans forward. */
const ACROSS: Vec3 = [0, 0, -1];

function turning(name: string, to: string, size: Vec3, middle: number, anchor: number, axis: Vec3, maxForce: number): Part {
  const motor = { kind: 'force', target: 0, maxForce } as const;
  return { name, size, position: [0, middle, 0], to, kind: 'revolute', anchor: [0, anchor, 0], axis, motor };
}

/** On one side of the hand, at 1 or -1. */
function finger(name: string, side: number): Part {
  const position: Vec3 = [0, 2.065, 0.1 * side];
  return { name, size: [0.06, 0.13, 0.02], position, to: 'hand', kind: 'prismatic', anchor: position, axis: [0, 0, -side] };
}

const PARTS: readonly Part[] = [
  turning('turret', 'pedestal', [0.3, 0.2, 0.3], 0.61, 0.5, UP, 2000),
  turning('upper-arm', 'turret', [0.12, 0.54, 0.12], 1.05, 0.75, ACROSS, 2000),
  turning('forearm', 'upper-arm', [0.1, 0.2, 0.1], 1.48, 1.35, ACROSS, 1000),
  turning('wrist', 'forearm', [0.1, 0.2, 0.1], 1.72, 1.6, UP, 200),
  turning('knuckle', 'wrist', [0.08, 0.06, 0.08], 1.9, 1.85, ACROSS, 200),
  turning('hand', 'knuckle', [0.06, 0.04, 0.3], 1.97, 1.94, UP, 200),
  { ...finger('left', 1), motor: { kind: 'velocity', target: 0, maxForce: GRIP } },
  finger('right', -1),
];
/** How far a finger goes in [m]. */
const STROKE = 0.04;

interface Robot {
  readonly bodies: readonly SceneBody[];
  readonly multibody: SceneMultibody;
  readonly gear: CouplingDescriptor<string>;
}

export function robots({ seed, count = 20, boxes = 2, distance = 4.5 }: RobotsOptions): Scene {
  const random = new Random(seed);
  const radius = Math.max(LEAST_RADIUS, (count * SPACING) / (2 * Math.PI));
  const all = Array.from({ length: count }, (_, i) => {
    const orientation = rotation(UP, (2 * Math.PI * i) / count);
    const pose = { position: rotate(orientation, [-radius, 0, 0]), orientation };
    return robot(`robot-${i}`, pose, boxes, distance, random);
  });
  const bodies = all.flatMap((one) => one.bodies);
  const multibodies = all.map(({ multibody }) => multibody);
  return stoneScene(about, bodies, { seconds: 12, multibodies, couplings: all.map(({ gear }) => gear) });
}

function robot(name: string, pose: Pose, count: number, distance: number, random: Random): Robot {
  const turns = Array.from({ length: count }, (_, i) => {
    const turn = Math.PI / 2 + BETWEEN * (i - (count - 1) / 2);
    return [turn, random.uniform(-MOST_TURNED, MOST_TURNED)] as const;
  });
  const { orientation } = pose;
  const pedestal = {
    shapes: [{ kind: 'box', size: PEDESTAL }],
    position: transformPoint(pose, [0, PEDESTAL[1] / 2, 0]),
  } as const;
  const links = PARTS.map((part) =>
    box(`${name}-${part.name}`, part.size, transformPoint(pose, part.position), orientation, DENSITY),
  );
  const boxes = turns.flatMap(([turn, roll], i) => boxOnStand(`${name}-box-${i}`, pose, turn, roll));
  return {
    bodies: [{ kind: 'fixed', name: `${name}-pedestal`, orientation, ...pedestal }, ...links, ...boxes],
    multibody: {
      name,
      links: links.map((link) => link.name ?? ''),
      joints: PARTS.map((part) => jointOf(name, part, pose)),
      control: 'robot',
      slots: slotsOf(random.uniform(0, LATEST), throwSpeed(distance), turns),
    },
    gear: {
      name: `${name}-gear`,
      first: { joint: `${name}-left-joint`, coordinate: 'slide' },
      second: { joint: `${name}-right-joint`, coordinate: 'slide' },
      ratio: 1,
    },
  };
}

function box(name: string, size: Vec3, position: Vec3, orientation: Readonly<Quat>, density: number): SceneBody {
  return { name, position, orientation, shapes: [{ kind: 'box', size }], density };
}

function jointOf(name: string, part: Part, pose: Pose): JointDescriptor<string> {
  const { kind, motor } = part;
  const slide = { limits: [0, STROKE] as const, ...(motor !== undefined && { motor }) };
  return {
    name: `${name}-${part.name}-joint`,
    kind,
    bodyA: `${name}-${part.to}`,
    bodyB: `${name}-${part.name}`,
    anchor: transformPoint(pose, part.anchor),
    axis: rotate(pose.orientation, part.axis),
    coordinates: kind === 'prismatic' ? { slide } : { angle: motor === undefined ? {} : { motor } },
  };
}

/** A box on its stand, which the arm at `pose` reaches when it turns by `turn`, turned against it by `roll` [rad]. */
function boxOnStand(name: string, pose: Pose, turn: number, roll: number): SceneBody[] {
  const at = (y: number): Vec3 => transformPoint(pose, [BOX_DISTANCE * cos(turn), y, -BOX_DISTANCE * sin(turn)]);
  const orientation = multiply(pose.orientation, rotation(UP, turn - roll));
  const size: Vec3 = [EDGE, EDGE, EDGE];
  return [
    { kind: 'fixed', name: `${name}-stand`, position: at(STAND[1] / 2), orientation, shapes: [{ kind: 'box', size: STAND }] },
    box(name, size, at(BOX_HEIGHT), orientation, BOX_DENSITY),
  ];
}
