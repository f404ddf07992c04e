// Worlds as glTF files with rigid bodies, and back: valid by the validator of Khronos, and the same world again.

import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { readGltfScene, writeGltfScene } from '../../src/gltf/index.js';
import type { JointDescriptor } from '../../src/joints/descriptors.js';
import type { Scene } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import { World } from '../../src/world.js';

const PHYSICS = 'KHR_physics_rigid_bodies';
const TETRAHEDRON = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] };
/** A quarter turn about z. */
const QUARTER = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;

async function expectValid(bytes: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(bytes);
  // It does not know drafts, nor why a node that is a frame of a joint is empty: it remarks upon that, and looks at the rest.
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
}

/** A file of text, as other programs write one: nodes, and what is said of all of them. */
function fileOf(
  nodes: object[],
  physics: object = {},
  shapes: object[] = [{ type: 'box', box: { size: [1, 1, 1] } }],
): Uint8Array {
  const extensions = { [PHYSICS]: physics, KHR_implicit_shapes: { shapes } };
  const children = new Set(nodes.flatMap((node) => (node as { children?: number[] }).children ?? []));
  const roots = nodes.map((_, i) => i).filter((i) => !children.has(i));
  return new TextEncoder().encode(
    JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: roots }], nodes, extensions }),
  );
}
const node = (physics: object, rest: object = {}) => ({ ...rest, extensions: { [PHYSICS]: physics } });
const collider = (rest: object = {}) => ({ collider: { geometry: { shape: 0 }, ...rest } });

function fullWorld(): World {
  const world = new World();
  world.createMaterial('ice', { friction: 0.05, restitution: 0.2 });
  world.createMesh('tetrahedron', TETRAHEDRON);
  world.createBody({
    kind: 'fixed',
    name: 'ground',
    position: [0, -1, 0],
    shapes: [{ kind: 'half-space', position: [0, 1, 0] }],
  });
  world.createBody({
    name: 'compound',
    position: [0, 3, 0],
    orientation: [...QUARTER],
    velocity: [1, 2, 3],
    angularVelocity: [0.1, 0.2, 0.3],
    material: 'ice',
    density: 700,
    linearDamping: 0.1,
    locks: ['z'],
    gravityScale: 0.5,
    category: 6,
    mask: 0xfffffffb,
    shapes: [
      { kind: 'box', size: [1, 2, 0.5], position: [0.3, 0, 0] },
      { kind: 'sphere', radius: 0.4, position: [-1, 0, 0], material: 'default' },
      { kind: 'capsule', radius: 0.2, length: 0.7, orientation: [...QUARTER] },
      { kind: 'cylinder', radius: 0.3, height: 0.9, position: [0, 1, 0] },
    ],
  });
  world.createBody({ name: 'mesh', position: [5, 2, 0], shapes: [{ kind: 'mesh', mesh: 'tetrahedron' }], mass: 3 });
  const points = [0, 1, 2, 3].map((k) => TETRAHEDRON.vertices.slice(3 * k, 3 * k + 3) as [number, number, number]);
  world.createBody({ name: 'hull', position: [8, 2, 0], shapes: [{ kind: 'hull', points }] });
  return world;
}

describe('a world as a glTF file with rigid bodies', () => {
  it('is valid, and read back with its bodies', async () => {
    const world = fullWorld();
    const bytes = await writeGltfScene(world, { groundWidth: 20 });
    await expectValid(bytes);
    const again = new Simulation(await readGltfScene(bytes, { name: 'full.glb' })).world;
    expect([...again.bodies()].map(({ name }) => name)).toEqual([...world.bodies()].map(({ name }) => name));
    for (const before of world.bodies()) {
      const after = [...again.bodies()].find(({ name }) => name === before.name) as typeof before;
      expect(after.kind).toBe(before.kind);
      expect(after.shapes.map(({ kind }) => kind)).toEqual(before.shapes.map(({ kind }) => kind));
      expect(after.mass).toBeCloseTo(before.mass, 9);
      const state = (body: typeof before) => [...body.position, ...body.orientation, ...body.velocity, ...body.angularVelocity];
      const [a, b] = [state(after), state(before)];
      for (let k = 0; k < a.length; k++) expect(a[k]).toBeCloseTo(b[k], 12);
      for (let k = 0; k < 3; k++) expect(after.centerOfMass[k]).toBeCloseTo(before.centerOfMass[k], 6);
      expect([after.linearDamping, after.gravityScale, after.locks, after.material]).toEqual([
        before.linearDamping,
        before.gravityScale,
        before.locks,
        before.material,
      ]);
    }
    const one = [...again.bodies()][1];
    expect(one.shapes[0]).toMatchObject({ kind: 'box', material: 'ice' });
    expect(one.shapes[1]).toMatchObject({ kind: 'sphere', material: 'default' });
  });

  it('moves as before', async () => {
    const world = new World();
    world.createMaterial('default', { friction: 0.3 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody({
      name: 'thrown',
      position: [0, 2, 0],
      velocity: [2, 1, 0],
      angularVelocity: [1, 5, 2],
      shapes: [
        { kind: 'box', size: [1, 0.5, 0.7], position: [0.2, 0.1, 0] },
        { kind: 'sphere', radius: 0.4, position: [0.7, 0, 0] },
      ],
    });
    const { world: again } = new Simulation(await readGltfScene(await writeGltfScene(world)));
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      again.step(1 / 60);
    }
    const [before, after] = [world, again].map((one) => one.find('thrown')?.position as number[]);
    expect(before[1]).toBeLessThan(1);
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 6);
  });

  it('lets the same bodies meet', async () => {
    const world = new World();
    const masks = [
      [1, 0xffffffff],
      [6, 0xfffffffb],
      [4, 0xffffffff],
      [2, 0x6],
      [0, 0xffffffff],
    ];
    for (const [category, mask] of masks) world.createBody({ category, mask, shapes: [{ kind: 'sphere', radius: 1 }] });
    const { world: again } = new Simulation(await readGltfScene(await writeGltfScene(world)));
    const meetings = (of: World) => {
      const bodies = [...of.bodies()];
      return bodies.map((a) => bodies.map((b) => (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0));
    };
    expect(meetings(world).flat().filter(Boolean).length).toBe(12);
    expect(meetings(again)).toEqual(meetings(world));
  });

  const limits: [number, number] = [-0.5, 0.75];
  const position = { kind: 'position', target: 0.2, stiffness: 50, damping: 5, maxForce: 100 } as const;
  const JOINTS: Omit<JointDescriptor<string>, 'bodyB'>[] = [
    { kind: 'fixed' },
    { kind: 'revolute', coordinates: { angle: { limits, motor: position } } },
    { kind: 'prismatic', coordinates: { slide: { limits, spring: { stiffness: 20, damping: 2, rest: 0.1 } } } },
    { kind: 'cylindrical', coordinates: { slide: { limits }, angle: { motor: { kind: 'velocity', target: 1, maxForce: 5 } } } },
    { kind: 'ball', coordinates: { twist: { limits }, swing: { limits: [0, 0.6] } } },
    { kind: 'universal', coordinates: { angle1: { limits }, angle2: { limits: [-0.2, 0.1] } } },
    { kind: 'planar', coordinates: { slide1: { limits } } },
    { kind: 'wheel', coordinates: { suspension: { limits }, steering: { limits: [-0.3, 0.3] } } },
    { kind: 'distance', coordinates: { length: { limits: [0.1, 2] } } },
    { kind: 'generic', coordinates: { slideX: { limits }, slideY: {}, turnX: { limits: [-0.2, 0.1] } } },
    { kind: 'generic', coordinates: { slideX: {}, slideY: { motor: position }, slideZ: { limits } } },
    {
      kind: 'generic',
      // With a slide along z these would be the axes of a wheel.
      coordinates: { slideX: { limits }, turnY: {}, turnZ: { spring: { stiffness: 3, damping: 0, rest: 0.2 } } },
    },
    {
      kind: 'generic',
      coordinates: {
        slideX: { spring: { stiffness: 9, damping: 1, rest: 0 } },
        slideZ: {},
        twist: { limits },
        swing: { limits: [0, 1] },
        roll: {},
      },
    },
    { kind: 'revolute', coordinates: { angle: { motor: { ...position, stiffness: 0, target: 0 } } } },
    { kind: 'prismatic', coordinates: { slide: { damping: 3, motor: { kind: 'force', target: 6, maxForce: 10 } } } },
  ];

  it.each(JOINTS)('has a $kind joint, with what acts on it', async (joint) => {
    const world = new World();
    const post = world.createBody({ name: 'post', position: [1, 2, 3], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const arm = world.createBody({ name: 'arm', position: [2, 2, 3], orientation: [...QUARTER], shapes: post.shapes });
    const frames =
      joint.kind === 'distance'
        ? { frameB: { position: [0.5, 0, 0] } }
        : { anchor: [1.5, 2, 3], axis: [0, 0, 1], axis2: [1, 0, 0] };
    const made = world.createJoint({ ...joint, ...(frames as object), bodyA: post, bodyB: arm, collide: true });
    const bytes = await writeGltfScene(world);
    await expectValid(bytes);
    const { world: again } = new Simulation(await readGltfScene(bytes));
    const [read] = again.joints();
    expect([read.kind, read.collide, read.bodyA?.name, read.bodyB.name]).toEqual([joint.kind, true, 'post', 'arm']);
    read.coordinates.forEach((coordinate, i) => {
      const before = made.coordinates[i];
      expect(coordinate.value).toBeCloseTo(before.value, 9);
      const acts = (c: typeof before) => ({ limits: c.limits, spring: c.spring, motor: c.motor, damping: c.damping });
      expect(acts(coordinate)).toEqual(acts(before));
    });
  });
});

describe('a glTF file of another program', () => {
  const box = { mass: 2 };

  it('has bodies of nodes with motions, and of colliders without', async () => {
    const nodes = [
      node(
        { motion: { ...box, linearVelocity: [1, 0, 0] } },
        { name: 'cart', translation: [0, 4, 0], rotation: QUARTER, children: [1] },
      ),
      node(collider({ physicsMaterial: 0 }), { translation: [0, 0, 1], scale: [2, 1, 1] }),
      node(collider(), { name: 'floor', translation: [0, -1, 0], scale: [10, 1, 10] }),
    ];
    const scene = await readGltfScene(
      fileOf(nodes, { physicsMaterials: [{ dynamicFriction: 0.7, frictionCombine: 'minimum' }] }),
    );
    const { world } = new Simulation(scene);
    const [cart, floor] = [...world.bodies()];
    expect([cart.name, cart.kind, cart.mass, floor.name, floor.kind]).toEqual(['cart', 'rigid', 2, 'floor', 'fixed']);
    const [shape] = cart.shapes;
    expect(shape).toMatchObject({ kind: 'box', position: [0, 0, 1] });
    [2, 1, 1].forEach((side, k) => {
      expect('size' in shape && shape.size[k]).toBeCloseTo(side, 12);
    });
    // In the frame of the node, which is turned by a quarter.
    expect(cart.velocity[1]).toBeCloseTo(1, 12);
    expect(scene.materialPairs).toEqual([{ between: ['material 0', 'material 0'], friction: 0.7 }]);
  });

  it('has hinges about any axis, also from the body to the world', async () => {
    const law = {
      limits: [
        { linearAxes: [0, 1, 2], min: 0, max: 0 },
        { angularAxes: [0, 2], min: 0, max: 0 },
        { angularAxes: [1], min: -0.1, max: 1 },
      ],
    };
    const nodes = [
      node({ motion: box, ...collider() }, { name: 'door', translation: [0.5, 0, 0], children: [1] }),
      node({ joint: { connectedNode: 2, joint: 0 } }, { translation: [-0.5, 0, 0] }),
      { name: 'frame' },
    ];
    const { world } = new Simulation(await readGltfScene(fileOf(nodes, { physicsJoints: [law] })));
    const [hinge] = world.joints();
    expect([hinge.kind, hinge.bodyA, hinge.bodyB.name]).toEqual(['revolute', undefined, 'door']);
    // Of the door in the world: the other way round.
    expect(hinge.coordinate('angle').limits).toEqual([-1, 0.1]);
    world.set('gravity', [0, 0, 0]);
    hinge.bodyB.applyAngularImpulse([0, 5, 0]);
    for (let i = 0; i < 120; i++) world.step(1 / 60);
    // About y by its hinge, until it is stopped.
    expect(Math.hypot(hinge.bodyB.position[0], hinge.bodyB.position[2])).toBeCloseTo(0.5, 9);
    expect(Math.abs(hinge.coordinate('angle').value)).toBeGreaterThan(0.05);
    expect(hinge.bodyB.position[1]).toBeCloseTo(0, 9);
  });

  it('has triggers, filters and bodies that move by themselves', async () => {
    const filters = [{ collisionSystems: ['a'], notCollideWithSystems: ['b'] }, { collisionSystems: ['b'] }];
    const nodes = [
      node({ motion: { isKinematic: true, linearVelocity: [0, 0, 2] }, ...collider({ collisionFilter: 0 }) }),
      node({ motion: box, ...collider({ collisionFilter: 1 }) }, { translation: [3, 0, 0] }),
      node({ trigger: { geometry: { shape: 0 } } }, { name: 'gate', translation: [0, 0, 2] }),
    ];
    const { world } = new Simulation(await readGltfScene(fileOf(nodes, { collisionFilters: filters })));
    const [moved, other] = [...world.bodies()];
    expect(moved.mask & other.category).toBe(0);
    const met: string[] = [];
    world.events.on('in-trigger', ({ nodeA }) => met.push(String(nodeA?.name)));
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(moved.position[2]).toBeCloseTo(2, 9);
    expect(met).toContain('node 0');
  });

  /** A file with meshes whose vertices are in the file, one primitive of points or triangles each. */
  function withMeshes(nodes: object[], meshes: { points: number[]; mode: number }[], physics: object = {}): Uint8Array {
    const json = JSON.parse(new TextDecoder().decode(fileOf(nodes, physics)));
    const buffers = meshes.map(({ points }) => {
      const bytes = Buffer.from(Float32Array.from(points).buffer);
      return { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` };
    });
    return new TextEncoder().encode(
      JSON.stringify({
        ...json,
        meshes: meshes.map(({ mode }, i) => ({ primitives: [{ attributes: { POSITION: i }, mode }] })),
        accessors: meshes.map(({ points }, i) => ({
          bufferView: i,
          type: 'VEC3',
          componentType: 5126,
          count: points.length / 3,
        })),
        bufferViews: buffers.map(({ byteLength }, buffer) => ({ buffer, byteLength })),
        buffers,
      }),
    );
  }
  const loose = TETRAHEDRON.triangles.flatMap((v) => TETRAHEDRON.vertices.slice(3 * v, 3 * v + 3));

  it('has colliders of meshes that are not drawn: a mesh that moves, a surface, and the hull of mere points', async () => {
    const mesh = (rest: object = {}) => ({ collider: { geometry: { mesh: 0, ...rest } } });
    const nodes = [
      node({ motion: {}, ...mesh() }, { name: 'body', translation: [5, 0, 0], children: [1] }),
      node(mesh({ mesh: 1, convexHull: true }), { translation: [0, 3, 0], scale: [2, 2, -2] }),
      node(mesh(), { name: 'ground', scale: [10, 1, 10] }),
    ];
    const corners = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].flatMap((z) => [x, y, z])));
    const scene = await readGltfScene(
      withMeshes(nodes, [
        { points: loose, mode: 4 },
        { points: corners, mode: 0 },
      ]),
    );
    const { world } = new Simulation(scene);
    const [body, ground] = [...world.bodies()];
    expect([body.shapes.map(({ kind }) => kind), ground.shapes.map(({ kind }) => kind)]).toEqual([['mesh', 'hull'], ['surface']]);
    // A tetrahedron of a sixth of a cubic metre, and a cube of four metres.
    expect(body.mass).toBeCloseTo(1000 * (1 / 6 + 64), 6);
    const { ground: surface } = scene.surfaces as unknown as Record<string, { vertices: number[] }>;
    expect(Math.max(...surface.vertices)).toBe(10);
  });

  it('has shapes of the size of a mirrored node, and none of a node without size', async () => {
    const nodes = [
      node({ motion: box }, { children: [1, 2] }),
      node(collider(), { scale: [1, -2, 3] }),
      node(collider(), { scale: [0, 0, 0] }),
      node(collider(), { scale: [0, 0, 0] }),
    ];
    const { bodies = [] } = await readGltfScene(fileOf(nodes));
    expect(bodies.map(({ shapes }) => shapes.length)).toEqual([1]);
    const [
      {
        shapes: [shape],
      },
    ] = bodies;
    expect('size' in shape && shape.size.map((side) => Number(side.toFixed(12)))).toEqual([1, 2, 3]);
  });

  it('lets colliders meet whose systems are all among those that are named', async () => {
    const filters = [
      { collisionSystems: ['a'], collideWithSystems: ['a', 'b'] },
      { collisionSystems: ['b'] },
      { collisionSystems: ['b', 'a'], notCollideWithSystems: ['b'] },
      { collisionSystems: ['b', 'c'] },
      { notCollideWithSystems: ['b', 'c'] },
    ];
    const nodes = filters.map((_, collisionFilter) => node({ motion: box, ...collider({ collisionFilter }) }));
    const { bodies = [] } = await readGltfScene(fileOf(nodes, { collisionFilters: filters }));
    const meet = (i: number, k: number) => {
      const [a, b] = [bodies[i], bodies[k]] as { category: number; mask: number }[];
      return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
    };
    const met = filters.map((_, i) => filters.map((_, k) => k).filter((k) => meet(i, k)));
    expect(met).toEqual([
      [0, 1, 2],
      [0, 1, 3],
      [0, 2, 3, 4],
      [1, 2, 3],
      [2, 4],
    ]);
  });

  it('has no collisions between joined bodies unless it says so', async () => {
    const nodes = (more: object) => [
      node({ motion: box, ...collider(), joint: { connectedNode: 1, joint: 0, ...more } }),
      node({ motion: box, ...collider() }, { translation: [0.5, 0, 0] }),
    ];
    const law = { physicsJoints: [{ limits: [{ linearAxes: [0, 1, 2], min: 0, max: 1 }] }] };
    const collides = async (more: object) => (await readGltfScene(fileOf(nodes(more), law))).joints?.[0].collide;
    expect([await collides({}), await collides({ enableCollision: true })]).toEqual([false, true]);
  });

  it('has moments of inertia without end about two axes: it turns about the third alone', async () => {
    const motion = { mass: 2, inertiaDiagonal: [0, 0.5, 0] };
    const { world } = new Simulation(await readGltfScene(fileOf([node({ motion, ...collider() })])));
    const [body] = world.bodies();
    body.applyAngularImpulse([1, 1, 1]);
    expect(body.angularVelocity[1]).toBeCloseTo(2, 9);
    for (const k of [0, 2]) expect(Math.abs(body.angularVelocity[k])).toBeLessThan(1e-5);
  });

  /** A slider along x between a body of 2 kg and the world, after some time without gravity. */
  async function slide(drive: object, seconds: number): Promise<{ position: number; velocity: number }> {
    const law = {
      limits: [
        { linearAxes: [1, 2], min: 0, max: 0 },
        { angularAxes: [0, 1, 2], min: 0, max: 0 },
      ],
      drives: [{ type: 'linear', axis: 0, ...drive }],
    };
    const nodes = [node({ joint: { connectedNode: 1, joint: 0 } }), node({ motion: box, ...collider() })];
    const { world } = new Simulation(await readGltfScene(fileOf(nodes, { physicsJoints: [law] })));
    world.set('gravity', [0, 0, 0]);
    for (let i = 0; i < 1000 * seconds; i++) world.step(1 / 1000);
    const [body] = world.bodies();
    return { position: body.position[0], velocity: body.velocity[0] };
  }

  it.each([
    // v = target (1 - exp(-d t / m)).
    ['a damper to a velocity', { velocityTarget: 3, damping: 4 }, 0.5, { velocity: 3 * (1 - Math.exp(-1)) }],
    [
      'the same by acceleration',
      { mode: 'acceleration', velocityTarget: 3, damping: 2 },
      0.5,
      { velocity: 3 * (1 - Math.exp(-1)) },
    ],
    // A force of 1 N on 2 kg for a second.
    ['one that is weak', { velocityTarget: 100, damping: 1e3, maxForce: 1 }, 1, { velocity: 0.5 }],
    // x = target (1 - cos(w t)), with w^2 = k / m.
    ['a spring', { positionTarget: 1, stiffness: 8 }, 0.5, { position: 1 - Math.cos(1) }],
    ['the same by acceleration', { mode: 'acceleration', positionTarget: 1, stiffness: 4 }, 0.5, { position: 1 - Math.cos(1) }],
    // At rest where k (1 - x) + d v_target = 0.
    ['a spring with a velocity', { positionTarget: 1, stiffness: 100, damping: 40, velocityTarget: 0.5 }, 3, { position: 1.2 }],
  ])('drives by %s', async (_, drive, seconds, expected) => {
    const found = await slide(drive, seconds);
    for (const [key, value] of Object.entries(expected)) expect(found[key as keyof typeof found] / value).toBeCloseTo(1, 2);
  });

  const BAD: [string, Uint8Array, RegExp][] = [
    ['no physics', fileOf([{ name: 'plain' }]), /no node of it has KHR_physics_rigid_bodies, so it has no bodies/],
    [
      'a negative mass',
      fileOf([node({ motion: { mass: -1 }, ...collider() })]),
      /nodes\[0\]\.extensions\.KHR_physics_rigid_bodies\.motion\.mass is -1, but must be/,
    ],
    ['no collider', fileOf([node({ motion: box })]), /motion is of a node without colliders, but a body must have one\./],
    [
      'no such shape',
      fileOf([node({ collider: { geometry: { shape: 4 } } })]),
      /geometry\.shape is 4, but must be the number of one of 1 shapes\./,
    ],
    ['no geometry', fileOf([node({ collider: {} })]), /collider\.geometry is undefined, but must be an object\./],
    [
      'a flat ball',
      fileOf([node(collider(), { scale: [1, 2, 1] })], {}, [{ type: 'sphere' }]),
      /is a sphere that nodes\[0\] scales by 1, 2 and 1/,
    ],
    ['an unknown shape', fileOf([node(collider())], {}, [{ type: 'torus' }]), /shapes\[0\]\.type is "torus", but must be one of/],
    [
      'no such joint',
      fileOf([node({ motion: box, ...collider(), joint: { connectedNode: 0, joint: 2 } })]),
      /joint\.joint is 2, but must be the number of one of 0 physicsJoints\./,
    ],
    [
      'a distance with an axis of its own',
      fileOf([node({ motion: box, ...collider(), joint: { connectedNode: 1, joint: 0 } }), {}], {
        physicsJoints: [
          {
            limits: [
              { linearAxes: [0, 1, 2], max: 2 },
              { angularAxes: [0], min: 0, max: 0 },
            ],
          },
        ],
      }),
      /physicsJoints\[0\] bounds several axes together, and what it says of the others leaves no kind of joint/,
    ],
    [
      'an axis of four',
      fileOf([node(collider())], { physicsJoints: [{ limits: [{ linearAxes: [3] }] }] }),
      /linearAxes\[0\] is 3, but must be a whole number/,
    ],
    [
      'a moment without end about one axis',
      fileOf([node({ motion: { inertiaDiagonal: [0, 1, 1] }, ...collider() })]),
      /motion\.inertiaDiagonal is \[0, 1, 1\], but must be 0, which stands for no end, about no axis, two or all\./,
    ],
    [
      'two filters in one body',
      fileOf(
        [node({ motion: box, ...collider({ collisionFilter: 0 }) }, { children: [1] }), node(collider({ collisionFilter: 1 }))],
        { collisionFilters: [{ collisionSystems: ['a'] }, {}] },
      ),
      /nodes\[1\].*collisionFilter is 1, but must be that of the body's other colliders, 0\./,
    ],
    [
      'a mesh that is not there',
      fileOf([node({ collider: { geometry: { mesh: 3 } } })]),
      /geometry\.mesh is 3, but must be the number of one of 0 meshes\./,
    ],
    [
      'a shape and a mesh',
      fileOf([node({ collider: { geometry: { shape: 0, mesh: 0 } } })]),
      /geometry must have either a shape or a mesh\./,
    ],
    ['no JSON', new TextEncoder().encode('{'), /its JSON is broken or cut short/],
    [
      'triangles of a node without any',
      fileOf([node({ collider: { geometry: { node: 0 } } })]),
      /geometry\.node is 0, but must be a node of the scene with triangles\./,
    ],
  ];

  it.each(BAD)('with %s is refused by a sentence', async (_, bytes, sentence) => {
    await expect(readGltfScene(bytes, { name: 'bad.gltf' })).rejects.toThrow(sentence);
    await expect(readGltfScene(bytes, { name: 'bad.gltf' })).rejects.toThrow(/^The file bad\.gltf cannot be read as a scene: /);
  });

  it('gives a scene that is plain data', async () => {
    const scene: Scene = await readGltfScene(fileOf([node({ motion: box, ...collider() })]), { name: 'folder/one.gltf' });
    expect(JSON.parse(JSON.stringify(scene))).toEqual(scene);
    expect(scene.name).toBe('one');
  });
});
