// A heap of ragdolls, each of fifteen links: joints with limits, damping and a little friction, and contacts between the links of
// one, with others and with the ground. They fall and must come to rest.

import { number } from '../src/input/fields.js';
import type { CoordinateDescriptor, JointDescriptor } from '../src/joints/descriptors.js';
import { Random } from '../src/math/random.js';
import type { Pose, Vec3 } from '../src/math/vector.js';
import { multiply, rotate, transformPoint } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';
import type { About, SceneOptions } from './parts.js';
import { rotation, stoneScene } from './parts.js';

export interface RagdollsOptions extends SceneOptions {
  /** Ragdolls [1]. */
  count?: number;
}

export const about: About<RagdollsOptions> = {
  name: 'ragdolls',
  description: '50 ragdolls of 15 links fall into a heap and come to rest.',
  source: 'not in the papers; many small multibodies in contact',
  options: { count: number('Ragdolls [1]', { min: 1, max: 1000, integer: true }) },
};

/** As people: about that of water [kg/m^3]. */
const DENSITY = 1000;
/** Room of a lying ragdoll, along it, up and across it [m]. */
const CELL: Vec3 = [2, 0.8, 0.8];
/** Ragdolls of a layer, along and across. */
const LAYER = [2, 3] as const;
const DAMPING = 0.5;
const FRICTION = 0.5;

interface Part {
  name: string;
  /** Of a box; of a ball, its radius [m]. */
  size: Vec3 | number;
  /** Standing upright, left is at positive z, front at positive x [m]. */
  position: Vec3;
  joint?: { to: string; anchor: Vec3; axis: Vec3; limits: Readonly<Record<string, readonly [number, number]>> };
}

const ball = (swing: number, twist: number) => ({ swing: [0, swing], twist: [-twist, twist] }) as const;

/** Limbs of one side; there is a hundredth of a metre between any two parts. */
function limbs(side: 'left' | 'right'): Part[] {
  const s = side === 'left' ? 1 : -1;
  const down: Vec3 = [0, -1, 0];
  const across: Vec3 = [0, 0, 1];
  const part = (
    name: string,
    size: Vec3,
    [x, y, z]: Vec3,
    to: string,
    [ax, ay, az]: Vec3,
    axis: Vec3,
    limits: Readonly<Record<string, readonly [number, number]>>,
  ): Part => ({
    name: `${side}-${name}`,
    size,
    position: [x, y, s * z],
    joint: { to: to === 'chest' || to === 'pelvis' ? to : `${side}-${to}`, anchor: [ax, ay, s * az], axis, limits },
  });
  return [
    part('upper-arm', [0.09, 0.28, 0.09], [0, 1.31, 0.24], 'chest', [0, 1.455, 0.24], down, ball(1.6, 0.8)),
    part('forearm', [0.08, 0.26, 0.08], [0, 1.03, 0.24], 'upper-arm', [0, 1.165, 0.24], across, { angle: [0, 2.4] }),
    part('hand', [0.09, 0.14, 0.04], [0, 0.82, 0.24], 'forearm', [0, 0.895, 0.24], down, ball(0.8, 0.3)),
    part('thigh', [0.14, 0.4, 0.13], [0, 0.68, 0.085], 'pelvis', [0, 0.885, 0.085], down, ball(1.2, 0.4)),
    part('shin', [0.11, 0.38, 0.11], [0, 0.28, 0.085], 'thigh', [0, 0.475, 0.085], across, { angle: [-2.4, 0] }),
    part('foot', [0.24, 0.07, 0.1], [0.05, 0.045, 0.085], 'shin', [0, 0.085, 0.085], down, ball(0.6, 0.2)),
  ];
}

const PARTS: readonly Part[] = [
  { name: 'pelvis', size: [0.2, 0.18, 0.32], position: [0, 0.98, 0] },
  {
    name: 'chest',
    size: [0.22, 0.4, 0.36],
    position: [0, 1.28, 0],
    joint: { to: 'pelvis', anchor: [0, 1.075, 0], axis: [0, 1, 0], limits: ball(0.6, 0.5) },
  },
  {
    name: 'head',
    size: 0.11,
    position: [0, 1.6, 0],
    joint: { to: 'chest', anchor: [0, 1.485, 0], axis: [0, 1, 0], limits: ball(0.7, 1) },
  },
  ...limbs('left'),
  ...limbs('right'),
];
/** Middle of the whole as it stands [m]. */
const MIDDLE: Vec3 = [0, 0.86, 0];

export function ragdolls({ seed, count = 50 }: RagdollsOptions): Scene {
  const random = new Random(seed);
  const all = Array.from({ length: count }, (_, i) => ragdoll(i, placeOf(i, random)));
  const multibodies = all.map(({ name, bodies, joints }) => ({ name, links: bodies.map((body) => body.name ?? ''), joints }));
  return stoneScene(
    about,
    all.flatMap(({ bodies }) => bodies),
    { multibodies },
  );
}

/** Lying in a cell of its own, turned about its length, its head to either side. */
function placeOf(index: number, random: Random): Pose {
  const [alongCount, acrossCount] = LAYER;
  const place = index % (alongCount * acrossCount);
  const layer = (index - place) / (alongCount * acrossCount);
  const position: Vec3 = [
    ((place % alongCount) - (alongCount - 1) / 2) * CELL[0],
    (layer + 0.5) * CELL[1],
    (Math.floor(place / alongCount) - (acrossCount - 1) / 2) * CELL[2],
  ];
  const lying = rotation([0, 0, 1], random.uniform() < 0.5 ? Math.PI / 2 : -Math.PI / 2);
  return { position, orientation: multiply(lying, rotation([0, 1, 0], random.uniform(0, 2 * Math.PI))) };
}

function ragdoll(index: number, pose: Pose): { name: string; bodies: SceneBody[]; joints: JointDescriptor<string>[] } {
  const name = `ragdoll-${index}`;
  const toWorld = ([x, y, z]: Vec3): Vec3 => transformPoint(pose, [x - MIDDLE[0], y - MIDDLE[1], z - MIDDLE[2]]);
  const bodies = PARTS.map((part): SceneBody => {
    const shape: ShapeDescriptor =
      typeof part.size === 'number' ? { kind: 'sphere', radius: part.size } : { kind: 'box', size: part.size };
    const { orientation } = pose;
    return { name: `${name}-${part.name}`, position: toWorld(part.position), orientation, shapes: [shape], density: DENSITY };
  });
  const joints = PARTS.flatMap((part): JointDescriptor<string>[] => {
    if (part.joint === undefined) return [];
    const { to, anchor, axis, limits } = part.joint;
    return [
      {
        name: `${name}-${part.name}-joint`,
        kind: 'angle' in limits ? 'revolute' : 'ball',
        bodyA: `${name}-${to}`,
        bodyB: `${name}-${part.name}`,
        anchor: toWorld(anchor),
        axis: rotate(pose.orientation, axis),
        coordinates: coordinatesWithin(limits),
      },
    ];
  });
  return { name, bodies, joints };
}

function coordinatesWithin(limits: Readonly<Record<string, readonly [number, number]>>): Record<string, CoordinateDescriptor> {
  const slow = { damping: DAMPING, friction: FRICTION };
  const limited = Object.entries(limits).map(([name, range]) => [name, { limits: range, ...slow }] as const);
  return Object.fromEntries('angle' in limits ? limited : [...limited, ['roll', slow] as const]);
}
