// A contact graph with every kind of node and of edge that the paper's tables 1 and 2 list. It is after its figures 2
// and 9, not a copy of them: four contact groups. A: a link of an arm lies on a cube, another stands on the table. B: a
// composite on another. C: cubes on a scripted lift. D: a link on the lift, and one on that. Fixed and scripted bodies
// insulate: C and D share the lift.

import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, fixture, stone, stoneScene } from './parts.js';

export const about: About = {
  name: 'figure-2',
  description: 'One of every node and edge of a contact graph, in four contact groups of which two share a lift.',
  source: 'after contact graphs, figures 2 and 9, tables 1 and 2',
  options: {},
};

const ROD: Vec3 = [2, 0.2, 0.2];

export function figure2(_: SceneOptions): Scene {
  const rod = { kind: 'box', size: ROD } as const;
  const lift: SceneBody = {
    kind: 'scripted',
    name: 'lift',
    position: [8, 0.5, 0],
    shapes: [{ kind: 'box', size: [6, 0.5, 3] }],
    motion: { kind: 'oscillation', translation: [0, 0.2, 0], frequency: 0.2 },
  };
  const bodies = [
    fixture('table', [{ kind: 'box', size: [6, 1, 3] }], [-5, 0.5, 0]),
    lift,
    stone('cube', BOX, [-5.5, 1.5, 0]),
    stone('arm-rod', rod, [-5, 2.1, 0]),
    stone('arm-post', { kind: 'box', size: [0.4, 1.2, 0.4] }, [-3.75, 1.6, 0]),
    ...[0, 1].map((i) => stone(`lower-${i}`, BOX, [i, 0.5, 0])),
    ...[0, 1].map((i) => stone(`upper-${i}`, BOX, [i, 1.5, 0])),
    ...[0, 1].map((i) => stone(`rider-${i}`, BOX, [6, 1.25 + i, 0])),
    stone('jaw-lower', rod, [9.5, 0.85, 0]),
    stone('jaw-upper', rod, [9.5, 1.05, 0]),
  ];
  const hinge = { kind: 'revolute', axis: [0, 0, 1] } as const;
  const elbow = { ...hinge, name: 'elbow', bodyA: 'arm-post', bodyB: 'arm-rod', anchor: [-3.975, 2.1, 0] } as const;
  const jaw = { ...hinge, name: 'jaw', bodyA: 'jaw-lower', bodyB: 'jaw-upper', anchor: [8.5, 0.95, 0], collide: true } as const;
  return stoneScene(about, bodies, {
    composites: ['lower', 'upper'].map((name) => ({ name, members: [`${name}-0`, `${name}-1`] })),
    multibodies: [
      { name: 'arm', links: ['arm-post', 'arm-rod'], joints: [elbow] },
      { name: 'jaws', links: ['jaw-lower', 'jaw-upper'], joints: [jaw] },
    ],
    rules: [{ name: 'apart', kind: 'ignore', between: ['cube', 'table'], and: ['lower-0', 'jaw-upper', 'lift'] }],
    triggers: [-5, 8].map((x, i) => ({ name: `gate-${i}`, position: [x, 2, 0], shapes: [{ kind: 'box', size: [4, 4, 3] }] })),
    timers: [{ name: 'clock', period: 0.5 }],
  });
}
