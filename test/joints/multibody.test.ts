// Multibodies: one node of the graph with edges to its links, joints that form a tree, loops, and a control that is called before
// each step.

import { describe, expect, it } from 'vitest';
import type { BodyDescriptor, MethodName, Multibody, MultibodyControl, MultibodyOptions } from '../../src/index.js';
import { decodeSnapshot, encodeSnapshot, InputError, METHODS, World } from '../../src/index.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const BOX = { kind: 'box', size: [1, 0.2, 0.2] } as const;
const link = (i: number, more: Partial<BodyDescriptor> = {}): BodyDescriptor => ({
  position: [i + 0.5, 0, 0],
  shapes: [BOX],
  ...more,
});
const joint = (i: number) =>
  ({ kind: 'revolute', ...(i > 0 && { bodyA: i - 1 }), bodyB: i, anchor: [i, 0, 0], axis: [0, 0, 1] }) as const;

/** An arm of so many links, held to the world at its beginning. */
function arm(links: number, more: Partial<MultibodyOptions> = {}): MultibodyOptions {
  const numbers = Array.from({ length: links }, (_, i) => i);
  return { name: 'arm', links: numbers.map((i) => link(i)), joints: numbers.map(joint), ...more };
}

function makeWorld(): World {
  const world = new World();
  world.createBody({ name: 'ground', kind: 'fixed', position: [0, -10, 0], shapes: [{ kind: 'half-space' }] });
  return world;
}

describe('a multibody', () => {
  it('is a node with structural edges to its links, which joints hold to each other', () => {
    const world = makeWorld();
    const multibody = world.createMultibody(arm(3));
    expect(multibody).toMatchObject({ kind: 'multibody', name: 'arm', active: true, isAlive: true });
    expect(multibody.links.map(({ kind }) => kind)).toEqual(['link', 'link', 'link']);
    expect(multibody.joints).toHaveLength(3);
    expect(multibody.loops).toEqual([]);
    const kinds = [...world.graph.edges()].map(({ kind, category, joints }) => `${category}: ${kind}, ${joints.length}`);
    const structural = Array(3).fill('structural: link vs. multibody, 0');
    expect(kinds.sort()).toEqual([...Array(2).fill('physical: link vs. link, 1'), ...structural]);
    expect(world.find('arm')).toEqual(multibody);
    expect([...world.multibodies()]).toEqual([multibody]);
    world.restore(world.snapshot());
    for (let i = 0; i < 10; i++) world.step(DT);
    expect(multibody.links[2].centerOfMass[1]).toBeLessThan(-0.01);
  });

  it('takes up bodies that are there, whose edges become those of links', () => {
    const world = makeWorld();
    const a = world.createBody({ name: 'a', position: [0, -9.9, 0], shapes: [BOX] });
    const b = world.createBody({ name: 'b', position: [1.1, -9.9, 0], shapes: [BOX] });
    world.createRule({ kind: 'ignore', between: [a], and: [b] });
    world.createTrigger({ position: [0, -9.9, 0], shapes: [BOX] });
    world.step(DT);
    world.createMultibody({ links: [a, 'b'], joints: [{ kind: 'ball', bodyA: a, bodyB: b, anchor: [0.55, -9.9, 0] }] });
    const kinds = [...world.graph.edgesOf(a)].map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['fixed vs. link', 'link vs. link', 'link vs. multibody', 'rule vs. link', 'trigger vs. link']);
    world.restore(world.snapshot());
    for (let i = 0; i < 30; i++) world.step(DT);
    expect(a.centerOfMass[1]).toBeGreaterThan(-9.91);
    a.applyImpulse([0, 1, 0]);
    expect(a.velocity[1]).toBeGreaterThan(0);
    expect(() => world.createComposite({ members: [a, b] })).toThrow(/members\[0\] is a link body/);
    expect(() => world.createMultibody({ links: [a], joints: [] })).toThrow(
      'multibody.links[0] is a link of a multibody already.',
    );
  });

  it('goes as a whole, or link by link', () => {
    const world = makeWorld();
    const empty = [...world.graph.nodes()].length;
    const whole = world.createMultibody(arm(4));
    const joints = whole.joints;
    whole.remove();
    expect([...world.graph.nodes()]).toHaveLength(empty);
    expect(joints.some(({ isAlive }) => isAlive)).toBe(false);
    const other = world.createMultibody(arm(3));
    other.links[1].remove();
    expect([other.links.length, other.joints.length]).toEqual([2, 1]);
    world.restore(world.snapshot());
    for (const body of other.links) body.remove();
    expect(other.isAlive).toBe(false);
    expect([...world.graph.nodes()]).toHaveLength(empty);
    world.restore(world.snapshot());
  });

  it('rests as a whole while it is passive', () => {
    const world = makeWorld();
    const multibody = world.createMultibody(arm(2, { control: () => expect.unreachable('called while passive') }));
    multibody.active = false;
    for (let i = 0; i < 5; i++) world.step(DT);
    expect(multibody.links.map(({ active, velocity }) => [active, velocity[1]])).toEqual(Array(2).fill([false, 0]));
    expect(multibody.joints.map(({ active }) => active)).toEqual([false, false]);
    multibody.control = undefined;
    multibody.active = true;
    world.step(DT);
    expect(multibody.links[1].velocity[1]).toBeLessThan(-0.05);
  });

  it('has loops of its own, and is held together by them', () => {
    const world = makeWorld();
    const loops = [{ name: 'end', kind: 'revolute', bodyB: 2, anchor: [3, 0, 0], axis: [0, 0, 1] }] as const;
    const multibody = world.createMultibody(arm(3, { loops }));
    expect(multibody.joints).toHaveLength(3);
    expect(multibody.loops.map(({ name }) => name)).toEqual(['end']);
    expect(multibody.findJoint('end')?.id).toBe(multibody.loops[0].id);
  });
});

const named = { ...joint(1), name: 'elbow' };
const bad: [string, unknown, RegExp][] = [
  ['a ring', arm(2, { joints: [joint(0), named, { ...joint(0), name: 'ring' }] }), /^multibody\.joints\[2\] is "ring", which closes a ring with those before it, but joints must form a tree; put it among loops\.$/],
  ['a second way to the ground', arm(2, { joints: [joint(0), joint(1), { kind: 'ball', bodyA: 'ground', bodyB: 1, anchor: [2, 0, 0] }] }), /multibody\.joints\[2\] is a ball joint, which closes a ring/],
  ['a link for itself', arm(3, { joints: [joint(0), joint(1)] }), /multibody\.links\[2\] is joined neither to the first link nor/],
  ['a joint of one link', arm(2, { joints: [joint(0), { ...joint(1), bodyA: 1 }] }), /joints\[1\]\.bodyB is the same link as bodyA/],
  ['a joint of no link', arm(1, { joints: [{ ...joint(0), bodyB: 'ground' }] }), /joints\[0\]\.bodyB is no link, and neither is bodyA/],
  ['a joint to a body beside it', arm(1, { joints: [{ ...joint(0), bodyA: 'beside' }] }), /joints\[0\]\.bodyA is a body that moves and is no link/],
  ['a link that there is not', arm(2, { joints: [joint(0), { ...joint(1), bodyA: 2 }] }), /joints\[1\]\.bodyA is 2, but must be the number of a link, below 2/],
  ['a fixed link', arm(2, { links: [link(0), link(1, { kind: 'fixed' })] }), /multibody\.links\[1\]\.kind is "fixed", but must be rigid, or left out/],
  ['a link without mass', arm(2, { links: [link(0), { shapes: [] }] }), /multibody\.links\[1\]\.shapes is an empty list/],
  ['a name twice', arm(2, { links: [link(0, { name: 'x' }), link(1, { name: 'x' })] }), /multibody\.links\[1\]\.name is "x", but must be unique/],
  ['its own name', arm(2, { links: [link(0, { name: 'arm' }), link(1)] }), /multibody\.links\[0\]\.name is "arm", but must be unique/],
  ['a name of others', arm(2, { name: 'beside' }), /multibody\.name is "beside", but must be unique/],
  ['a joint name twice', arm(2, { joints: [{ ...joint(0), name: 'elbow' }, named] }), /has the name "elbow" twice/],
  ['a body twice', { links: ['beside', 'beside'], joints: [] }, /multibody\.links\[1\] is named twice/],
  ['no links', { links: [], joints: [] }, /multibody\.links is .*, but must be a list of at least 1/],
  ['bad limits in it', arm(1, { joints: [{ ...joint(0), coordinates: { angle: { limits: [1, 0] } } }] }), /multibody\.joints\[0\]\.coordinates\.angle\.limits is \[1, 0\]/],
  ['a control that is none', { ...arm(1), control: 5 }, /multibody\.control is 5, but must be a function/],
  ['slots that are none', { ...arm(1), slots: [Number.NaN] }, /multibody\.slots\[0\] is NaN/],
  ['nothing', null, /multibody is null/],
]; // biome-ignore format: a case a line

describe('a multibody that makes no sense', () => {
  it.each(bad)('%s is refused by a sentence, and leaves no trace', (_, options, sentence) => {
    const world = makeWorld();
    world.createBody({ name: 'beside', position: [0, 5, 0], shapes: [BOX] });
    world.step(DT);
    const before = world.snapshot();
    expect(() => world.createMultibody(options as MultibodyOptions)).toThrow(sentence);
    expect(() => world.createMultibody(options as MultibodyOptions)).toThrow(InputError);
    expect(world.snapshot()).toEqual(before);
  });
});

/** Counts its steps in a slot, and turns the first joint faster with each. */
const faster: MultibodyControl = (multibody, _t, dt) => {
  multibody.slots[0] += 1;
  multibody.slots[1] += dt;
  const [first] = multibody.joints;
  const angle = first.coordinate('angle');
  angle.motor ??= { kind: 'velocity', target: 0, maxForce: 1e4 };
  angle.target = 0.01 * multibody.slots[0];
};

function controlled(control: MultibodyControl = faster): { world: World; multibody: Multibody } {
  const world = makeWorld();
  return { world, multibody: world.createMultibody(arm(3, { control, slots: [0, 0] })) };
}

describe('the control of a multibody', () => {
  it('is called before each step, and what it sets acts in that step', () => {
    const { world, multibody } = controlled();
    for (let i = 1; i <= 20; i++) {
      world.step(DT);
      expect(multibody.slots[0]).toBe(i);
      expect(multibody.joints[0].coordinate('angle').velocity).toBeCloseTo(0.01 * i, 6);
    }
  });

  it.each(KNOWING)('reads positions, velocities and forces as they are between steps, by %s', (method) => {
    const world = new World({ stepper: METHODS[method] });
    const read = ({ joints }: Multibody) =>
      joints.map(({ coordinates: [{ value, velocity, force }], wrench }) => ({ value, velocity, force, wrench }));
    const seen: unknown[] = [];
    const multibody = world.createMultibody(
      arm(3, {
        control: (own) => {
          seen.push(read(own));
        },
      }),
    );
    multibody.joints[0].coordinate('angle').friction = 50;
    const before: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      before.push(read(multibody));
      world.step(DT);
    }
    expect(seen).toEqual(before);
    const [{ value, velocity, force }] = read(multibody);
    expect(value).toBeLessThan(-0.01);
    expect(velocity).toBeLessThan(-0.1);
    expect(force).toBeCloseTo(50, 6);
  });

  it('lets go by what it reads: a hand that holds until the force in its wrist is above what it is told', () => {
    const world = makeWorld();
    const motor = { kind: 'velocity', target: 0, maxForce: 1e5 } as const;
    const multibody = world.createMultibody({
      links: [link(0, { mass: 2 })],
      joints: [{ ...joint(0), coordinates: { angle: { motor } } }],
      slots: [0],
      control: ({ joints: [wrist], slots }) => {
        if (wrist.wrench.force[1] > 3 * 9.81) slots[0] = 1;
        if (slots[0] === 1) wrist.coordinate('angle').motor = undefined;
      },
    });
    const [hand] = multibody.links;
    for (let i = 0; i < 30; i++) world.step(DT);
    expect(Math.abs(hand.velocity[1])).toBeLessThan(1e-9);
    hand.applyForce([0, -2 * 9.81, 0]);
    world.step(DT);
    expect(Math.abs(hand.velocity[1])).toBeLessThan(1e-9);
    world.step(DT);
    expect(hand.velocity[1]).toBeLessThan(-0.5 * 9.81 * DT);
  });

  it('goes back in time with the state, in the same world and in another', () => {
    const { world, multibody } = controlled();
    for (let i = 0; i < 10; i++) world.step(DT);
    const then = world.snapshot();
    for (let i = 0; i < 10; i++) world.step(DT);
    const hash = world.hash();
    const other = controlled().world;
    const read = decodeSnapshot(encodeSnapshot(then));
    for (const [place, snapshot] of [[world, then], [other, then], [other, read]] as const) {
      place.restore(snapshot);
      expect([...place.multibodies()][0].slots[0]).toBe(10);
      for (let i = 0; i < 10; i++) place.step(DT);
      expect(place.hash()).toBe(hash);
    } // biome-ignore format: a list
    multibody.slots[1] += 1e-12;
    expect(world.hash()).not.toBe(hash);
    const without = controlled().world;
    [...without.multibodies()][0].control = undefined;
    expect(() => without.restore(read)).toThrow(
      'snapshot has the multibody "arm" with a control, but this world has no control in its place.',
    );
  });

  it('may change its own joints and nothing else, and a step in which it throws is not taken', () => {
    let deed: (world: World, multibody: Multibody) => void = () => {};
    const { world } = controlled((multibody, t, dt) => {
      faster(multibody, t, dt);
      deed(multibody.world as World, multibody);
    });
    const foreign = world.createBody({ position: [0, 5, 0], shapes: [BOX] });
    const hinge = world.createJoint({ kind: 'revolute', bodyB: foreign, anchor: [0, 5, 0] });
    for (let i = 0; i < 5; i++) world.step(DT);
    const hash = world.hash();
    const deeds: ((world: World, multibody: Multibody) => void)[] = [
      () => hinge.coordinate('angle').limits = [0, 1],
      () => foreign.velocity = [1, 0, 0],
      (_, multibody) => multibody.joints[0].remove(),
      (_, multibody) => multibody.joints[0].active = false,
      (_, multibody) => multibody.remove(),
      (world) => world.step(DT),
      (world) => world.createBody({ shapes: [BOX] }),
      () => { throw new Error('The world is in the middle of a step'); },
    ]; // biome-ignore format: a deed a line
    for (const wrong of deeds) {
      let calls = 0;
      deed = (...given) => {
        calls++;
        wrong(...given);
      };
      expect(() => world.step(DT)).toThrow('The world is in the middle of a step');
      expect(calls).toBe(1);
      expect(world.hash()).toBe(hash);
    }
    deed = (_, multibody) => {
      multibody.joints[1].coordinate('angle').limits = [-1, 1];
    };
    world.step(DT);
    expect(world.stepCount).toBe(6);
  });
});
