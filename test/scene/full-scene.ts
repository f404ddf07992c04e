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
    rules: [{ name: 'pass', kind: 'ignore', between: ['ball'], and: ['box'] }],
    triggers: [{ name: 'gate', position: [0, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }],
    timers: [{ name: 'clock', period: 0.5, start: 1 }],
    additions: [{ at: 1, bodies: [{ name: 'late', position: [0, 10, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] }] }],
  };
}
