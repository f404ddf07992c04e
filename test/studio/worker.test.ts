// What the studio's worker does, without a browser: history, stack heights, and the arrays that the page draws.

import { describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import {
  type Body,
  decodeRecording,
  encodeRecording,
  type Joint,
  METHODS,
  type MethodName,
  Simulation,
  type Snapshot,
  World,
} from '../../src/index.js';
import {
  CONTACT_WIDTH,
  EDGE_STATES,
  EDGE_WIDTH,
  JOINT_PLACES,
  JOINT_STATES,
  JOINT_WIDTH,
  STATISTICS,
} from '../../studio/src/protocol.js';
import { History } from '../../studio/src/worker/history.js';
import {
  describeJoint,
  drawJointRows,
  drawJoints,
  drawRopes,
  keyOfJoints,
  listJointIds,
} from '../../studio/src/worker/joint-picture.js';
import {
  describeBody,
  drawBodies,
  drawContacts,
  drawEdges,
  drawPoses,
  drawValues,
  listRows,
} from '../../studio/src/worker/picture.js';
import { originOf, Session } from '../../studio/src/worker/session.js';
import { measureStackHeights } from '../../studio/src/worker/stack-heights.js';
import { GEARED, JOINED, WEIGHT } from './joined-scene.js';

const settings = new World().settings;
/** A snapshot that takes so many bytes. */
const heavy = (bytes: number) => ({ tables: [{ columns: [new Float64Array(bytes / 8)] }] }) as unknown as Snapshot;
const scene = (name: string, options: object = {}) => SCENES[name].make({ seed: 1, ...options });

describe('history', () => {
  test('keeps the first state, then one after every stretch of work', () => {
    const history = new History();
    for (let step = 0; step < 100; step++) {
      history.offer(step, () => heavy(8), settings);
      history.addWork(10);
    }
    // 60 ms of work are six steps.
    expect([1, 5, 6, 7, 12, 13, 99].map((step) => history.before(step).step)).toEqual([0, 0, 0, 6, 6, 12, 96]);
  });

  test('stays within its room, and keeps the first state and the reach of all steps', () => {
    const history = new History();
    let taken = 0;
    for (let step = 0; step < 4000; step++) {
      history.offer(step, () => heavy(8e6), settings);
      history.addWork(100);
      taken = Math.max(taken, history.before(step + 1).step);
    }
    expect(history.before(1).step).toBe(0);
    const kept = new Set(Array.from({ length: 4000 }, (_, step) => history.before(step).step));
    expect(kept.size).toBeLessThanOrEqual(32);
    expect(kept.size).toBeGreaterThan(8);
    expect(taken).toBeGreaterThan(3500);
  });

  test('a cut forgets what came after, and nothing before', () => {
    const history = new History();
    for (let step = 0; step < 20; step++) {
      history.offer(step, () => heavy(8), settings);
      history.addWork(60);
      history.add(step, { kind: 'set', name: 'kernel', value: step });
    }
    history.last = 20;
    history.cut(7);
    expect(history.last).toBe(7);
    expect(history.before(100).step).toBe(7);
    expect([6, 7].map((step) => history.inputsAt(step).length)).toEqual([1, 0]);
  });
});

describe('a session', () => {
  const plain = (name: string, steps: number) => {
    const simulation = new Simulation(scene(name));
    for (let i = 0; i < steps; i++) simulation.step();
    return simulation.world.hash();
  };
  const goTo = (session: Session, step: number) => {
    while (!session.approach(step, 1000));
    return session.world.hash();
  };

  test('comes to the same state on any way through time', () => {
    const session = new Session(scene('cubejam'), { settings: {} });
    const states = new Map([90, 12, 0, 47, 90, 89, 1, 60].map((step) => [step, goTo(session, step)]));
    for (const [step, hash] of states) expect(hash).toBe(plain('cubejam', step));
    expect(session.history.last).toBe(90);
  });

  test('repeats pulls, throws and settings where they were done, and what is done earlier ends what came later', () => {
    const session = new Session(scene('stack'), { settings: {} });
    goTo(session, 10);
    const top = [...session.world.bodies()].at(-1);
    session.pull = { body: top?.id ?? 0, anchor: [0.5, 0, 0], target: [3, 12, 0] };
    goTo(session, 30);
    session.pull = null;
    session.do({
      kind: 'throw',
      body: { position: [5, 3, 0], velocity: [-20, 0, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] },
    });
    goTo(session, 40);
    session.do({ kind: 'set', name: 'gravity', value: [0, -1, 0] });
    const end = goTo(session, 60);
    expect(end).not.toBe(plain('stack', 60));
    expect(goTo(session, 9)).toBe(plain('stack', 9));
    expect(goTo(session, 60)).toBe(end);
    expect(session.world.settings.gravity).toEqual([0, -1, 0]);
    goTo(session, 35);
    expect(session.world.settings.gravity).toEqual([0, -9.81, 0]);
    session.do({ kind: 'set', name: 'gsp.iterations', value: 30 });
    expect(session.history.last).toBe(35);
    expect(session.statistics.after(34).length).toBeGreaterThan(0);
    expect(session.statistics.after(35).length).toBe(0);
  });

  test('keeps the statistics of every step, each number in a column of its own', () => {
    expect(new Set(STATISTICS).size).toBe(STATISTICS.length);
    const session = new Session(scene('stack'), { settings: {} });
    goTo(session, 30);
    const rows = session.statistics.after(29);
    const value = (column: (typeof STATISTICS)[number]) => rows[STATISTICS.indexOf(column)];
    const { world } = session;
    expect(value('time')).toBeCloseTo(0.3, 6);
    expect(value('contacts')).toBe(world.report.contacts);
    expect(value('groupCount')).toBe(world.report.groups);
    expect(value('kinetic')).toBeCloseTo(world.kineticEnergy(), 0);
    expect(value('potential') / world.potentialEnergy()).toBeCloseTo(1, 6);
  });

  test('what is refused leaves no trace', () => {
    const session = new Session(scene('stack'), { settings: {} });
    goTo(session, 5);
    const before = session.world.hash();
    const thrown = { position: [0, 1, 0] as [number, number, number], shapes: [{ kind: 'sphere' as const, radius: -1 }] };
    expect(() => session.do({ kind: 'throw', body: thrown })).toThrow(/radius is -1/);
    expect(() => session.do({ kind: 'set', name: 'gsp.iterations', value: 0 })).toThrow(/iterations is 0/);
    expect(session.world.hash()).toBe(before);
    expect(goTo(session, 20)).toBe(plain('stack', 20));
  });

  test('a pull lifts a body to where it is held, against its weight', () => {
    const session = new Session(scene('box-stack', { count: 1 }), { settings: {} });
    const box = [...session.world.bodies()][1];
    session.pull = { body: box.id, anchor: [0, 0, 0], target: [0, 2, 0] };
    goTo(session, 300);
    expect(box.position[1]).toBeCloseTo(2, 3);
    expect(Math.abs(box.velocity[1])).toBeLessThan(1e-3);
  });
});

describe('pictures', () => {
  const run = (name: string, steps: number, options: object = {}, method: MethodName = 'gsp') => {
    const simulation = new Simulation(scene(name, options), { method });
    for (let i = 0; i < steps; i++) simulation.step();
    return simulation;
  };

  test.each(Object.keys(METHODS) as MethodName[])('heights in a stack count from the ground, by method %s', (method) => {
    const { world } = run('box-stack', 3, { count: 6 }, method);
    const rows = listRows(world);
    expect(rows.map((row) => measureStackHeights(world)[row])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([...drawValues(world, rows, 'layer', 0.01)]).toEqual([-1, 1, 2, 3, 4, 5, 6]);
  });

  test('contacts carry the weight above them', () => {
    const { world, dt } = run('box-stack', 5, { count: 3 });
    const contacts = drawContacts(world);
    let vertical = 0;
    for (let i = 0; i < contacts.length; i += CONTACT_WIDTH) vertical += contacts[i + 9] * contacts[i + 4];
    // The ground carries three, the lowest two, the next one: 2000 kg each.
    expect(vertical).toBeCloseTo(6 * 2000 * 9.81 * dt, 2);
  });

  test('edges run from centre to centre, and from the ground where it is touched', () => {
    const { world } = run('box-stack', 5, { count: 3 });
    const edges = drawEdges(world);
    const rows = Array.from({ length: edges.length / EDGE_WIDTH }, (_, i) => [
      ...edges.slice(EDGE_WIDTH * i, EDGE_WIDTH * (i + 1)),
    ]);
    expect(rows.map(([, from, , , to, , state]) => [from, to, state])).toEqual([
      [0, 0.5, 1],
      [0.5, 1.5, 1],
      [1.5, 2.5, 1],
    ]);
  });

  test('a rope is drawn from where it is held to what hangs on it, until it breaks', () => {
    const { world, dt } = new Simulation(scene('crane', { rope: 5 }));
    const [top, bottom] = [0, 3].map((k) => [...(drawRopes(world) as Float32Array).subarray(k, k + 3)]);
    const [trolley, load] = ['trolley', 'load'].map((name) => (world.find(name) as Body).position);
    // A trolley of 0.3 m and a load of 1 m hang by the middles of their faces; single precision.
    [trolley[0], trolley[1] - 0.15, trolley[2]].forEach((x, k) => void expect(top[k]).toBeCloseTo(x, 5));
    [load[0], load[1] + 0.5, load[2]].forEach((x, k) => void expect(bottom[k]).toBeCloseTo(x, 5));
    expect(top[1] - bottom[1]).toBeCloseTo(5, 5);
    const rope = world.findJoint('rope') as Joint;
    rope.active = false;
    expect(drawRopes(world)).toBeNull();
    rope.active = true;
    expect(drawRopes(world)).toHaveLength(6);
    rope.breakForce = 100;
    world.step(dt);
    world.step(dt);
    expect(rope.isBroken).toBe(true);
    expect(drawRopes(world)).toBeNull();
  });

  test('bodies are described by what they do', () => {
    const { world, dt } = run('ball-at-base', 200);
    const rows = listRows(world);
    expect(drawPoses(world, rows).length).toBe(7 * rows.length);
    expect(drawBodies(world).map(({ id }) => id)).toEqual([...world.bodies()].map(({ id }) => id));
    const speeds = drawValues(world, rows, 'speed', dt);
    [...world.bodies()].forEach((body, i) => {
      if (body.kind === 'rigid') expect(speeds[i]).toBeCloseTo(Math.hypot(...body.velocity), 5);
    });
    const { velocity, edges } = describeBody(world, [...world.bodies()][1].id) ?? {};
    expect(velocity).toEqual([...world.bodies()][1].velocity);
    expect(edges?.length).toBe([...world.graph.edgesOf([...world.bodies()][1])].length);
    expect(describeBody(world, 12345)).toBeNull();
  });

  test('activity: fixed, at rest, sleepy before and while frozen, moving', () => {
    const simulation = run('stack', 1, {}, 'impulsive');
    const { world, dt } = simulation;
    const activities = () => new Set(drawValues(world, listRows(world), 'activity', dt));
    expect(activities()).toEqual(new Set([0, 3]));
    for (let i = 0; i < 600; i++) simulation.step();
    expect([...world.bodies()].some(({ isFrozen }) => isFrozen)).toBe(true);
    expect(activities()).toEqual(new Set([0, 2]));
    const still = run('box-stack', 10);
    expect(new Set(drawValues(still.world, listRows(still.world), 'activity', still.dt))).toEqual(new Set([0, 1]));
  });

  test('sleep: a sleeper is coloured as one, and its numbers say since when and why it sleeps or woke', () => {
    const { world, dt } = new Simulation(scene('box-stack', { count: 3 }), { settings: { 'sleeping.enabled': 'on' } });
    const [, box] = world.bodies();
    expect(describeBody(world, box.id)?.sleep).toBe('');
    for (let i = 0; i < 100; i++) world.step(dt);
    expect(describeBody(world, box.id)).toMatchObject({
      isHanging: false,
      sleep: expect.stringMatching(/^asleep since .* s: slow$/),
    });
    expect(new Set(drawValues(world, listRows(world), 'activity', dt))).toEqual(new Set([0, 2]));
    box.applyImpulse([0, 0, 1]);
    expect(describeBody(world, box.id)?.sleep).toMatch(/^awake since 1\.00 s: pushed$/);
  });

  test('a sleeper that nothing carries is said to be left hanging', () => {
    // Two balls side by side in a thick fluid roll down a slope at a speed that does not grow.
    const settings = { 'sleeping.enabled': 'on', 'damping.linear': 20, 'damping.angular': 20 } as const;
    const world = new World({ settings });
    const slope = { kind: 'fixed', shapes: [{ kind: 'half-space' }], orientation: [0, 0, -0.0871557, 0.9961947] } as const;
    world.createBody(slope);
    const [ball] = [0, 1].map((z) =>
      world.createBody({ shapes: [{ kind: 'sphere', radius: 0.5 }], position: [0.0868241, 0.4924039, z] }),
    );
    world.step(0.01);
    expect(describeBody(world, ball.id)?.isHanging).toBe(false);
    for (let i = 0; i < 400; i++) world.step(0.01);
    expect(describeBody(world, ball.id)).toMatchObject({ isHanging: true, sleep: expect.stringMatching(/^asleep/) });
  });
});

describe('joints', () => {
  const goTo = (session: Session, step: number) => {
    while (!session.approach(step, 1000));
    return session.world.hash();
  };
  const idOf = (session: Session, name: string) => session.world.findJoint(name)?.id ?? -1;
  const numbersOf = (session: Session, name: string) =>
    describeJoint(session.world, idOf(session, name), session.history.inputsAt(session.step));

  test('are described by what they hold, carry and drive', () => {
    const session = new Session(JOINED, { settings: {} });
    goTo(session, 100);
    const rope = numbersOf(session, 'rope');
    expect(rope).toMatchObject({ name: 'rope', kind: 'distance', state: 'acting', bodyA: null, bodyB: { name: 'weight' } });
    expect((rope?.force[1] ?? 0) / (WEIGHT * 9.81)).toBeCloseTo(1, 3);
    expect(rope?.coordinates[0]).toMatchObject({ name: 'length', unit: 'm', limits: [0, 1], motor: null });
    expect(rope?.coordinates[0].value).toBeCloseTo(1, 4);
    const rail = numbersOf(session, 'rail');
    expect(rail?.coordinates[0].value).toBeCloseTo(0.1, 4);
    expect(rail?.coordinates[0].motor).toMatchObject({ kind: 'velocity', target: 0.1 });
    // 5 kg are more than its 40 N.
    expect(numbersOf(session, 'bolt')?.state).toBe('broken');
    expect(describeJoint(session.world, 12345)).toBeNull();
    const weight = describeBody(session.world, rope?.bodyB.id ?? -1);
    expect(weight?.joints.map(({ name }) => name)).toEqual(['rope']);
  });

  test('are drawn by their frames, limits, values and loads; one alone where only one is wanted', () => {
    const session = new Session(JOINED, { settings: {} });
    goTo(session, 100);
    const { world } = session;
    const rows = drawJointRows(world);
    const pictures = drawJoints(world);
    expect(pictures.map(({ id }) => id)).toEqual(listJointIds(world));
    expect(rows.length).toBe(JOINT_WIDTH * pictures.length);
    const rope = pictures.findIndex(({ name }) => name === 'rope');
    const row = rows.subarray(JOINT_WIDTH * rope, JOINT_WIDTH * (rope + 1));
    const at = (place: keyof typeof JOINT_PLACES, k = 0) => row[JOINT_PLACES[place] + k];
    expect(row[0]).toBe(rope);
    expect([0, 1, 2].map((k) => at('frameA', k))).toEqual([2, 2.2, 0].map(Math.fround));
    expect(at('frameB', 1)).toBeCloseTo(1.2, 4);
    expect([at('limits'), at('limits', 1)]).toEqual([0, 1]);
    expect(at('values')).toBeCloseTo(1, 4);
    expect(at('force', 1) / (WEIGHT * 9.81)).toBeCloseTo(1, 3);
    expect([...drawJointRows(world, pictures[rope].id)]).toEqual([...row]);
    const bolt = pictures.findIndex(({ name }) => name === 'bolt');
    expect(JOINT_STATES[rows[JOINT_WIDTH * bolt + 1]]).toBe('broken');
  });

  test('a motor goes to its new target, again on every way through time, and from a saved recording', () => {
    const session = new Session(JOINED, { settings: {} });
    const before = goTo(session, 50);
    const tell = (value: number) => session.do({ kind: 'target', joint: idOf(session, 'elbow'), coordinate: 'angle', value });
    for (const value of [0.2, 0.4, 0.8]) tell(value);
    // What is to come shows, and the state is still the one of this step.
    expect(session.world.hash()).toBe(before);
    expect(numbersOf(session, 'elbow')?.coordinates[0].motor?.target).toBe(0.8);
    expect(session.history.inputsAt(50).length).toBe(1);
    const end = goTo(session, 200);
    const { value, motor } = numbersOf(session, 'elbow')?.coordinates[0] ?? {};
    expect(motor?.target).toBe(0.8);
    expect(value).toBeCloseTo(0.8, 1);
    expect(goTo(session, 50)).toBe(before);
    expect(goTo(session, 200)).toBe(end);
    const recording = decodeRecording(encodeRecording(session.record()));
    const { scene: made, choices } = originOf(recording);
    const replayed = new Session(made, choices, { recording });
    expect(goTo(replayed, 200)).toBe(end);
    expect(replayed.notice).toBeNull();
    expect(goTo(replayed, 60)).toBe(goTo(session, 60));
    expect(numbersOf(replayed, 'elbow')).toEqual(numbersOf(session, 'elbow'));
    // Something else in a replayed world puts an end to what was recorded after it.
    replayed.do({ kind: 'target', joint: idOf(replayed, 'elbow'), coordinate: 'angle', value: -0.5 });
    expect(replayed.history.last).toBe(60);
    goTo(replayed, 200);
    expect(numbersOf(replayed, 'elbow')?.coordinates[0].value).toBeCloseTo(-0.5, 1);
  });

  test('a target that cannot be is refused and leaves no trace', () => {
    const session = new Session(JOINED, { settings: {} });
    const before = goTo(session, 5);
    const tell = (joint: number, coordinate: string, value: number) => () =>
      session.do({ kind: 'target', joint, coordinate, value });
    expect(tell(idOf(session, 'elbow'), 'angle', Number.NaN)).toThrow(/target is NaN/);
    expect(tell(idOf(session, 'rope'), 'length', 1)).toThrow(/it has no motor/);
    expect(tell(12345, 'angle', 1)).toThrow('The joint of id 12345 is no longer in the world.');
    expect(session.world.hash()).toBe(before);
    expect(session.history.inputsAt(5)).toEqual([]);
  });

  test('a link is pulled as a rigid body is', () => {
    const link = { name: 'bob', position: [0, 1, 0] as const, shapes: [{ kind: 'sphere' as const, radius: 0.2 }] };
    const hinge = {
      name: 'hinge',
      kind: 'revolute' as const,
      bodyB: 'bob',
      anchor: [0, 2, 0] as const,
      axis: [0, 0, 1] as const,
    };
    const session = new Session(
      { drystone: 1, name: 'pendulum', multibodies: [{ links: [link], joints: [hinge] }] },
      { settings: {} },
    );
    const [bob] = session.world.bodies();
    expect(bob.kind).toBe('link');
    session.pull = { body: bob.id, anchor: [0, 0, 0], target: [1, 2, 0] };
    goTo(session, 200);
    expect(numbersOf(session, 'hinge')?.coordinates[0].value).toBeCloseTo(Math.PI / 2, 2);
  });

  test('that are geared say so, and which follows which', () => {
    const session = new Session(GEARED, { settings: {} });
    goTo(session, 50);
    const [driven, follower, free] = [0, 1, 2].map((i) => numbersOf(session, `axle-${i}`));
    const gear = {
      name: 'gear',
      first: { joint: { id: driven?.id, name: 'axle-0' }, coordinate: 'angle' },
      second: { joint: { id: follower?.id, name: 'axle-1' }, coordinate: 'angle' },
      ratio: -2,
      offset: 0.5,
    };
    expect(driven?.couplings).toEqual([gear]);
    expect(follower?.couplings).toEqual([gear]);
    expect(free?.couplings).toEqual([]);
    expect(drawJoints(session.world).map(({ followers }) => followers)).toEqual([[follower?.id], [], []]);
    // What couples joints is drawn anew where it is gone.
    const before = keyOfJoints(session.world);
    session.world.findCoupling('gear')?.remove();
    expect(keyOfJoints(session.world)).not.toBe(before);
    expect(drawJoints(session.world).map(({ followers }) => followers)).toEqual([[], [], []]);
  });

  test('an edge of the graph that is a joint alone is no contact', () => {
    const session = new Session(JOINED, { settings: {} });
    goTo(session, 1);
    const edges = drawEdges(session.world);
    expect([...edges].filter((_, i) => i % EDGE_WIDTH === 6)).toEqual([EDGE_STATES.length - 1]);
  });
});
