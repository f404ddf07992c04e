// A tower crane: a jib that turns on a mast, a trolley that runs along it, and a load on a rope. Motors turn the jib by a quarter turn and drive
// the trolley out, then hold both; the load swings and comes to hang below the trolley.

import { number } from '../src/input/fields.js';
import type { JointDescriptor, MotorDescriptor } from '../src/joints/descriptors.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, stone, stoneScene } from './parts.js';

export interface CraneOptions extends SceneOptions {
  /** How far the jib turns [degrees]. */
  turn?: number;
  /** Length of the rope [m]. */
  rope?: number;
}

export const about: About<CraneOptions> = {
  name: 'crane',
  description: 'A crane turns and drives its trolley out; its load of 2 t on a rope comes to rest.',
  source: 'not in the papers; motors, and a load far heavier than what carries it',
  options: {
    turn: number('How far the jib turns [degrees]', { min: -170, max: 170 }),
    rope: number('Length of the rope [m]', { min: 1, max: 7 }),
  },
};

const MAST: Vec3 = [1, 10, 1];
/** Of its middle from the mast [m]. */
const JIB: Vec3 = [12, 0.4, 0.4];
const JIB_FORWARD = 3;
const COUNTERWEIGHT: Vec3 = [1, 1, 1];
const TROLLEY: Vec3 = [0.6, 0.3, 0.6];
const LOAD: Vec3 = [1, 1, 1];
/** Where the trolley begins, and how far it goes out [m]. */
const START = 3;
const WAY = 4;
/** Of bearings [N m s/rad], and of the load in the air [1/s]. */
const BEARING = 5000;
const DRAG = 0.4;

export function crane({ turn = 90, rope = 6 }: CraneOptions): Scene {
  const top = MAST[1];
  const jibHeight = top + 0.05 + JIB[1] / 2;
  const trolleyHeight = jibHeight - JIB[1] / 2 - 0.05 - TROLLEY[1] / 2;
  const hook = trolleyHeight - TROLLEY[1] / 2;
  const jib: SceneBody = stone('jib', { kind: 'box', size: JIB, position: [JIB_FORWARD, 0, 0] }, [0, jibHeight, 0]);
  const weight = { kind: 'box', size: COUNTERWEIGHT, position: [-3.5, 0, 0] } as const;
  const bodies: SceneBody[] = [
    { ...jib, shapes: [...jib.shapes, weight], density: 1000 },
    stone('trolley', { kind: 'box', size: TROLLEY }, [START, trolleyHeight, 0]),
    stone('load', { kind: 'box', size: LOAD }, [START, hook - rope - LOAD[1] / 2, 0], {
      linearDamping: DRAG,
      angularDamping: DRAG,
    }),
  ];
  const links = bodies.map(({ name = '' }) => name);
  const joints = [...bearings(turn, top), ropeTo(rope)];
  return stoneScene(about, [fixture('mast', [{ kind: 'box', size: MAST }], [0, top / 2, 0]), ...bodies], {
    seconds: 20,
    multibodies: [{ name: 'crane', links, joints }],
  });
}

function bearings(turn: number, top: number): JointDescriptor<string>[] {
  const drive = (target: number, stiffness: number, damping: number, maxForce: number): MotorDescriptor => ({
    kind: 'position',
    target,
    stiffness,
    damping,
    maxForce,
  });
  const slew = drive((turn * Math.PI) / 180, 5e4, 2e5, 1e5);
  const run = drive(WAY, 5000, 8000, 5000);
  return [
    {
      name: 'slewing',
      kind: 'revolute',
      bodyA: 'mast',
      bodyB: 'jib',
      anchor: [0, top, 0],
      axis: [0, 1, 0],
      coordinates: { angle: { motor: slew, damping: BEARING } },
    },
    {
      name: 'rail',
      kind: 'prismatic',
      bodyA: 'jib',
      bodyB: 'trolley',
      anchor: [START, top, 0],
      axis: [1, 0, 0],
      coordinates: { slide: { motor: run, limits: [-1, 5.5] } },
    },
  ];
}

function ropeTo(rope: number): JointDescriptor<string> {
  return {
    name: 'rope',
    kind: 'distance',
    bodyA: 'trolley',
    bodyB: 'load',
    frameA: { position: [0, -TROLLEY[1] / 2, 0] },
    frameB: { position: [0, LOAD[1] / 2, 0] },
    coordinates: { length: { limits: [0, rope] } },
  };
}
