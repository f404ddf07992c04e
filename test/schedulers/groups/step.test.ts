// A step of a contact group is a pure function of its saved state and of the interval, by every method.

import { describe, expect, it } from 'vitest';
import { METHODS, stepBodies } from '../../../src/index.js';
import type { MethodName } from '../../../src/methods.js';
import { Groups } from '../../../src/schedulers/groups/groups.js';
import { motion } from '../../detection/contact-graph/parts.js';
import { DT, inGroups, makePiles, PLACES, pileAt, scheduled } from './scenes.js';

const NAMES = Object.keys(METHODS) as MethodName[];

describe.each(NAMES)('%s', (method) => {
  it('piles in groups of their own go as they do together by `fixed`, bit for bit, whatever the coherence', () => {
    for (const coherence of ['tolerant', 'exact'] as const) {
      const settings = { 'detection.coherence': coherence };
      const whole = makePiles(method, undefined, PLACES, settings);
      const parts = makePiles(
        method,
        inGroups(1, (places) => places.reverse()),
        PLACES,
        settings,
      );
      for (let i = 0; i < 60; i++) {
        whole.step(DT);
        parts.step(DT);
        expect(motion(parts), `${coherence}, step ${i}`).toEqual(motion(whole));
      }
    }
  });

  it('a state that is stepped again, after others and after steps of other lengths, goes the same way', () => {
    const seen: number[][] = [];
    let groups: Groups | undefined;
    let slots: number[] = [];
    const world = makePiles(
      method,
      scheduled((stages, dt) => {
        groups ??= new Groups(stages, Number.POSITIVE_INFINITY);
        const g = groups;
        if (slots.length === 0) slots = PLACES.map((x) => g.found(pileAt(stages.state, x)));
        const end = stages.time + dt;
        const first = slots.map((slot) => g.step(slot, dt, end));
        const short = slots.map((slot) => g.step(slot, dt / 3, stages.time + dt / 3));
        const again = [...slots]
          .reverse()
          .map((slot) => g.step(slot, dt, end))
          .reverse();
        first.forEach((slot, i) => {
          expect(g.states.areEqual(slot, again[i])).toBe(true);
          expect(g.states.areEqual(slot, short[i])).toBe(false);
        });
        for (const slot of [...slots, ...short, ...again]) g.release(slot);
        slots = first;
        for (const slot of slots) g.states.restore(slot);
        seen.push(slots);
      }),
    );
    const twin = makePiles(method, scheduled(stepBodies));
    for (let i = 0; i < 40; i++) {
      world.step(DT);
      twin.step(DT);
    }
    expect(motion(world)).toEqual(motion(twin));
    expect(groups?.states.count).toBe(PLACES.length);
  });
});
