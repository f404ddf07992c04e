// A world with a joint of every kind and every law at work: limits that are struck, springs, dampers, friction, motors
// of all kinds, rotors, a gear, a bolt that breaks, a loop, a controlled multibody that remembers, and contacts with
// all of it.

import type { CoordinateDescriptor, JointKind, MethodName, Settings, Vec3 } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';

const BOX = { kind: 'box', size: [0.4, 0.2, 0.3] } as const;
const LAWS: Readonly<Record<JointKind, Record<string, CoordinateDescriptor>>> = {
  fixed: {},
  revolute: { angle: { limits: [-0.4, 0.3], friction: 0.2 } },
  prismatic: { slide: { limits: [-0.2, 0.1], motor: { kind: 'velocity', target: 0.5, maxForce: 30 } } },
  cylindrical: { slide: { spring: { stiffness: 200, damping: 2, rest: 0.05 } }, angle: { damping: 0.1, armature: 0.02 } },
  ball: { swing: { limits: [0, 0.4] }, twist: { limits: [-0.2, 0.2] }, roll: { friction: 0.05 } },
  universal: {
    angle1: { motor: { kind: 'position', target: 0.3, stiffness: 50, damping: 1, maxForce: 5 } },
    angle2: { limits: [-0.2, 0.2] },
  },
  planar: { slide1: { friction: 1 }, angle: { motor: { kind: 'force', target: 0.3, maxForce: 1 } } },
  distance: { length: { limits: [0, 0.8] } },
  wheel: {
    suspension: { spring: { stiffness: 400, damping: 10 } },
    spin: { motor: { kind: 'velocity', target: 5, maxForce: 2 } },
  },
  free: {},
  generic: {
    slideX: { spring: { stiffness: 300, damping: 3 } },
    slideY: { limits: [-0.05, 0.05] },
    turnY: { motor: { kind: 'velocity', target: 1, maxForce: 3 } },
    turnZ: { limits: [-0.3, 0.3], friction: 0.1 },
  },
};
export const KINDS = Object.keys(LAWS) as JointKind[];

/** Each kind twice: from a body to the world, and from another body to that one. */
export function makeEveryKind(method: MethodName, settings: Partial<Settings> = {}, restitution = 0.2): World {
  const world = new World({ stepper: METHODS[method], settings: { events: 'queue', ...settings } });
  world.createMaterial('default', { friction: 0.5, restitution });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  for (const [i, kind] of KINDS.entries()) addPair(world, kind, [3 * i, 0.9, 0]);
  world.createJoint({ name: 'bolt', kind: 'fixed', bodyA: 'ground', bodyB: 'free-1', anchor: [27.6, 1, 0], breakForce: 8 });
  world.createCoupling({
    name: 'gear',
    first: { joint: 'revolute-1', coordinate: 'angle' },
    second: { joint: 'cylindrical-1', coordinate: 'angle' },
    ratio: -2,
    offset: 0.1,
  });
  addRing(world);
  // Something falls on every pair.
  KINDS.forEach((kind, i) => {
    world.createBody({
      name: `ball-${kind}`,
      position: [3 * i + 0.5, 1.5, 0],
      shapes: [{ kind: 'sphere', radius: 0.15 }],
      mass: 1,
    });
  });
  return world;
}

function addPair(world: World, kind: JointKind, [x, y, z]: Vec3): void {
  for (const i of [0, 1]) {
    const name = `${kind}-${i}`;
    world.createBody({ name, position: [x + 0.6 * i, y, z], shapes: [BOX], mass: 1, angularVelocity: [0.3, 0.2, -0.5] });
    const frames = { frameA: { position: i === 0 ? ([x, y + 0.5, z] as Vec3) : ([0.2, 0, 0] as Vec3) } };
    world.createJoint({
      name,
      kind,
      ...(i === 1 && { bodyA: `${kind}-0` }),
      bodyB: name,
      ...(kind === 'distance' ? frames : { anchor: [x + 0.6 * i - 0.3, y, z], axis: [0.2, 0.1, 1], axis2: [0, 1, 0] }),
      coordinates: LAWS[kind],
    });
  }
}

/** Four bars, of which the last joint closes the ring, and what drives one of them by a number of its own. */
function addRing(world: World): void {
  const corners: Vec3[] = [[-3, 0.4, 0], [-3, 1.2, 0], [-2, 1.2, 0], [-2, 0.4, 0]]; // biome-ignore format: four points
  const bar = (i: number) => {
    const [from, to] = [corners[i], corners[i + 1]];
    const size = from.map((a, k) => Math.abs(to[k] - a) + 0.05) as Vec3;
    return { name: `bar-${i}`, position: from.map((a, k) => (a + to[k]) / 2) as Vec3, shapes: [{ kind: 'box', size } as const] };
  };
  const pin = (i: number) => ({ name: `pin-${i}`, kind: 'revolute', anchor: corners[i], axis: [0, 0, 1] }) as const;
  const motor = { kind: 'velocity', target: 0, maxForce: 60 } as const;
  world.createMultibody({
    name: 'ring',
    links: [0, 1, 2].map(bar),
    joints: [
      { ...pin(0), bodyB: 0, coordinates: { angle: { motor } } },
      { ...pin(1), bodyA: 0, bodyB: 1 },
      { ...pin(2), bodyA: 1, bodyB: 2 },
    ],
    loops: [{ ...pin(3), bodyB: 2 }],
    slots: [0],
    control: (own) => {
      own.slots[0]++;
      own.joints[0].coordinates[0].target = own.slots[0] % 20 < 10 ? 0.5 : -0.5;
    },
  });
}
