// Events of contact groups are held with the states that steps lead to: users hear of those that the history is made
// of, in order, once.

import { expect, it } from 'vitest';
import { HeldEvents } from '../../../src/detection/held-events.js';
import type { World, WorldEvent } from '../../../src/index.js';
import { Groups } from '../../../src/schedulers/groups/groups.js';
import type { State } from '../../../src/state/state.js';
import { DT, makePiles, PLACES, pileAt, scheduled } from './scenes.js';

/** Each pile a group; before every step it takes others, of other lengths, that are dropped. */
function hesitating(separation: number) {
  let groups: Groups | undefined;
  let slots: number[] = [];
  return scheduled((stages, dt) => {
    groups ??= new Groups(stages, separation);
    const g = groups;
    if (slots.length === 0) slots = PLACES.map((x) => g.found(pileAt(stages.state, x))).reverse();
    const events = new HeldEvents();
    const end = stages.time + dt;
    slots = slots.map((slot) => {
      for (const share of [0.3, 2, 5]) g.release(g.step(slot, share * dt, g.states.timeOf(slot) + share * dt));
      const next = g.step(slot, dt, end);
      g.collectEvents(next, events);
      g.release(slot);
      return next;
    });
    for (const slot of slots) g.states.restore(slot);
    events.sort();
    stages.tellEvents(events);
  }, true);
}

function lineOf(world: World): (event: WorldEvent) => string {
  return ({ kind, a, b, time }) => `${time} ${kind} ${world.store.nodes.rowOf(a)} ${world.store.nodes.rowOf(b)}`;
}

it.each(['gsp', 'impulsive'] as const)('%s: events of a queue are those of `fixed`, though steps were taken back', (method) => {
  const settings = { events: 'queue' } as const;
  const [whole, parts] = [undefined, hesitating(Number.POSITIVE_INFINITY)].map((scheduler) =>
    makePiles(method, scheduler, PLACES, settings),
  );
  for (const world of [whole, parts]) {
    world.createTimer({ period: 0.0101 });
    world.createTrigger({ position: [40, 1, 0], shapes: [{ kind: 'box', size: [2, 0.5, 2] }] });
    for (let i = 0; i < 60; i++) world.step(DT);
  }
  const times = [...parts.events].map(({ time }) => time);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect([...parts.events].map(lineOf(parts)).sort()).toEqual([...whole.events].map(lineOf(whole)).sort());
  expect(parts.events.countOf('new-touching')).toBeGreaterThan(10);
  expect(parts.events.countOf('in-trigger')).toBeGreaterThan(1);
});

it('with safe events every step tells its own, as `fixed` does', () => {
  const [whole, parts] = [undefined, hesitating(Number.POSITIVE_INFINITY)].map((scheduler) => makePiles('gsp', scheduler));
  let count = 0;
  for (let i = 0; i < 60; i++) {
    for (const world of [whole, parts]) world.step(DT);
    expect([...parts.events].map(lineOf(parts)).sort(), `step ${i}`).toEqual([...whole.events].map(lineOf(whole)).sort());
    count += parts.events.countOf('new-touching');
  }
  expect(count).toBeGreaterThan(10);
});

it('what comes apart is told to have parted: every pair that has come near has left, or is near', () => {
  let near = new Set<string>();
  let state: State | undefined;
  let groups: Groups | undefined;
  let slots: number[] = [];
  const parting = makePiles(
    'gsp',
    scheduled((stages, dt) => {
      state = stages.state;
      groups ??= new Groups(stages, 0.02);
      const g = groups;
      if (slots.length === 0) slots = [g.found(pileAt(stages.state, 0))];
      const events = new HeldEvents();
      slots = slots.flatMap((slot) => {
        const next = g.step(slot, dt, g.states.timeOf(slot) + dt);
        g.collectEvents(next, events);
        if (!g.hasEnded(next)) return [next];
        return Array.from({ length: g.states.partCount(next) }, (_, part) => g.split(next, part));
      });
      for (const slot of slots) g.states.restore(slot);
      events.sort();
      stages.tellEvents(events);
    }, true),
    [0],
    { events: 'queue' },
  );
  for (let i = 0; i < 40; i++) {
    parting.step(DT);
    near = heard(parting, near);
  }
  const { edges } = (state as unknown as State).graph;
  const { nodes, reportedProximity, reportedTouching } = edges.columns;
  const left = new Set<string>();
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    if (reportedProximity[edge]) left.add(`near ${nodes[2 * edge]} ${nodes[2 * edge + 1]}`);
    if (reportedTouching[edge]) left.add(`touching ${nodes[2 * edge]} ${nodes[2 * edge + 1]}`);
  }
  expect([...near].sort()).toEqual([...left].sort());
  expect(slots.length).toBeGreaterThan(1);
});

/** What is near or touching by the events so far. Nothing begins twice, or ends that has not begun. */
function heard(world: World, before: ReadonlySet<string>): Set<string> {
  const now = new Set(before);
  for (const { kind, a, b } of world.events.take()) {
    const pair = `${world.store.nodes.rowOf(a)} ${world.store.nodes.rowOf(b)}`;
    const [what, state] = kind.endsWith('touching')
      ? [kind.slice(0, -9), `touching ${pair}`]
      : [kind.slice(0, -10), `near ${pair}`];
    expect(now.has(state), `${kind} ${pair}`).toBe(what !== 'new');
    if (what === 'new') now.add(state);
    if (what === 'vanishing') now.delete(state);
  }
  return now;
}
