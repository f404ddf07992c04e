// The life of contact groups: born by fusion, struck, at rest, fallen apart; with the events that hold for the history
// that was, and no others.

import { describe, expect, it } from 'vitest';
import { HeldEvents } from '../../../src/detection/held-events.js';
import { Flight, Pose } from '../../../src/detection/time-of-impact/flight.js';
import type { Scheduler, Stages } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import { Groups } from '../../../src/schedulers/groups/groups.js';
import { setWay } from '../../../src/schedulers/groups/ways.js';
import { box, DT, makePiles, pileAt, scheduled } from './scenes.js';

/** Calls a function with groups of a world, within a step of it that leaves nothing behind: the scheduler throws at its end. */
function withGroups(world: () => World, deed: (groups: Groups, stages: Stages) => void, separation?: number): void {
  const isDone = new Error('done');
  let isFirst = true;
  scheduler = scheduled((stages) => {
    // A step that fails is taken once more, to find out why.
    if (isFirst) deed(new Groups(stages, separation), stages);
    isFirst = false;
    throw isDone;
  });
  try {
    world().step(DT);
  } catch (error) {
    if (error !== isDone) throw error;
  }
}
let scheduler: Scheduler;

function makeWorld(make: (world: World) => void, settings = {}): World {
  const world = new World({ scheduler, settings });
  world.createMaterial('default', { friction: 0.5, restitution: 0 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  make(world);
  return world;
}

/** The state after some steps. */
function run(groups: Groups, slot: number, steps: number, dt = DT): number {
  let now = slot;
  for (let i = 0; i < steps; i++) {
    const next = groups.step(now, dt, groups.states.timeOf(now) + dt);
    if (now !== slot) groups.release(now);
    now = next;
  }
  return now;
}

function positionsOf(groups: Groups, slot: number): number[][] {
  const { states } = groups;
  const count = states.members.moverCount(states.groupOf(slot));
  return Array.from({ length: count }, (_, i) => [
    ...states.numbers.subarray(states.moverAt(slot, i), states.moverAt(slot, i) + 3),
  ]);
}

function partsOf({ states }: Groups, slot: number): { rows: number[]; flies: boolean }[] {
  const group = states.groupOf(slot);
  const places = Array.from({ length: states.members.moverCount(group) }, (_, i) => i);
  return Array.from({ length: states.partCount(slot) }, (_, part) => ({
    rows: places.filter((i) => states.partOf(slot, i) === part).map((i) => states.members.mover(group, i)),
    flies: states.isFlying(slot, part),
  }));
}

describe('fission', () => {
  it('two piles on one ground come apart after the time of separation, and so does a body that flies off', () => {
    withGroups(
      () =>
        makeWorld((world) => {
          for (const x of [0, 3]) for (let i = 0; i < 2; i++) world.createBody(box([x, 0.5 + i, 0]));
          world.createBody(box([0.2, 2.55, 0], 1, { velocity: [0, 9, 0] }));
        }),
      (groups) => {
        let slot = groups.found([5, 2, 1, 4, 3]);
        for (let i = 0; i < 12; i++) {
          expect(groups.hasEnded(slot), `step ${i}`).toBe(false);
          slot = groups.step(slot, DT, groups.states.timeOf(slot) + DT);
        }
        slot = groups.step(slot, DT, groups.states.timeOf(slot) + DT);
        // 13 / 128 s is the first time after 0.1 s.
        expect(groups.hasEnded(slot)).toBe(true);
        expect(partsOf(groups, slot)).toEqual([
          { rows: [1, 2], flies: false },
          { rows: [3, 4], flies: false },
          { rows: [5], flies: true },
        ]);
        const pair = groups.split(slot, 1);
        expect(positionsOf(groups, pair)).toEqual(positionsOf(groups, slot).slice(2, 4));
        expect(groups.hasEnded(run(groups, pair, 20))).toBe(false);
      },
    );
  });

  it('a part goes on as it does in a group of its own from the beginning', () => {
    const make = (): World =>
      makeWorld((world) => {
        for (const x of [0, 3]) for (let i = 0; i < 3; i++) world.createBody(box([x + 0.1 * i, 0.5 + i, 0], 1));
      });
    withGroups(make, (groups) => {
      const whole = run(groups, groups.found([1, 2, 3, 4, 5, 6]), 13);
      expect(groups.hasEnded(whole)).toBe(true);
      const [left, right] = [groups.split(whole, 0), groups.split(whole, 1)];
      const [a, b] = [run(groups, left, 12), run(groups, right, 12)];
      const alone = run(groups, groups.found([4, 5, 6]), 0);
      expect(groups.states.members.moverCount(groups.states.groupOf(alone))).toBe(3);
      withGroups(make, (others) => {
        expect(positionsOf(others, run(others, others.found([1, 2, 3]), 25))).toEqual(positionsOf(groups, a));
        expect(positionsOf(others, run(others, others.found([4, 5, 6]), 25))).toEqual(positionsOf(groups, b));
      });
    });
  });

  it('one body on the ground is a group, and flies when it has left it for long enough', () => {
    withGroups(
      () =>
        makeWorld((world) => {
          world.createBody(box([0, 0.5, 0]));
          world.createBody(box([9, 0.5, 0], 1, { velocity: [1, 3, 0], angularVelocity: [0, 2, 0] }));
        }),
      (groups, stages) => {
        expect(groups.hasEnded(run(groups, groups.found([1]), 40))).toBe(false);
        const born = groups.found([2]);
        const last = run(groups, born, 14);
        expect(partsOf(groups, last)).toEqual([{ rows: [2], flies: true }]);
        groups.states.restore(last);
        const { velocity, position } = stages.state.bodies.nodes.columns;
        expect([...position.subarray(6, 9)]).toEqual(positionsOf(groups, last)[0]);
        expect(velocity[13]).toBeCloseTo(3 - 14 * DT * 9.81, 12);
        expect(velocity[16]).toBeCloseTo(2, 12);
      },
    );
  });
});

describe('fusion', () => {
  const make = (): World =>
    makeWorld((world) => {
      for (let i = 0; i < 3; i++) world.createBody(box([0.1 * i, 0.5 + i, 0]));
      world.createBody({ position: [0.4, 3.25, 0], velocity: [0, -0.5, 0], shapes: [{ kind: 'sphere', radius: 0.25 }] });
      for (let i = 0; i < 2; i++) world.createBody(box([5, 0.5 + i, 0]));
    });

  it('the order of what fuses does not matter, nor what the tables hold', () => {
    withGroups(make, (groups) => {
      const [left, right] = [run(groups, groups.found([1, 2, 3]), 5), run(groups, groups.found([6, 5]), 5)];
      const pose = new Pose();
      pose.time = groups.states.timeOf(left);
      pose.position.set([0.4, 3.25, 0]);
      const place = () => groups.placeFlight(4, pose, Float64Array.of(0, -0.5, 0, 0, 0, 0));
      place();
      const a = groups.fuse([left, right], [4]);
      run(groups, a, 3);
      place();
      const b = groups.fuse([right, left], [4]);
      expect(groups.states.members.moverCount(groups.states.groupOf(a))).toBe(6);
      expect(positionsOf(groups, run(groups, a, 30))).toEqual(positionsOf(groups, run(groups, b, 30)));
    });
  });

  it('the loads of a pile are kept when a ball joins it, and the ball comes to rest on it', () => {
    withGroups(make, (groups) => {
      const pile = run(groups, groups.found([1, 2, 3]), 30);
      expect(groups.states.rests(pile)).toBe(true);
      const before = positionsOf(groups, pile);
      const pose = new Pose();
      pose.time = groups.states.timeOf(pile);
      pose.position.set([0.4, 3.25, 0]);
      groups.placeFlight(4, pose, Float64Array.of(0, -0.5, 0, 0, 0, 0));
      const all = run(groups, groups.fuse([pile], [4]), 60);
      expect(positionsOf(groups, all).slice(0, 3)).toEqual(before);
      expect(positionsOf(groups, all)[3][1]).toBeCloseTo(3.25, 3);
    });
  });
});

describe('rest', () => {
  it('a state that rests is what a step would make of it', () => {
    withGroups(
      () =>
        makeWorld((world) => {
          for (let i = 0; i < 4; i++) world.createBody(box([0.1 * i, 0.5 + i, 0]));
          world.createTrigger({ position: [0, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
        }),
      (groups) => {
        const born = groups.found([1, 2, 3, 4]);
        const rests = run(groups, born, 16);
        expect(groups.rests(rests, DT)).toBe(true);
        expect(groups.rests(rests, DT / 2)).toBe(false);
        const time = groups.states.timeOf(rests);
        const copied = groups.step(rests, DT, time + DT);
        // What has just been given another velocity, be it the same, is computed.
        const velocity = Float64Array.from(
          { length: 6 },
          (_, k) => groups.states.numbers[groups.states.moverAt(rests, 0) + 7 + k],
        );
        const computed = groups.step(groups.strike(rests, 0, velocity), DT, time + DT);
        expect(groups.states.areEqual(copied, groups.step(rests, DT, time + DT))).toBe(true);
        expect(groups.states.areSame(copied, computed)).toBe(true);
        const [one, other] = [copied, computed].map((slot) => {
          const events = new HeldEvents();
          groups.collectEvents(slot, events);
          return Array.from({ length: events.count }, (_, i) => [
            events.kind[i],
            events.nodes[2 * i],
            events.nodes[2 * i + 1],
            events.time[i],
          ]);
        });
        expect(one.length).toBeGreaterThan(4);
        expect(one).toEqual(other);
      },
    );
  });

  it('what rests does not sleep: struck, it moves', () => {
    withGroups(
      () => makeWorld((world) => void world.createBody(box([0, 0.5, 0]))),
      (groups) => {
        const rests = run(groups, groups.found([1]), 16);
        expect(groups.rests(rests, DT)).toBe(true);
        const struck = run(groups, groups.strike(rests, 0, Float64Array.of(2, 0, 0, 0, 0, 0)), 10);
        expect(positionsOf(groups, struck)[0][0]).toBeGreaterThan(0.1);
        expect(groups.states.rests(struck)).toBe(false);
      },
    );
  });
});

describe('ways', () => {
  it('the way of a member ends at both states', () => {
    let looks = 0;
    withGroups(
      () => makePiles('gsp', scheduler, [0]),
      (groups, stages) => {
        let slot = groups.found(pileAt(stages.state, 0));
        const [flight, pose] = [new Flight(), new Pose()];
        for (let step = 0; step < 60; step++) {
          const { states } = groups;
          const dt = 1 / 32;
          const next = groups.step(slot, dt, states.timeOf(slot) + dt);
          for (let i = 0; i < states.members.moverCount(states.groupOf(slot)); i++) {
            setWay(flight, states, slot, next, i);
            const at = [0, 1].map((share) => {
              pose.time = states.timeOf(slot) + share * dt;
              flight.writePose(pose);
              return [...pose.position, ...pose.orientation];
            });
            const end = states.moverAt(next, i);
            for (let k = 0; k < 3; k++) expect(at[1][k]).toBeCloseTo(states.numbers[end + k], 12);
            const turn = [3, 4, 5, 6].reduce((sum, k) => sum + at[1][k] * states.numbers[end + k], 0);
            expect(Math.abs(turn)).toBeCloseTo(1, 12);
            looks++;
          }
          groups.release(slot);
          slot = next;
        }
      },
      Number.POSITIVE_INFINITY,
    );
    expect(looks).toBe(60 * 6);
  });

  it('a step cut short has members where the whole step was seen to have them, and no more gravity than its time', () => {
    withGroups(
      () => makeWorld((world) => void world.createBody(box([0, 5, 0], 1, { velocity: [3, 1, 0] }))),
      (groups) => {
        const dt = 1 / 32;
        const born = groups.found([1]);
        const whole = groups.step(born, dt, dt);
        const cut = groups.cut(born, whole, 0.01);
        const at = groups.states.moverAt(cut, 0);
        expect(groups.states.numbers[at]).toBeCloseTo(0.03, 12);
        expect(groups.states.numbers[at + 1]).toBeCloseTo(5 + 0.01 - 0.5 * 9.81 * 1e-4, 12);
        expect(groups.states.numbers[at + 8]).toBeCloseTo(1 - 0.0981, 12);
      },
    );
  });
});
