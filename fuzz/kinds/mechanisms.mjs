// Random mechanisms: trees of links by joints of all kinds with all laws, loops, gears, ropes, among loose bodies on a
// ground; some hang on what a script moves, some have motors, locks or meshes, and some are changed on the way. Without
// motors and scripts energy never rises; joints stay closed; steps from a snapshot are the same steps.

import { METHODS, World } from '../../dist/src/index.js';
import { attempt, Finding } from '../oracle.mjs';
import { knowsJoints, METHOD_NAMES, TREE } from '../sample-world.mjs';

const SECONDS = 2;
/** Energy may rise in a step by this share of all that was ever there, and by the fall of all through this height [1, m]. */
const GAIN = 1e-3;
const FALL = 1e-4;
/** Ends of a joint that locks points are no further apart than this [m]. */
const OPEN = 1e-4;
/** Bodies overlap by no more than this at the end [m]. */
const DEPTH = 0.01;
/** So many steps are taken again from a snapshot, at the most [1]. */
const AGAIN = 10;
const NAMES = METHOD_NAMES.filter(knowsJoints);

export function run(dice) {
  runMechanism(dice, true);
}

/** Without generic joints, and without what drives, carries, locks or changes a mechanism. */
export function runPlain(dice) {
  runMechanism(dice, false);
}

function runMechanism(dice, hasMore) {
  const method = dice.pick(NAMES);
  const dt = dice.pick([1 / 60, 1 / 100, 1 / 240]);
  const world = new World({ stepper: METHODS[method] });
  world.createMaterial('default', { friction: dice.pick([0, 0.3, 0.8]), restitution: dice.pick([0, 0, 0.3, 0.8]) });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  if (hasMore) world.createMesh('tetrahedron', TREE);
  const trees = dice.pick([1, 1, 2]);
  const anchors = [];
  const isCarried = hasMore && dice.chance(0.15);
  for (let t = 0; t < trees; t++) anchors.push(...growTree(world, dice, t, isCarried, hasMore));
  const loose = dice.pick([0, 1, 3]);
  for (let i = 0; i < loose; i++) addLoose(world, dice, i, hasMore);
  // What begins in each other is pushed apart, which takes energy from nowhere.
  if (world.overlaps().length > 0) return;
  tieRandomly(world, dice);
  const isDriven = hasMore && dice.chance(0.2);
  if (isDriven) driveRandomly(world, dice);
  const areLocked = hasMore && dice.chance(0.1);
  if (areLocked) lockRandomly(world, dice);
  const kinds = [...world.joints()].map(({ kind }) => kind);
  const more = [isCarried && 'carried', isDriven && 'driven', areLocked && 'locked'].filter(Boolean);
  const what = `${[...kinds, ...more].join(', ')}, ${loose} loose by ${method} at 1/${Math.round(1 / dt)} s`;
  // Where locks and joints contradict each other, joints stay open.
  expectSound(world, dt, what, areLocked ? [] : anchors, dice, isCarried || isDriven, hasMore);
}

/** A tree of links in the manner of a vine: each hangs on an earlier one, or on the world. Returns its joints, and where they are. */
function growTree(world, dice, t, isCarried, hasMore) {
  const count = 1 + dice.below(5);
  const base = [4 * t + dice.between(-0.5, 0.5), dice.between(0.8, 2.5), dice.between(-0.5, 0.5)];
  const places = [];
  // Links of one tree may be ten thousand times as heavy as others.
  const areUnlike = hasMore && dice.chance(0.2);
  const links = dice.list(count, (_, k) => {
    const from = k === 0 ? base : places[dice.below(k)];
    const way = dice.vector(1);
    const length = Math.hypot(...way) || 1;
    const position = from.map((x, i) => x + (0.5 * way[i]) / length);
    position[1] = Math.max(0.35, position[1]);
    places.push(position);
    return { name: `link-${t}-${k}`, position, shapes: [shapeOf(dice, 0.1, hasMore)], mass: massOf(dice, areUnlike) };
  });
  const isGrounded = isCarried || dice.chance(0.6);
  const joints = [];
  for (let k = isGrounded ? 0 : 1; k < count; k++) {
    const parent = k === 0 ? -1 : dice.below(k);
    const anchor = parent < 0 ? base : places[k].map((x, i) => 0.5 * (x + places[parent][i]));
    joints.push(jointOf(dice, parent < 0 ? undefined : parent, k, anchor, hasMore));
  }
  if (isCarried) joints[0].bodyA = makeSupport(world, dice, t, base);
  if (dice.chance(0.5)) {
    const loops = hasMore && count > 2 && dice.chance(0.4) ? [loopOf(dice, places)] : [];
    const multibody = world.createMultibody({ links, joints, loops });
    return multibody.joints.map((joint, i) => ({ joint, anchor: joints[i].anchor }));
  }
  const bodies = links.map((link) => world.createBody(link));
  return joints.map(({ bodyA, bodyB, ...joint }) => {
    const from = typeof bodyA === 'number' ? bodies[bodyA] : bodyA;
    const made = world.createJoint({ ...joint, ...(from === undefined ? {} : { bodyA: from }), bodyB: bodies[bodyB] });
    return { joint: made, anchor: joint.anchor };
  });
}

function massOf(dice, areUnlike) {
  return areUnlike ? dice.magnitude(0.01, 100) : dice.magnitude(0.1, 30);
}

/** What a script swings to and fro, above the ground and clear of all else. */
function makeSupport(world, dice, t, base) {
  const name = `support-${t}`;
  const motion = {
    kind: 'oscillation',
    translation: dice.vector(0.2),
    frequency: dice.between(0.2, 2),
  };
  world.createBody({ kind: 'scripted', name, position: [...base], shapes: [{ kind: 'sphere', radius: 0.02 }], motion, mask: 0 });
  return name;
}

/** A ring of two links: a ball, or a rod between their middles. */
function loopOf(dice, places) {
  const [a, b] = [0, places.length - 1];
  const distance = Math.hypot(...places[a].map((x, i) => x - places[b][i]));
  const ends = { bodyA: a, bodyB: b };
  if (dice.chance(0.5)) return { kind: 'ball', ...ends, anchor: places[a].map((x, i) => 0.5 * (x + places[b][i])) };
  const frames = { frameA: { position: [0, 0, 0] }, frameB: { position: [0, 0, 0] } };
  return { kind: 'distance', ...ends, ...frames, coordinates: { length: { limits: [distance, distance] } } };
}

function driveRandomly(world, dice) {
  for (const coordinate of [...world.joints()].flatMap(({ coordinates }) => coordinates)) {
    if (coordinate.name === 'roll' || coordinate.name === 'length' || dice.chance(0.5)) continue;
    const [target, maxForce] = [dice.between(-1, 1), dice.magnitude(0.1, 30)];
    coordinate.motor = dice.pick([
      { kind: 'velocity', target, maxForce },
      { kind: 'force', target, maxForce },
      { kind: 'position', target, stiffness: dice.magnitude(1, 1000), damping: dice.magnitude(0.1, 10), maxForce },
    ]);
  }
}

function lockRandomly(world, dice) {
  const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid' || kind === 'link');
  dice.pick(bodies).locks = dice.pick([['z'], ['rx', 'rz'], ['x', 'y', 'z'], ['z', 'rx', 'ry']]);
}

/** Something is taken away, pushed, or turned off and on. */
function changeRandomly(world, dice) {
  const joints = [...world.joints()];
  const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid' || kind === 'link');
  dice.pick([
    () => {
      if (joints.length > 0) dice.pick(joints).active = false;
    },
    () => {
      if (joints.length > 0) dice.pick(joints).remove();
    },
    () => {
      dice.pick(bodies).velocity = dice.vector(3);
    },
    () => {
      dice.pick(bodies).applyImpulse(dice.vector(1));
    },
  ])();
}

function shapeOf(dice, size, hasMore) {
  return dice.pick([
    ...(hasMore && dice.chance(0.1) ? [{ kind: 'mesh', mesh: 'tetrahedron' }] : []),
    { kind: 'box', size: dice.list(3, () => 2 * dice.between(0.5 * size, size)) },
    { kind: 'sphere', radius: dice.between(0.5 * size, size) },
    { kind: 'capsule', radius: 0.5 * size, length: dice.between(size, 2 * size) },
    { kind: 'cylinder', radius: dice.between(0.5 * size, size), height: dice.between(0.5 * size, 2 * size) },
  ]);
}

/** By kind: its coordinates that slide, and those that turn. */
const COORDINATES = {
  fixed: [[], []],
  revolute: [[], ['angle']],
  prismatic: [['slide'], []],
  cylindrical: [['slide'], ['angle']],
  ball: [[], ['twist', 'swing']],
  universal: [[], ['angle1', 'angle2']],
  planar: [['slide1', 'slide2'], ['angle']],
  wheel: [['suspension'], ['steering', 'spin']],
  generic: [[], []],
};
/** Turns that a generic joint may leave free together. */
const TURNS = [
  [],
  ['turnX'],
  ['turnY'],
  ['turnZ'],
  ['turnX', 'turnY'],
  ['turnX', 'turnZ'],
  ['turnY', 'turnZ'],
  ['twist', 'swing'],
];

function jointOf(dice, bodyA, bodyB, anchor, hasMore) {
  const kind = dice.pick(Object.keys(COORDINATES).filter((name) => hasMore || name !== 'generic'));
  const axis = unit(dice.vector(1));
  const axis2 = unit(cross(axis, unit(dice.vector(1))));
  const isGeneric = kind === 'generic';
  const slides = isGeneric ? ['slideX', 'slideY', 'slideZ'].filter(() => dice.chance(0.4)) : COORDINATES[kind][0];
  const turns = isGeneric ? dice.pick(TURNS) : COORDINATES[kind][1];
  const coordinates = isGeneric && turns.includes('twist') ? { roll: {} } : {};
  for (const name of slides) coordinates[name] = lawOf(dice, 0.3, 100, name);
  for (const [i, name] of turns.entries())
    coordinates[name] = lawOf(dice, 1, 3, isGeneric && i === 1 && name !== 'swing' ? 'angle2' : name);
  return { kind, bodyA, bodyB, anchor, axis, ...(needsSecond(kind) ? { axis2 } : {}), coordinates };
}

function needsSecond(kind) {
  return kind === 'universal' || kind === 'wheel' || kind === 'generic';
}

/** What slides without an end falls out of the world; beyond a right angle or half a turn of these, others are ill defined. */
const ENDING = ['slide', 'slide1', 'slide2', 'slideX', 'slideY', 'slideZ', 'suspension', 'swing', 'angle2'];

function lawOf(dice, reach, stiffness, name) {
  const law = {};
  const isSwing = name === 'swing';
  if (dice.chance(0.4) || ENDING.includes(name))
    law.limits = isSwing ? [0, dice.between(0.3, 2)] : [-dice.between(0, reach), dice.between(0.01, reach)];
  if (dice.chance(0.3))
    law.spring = {
      stiffness: dice.magnitude(0.01, 1) * stiffness,
      damping: dice.chance(0.5) ? dice.magnitude(0.01, 1) : 0,
      rest: 0,
    };
  else if (dice.chance(0.5)) law.damping = dice.magnitude(0.01, 1);
  if (dice.chance(0.3)) law.friction = dice.magnitude(0.01, 3);
  return law;
}

function addLoose(world, dice, i, hasMore) {
  world.createBody({
    name: `loose-${i}`,
    position: [dice.between(-1, 1), 3 + 0.6 * i, dice.between(-1, 1)],
    orientation: dice.turn(),
    shapes: [shapeOf(dice, 0.15, hasMore)],
    mass: dice.magnitude(0.1, 100),
  });
}

/** Ropes and gears. */
function tieRandomly(world, dice) {
  const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid' || kind === 'link');
  if (bodies.length > 1 && dice.chance(0.3)) {
    const [a, b] = [dice.pick(bodies), dice.pick(bodies)];
    if (a !== b) {
      const length = Math.hypot(...a.position.map((x, i) => x - b.position[i]));
      const limits = dice.chance(0.5) ? [length, length] : [0, 1.2 * length];
      attempt('a rope', world, () =>
        world.createJoint({
          kind: 'distance',
          bodyA: a,
          bodyB: b,
          frameA: { position: [0, 0, 0] },
          frameB: { position: [0, 0, 0] },
          coordinates: { length: { limits } },
        }),
      );
    }
  }
  const hinges = [...world.joints()].filter(({ kind }) => kind === 'revolute');
  if (hinges.length > 1 && dice.chance(0.5))
    attempt('a gear', world, () =>
      world.createCoupling({
        first: { joint: hinges[0], coordinate: 'angle' },
        second: { joint: hinges[1], coordinate: 'angle' },
        ratio: dice.pick([-2, -1, 0.5, 1]),
      }),
    );
}

function expectSound(world, dt, what, anchors, dice, isMovedByOthers, hasMore) {
  const joints = [...world.joints()];
  const points = anchors.map(({ joint, anchor }) => pointOf(joint, anchor)).filter((point) => point !== undefined);
  const change = hasMore && dice.chance(0.25) ? dice.below(Math.round(SECONDS / dt)) : -1;
  const sprungAtFirst = joints.flatMap(({ coordinates }) => coordinates.filter((c) => c.spring !== undefined));
  const moving = [...world.bodies()].filter(({ kind }) => kind === 'rigid' || kind === 'link');
  const weight = 9.81 * moving.reduce((sum, { mass }) => sum + mass, 0);
  const energy = () => {
    let sum = world.kineticEnergy() + world.potentialEnergy();
    // What is gone or passive holds no energy.
    const sprung = sprungAtFirst.filter(({ joint }) => joint.isAlive && joint.active);
    for (const c of sprung) sum += 0.5 * c.spring.stiffness * (c.value - c.spring.rest) ** 2;
    return sum;
  };
  const first = energy();
  const scale = Math.max(Math.abs(first), world.potentialEnergy());
  const isBouncy = world.store.materials.restitution[0] > 0;
  let before = first;
  let lowest = first;
  const steps = Math.round(SECONDS / dt);
  const again = dice.below(steps);
  for (let i = 0; i < steps; i++) {
    const at = `${what}, step ${i}`;
    // What has met something late in a step waits there for the next one, while gravity goes on.
    const waiting = moving.reduce((sum, { mass, velocity }) => sum + mass * 9.81 * dt * Math.hypot(...velocity), 0);
    if (i === change) {
      changeRandomly(world, dice);
      [before, lowest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    }
    const snapshot = i === again ? world.snapshot() : undefined;
    if (attempt(at, world, () => world.step(dt)) === undefined) throw new Finding(`${at}: refused`);
    const now = isMovedByOthers ? Number.NEGATIVE_INFINITY : energy();
    if (!(now <= before + GAIN * scale + FALL * weight + waiting))
      throw new Finding(`${at}: energy rises from ${before} to ${now} of ${scale} J`);
    if (!isBouncy && !(now <= lowest + 10 * GAIN * scale + 10 * FALL * weight))
      throw new Finding(`${at}: energy has risen from ${lowest} to ${now} of ${scale} J`);
    before = now;
    lowest = Math.min(lowest, now);
    if (snapshot !== undefined) expectSameAgain(world, snapshot, dt, hasMore ? 1 + dice.below(AGAIN) : 1, at);
  }
  for (const point of points) {
    if (!point.joint.isAlive || !point.joint.active) continue;
    const open = gapOf(point);
    if (!(open <= OPEN)) throw new Finding(`${what}: a ${point.joint.kind} joint is open by ${open} m`);
  }
  const depth = world.measurePenetration();
  if (!(depth <= DEPTH)) throw new Finding(`${what}: ${depth} m deep`);
}

/** Steps that follow a snapshot, taken twice; the world has taken the first of them already, and is left there. */
function expectSameAgain(world, snapshot, dt, steps, at) {
  const first = world.snapshot();
  const hashes = [0, 1].map((round) => {
    if (round === 1) {
      world.restore(snapshot);
      world.step(dt);
    }
    return Array.from({ length: steps }, (_, i) => {
      if (i > 0) world.step(dt);
      return world.hash();
    });
  });
  const other = hashes[0].findIndex((hash, i) => hash !== hashes[1][i]);
  if (other >= 0) throw new Finding(`${at}: ${other} steps later, taken again from there, it is another`);
  world.restore(first);
}

/** The point where a joint was made, on both of its bodies; undefined of joints that let it slide. */
function pointOf(joint, anchor) {
  if (!['fixed', 'revolute', 'ball', 'universal'].includes(joint.kind)) return undefined;
  const inBody = (body) =>
    body &&
    rotate(
      inverse(body.orientation),
      anchor.map((x, i) => x - body.position[i]),
    );
  return { joint, anchor, a: inBody(joint.bodyA), b: inBody(joint.bodyB) };
}

/** How far it has come apart [m]. */
function gapOf({ joint, anchor, a, b }) {
  const inWorld = (body, point) =>
    body === undefined ? anchor : rotate(body.orientation, point).map((x, i) => x + body.position[i]);
  const [p, q] = [inWorld(joint.bodyA, a), inWorld(joint.bodyB, b)];
  return Math.hypot(...p.map((x, i) => x - q[i]));
}

function inverse(q) {
  return [-q[0], -q[1], -q[2], q[3]];
}

function rotate(q, v) {
  const t = cross(q, v).map((c) => 2 * c);
  const turned = cross(q, t);
  return v.map((c, i) => c + q[3] * t[i] + turned[i]);
}

function unit(v) {
  const length = Math.hypot(...v) || 1;
  return v.map((x) => x / length);
}

function cross(p, q) {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}
