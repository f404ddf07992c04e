// Bodies attached to each other move as the one body that their shapes would make.

import { describe, expect, it } from 'vitest';
import type { Body, BodyDescriptor, World } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { add, cross, length, multiply, normalizeQuat, rotate, scale, subtract } from '../../src/math/vector.js';
import {
  addGround,
  angularMomentum,
  expectVector,
  G,
  linearMomentum,
  makeWorld,
  relativeError,
  run,
} from '../physics/laboratory.js';

const DT = 1 / 240;
/** Where the whole is put; the parts are placed in its frame. */
const FRAME: { position: Vec3; orientation: Quat } = { position: [4, 9, -2], orientation: normalizeQuat([0.2, 0.5, -0.1, 0.8]) };
const BAR = { kind: 'box', size: [2, 0.4, 0.6] } as const;
const BALL = { kind: 'sphere', radius: 0.5 } as const;
const BALL_AT: Vec3 = [1.2, 0.3, 0.1];
const BALL_TURN: Quat = axisAngle([1, 1, 0], 0.7);

function addParts(world: World, motion: Pick<BodyDescriptor, 'velocity' | 'angularVelocity'> = {}, frame = FRAME): Body[] {
  return [
    world.createBody({ shapes: [BAR], ...frame, ...motion }),
    world.createBody({
      shapes: [BALL],
      position: add(frame.position, rotate(frame.orientation, BALL_AT)),
      orientation: multiply(frame.orientation, BALL_TURN),
      ...motion,
    }),
  ];
}

function addWhole(world: World, frame = FRAME): Body {
  return world.createBody({ shapes: [BAR, { ...BALL, position: BALL_AT, orientation: BALL_TURN }], ...frame });
}

describe('a composite in free motion', () => {
  it('moves as one body of the same shapes', () => {
    const apart = makeWorld();
    const [bar, ball] = addParts(apart);
    apart.createComposite({ members: [bar, ball] });
    const together = makeWorld();
    const whole = addWhole(together);
    const blow: Vec3 = [300, -900, 1500];
    const point = add(whole.centerOfMass, [0.3, 1.1, -0.4]);
    bar.applyImpulse(blow, point);
    whole.applyImpulse(blow, point);
    for (let i = 0; i < 480; i++) {
      apart.step(DT);
      together.step(DT);
    }
    // The composite's axes are the world's when it was made and the whole's are its own, but both turn about the same principal
    // axes in the same order, so they differ by rounding only.
    expectVector(bar.position, whole.position, 1e-9);
    expectVector(rotate(bar.orientation, [1, 2, 3]), rotate(whole.orientation, [1, 2, 3]), 1e-9);
    expectVector(ball.position, add(whole.position, rotate(whole.orientation, BALL_AT)), 1e-9);
    expectVector(rotate(ball.orientation, [1, 2, 3]), rotate(multiply(whole.orientation, BALL_TURN), [1, 2, 3]), 1e-9);
    expectVector(bar.velocity, whole.velocityAt(bar.centerOfMass), 1e-9);
    expectVector(bar.angularVelocity, whole.angularVelocity, 1e-9);
    expect(relativeError(apart.kineticEnergy(), together.kineticEnergy())).toBeLessThan(1e-9);
  });

  it('feels forces and torques on any member as the whole does', () => {
    const apart = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(apart);
    apart.createComposite({ members: [ball, bar] });
    const together = makeWorld({ gravity: [0, 0, 0] });
    const whole = addWhole(together);
    for (let i = 0; i < 100; i++) {
      ball.applyForce([100, 20, -30]);
      bar.applyTorque([5, 90, 20]);
      whole.applyForce([100, 20, -30], add(whole.position, rotate(whole.orientation, BALL_AT)));
      whole.applyTorque([5, 90, 20]);
      apart.step(DT);
      together.step(DT);
    }
    expectVector(bar.angularVelocity, whole.angularVelocity, 1e-9);
    expectVector(bar.velocity, whole.velocityAt(bar.centerOfMass), 1e-9);
  });

  it('rests on the ground as the whole does', () => {
    const frame = { position: [0, 0.6, 0] as Vec3, orientation: [0, 0, 0, 1] as Quat };
    const apart = makeWorld();
    addGround(apart);
    const [bar, ball] = addParts(apart, {}, frame);
    apart.createComposite({ members: [bar, ball] });
    const together = makeWorld();
    addGround(together);
    const whole = addWhole(together, frame);
    for (let i = 0; i < 480; i++) {
      apart.step(DT);
      together.step(DT);
    }
    expectVector(bar.position, whole.position, 1e-3);
    expect(length(bar.velocity)).toBeLessThan(1e-3);
  });
});

describe('attaching', () => {
  it('keeps momentum and angular momentum of parts that move apart from each other', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world);
    bar.velocity = [1, 2, 3];
    bar.angularVelocity = [0.5, -1, 2];
    ball.velocity = [-2, 0.5, 1];
    ball.angularVelocity = [3, 3, -1];
    const momentum = linearMomentum(world);
    const spin = angularMomentum(world);
    const energy = world.kineticEnergy();
    const composite = world.createComposite({ members: [bar, ball] });
    expectVector(linearMomentum(world), momentum, 1e-9);
    expectVector(angularMomentum(world), spin, 1e-9);
    expect(world.kineticEnergy()).toBeLessThan(energy);
    run(world, 2, DT);
    expectVector(linearMomentum(world), momentum, 1e-9);
    expectVector(angularMomentum(world), spin, 1e-8);
    const whole = world.kineticEnergy();
    composite.remove();
    expectVector(linearMomentum(world), momentum, 1e-9);
    expectVector(angularMomentum(world), spin, 1e-8);
    expect(relativeError(world.kineticEnergy(), whole)).toBeLessThan(1e-12);
    expect(bar.isAlive && ball.isAlive).toBe(true);
    // Apart again, each goes its own way and nothing is between them but what their overlap makes.
    expect(composite.isAlive).toBe(false);
  });

  it('of members that overlap makes no contacts between them', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world);
    world.step(DT);
    expect(world.report.contacts).toBeGreaterThan(0);
    world.createComposite({ members: [bar, ball] });
    world.step(DT);
    expect(world.report.contacts).toBe(0);
  });

  // What a body has of its own goes with it: bodies without weight do not fall for being attached to each other.
  it('keeps what gravity does to the members', () => {
    const world = makeWorld();
    const [bar, ball] = addParts(world);
    bar.gravityScale = 0;
    ball.gravityScale = 0;
    world.createComposite({ members: [bar, ball] });
    run(world, 0.1, DT);
    expectVector(bar.velocity, [0, 0, 0], 1e-12);
  });

  it('keeps what damping does to members that share one rate', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world, { velocity: [1, 0, 0] });
    for (const body of [bar, ball]) body.linearDamping = 2;
    world.createComposite({ members: [bar, ball] });
    world.step(DT);
    expectVector(bar.velocity, [1 / (1 + 2 * DT), 0, 0], 1e-12);
  });
});

describe('dissolving a composite', () => {
  it('lets each member go with the velocity it has there', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world);
    const composite = world.createComposite({ members: [bar, ball] });
    bar.applyAngularImpulse([900, -400, 300]);
    world.step(DT);
    const { velocity, angularVelocity } = ball;
    const between = subtract(ball.centerOfMass, bar.centerOfMass);
    expectVector(subtract(velocity, bar.velocity), cross(angularVelocity, between), 1e-12);
    composite.remove();
    expectVector(ball.velocity, velocity, 1e-15);
    expectVector(ball.angularVelocity, angularVelocity, 1e-15);
  });

  it('right after an impulse keeps the impulse', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world);
    const composite = world.createComposite({ members: [bar, ball] });
    const impulse: Vec3 = [100, 200, -50];
    bar.applyImpulse(impulse);
    expectVector(linearMomentum(world), impulse, 1e-9);
    composite.remove();
    expectVector(linearMomentum(world), impulse, 1e-9);
  });
});

// A force during the next step gives F dt to whatever its body belongs to by then.
describe('a force that waits for its step', () => {
  const force: Vec3 = [100, 200, -50];

  it('goes with a body that is attached before it', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world);
    ball.applyForce(force);
    const arm = ball.centerOfMass;
    const composite = world.createComposite({ members: [bar, ball] });
    world.step(DT);
    expectVector(linearMomentum(world), scale(force, DT), 1e-9);
    expectVector(angularMomentum(world), cross(arm, scale(force, DT)), 1e-9);
    composite.remove();
    world.step(DT);
    expectVector(linearMomentum(world), scale(force, DT), 1e-9);
  });

  it('is not lost when the composite is dissolved before it', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world);
    const composite = world.createComposite({ members: [bar, ball] });
    ball.applyForce(force);
    composite.remove();
    world.step(DT);
    expectVector(linearMomentum(world), scale(force, DT), 1e-9);
  });
});

describe('removing a member', () => {
  it('leaves the others attached, with their motion', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world, { velocity: [1, 2, 3] });
    const extra = world.createBody({ shapes: [BALL], position: add(FRAME.position, [0, 0, 3]), velocity: [1, 2, 3] });
    const composite = world.createComposite({ members: [bar, extra, ball] });
    bar.applyAngularImpulse([300, 200, -100]);
    world.step(DT);
    const kept = scale(bar.velocity, bar.mass);
    const momentum = add(kept, scale(ball.velocity, ball.mass));
    extra.remove();
    expect(composite.isAlive).toBe(true);
    expectVector(linearMomentum(world), momentum, 1e-9);
    run(world, 1, DT);
    expectVector(linearMomentum(world), momentum, 1e-9);
    expectVector(
      subtract(ball.velocity, bar.velocity),
      cross(bar.angularVelocity, subtract(ball.centerOfMass, bar.centerOfMass)),
      1e-12,
    );
  });

  it('but one dissolves the composite', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const [bar, ball] = addParts(world, { velocity: [1, 0, 0] });
    const composite = world.createComposite({ members: [bar, ball] });
    ball.remove();
    expect(composite.isAlive).toBe(false);
    bar.velocity = [0, 5, 0];
    world.step(DT);
    expectVector(bar.velocity, [0, 5, 0], 1e-15);
  });
});

describe('a passive composite', () => {
  it('takes its members with it', () => {
    const world = makeWorld();
    const [bar, ball] = addParts(world);
    const composite = world.createComposite({ members: [bar, ball] });
    composite.active = false;
    expect([bar.active, ball.active]).toEqual([false, false]);
    const before = bar.position;
    run(world, 0.5, DT);
    expectVector(bar.position, before, 1e-300);
    composite.active = true;
    world.step(DT);
    expect(bar.velocity[1]).toBeCloseTo(-G * DT, 12);
  });
});
