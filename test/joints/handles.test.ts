// What users hold of joints: where they are made, what is read of them and set, and what is refused.

import { describe, expect, it } from 'vitest';
import type { BodyReference, JointDescriptor, Vec3 } from '../../src/index.js';
import { axisAngle, InputError, METHODS, World } from '../../src/index.js';

const DT = 1 / 60;
const BOX = { kind: 'box', size: [1, 1, 1] } as const;

/** Two boxes a metre apart, a plate of two boxes far off, the ground and a lift. */
function makeWorld(): World {
  const world = new World({ settings: { gravity: [0, 0, 0] } });
  world.createBody({ name: 'ground', kind: 'fixed', position: [0, -20, 0], shapes: [BOX] });
  const motion = { kind: 'oscillation', translation: [0, 1, 0], frequency: 0.1 } as const;
  world.createBody({ name: 'lift', kind: 'scripted', position: [0, 20, 0], shapes: [BOX], motion });
  world.createBody({ name: 'a', position: [0, 0, 0], shapes: [BOX] });
  world.createBody({ name: 'b', position: [2, 0, 0], shapes: [{ ...BOX, position: [0.5, 0, 0] }], centerOfMass: [0.5, 0, 0] });
  world.createBody({ name: 'left', position: [10, 0, 0], shapes: [BOX] });
  world.createBody({ name: 'right', position: [11, 0, 0], shapes: [BOX] });
  return world;
}

const hinge = { name: 'hinge', kind: 'revolute', bodyA: 'a', bodyB: 'b', anchor: [1, 0, 0], axis: [0, 0, 1] } as const;

describe('a joint', () => {
  it('has the coordinates of its own kind where time was taken back and its id was that of another', () => {
    const world = makeWorld();
    const before = world.snapshot();
    const first = world.createJoint(hinge);
    expect(first.coordinates.map(({ name }) => name)).toEqual(['angle']);
    world.restore(before);
    const second = world.createJoint({ kind: 'ball', bodyA: 'a', bodyB: 'b', anchor: [1, 0, 0] });
    expect(second.id).toBe(first.id);
    expect(second.coordinates.map(({ name }) => name)).toEqual(['twist', 'swing', 'roll']);
    expect([...world.joints()].flatMap(({ coordinates }) => coordinates)).toHaveLength(3);
    second.remove();
    expect(second.coordinates).toHaveLength(3);
  });

  it('is at zero where it was made, and follows its bodies from there', () => {
    const world = makeWorld();
    const joint = world.createJoint(hinge);
    const angle = joint.coordinate('angle');
    expect(joint).toMatchObject({ name: 'hinge', kind: 'revolute', active: true, isBroken: false, collide: false });
    expect(angle.value).toBeCloseTo(0, 14);
    const body = joint.bodyB;
    // A quarter turn of b about the hinge at x = 1.
    world.setPose(body, [1, 1, 0], axisAngle([0, 0, 1], Math.PI / 2));
    body.angularVelocity = [0, 0, 3];
    expect(angle.value).toBeCloseTo(Math.PI / 2, 14);
    expect(angle.velocity).toBeCloseTo(3, 14);
    expect(angle.unit).toBe('rad');
  });

  it('may be said by frames on the bodies, from their own origins', () => {
    const world = makeWorld();
    const joint = world.createJoint({
      kind: 'prismatic',
      bodyA: 'a',
      bodyB: 'b',
      frameA: { position: [1, 0, 0] },
      frameB: { position: [-0.5, 0, 0] },
    });
    // b's origin is at x = 2, so that B's frame is 0.5 beyond A's.
    expect(joint.coordinate('slide').value).toBeCloseTo(0.5, 14);
    const rope = world.createJoint({ kind: 'distance', bodyB: 'b', frameA: { position: [2, 3, 0] } });
    expect(rope.coordinate('length').value).toBeCloseTo(3, 14);
  });

  it('of a member acts where the composite has it', () => {
    const world = makeWorld();
    const before = world.createJoint({ kind: 'revolute', bodyB: 'left', anchor: [9, 0, 0], axis: [0, 0, 1] });
    const composite = world.createComposite({ members: ['left', 'right'] });
    const after = world.createJoint({ kind: 'revolute', bodyB: 'right', anchor: [9, 0, 0], axis: [0, 0, 1] });
    const { position, orientation } = world.store.nodes.columns;
    // The whole, whose centre is at x = 10.5, turned about the hinge at x = 9 by a third of a right angle.
    const turn = Math.PI / 6;
    const { row } = composite;
    position.set([9 + 1.5 * Math.cos(turn), 1.5 * Math.sin(turn), 0], 3 * row);
    orientation.set(axisAngle([0, 0, 1], turn), 4 * row);
    world.restore(world.snapshot());
    world.step(1e-9);
    for (const joint of [before, after]) expect(joint.coordinate('angle').value).toBeCloseTo(turn, 6);
    composite.remove();
    for (const joint of [before, after]) expect(joint.coordinate('angle').value).toBeCloseTo(turn, 6);
  });

  it('is set between steps, and gives back what was set', () => {
    const world = makeWorld();
    const angle = world.createJoint(hinge).coordinate('angle');
    expect(angle.limits).toBeUndefined();
    expect(angle.motor).toBeUndefined();
    expect(() => (angle.target = 1)).toThrow('has no motor');
    angle.limits = [-1, 2];
    angle.motor = { kind: 'position', target: 0.5, stiffness: 10, damping: 1, maxForce: 30 };
    angle.target = 0.75;
    angle.spring = { stiffness: 4, rest: 0.1 };
    angle.friction = 2;
    angle.armature = 0.5;
    expect(angle.limits).toEqual([-1, 2]);
    expect(angle.motor).toEqual({ kind: 'position', target: 0.75, stiffness: 10, damping: 1, maxForce: 30 });
    expect(angle.spring).toEqual({ stiffness: 4, damping: 0, rest: 0.1 });
    expect(angle.friction).toBe(2);
    expect(angle.armature).toBe(0.5);
    expect(() => (angle.armature = -1)).toThrow(/armature is -1, but must be a finite number of at least 0/);
    const { joint } = angle;
    expect([joint.breakForce, joint.breakTorque]).toEqual([undefined, undefined]);
    Object.assign(joint, { breakForce: 20, breakTorque: 5 });
    expect(() => (joint.breakForce = 0)).toThrow(/breakForce is 0, but must be a finite number above 0/);
    expect([joint.breakForce, joint.breakTorque]).toEqual([20, 5]);
    joint.breakTorque = undefined;
    expect(joint.breakTorque).toBeUndefined();
    expect(() => (angle.limits = [2, 1])).toThrow(/limits is \[2, 1\], but the first, the lowest/);
    expect(() => (angle.motor = { kind: 'velocity', target: 1 } as never)).toThrow(/motor.maxForce is missing/);
    expect(angle.limits).toEqual([-1, 2]);
    const cone = world.createJoint({
      kind: 'ball',
      bodyB: 'a',
      anchor: [0, 0, 0],
      coordinates: { swing: { limits: [0, 0.5] } },
    });
    expect(cone.coordinate('swing').limits).toEqual([0, 0.5]);
    expect(() => (cone.coordinate('roll').limits = [0, 1])).toThrow('damping and friction alone');
    expect(() => cone.coordinate('angle')).toThrow('A ball joint has no coordinate "angle"; it has "twist", "swing", "roll".');
    expect(() => cone.coordinate(10n as never)).toThrow(InputError);
  });

  it('is found by name, listed, and not made twice', () => {
    const world = makeWorld();
    const joint = world.createJoint(hinge);
    expect(world.findJoint('hinge')?.id).toBe(joint.id);
    expect([...world.joints()]).toHaveLength(1);
    expect(() => world.createJoint({ ...hinge, bodyA: 'ground' })).toThrow(/joint.name is "hinge", but must be unique/);
    expect(() => world.remove(joint as never)).toThrow(
      /^handle is a joint, but must be a body .*; call joint\.remove\(\) instead\.$/,
    );
    joint.remove();
    expect(world.findJoint('hinge')).toBeUndefined();
    world.createJoint(hinge);
  });
});

const joint = { kind: 'revolute', bodyA: 'a', bodyB: 'b', anchor: [1, 0, 0] } as const;
const bad: [string, object, RegExp][] = [
  ['to itself', { ...joint, bodyB: 'a' }, /^joint\.bodyB is "a", the same as bodyA, but a joint is between two bodies\.$/],
  ['of nobody', { ...joint, bodyB: 'x' }, /^joint\.bodyB is "x", but must be the name of a body of this world\.$/],
  ['between what does not move', { ...joint, bodyA: 'ground', bodyB: 'lift' }, /bodyA is a fixed body and bodyB a scripted body/],
  ['of the world and the ground', { ...joint, bodyA: undefined, bodyB: 'ground' }, /bodyA is the world and bodyB a fixed body/],
  ['within a composite', { ...joint, bodyA: 'left', bodyB: 'right' }, /"right", which is part of the same composite as bodyA/],
  ['of what is no body', { ...joint, bodyB: 3 }, /^joint\.bodyB is 3, but must be a body, or the name of one\.$/],
  ['of no kind', { ...joint, kind: 'hinge' }, /joint\.kind is "hinge", but must be one of "fixed", "revolute"/],
  ['without a place', { kind: 'revolute', bodyB: 'b' }, /joint\.anchor is missing; a revolute joint needs it, or else frameA and frameB/],
  ['placed twice', { ...joint, frameA: {} }, /joint\.anchor is \[1, 0, 0\], but must be left out where frameA is given/],
  ['of no direction', { ...joint, axis: [0, 0, 0] }, /joint\.axis is \[0, 0, 0\], but must be a direction, not zero/],
  ['with axes along each other', { ...joint, axis: [0, 1, 0], axis2: [0, -2, 0] }, /axis2 is \[0, -2, 0\], but must not be along axis, \[0, 1, 0\]/],
  ['not a number', { ...joint, anchor: [0, Number.NaN, 0] }, /joint\.anchor\[1\] is NaN, but must be a finite number/],
  ['a rope of one point', { ...joint, kind: 'distance' }, /a distance joint is between two points/],
  ['limits turned round', { ...joint, coordinates: { angle: { limits: [1, 0] } } }, /coordinates\.angle\.limits is \[1, 0\], but the first/],
  ['an unknown coordinate', { ...joint, coordinates: { slide: {} } }, /coordinates\.slide is not a field of the coordinates of a revolute joint; allowed are angle/],
  ['a motor of any strength', { ...joint, coordinates: { angle: { motor: { kind: 'force', target: 1 } } } }, /motor\.maxForce is missing; a force motor needs it/],
  ['a motor of a negative one', { ...joint, coordinates: { angle: { motor: { kind: 'force', target: 1, maxForce: -1 } } } }, /maxForce is -1, but must be a finite number of at least 0/],
  ['damped twice', { ...joint, coordinates: { angle: { damping: 1, spring: { stiffness: 1, damping: 1 } } } }, /angle\.damping is 1, but must be left out where the spring has its own/],
  ['a cone with a hole', { ...joint, kind: 'ball', coordinates: { swing: { limits: [0.1, 1] } } }, /must be 0 and the half angle of a cone/],
  ['a cone wider than all', { ...joint, kind: 'ball', coordinates: { swing: { limits: [0, 3.2] } } }, /swing\.limits is \[0, 3\.2\], but must be .* above 0 and at most pi/],
  ['a coordinate of none', { ...joint, kind: 'fixed', coordinates: { angle: {} } }, /coordinates\.angle is not a field of the coordinates of a fixed joint; there are none\./],
  ['a limit of roll', { ...joint, kind: 'ball', coordinates: { roll: { limits: [0, 1] } } }, /roll\.limits is not a field of the coordinate roll/],
  ['a rod of no length', { kind: 'distance', bodyB: 'b', coordinates: { length: { limits: [0, 0] } } }, /lengths are at least 0, and the longest is above 0/],
  ['breaking at nothing', { ...joint, breakForce: 0 }, /breakForce is 0, but must be a finite number above 0/],
  ['with a strange field', { ...joint, color: 'red' }, /joint\.color is not a field of a joint/],
]; // biome-ignore format: a case a line

describe('a joint that makes no sense', () => {
  it.each(bad)('%s is refused by a sentence, and leaves no trace', (_, descriptor, sentence) => {
    const world = makeWorld();
    world.createComposite({ members: ['left', 'right'] });
    const before = world.snapshot();
    expect(() => world.createJoint(descriptor as JointDescriptor<BodyReference>)).toThrow(sentence);
    expect(() => world.createJoint(descriptor as JointDescriptor<BodyReference>)).toThrow(InputError);
    expect(world.snapshot()).toEqual(before);
  });

  it('is refused by a world whose method knows no joints, which names those that do', () => {
    for (const name of ['vsp', 'isp'] as const) {
      const world = new World({ stepper: METHODS[name] });
      const body = world.createBody({ shapes: [BOX] });
      const sentence = `The method of this world is "${name}", which knows no joints; those that do are "gsp", "ncp", "substeps", "impulsive".`;
      expect(() => world.createJoint({ kind: 'ball', bodyB: body, anchor: [0, 0, 0] })).toThrow(sentence);
      const before = world.snapshot();
      expect(() => world.createMultibody({ links: [{ shapes: [BOX] }], joints: [] })).toThrow(sentence);
      expect(world.snapshot()).toEqual(before);
      const able = new World();
      const other = able.createBody({ shapes: [BOX] });
      able.createJoint({ kind: 'ball', bodyB: other, anchor: [0, 0, 0] });
      expect(() => world.restore(able.snapshot())).toThrow(sentence);
    }
  });

  it('is of another world, or of a body that is gone', () => {
    const world = makeWorld();
    const stranger = makeWorld().createBody({ shapes: [BOX] });
    expect(() => world.createJoint({ ...joint, bodyB: stranger })).toThrow(
      /^joint\.bodyB is a body that is of another world, but must be a body of this world\.$/,
    );
    const gone = world.createBody({ shapes: [BOX] });
    gone.remove();
    expect(() => world.createJoint({ ...joint, bodyB: gone })).toThrow(/^joint\.bodyB is a body that is gone, but/);
  });

  it('does not let a composite take both its bodies', () => {
    const world = makeWorld();
    world.createJoint(hinge);
    expect(() => world.createComposite({ members: ['a', 'b'] })).toThrow(
      /^composite\.members\[0\] is held by the joint "hinge" to another member/,
    );
  });
});

describe('a coupling', () => {
  const second = { ...hinge, name: 'second', bodyA: 'left', bodyB: 'right', anchor: [10.5, 0, 0] as Vec3 } as const;

  it('ties two coordinates, and goes with either joint', () => {
    const world = makeWorld();
    const first = world.createJoint(hinge);
    world.createJoint(second);
    const gear = world.createCoupling({
      name: 'gear',
      first: { joint: first, coordinate: 'angle' },
      second: { joint: 'second', coordinate: 'angle' },
      ratio: -2,
    });
    expect(gear).toMatchObject({ name: 'gear', ratio: -2, offset: 0, isAlive: true });
    expect([gear.first.joint.name, gear.second.joint.name]).toEqual(['hinge', 'second']);
    expect(world.findCoupling('gear')?.id).toBe(gear.id);
    expect(() => world.remove(gear as never)).toThrow(/^handle is a coupling, .* call coupling\.remove\(\) instead\.$/);
    first.remove();
    expect(gear.isAlive).toBe(false);
    expect([...world.couplings()]).toEqual([]);
    world.restore(world.snapshot());
  });

  it('is refused by a sentence where it makes no sense', () => {
    const world = makeWorld();
    world.createJoint(hinge);
    world.createJoint({ ...second, kind: 'ball' });
    const before = world.snapshot();
    const end = (joint: string, coordinate: string) => ({ joint, coordinate });
    const angle = end('hinge', 'angle');
    const make = (first: object, second: object, ratio = 1) =>
      expect(() => world.createCoupling({ first, second, ratio } as never));
    make(angle, angle).toThrow(/coupling\.second is the coordinate "angle" of the same joint as first, but must be another/);
    make(angle, end('third', 'angle')).toThrow(
      /coupling\.second\.joint is "third", but must be the name of a joint of this world/,
    );
    make(angle, end('second', 'slide')).toThrow(/second\.coordinate is "slide", but a ball joint has "twist", "swing", "roll"/);
    make(angle, end('second', 'roll')).toThrow(/"roll", but must be one that a gear can turn/);
    make(angle, end('second', 'twist'), 0).toThrow(/coupling\.ratio is 0, but must be a finite number, not zero/);
    make(angle, end('second', 'twist'), Number.NaN).toThrow(/coupling\.ratio is NaN/);
    expect(world.snapshot()).toEqual(before);
  });
});

describe('what is changed of a joint at rest', () => {
  it('acts in the next step', () => {
    for (const method of ['gsp', 'ncp', 'substeps', 'impulsive'] as const) {
      const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
      const body = world.createBody({ shapes: [BOX] });
      const turn = world.createJoint({ kind: 'revolute', bodyB: body, anchor: [0, 0, 0] }).coordinate('angle');
      for (let i = 0; i < 30; i++) world.step(DT);
      turn.motor = { kind: 'velocity', target: 1, maxForce: 1e6 };
      world.step(DT);
      expect(turn.velocity, method).toBeCloseTo(1, 9);
      turn.motor = undefined;
      turn.friction = 1e6;
      world.step(DT);
      expect(turn.velocity, method).toBeCloseTo(0, 9);
    }
  });
});
