// Extreme worlds: sizes, masses, speeds, spins and steps over many orders of magnitude, overlaps, many materials, and nothing at all.

import { METHODS, World } from '../../dist/src/index.js';
import { attempt, expectSameAgain, expectSteps } from '../oracle.mjs';
import { METHOD_NAMES, TREE } from '../sample-world.mjs';

export function run(dice) {
  const world = new World({ stepper: METHODS[dice.pick(METHOD_NAMES)], settings: settingsOf(dice) });
  const materials = makeMaterials(world, dice);
  world.createMesh('tetrahedron', TREE);
  if (dice.chance(0.8)) world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const scale = dice.chance(0.5) ? 1 : dice.magnitude(1e-6, 1e6);
  const isMixed = dice.chance(0.3);
  const count = dice.pick([0, 1, 2, 3, 5, 8]);
  for (let i = 0; i < count; i++) {
    const size = isMixed ? dice.magnitude(1e-6, 1e6) : scale * dice.between(0.5, 2);
    attempt('createBody()', world, () => world.createBody(bodyOf(dice, size, scale, materials)));
  }
  if (count > 2 && dice.chance(0.2))
    attempt('createComposite()', world, () =>
      world.createComposite({ members: [...world.bodies()].filter(({ kind }) => kind === 'rigid').slice(0, 2) }),
    );
  const dt = dice.chance(0.6) ? dice.pick([1 / 100, 1 / 60, 1 / 30]) : dice.magnitude(1e-6, 1);
  expectSteps(world, [dt, dt, dice.chance(0.5) ? dt : dice.magnitude(1e-6, 1)]);
  expectSameAgain(world, dt);
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
  };
}

/** A few, now and then many. */
function makeMaterials(world, dice) {
  const names = dice.list(dice.chance(0.02) ? 150 : dice.below(3), (_, i) => `m${i}`);
  for (const name of names)
    world.createMaterial(name, {
      friction: dice.pick([0, 0.5, 1, dice.magnitude(1e-9, 1e9)]),
      restitution: dice.pick([0, 0, 0.5, 1]),
    });
  return ['default', ...names];
}

function bodyOf(dice, size, scale, materials) {
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
