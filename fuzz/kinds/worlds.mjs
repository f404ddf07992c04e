// Extreme worlds: sizes, masses, speeds, spins and steps over many orders of magnitude, overlaps, many materials, and nothing at all.

import { METHODS, World } from '../../dist/src/index.js';
import { GENERIC, JOINT_KINDS } from '../../dist/src/joints/joint-kinds.js';
import { attempt, expectSameAgain, expectSteps } from '../oracle.mjs';
import { knowsJoints, METHOD_NAMES, TREE } from '../sample-world.mjs';

export function run(dice) {
  const method = dice.pick(METHOD_NAMES);
  const world = new World({ stepper: METHODS[method], settings: settingsOf(dice) });
  const knowsLocks = METHODS[method].blocks?.includes('lock') ?? false;
  const materials = makeMaterials(world, dice, METHODS[method].blocks?.includes('resistance') ?? false);
  world.createMesh('tetrahedron', TREE);
  if (dice.chance(0.8)) world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const scale = dice.chance(0.5) ? 1 : dice.magnitude(1e-6, 1e6);
  if (dice.chance(0.3)) addSurface(world, dice, scale);
  const isMixed = dice.chance(0.3);
  const count = dice.pick([0, 1, 2, 3, 5, 8]);
  for (let i = 0; i < count; i++) {
    const size = isMixed ? dice.magnitude(1e-6, 1e6) : scale * dice.between(0.5, 2);
    attempt('createBody()', world, () => world.createBody(bodyOf(dice, size, scale, materials, knowsLocks)));
  }
  if (count > 2 && dice.chance(0.2))
    attempt('createComposite()', world, () =>
      world.createComposite({ members: [...world.bodies()].filter(({ kind }) => kind === 'rigid').slice(0, 2) }),
    );
  if (knowsJoints(method)) addJoints(world, dice, scale);
  const dt = dice.chance(0.6) ? dice.pick([1 / 100, 1 / 60, 1 / 30]) : dice.magnitude(1e-6, 1);
  expectSteps(world, [dt, dt, dice.chance(0.5) ? dt : dice.magnitude(1e-6, 1)]);
  expectSameAgain(world, dt);
}

/** Joints of all kinds with laws of any size, in trees and rings, and gears between them, in rings as well. */
function addJoints(world, dice, scale) {
  const bodies = [...world.bodies()];
  if (bodies.length === 0 || dice.chance(0.5)) return;
  for (let i = dice.below(6); i > 0; i--) {
    const [bodyA, bodyB] = [dice.chance(0.3) ? undefined : dice.pick(bodies), dice.pick(bodies)];
    const kind = dice.chance(0.1) ? JOINT_KINDS[GENERIC + dice.below(64)] : dice.pick(JOINT_KINDS.slice(0, GENERIC));
    const frame = () => ({ position: dice.vector(dice.pick([0, 1, 10]) * scale), orientation: dice.turn() });
    const place =
      kind.name === 'distance' || dice.chance(0.3)
        ? { frameA: frame(), frameB: frame() }
        : { anchor: dice.vector(scale), axis: dice.vector(1) };
    attempt('createJoint()', world, () =>
      world.createJoint({
        kind: kind.name,
        bodyA,
        bodyB,
        ...place,
        coordinates: Object.fromEntries(kind.coordinates.map(({ name }) => [name, lawsOf(dice, name)])),
        collide: dice.chance(0.2),
        ...(dice.chance(0.2) && { breakForce: dice.magnitude(1e-6, 1e9) }),
      }),
    );
  }
  const free = [...world.joints()].flatMap(({ coordinates }) => coordinates);
  for (let i = dice.below(4); i > 0 && free.length > 0; i--) {
    const end = () => {
      const { joint, name } = dice.pick(free);
      return { joint, coordinate: name };
    };
    attempt('createCoupling()', world, () =>
      world.createCoupling({
        first: end(),
        second: end(),
        ratio: dice.pick([1, -2, dice.magnitude(1e-9, 1e9)]),
        offset: dice.pick([0, 1]),
      }),
    );
  }
}

function lawsOf(dice, name) {
  const any = () => dice.magnitude(1e-9, 1e12);
  const lowest = name === 'swing' || name === 'length' ? 0 : -dice.pick([0, 0.1, 3, 100]);
  const all = {
    ...(dice.chance(0.3) && { limits: [lowest, dice.pick([0.1, 1, 3, 3])] }),
    ...(dice.chance(0.2) && { spring: { stiffness: any(), rest: dice.between(-1, 1) } }),
    ...(dice.chance(0.3) && {
      motor: dice.pick([
        { kind: 'velocity', target: dice.between(-1e3, 1e3), maxForce: any() },
        { kind: 'position', target: dice.between(-10, 10), stiffness: any(), damping: any(), maxForce: any() },
        { kind: 'force', target: any(), maxForce: any() },
      ]),
    }),
    ...(dice.chance(0.1) && { armature: any() }),
  };
  return {
    ...(name !== 'roll' && all),
    ...(dice.chance(0.2) && { damping: any() }),
    ...(dice.chance(0.2) && { friction: any() }),
  };
}

function settingsOf(dice) {
  return {
    ...(dice.chance(0.2) && { gravity: dice.vector(dice.magnitude(1e-3, 1e6)) }),
    ...(dice.chance(0.1) && { gravity: [0, 0, 0] }),
    ...(dice.chance(0.1) && { 'detection.coherence': dice.pick(['exact', 'off']) }),
    ...(dice.chance(0.1) && { groups: 'all-in-one' }),
    ...(dice.chance(0.1) && { 'detection.lookAhead': dice.pick([0, 10]) }),
    ...(dice.chance(0.1) && { 'damping.linear': dice.magnitude(1e-3, 1e9), 'damping.angular': dice.magnitude(1e-3, 1e9) }),
    ...(dice.chance(0.1) && { 'impulsive.freezeAfter': 0 }),
    ...(dice.chance(0.1) && { kernel: 'reference' }),
    ...(dice.chance(0.1) && { 'contact.friction': 'pyramid' }),
    ...(dice.chance(0.2) && { 'sleeping.enabled': 'on', 'sleeping.steps': dice.pick([1, 5, 50]) }),
    ...(dice.chance(0.1) && { 'speedups.reduction': 'on' }),
    ...(dice.chance(0.1) && { 'speedups.caching': 'off' }),
  };
}

/** A few, now and then many. */
function makeMaterials(world, dice, knowsResistance) {
  const names = dice.list(dice.chance(0.02) ? 150 : dice.below(3), (_, i) => `m${i}`);
  for (const name of names)
    world.createMaterial(name, {
      friction: dice.pick([0, 0.5, 1, dice.magnitude(1e-9, 1e9)]),
      restitution: dice.pick([0, 0, 0.5, 1]),
      ...(knowsResistance && { rollingFriction: dice.pick([0, 0, 0.1, dice.magnitude(1e-9, 1e9)]) }),
      ...(knowsResistance && { spinningFriction: dice.pick([0, 0, 0.1, dice.magnitude(1e-9, 1e9)]) }),
    });
  return ['default', ...names];
}

function bodyOf(dice, size, scale, materials, knowsLocks) {
  const kind = dice.pick(['rigid', 'rigid', 'rigid', 'rigid', 'rigid', 'rigid', 'fixed', 'scripted']);
  const speed = dice.pick([0, 0, 1, scale, dice.magnitude(1e-3, 1e5)]);
  const spin = dice.pick([0, 0, 1, dice.magnitude(1e-3, 1e5)]);
  const spread = dice.pick([0, 0.1, 1, 1, 3, 1e3]) * scale;
  const descriptor = {
    kind,
    position: [dice.between(-spread, spread), dice.between(-0.2 * spread, spread) + size / 2, dice.between(-spread, spread)],
    ...(dice.chance(0.6) && { orientation: dice.turn() }),
    shapes: dice.list(dice.pick([1, 1, 1, 2]), () => shapeOf(dice, size)),
    material: dice.pick(materials),
  };
  if (kind === 'rigid')
    Object.assign(descriptor, {
      velocity: dice.vector(speed),
      angularVelocity: dice.vector(spin),
      ...(dice.chance(0.5) ? { mass: dice.magnitude(1e-9, 1e9) } : { density: dice.magnitude(1e-3, 1e5) }),
      ...(dice.chance(0.1) && { gravityScale: dice.magnitude(1e-3, 1e3) }),
      ...(knowsLocks && dice.chance(0.15) && { locks: ['x', 'y', 'z', 'rx', 'ry', 'rz'].filter(() => dice.chance(0.4)) }),
    });
  if (kind === 'scripted')
    descriptor.motion = {
      kind: 'oscillation',
      translation: dice.vector(size),
      rotation: dice.vector(3),
      frequency: dice.magnitude(1e-3, 1e3),
    };
  return descriptor;
}

/** A sheet or a ground, even or rough; bodies with meshes are refused from here on. */
function addSurface(world, dice, scale) {
  const [columns, rows] = [dice.pick([2, 3, 9]), dice.pick([2, 4, 7])];
  const rough = scale * dice.pick([0, 0.3, dice.magnitude(1e-6, 10)]);
  const heights = dice.list(columns * rows, () => dice.between(-1, 1) * rough);
  const spacing = [scale * dice.between(0.3, 3), scale * dice.magnitude(1e-3, 10)];
  attempt('createSurface()', world, () =>
    world.createSurface('ground', { heights, columns, rows, spacing, sides: dice.pick(['front', 'both']) }),
  );
  const placement = dice.chance(0.5) ? { position: dice.vector(scale), orientation: dice.turn() } : {};
  attempt('createBody()', world, () =>
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'ground', ...placement }] }),
  );
}

function shapeOf(dice, size) {
  const side = () => size * dice.pick([1, 1, dice.magnitude(0.01, 1)]);
  const placement = dice.chance(0.3) ? { position: dice.vector(size), orientation: dice.turn() } : {};
  const shape = dice.pick([
    () => ({ kind: 'sphere', radius: side() / 2 }),
    () => ({ kind: 'box', size: [side(), side(), side()] }),
    () => ({ kind: 'box', size: [size, size, size] }),
    () => ({ kind: 'capsule', radius: side() / 2, length: side() }),
    () => ({ kind: 'cylinder', radius: side() / 2, height: side() }),
    () => ({ kind: 'hull', points: dice.list(dice.pick([4, 6, 12]), () => dice.vector(size / 2)) }),
    () => (dice.chance(0.3) ? { kind: 'mesh', mesh: 'tetrahedron' } : { kind: 'sphere', radius: size / 2 }),
  ])();
  return { ...shape, ...placement };
}
