// Small worlds that have a little of everything, for cases to work on.

import { ContactTree, METHODS, makeMesh, SCHEDULERS, World } from '../dist/src/index.js';

export const METHOD_NAMES = Object.keys(METHODS);

export const TETRAHEDRON = {
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
};
/** @type {[number, number, number][]} */
const CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: four points

/** A coarse tree: built once, and small. */
export const TREE = ContactTree.build(makeMesh(TETRAHEDRON.vertices, TETRAHEDRON.triangles), { error: 0.08, margin: 0 });

/** A tree of two solids that pass through each other. */
export const CROSSED_TREE = ContactTree.build(
  makeMesh(
    [...TETRAHEDRON.vertices, ...TETRAHEDRON.vertices.map((x) => x + 0.1)],
    [...TETRAHEDRON.triangles, ...TETRAHEDRON.triangles.map((v) => v + 4)],
  ),
  { error: 0.1, margin: 0 },
);

/** A world of the method with each kind of node in it, and of shapes, motions and materials most; all in touch. */
export function makeWorld(
  method,
  settings = {},
  /** @type {{ seconds: number } | undefined} */ history = undefined,
  /** @type {import('../dist/src/index.js').SchedulerName} */ scheduler = 'fixed',
) {
  const world = new World({ stepper: METHODS[method], scheduler: SCHEDULERS[scheduler], settings, history });
  world.createMaterial('ice', { friction: 0 });
  world.createMaterial('rubber', { friction: 1, restitution: 0.5 });
  world.setMaterialPair('ice', 'rubber', { friction: 0.2, budget: { contacts: 8 } });
  world.createMesh('tetrahedron', TREE);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  world.createBody({
    kind: 'scripted',
    name: 'plate',
    position: [0, 0.1, 0],
    shapes: [{ kind: 'box', size: [3, 0.2, 3] }],
    motion: { kind: 'oscillation', translation: [0.2, 0, 0], frequency: 1 },
  });
  /** @type {import('../dist/src/index.js').ShapeDescriptor} */
  const box = { kind: 'box', size: [1, 1, 1] };
  for (let i = 0; i < 3; i++) world.createBody({ name: `box-${i}`, position: [0, 0.7 + 1.02 * i, 0], shapes: [box] });
  world.createBody({
    name: 'hull',
    position: [2, 0.5, 0],
    shapes: [
      { kind: 'hull', points: CORNERS },
      { kind: 'sphere', radius: 0.3 },
    ],
    material: 'ice',
  });
  world.createBody({ name: 'mesh', position: [2, 1.4, 0], shapes: [{ kind: 'mesh', mesh: 'tetrahedron' }], material: 'rubber' });
  world.createBody({ name: 'rod', position: [-2, 0.3, 0], shapes: [{ kind: 'capsule', radius: 0.3, length: 1 }], mass: 3 });
  world.createComposite({ name: 'pair', members: ['box-1', 'box-2'] });
  world.createRule({ name: 'rule', kind: 'ignore', between: ['rod'], and: ['plate'] });
  world.createTrigger({ name: 'gate', position: [2, 1, 0], shapes: [box] });
  world.createTimer({ name: 'clock', period: 0.05 });
  if (knowsJoints(method)) addJoints(world);
  return world;
}

/** @param {string} method */
export function knowsJoints(method) {
  return METHODS[method].blocks?.includes('joint') ?? false;
}

/** An arm that stands on the ground beside the others, a rope, and a gear. */
function addJoints(world) {
  const shapes = [{ kind: 'box', size: [0.4, 1, 0.4] }];
  const hinge = { kind: 'revolute', axis: [0, 0, 1], coordinates: { angle: { limits: [-1, 1], friction: 1 } } };
  world.createMultibody({
    name: 'arm',
    links: [
      { name: 'upper', position: [5, 0.5, 0], shapes },
      { name: 'lower', position: [5, 1.5, 0], shapes },
    ],
    joints: [
      { name: 'foot', ...hinge, bodyB: 0, anchor: [5, 0, 0] },
      { name: 'elbow', ...hinge, bodyA: 0, bodyB: 1, anchor: [5, 1, 0] },
    ],
    slots: [0, 1],
  });
  world.createJoint({
    name: 'rope',
    kind: 'distance',
    bodyA: 'lower',
    bodyB: 'rod',
    coordinates: { length: { limits: [0, 9] } },
  });
  world.createJoint({
    name: 'wrist',
    kind: 'ball',
    bodyA: 'rod',
    bodyB: 'box-0',
    anchor: [-1, 0.5, 0],
    coordinates: { swing: { limits: [0, 1] }, twist: { motor: { kind: 'velocity', target: 1, maxForce: 5 } } },
  });
  const angle = (joint) => ({ joint, coordinate: 'angle' });
  world.createCoupling({ name: 'gear', first: angle('foot'), second: angle('elbow'), ratio: -0.5 });
}

/** The same as a scene. */
export const SCENE = {
  drystone: 1,
  name: 'sample',
  dt: 0.01,
  seconds: 1,
  method: 'gsp',
  scheduler: 'fixed',
  solver: 'pgs',
  settings: {
    gravity: [0, -9.81, 0],
    'gsp.iterations': 10,
    events: 'queue',
    'detection.maxContacts': 4,
    'impulsive.coldVolumes': [],
  },
  materials: { ice: { friction: 0, restitution: 0.1 }, rubber: { friction: 1 } },
  materialPairs: [{ between: ['ice', 'rubber'], friction: 0.1, budget: { contacts: 4, nodes: 1000, error: 0.1 } }],
  bodies: [
    { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space', orientation: [0, 0, 0, 1] }] },
    {
      kind: 'scripted',
      name: 'lift',
      position: [0, 0.2, 0],
      shapes: [{ kind: 'box', size: [2, 0.2, 2] }],
      motion: {
        kind: 'keyframes',
        keyframes: [
          { time: 0, position: [0, 0.2, 0] },
          { time: 0.5, orientation: [0, 1, 0, 1] },
          { time: 1, position: [0, 0.2, 0] },
        ],
        repeat: true,
      },
    },
    {
      kind: 'scripted',
      name: 'swing',
      shapes: [{ kind: 'sphere', radius: 0.2 }],
      motion: { kind: 'oscillation', translation: [0, 1, 0], rotation: [0, 0, 1], frequency: 2, phase: 1 },
    },
    {
      name: 'box',
      position: [0, 0.8, 0],
      orientation: [0, 0, 0, 1],
      shapes: [{ kind: 'box', size: [1, 1, 1], material: 'ice' }],
      density: 500,
    },
    {
      name: 'ball',
      position: [0, 1.8, 0],
      velocity: [0, 0, 1],
      angularVelocity: [1, 0, 0],
      shapes: [{ kind: 'sphere', radius: 0.5 }],
    },
    {
      name: 'rod',
      position: [2, 1, 0],
      shapes: [{ kind: 'capsule', radius: 0.2, length: 1, position: [0, 0, 0.1] }],
      mass: 2,
      linearDamping: 0.1,
    },
    {
      name: 'can',
      position: [-2, 1, 0],
      shapes: [{ kind: 'cylinder', radius: 0.2, height: 1 }],
      gravityScale: 0.5,
      locks: ['z', 'rx', 'ry'],
      active: true,
    },
    {
      name: 'odd',
      position: [0, 1, 3],
      shapes: [{ kind: 'hull', points: [...CORNERS, [1, 1, 1]] }],
      mass: 1,
      centerOfMass: [0, 0, 0],
      inertia: [1, 1, 1, 0, 0, 0],
      material: 'rubber',
    },
  ],
  composites: [{ name: 'pair', members: ['rod', 'can'] }],
  multibodies: [
    {
      name: 'arm',
      links: ['odd', { name: 'hand', position: [1, 1, 3], shapes: [{ kind: 'sphere', radius: 0.2 }] }],
      joints: [
        {
          name: 'wrist',
          kind: 'revolute',
          bodyA: 0,
          bodyB: 'hand',
          anchor: [0.5, 1, 3],
          axis: [0, 0, 1],
          coordinates: { angle: { limits: [-1, 1], motor: { kind: 'velocity', target: 1, maxForce: 5 } } },
        },
      ],
      loops: [{ kind: 'distance', bodyB: 1, coordinates: { length: { limits: [0, 5], spring: { stiffness: 3 } } } }],
      slots: [1],
    },
  ],
  joints: [
    { name: 'axle', kind: 'wheel', bodyA: 'box', bodyB: 'ball', anchor: [0, 1.3, 0], collide: true, breakForce: 1e4 },
    {
      name: 'bush',
      kind: 'generic',
      bodyA: 'box',
      bodyB: 'rod',
      frameA: {},
      coordinates: {
        slideX: { limits: [-3, 3] },
        slideZ: { spring: { stiffness: 5 } },
        twist: {},
        swing: { limits: [0, 3] },
        roll: {},
      },
    },
    { name: 'bolt', kind: 'fixed', bodyB: 'rod', frameA: { position: [2, 1, 0] }, frameB: { orientation: [0, 0, 0, 1] } },
  ],
  couplings: [
    { first: { joint: 'wrist', coordinate: 'angle' }, second: { joint: 'axle', coordinate: 'spin' }, ratio: 2, offset: 0.1 },
  ],
  rules: [{ name: 'rule', kind: 'only', between: ['odd'], and: ['ground', 'box'] }],
  triggers: [{ name: 'gate', position: [0, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }], active: true }],
  timers: [{ name: 'clock', period: 0.1, start: 0.05 }],
  additions: [
    {
      at: 0.01,
      bodies: [{ name: 'late', position: [0, 4, 0], shapes: [{ kind: 'sphere', radius: 0.4 }] }],
      joints: [{ name: 'late-pin', kind: 'revolute', bodyB: 'late', anchor: [0, 5, 0] }],
    },
  ],
};

/** A scene with a mesh in it, whose tree is built anew for every other surface. */
export const MESH_SCENE = {
  drystone: 1,
  name: 'mesh',
  meshes: { thing: { ...TETRAHEDRON, error: 0.15, margin: 0, depth: 4, repair: true } },
  bodies: [
    { kind: 'fixed', shapes: [{ kind: 'half-space' }] },
    { position: [0, 0.1, 0], shapes: [{ kind: 'mesh', mesh: 'thing' }] },
    { position: [0, 0.9, 0], shapes: [{ kind: 'mesh', mesh: 'thing', position: [0.1, 0, 0] }] },
  ],
};
