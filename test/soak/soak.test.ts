// The soak in short: random worlds to which everything happens, every step redone from a snapshot with the same hash.

import { describe, expect, it } from 'vitest';
import { soak } from '../../soak/soak.mjs';
import { METHODS } from '../../src/methods.js';

describe('random lives', () => {
  it.each(Object.keys(METHODS))(
    '%s: every step, redone from a snapshot in another world, gives the same hash',
    async (method) => {
      const { failure, lives, steps } = await soak(method, 204, (done: number) => done >= 1);
      expect(failure).toBeUndefined();
      expect([lives, steps]).toEqual([1, 150]);
    },
  );

  // What was found anew although nothing had moved, and steps of other lengths after a setting was changed.
  it('gsp: where coherence is off, or the step changes its length', async () => {
    const { failure } = await soak('gsp', 106, (done: number) => done >= 1);
    expect(failure).toBeUndefined();
  });
});
