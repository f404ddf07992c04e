// A scene that uses every field there is.

import type { Scene } from '../../src/scene/scene.js';
import { boxMesh, cornerMesh } from '../shapes/mesh-samples.js';

export function fullScene(): Scene {
  return {
    drystone: 1,
    $schema: './scene-schema.json',
    name: 'everything',
    description: 'One of each.',
    dt: 0.02,
    seconds: 3,
    method: 'ncp',
    scheduler: 'fixed',
    solver: 'pgs',
    settings: { gravity: [0, -1, 0], 'ncp.iterations': 20, groups: 'all-in-one' },
    materials: { ice: { friction: 0, restitution: 0.5 }, default: { friction: 0.7 } },
    materialPairs: [
      { between: ['ice', 'default'], friction: 0.1, restitution: 0.2, budget: { contacts: 8, nodes: 1000, error: 0.1 } },
    ],
    meshes: { cube: boxMesh(), corner: { ...cornerMesh(), error: 0.02, depth: 9, repair: true } },
    bodies: [
      { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space', material: 'ice' }] },
      { name: 'ball', position: [0, 5, 0], velocity: [1, 0, 0], shapes: [{ kind: 'sphere', radius: 0.5 }], mass: 3 },
      {
        name: 'box',
        position: [3, 5, 0],
        orientation: [0, 0, 0, 1],
        angularVelocity: [0, 1, 0],
        shapes: [
          { kind: 'box', size: [1, 2, 3] },
          { kind: 'capsule', radius: 0.2, length: 1, position: [0, 2, 0], orientation: [0, 0, 1, 1] },
        ],
        density: 500,
        material: 'ice',
        linearDamping: 0.1,
        angularDamping: 0.2,
        gravityScale: 0.5,
        locks: ['z', 'rx', 'ry'],
      },
      { name: 'left', position: [10, 5, 0], shapes: [{ kind: 'cylinder', radius: 1, height: 2 }] },
      {
        name: 'right',
        position: [10, 8, 0],
        shapes: [
          {
            kind: 'hull',
            points: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
          },
        ],
      },
      {
        kind: 'scripted',
        name: 'lift',
        position: [20, 1, 0],
        shapes: [{ kind: 'box', size: [2, 0.2, 2] }],
        motion: {
          kind: 'keyframes',
          keyframes: [
            { time: 0, position: [20, 1, 0] },
            { time: 1, position: [20, 2, 0], orientation: [0, 0, 0, 1] },
            { time: 2, position: [20, 1, 0] },
          ],
          repeat: true,
        },
      },
      {
        kind: 'scripted',
        name: 'swing',
        position: [30, 1, 0],
        shapes: [{ kind: 'box', size: [2, 0.2, 2] }],
        motion: { kind: 'oscillation', translation: [0, 0.5, 0], rotation: [0, 0, 0.1], frequency: 0.5, phase: 1 },
      },
      { name: 'block', position: [50, 5, 0], shapes: [{ kind: 'mesh', mesh: 'cube', position: [0, 0, 1] }] },
      { name: 'waiting', position: [40, 5, 0], shapes: [{ kind: 'sphere', radius: 1 }], active: false },
    ],
    composites: [{ name: 'pair', members: ['left', 'right'] }],
    multibodies: [
      {
        name: 'arm',
        control: 'wave',
        links: [
          'block',
          { name: 'hand', position: [51, 5, 0], shapes: [{ kind: 'box', size: [1, 0.2, 0.2] }] },
          { position: [52, 5, 0], shapes: [{ kind: 'sphere', radius: 0.2 }], density: 100 },
        ],
        joints: [
          {
            name: 'wrist',
            kind: 'revolute',
            bodyA: 'block',
            bodyB: 'hand',
            anchor: [50.5, 5, 0],
            axis: [0, 0, 1],
            axis2: [1, 0, 0],
            coordinates: {
              angle: {
                limits: [-1, 1],
                spring: { stiffness: 5, damping: 1, rest: 0.1 },
                friction: 0.5,
                armature: 0.01,
                motor: { kind: 'position', target: 0.2, stiffness: 10, damping: 1, maxForce: 20 },
              },
            },
            breakForce: 1e6,
            breakTorque: 1e6,
          },
          { name: 'thumb', kind: 'wheel', bodyA: 1, bodyB: 2, anchor: [52, 5, 0], coordinates: { spin: { damping: 0.1 } } },
        ],
        loops: [{ kind: 'distance', bodyA: 0, bodyB: 2, coordinates: { length: { limits: [0, 3] } } }],
        slots: [1, 2],
      },
    ],
    joints: [
      {
        name: 'rope',
        kind: 'distance',
        bodyA: 'lift',
        bodyB: 'box',
        frameA: { position: [0, -0.1, 0], orientation: [0, 0, 0, 1] },
        frameB: { position: [0, 1, 0] },
        coordinates: { length: { limits: [0, 30] } },
      },
      {
        name: 'slide',
        kind: 'cylindrical',
        bodyB: 'ball',
        anchor: [0, 5, 0],
        collide: true,
        coordinates: {
          slide: { motor: { kind: 'velocity', target: 0.1, maxForce: 5 } },
          angle: { motor: { kind: 'force', target: 0.1, maxForce: 5 } },
        },
      },
    ],
    couplings: [
      {
        name: 'gear',
        first: { joint: 'slide', coordinate: 'angle' },
        second: { joint: 'wrist', coordinate: 'angle' },
        ratio: 2,
        offset: 0.1,
      },
    ],
    rules: [{ name: 'pass', kind: 'ignore', between: ['ball'], and: ['box'] }],
    triggers: [{ name: 'gate', position: [0, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }],
    timers: [{ name: 'clock', period: 0.5, start: 1 }],
    additions: [
      {
        at: 1,
        bodies: [{ name: 'late', position: [0, 10, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] }],
        multibodies: [{ links: ['late'], joints: [{ name: 'pin', kind: 'revolute', bodyB: 0, anchor: [0, 11, 0] }] }],
        joints: [{ kind: 'free', bodyA: 'late', bodyB: 'hand' }],
        couplings: [
          { first: { joint: 'pin', coordinate: 'angle' }, second: { joint: 'wrist', coordinate: 'angle' }, ratio: 0.5 },
        ],
      },
    ],
  };
}
