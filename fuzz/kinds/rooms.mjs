// Bodies of 10 to 1000 m/s in a room with thin walls, one or several at once, of every shape and however they are held
// together: none may end outside, and no step gains energy.

import { METHODS, World } from '../../dist/src/index.js';
import { attempt, Finding } from '../oracle.mjs';
import { knowsJoints, METHOD_NAMES, TETRAHEDRON } from '../sample-world.mjs';

/** Half the width of a room, and how far its walls reach from their middles [m]. */
const HALF = 1;
const REACH = 3;
const STEPS = 25;
/** By walls: how far they are outside at the most, beside their thickness [m]. */
const DEPTHS = { scripted: 0.15, heightfield: 0.02 };
/** Gains of more than this share of what there was at first are those of impacts: what spins fast keeps its energy to less [1]. */
const GAIN = 1e-3;

export function run(dice) {
  const method = dice.pick(METHOD_NAMES);
  const dt = dice.pick([1 / 30, 1 / 60, 1 / 100, 1 / 240]);
  const world = new World({ stepper: METHODS[method], settings: { gravity: dice.pick([[0, 0, 0], [0, 0, 0], [0, -9.81, 0]]) } }); // biome-ignore format: two of three float
  world.createMaterial('default', { friction: dice.pick([0, 0.3, 1]), restitution: dice.pick([0, 0.3, 0.8, 1]) });
  world.createMesh('wedge', WEDGE);
  world.createMesh('ell', ELL);
  const wall = dice.pick(Object.keys(WALLS));
  const thickness = dice.magnitude(0.001, 0.05);
  for (const side of SIDES) WALLS[wall](world, side, thickness, dice);
  if (dice.chance(0.2)) world.createTrigger({ position: dice.vector(0.5), shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
  const speed = dice.magnitude(10, 1000);
  const names = Object.keys(BODIES).filter((name) => canBe(name, wall, method));
  const thrown = dice.list(dice.pick([1, 1, 2, 4]), () => dice.pick(names));
  thrown.forEach((name, i) => void BODIES[name](world, dice, motionOf(dice, speed, PLACES[i]), i));
  const what = `${thrown.join(', ')} of ${speed.toFixed(0)} m/s in a room of ${wall} ${(1000 * thickness).toFixed(1)} mm by ${method}`;
  expectInside(world, dt, what, 0.5 * thickness + (DEPTHS[wall] ?? 0));
}

/** Meshes that move cannot meet surfaces. */
function canBe(body, wall, method) {
  if ((body === 'chain' || body === 'multibody' || body === 'locked') && !knowsJoints(method)) return false;
  return !((body === 'mesh' || body === 'ell') && (wall === 'surface' || wall === 'heightfield'));
}

function expectInside(world, dt, what, margin) {
  const moving = [...world.bodies()].filter(({ kind }) => kind === 'rigid' || kind === 'link');
  const gravity = Math.abs(world.settings.gravity[1]);
  const isDriven = [...world.bodies()].some(({ kind }) => kind === 'scripted');
  const first = world.kineticEnergy();
  // A step may have the energy that gravity gives on the way through the room, or to what bounces and then waits at a wall.
  const giveTo = ({ mass, velocity }) => mass * gravity * Math.max(4 * HALF, dt * Math.hypot(...velocity));
  let energy = first;
  for (let i = 0; i < STEPS; i++) {
    const at = `${what}, step ${i} of ${dt} s`;
    const given = moving.reduce((sum, body) => sum + giveTo(body), 0);
    if (attempt(at, world, () => world.step(dt)) === undefined) return;
    const now = world.kineticEnergy();
    if (!isDriven && now > energy + GAIN * first + given)
      throw new Finding(`${at}: energy rises by ${((now - energy) / first).toExponential(2)} of it`);
    energy = now;
  }
  for (const { centerOfMass, name } of moving)
    if (centerOfMass.some((x) => Math.abs(x) > HALF + margin))
      throw new Finding(`${what}: ${name} is at ${centerOfMass.map((x) => x.toFixed(3))}`);
}

/** Where bodies begin, apart from each other [m]. */
const PLACES = [[-0.4, -0.4, -0.4], [0.4, 0.4, -0.4], [-0.4, 0.4, 0.4], [0.4, -0.4, 0.4]]; // biome-ignore format: four places

function motionOf(dice, speed, position) {
  const direction = dice.chance(0.3) ? dice.pick(SIDES).map((x) => x + 0) : dice.vector(1);
  const length = Math.hypot(...direction) || 1;
  return {
    position,
    velocity: direction.map((x) => (speed * x) / length),
    angularVelocity: dice.vector(dice.pick([0, 1, 100, 1000])),
    orientation: dice.turn(),
  };
}

const one = (shapesOf) => (world, dice, motion, i) =>
  world.createBody({ ...motion, name: `body-${i}`, shapes: shapesOf(dice), density: dice.magnitude(100, 1e4) });

/** By name: what is thrown. Nothing reaches further than 0.35 m from its place. */
const BODIES = {
  ball: one((dice) => [{ kind: 'sphere', radius: dice.magnitude(0.002, 0.2) }]),
  box: one((dice) => [{ kind: 'box', size: dice.list(3, () => dice.magnitude(0.005, 0.35)) }]),
  plate: one((dice) => [{ kind: 'box', size: [dice.magnitude(0.001, 0.05), 0.4, 0.4] }]),
  rod: one((dice) => [{ kind: 'capsule', radius: dice.magnitude(0.002, 0.05), length: dice.between(0.1, 0.5) }]),
  coin: one((dice) => [{ kind: 'cylinder', radius: dice.between(0.05, 0.25), height: dice.magnitude(0.002, 0.1) }]),
  hull: one((dice) => [{ kind: 'hull', points: dice.list(10, () => dice.vector(0.17)) }]),
  mesh: one(() => [{ kind: 'mesh', mesh: 'wedge' }]),
  ell: one(() => [{ kind: 'mesh', mesh: 'ell' }]),
  dumbbell: one((dice) => [-0.2, 0.2].map((x) => ({ kind: 'sphere', radius: dice.magnitude(0.01, 0.08), position: [x, 0, 0] }))),
  cross: one(() => [
    { kind: 'box', size: [0.4, 0.02, 0.02] },
    { kind: 'box', size: [0.02, 0.4, 0.02] },
    { kind: 'box', size: [0.02, 0.02, 0.4] },
  ]),
  locked: (world, dice, motion, i) => {
    const locks = ['x', 'y', 'z', 'rx', 'ry', 'rz'].filter(() => dice.chance(0.3));
    const free = (values, names) => values.map((v, k) => (locks.includes(names[k]) ? 0 : v));
    const size = dice.list(3, () => dice.magnitude(0.01, 0.35));
    const velocity = free(motion.velocity, ['x', 'y', 'z']);
    const angularVelocity = free(motion.angularVelocity, ['rx', 'ry', 'rz']);
    world.createBody({
      ...motion,
      velocity,
      angularVelocity,
      name: `locked-${i}`,
      locks,
      shapes: [{ kind: 'box', size }],
      mass: 1,
    });
  },
  composite: (world, dice, { position: [x, y, z], velocity }, i) => {
    const shapes = [{ kind: 'box', size: [0.1, 0.1, dice.magnitude(0.01, 0.1)] }];
    const members = [-0.1, 0.1].map((d, k) =>
      world.createBody({ name: `member-${i}-${k}`, position: [x + d, y, z], velocity, shapes }),
    );
    world.createComposite({ members });
  },
  chain: (world, dice, { position: [x, y, z], velocity }, i) => {
    const shapes = [{ kind: 'box', size: [0.04, 0.08, dice.magnitude(0.005, 0.04)] }];
    const links = dice.list(4, (_, k) =>
      world.createBody({ name: `link-${i}-${k}`, position: [x, y + 0.1 * k - 0.15, z], velocity, shapes, mass: 1 }),
    );
    for (let k = 0; k < 3; k++)
      world.createJoint({ kind: 'ball', bodyA: links[k], bodyB: links[k + 1], anchor: [x, y + 0.1 * k - 0.1, z] });
  },
  multibody: (world, dice, { position: [x, y, z], velocity }, i) => {
    const shapes = [
      { kind: 'capsule', radius: dice.magnitude(0.005, 0.02), length: 0.06, orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
    ];
    world.createMultibody({
      links: dice.list(3, (_, k) => ({ name: `part-${i}-${k}`, position: [x, y, z + 0.15 * k - 0.15], velocity, shapes })),
      joints: [0, 1].map((k) => ({
        kind: 'revolute',
        axis: [0, 1, 0],
        bodyA: k,
        bodyB: k + 1,
        anchor: [x, y, z + 0.15 * k - 0.075],
      })),
    });
  },
};

const WEDGE = { ...TETRAHEDRON, vertices: TETRAHEDRON.vertices.map((x) => 0.3 * x - 0.05) };
/** An L of plates 4 cm thick. */
const ELL = profileMesh([[-0.08, -0.08], [0.2, -0.08], [0.2, -0.04], [-0.04, -0.04], [-0.04, 0.2], [-0.08, 0.2]], 0.08); // biome-ignore format: six corners
/** Outward normals of the walls. */
const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]; // biome-ignore format: six sides

/** Corners of a wall whose inner face is at HALF along a side. */
function cornersOf(side, thickness) {
  const axis = side.findIndex((x) => x !== 0);
  const points = [];
  for (const a of [0, 1])
    for (const b of [-1, 1])
      for (const c of [-1, 1]) {
        const point = [0, 0, 0];
        point[axis] = side[axis] * (HALF + a * thickness);
        point[(axis + 1) % 3] = b * REACH;
        point[(axis + 2) % 3] = c * REACH;
        points.push(point);
      }
  return points;
}

/** The prism over an L, whose corners go round it from its inner corner's opposite on. */
function profileMesh(profile, half) {
  const vertices = [-half, half].flatMap((z) => profile.flatMap(([x, y]) => [x, y, z]));
  const front = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]; // biome-ignore format: four triangles
  const triangles = front.flatMap(([a, b, c]) => [a, c, b, a + 6, b + 6, c + 6]);
  for (let i = 0; i < 6; i++) {
    const k = (i + 1) % 6;
    triangles.push(i, k, k + 6, i, k + 6, i + 6);
  }
  return { vertices, triangles };
}

function boxOf(side, thickness) {
  const size = side.map((x) => (x === 0 ? 2 * REACH : thickness));
  const position = side.map((x) => x * (HALF + 0.5 * thickness));
  return { position, shapes: [{ kind: 'box', size }] };
}

// biome-ignore format: two triangles a face
const FACES = [0, 1, 3, 0, 3, 2,  4, 6, 7, 4, 7, 5,  0, 4, 5, 0, 5, 1,  2, 3, 7, 2, 7, 6,  0, 2, 6, 0, 6, 4,  1, 5, 7, 1, 7, 3];

/** By name: what makes the wall of a side. */
const WALLS = {
  box: (world, side, thickness) => world.createBody({ kind: 'fixed', ...boxOf(side, thickness) }),
  hull: (world, side, thickness) =>
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'hull', points: cornersOf(side, thickness) }] }),
  mesh: (world, side, thickness) => {
    const name = `wall${side}`;
    const corners = cornersOf(side, thickness);
    const isInward = side.some((x) => x < 0);
    const triangles = isInward ? FACES.map((_, i) => FACES[3 * Math.floor(i / 3) + (2 - (i % 3))]) : FACES;
    world.createMesh(name, { vertices: corners.flat(), triangles });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: name }] });
  },
  /** An open mesh, seen from inside. */
  surface: (world, side) => {
    const name = `sheet${side}`;
    const corners = cornersOf(side, 0).slice(0, 4);
    world.createSurface(name, { vertices: corners.flat(), triangles: [0, 1, 3, 0, 3, 2], sides: 'both' });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: name }] });
  },
  heightfield: (world, side, _, dice) => {
    const name = `field${side}`;
    world.createSurface(name, {
      heights: dice.list(49, () => dice.between(-0.02, 0)),
      columns: 7,
      rows: 7,
      spacing: [1, 1],
      sides: 'both',
    });
    world.createBody({
      kind: 'fixed',
      position: side.map((x) => x * HALF),
      shapes: [{ kind: 'surface', surface: name, orientation: turnTo(side) }],
    });
  },
  'half-space': (world, side) =>
    world.createBody({
      kind: 'fixed',
      position: side.map((x) => x * HALF),
      shapes: [{ kind: 'half-space', orientation: turnTo(side) }],
    }),
  /** It swings by a tenth of a metre. */
  scripted: (world, side, thickness, dice) =>
    world.createBody({
      kind: 'scripted',
      ...boxOf(side, thickness),
      motion: { kind: 'oscillation', translation: side.map((x) => 0.1 * x), frequency: dice.between(0.5, 10) },
    }),
};

/** The turn that takes y to the inward normal of a side. */
function turnTo(side) {
  const [x, y, z] = side.map((v) => -v);
  if (y === 1) return [0, 0, 0, 1];
  if (y === -1) return [1, 0, 0, 0];
  return [z * Math.SQRT1_2, 0, -x * Math.SQRT1_2, Math.SQRT1_2];
}
