// Worlds do not know of each other: one that is stepped within a phase of another's step, by what the other's profiler
// calls, takes the bits that it takes alone, and leaves the other the bits that it takes alone.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../scenes/index.js';
import type { MethodName } from '../src/methods.js';
import { METHODS } from '../src/methods.js';
import { Simulation } from '../src/scene/simulation.js';

const OUTER = 'cubejam';
const OUTER_STEPS = 100;
/** What lies still would hide what is spoilt: the inner world begins anew after so many steps. */
const INNER = 'unstable-spheres';
const INNER_STEPS = 15;

const NAMES = Object.keys(METHODS) as MethodName[];
/** Each method around itself and around the next in the list, with either of what a profiler calls. */
const CASES = NAMES.flatMap((outer, i) => [
  { outer, inner: outer, hook: 'probe' as const },
  { outer, inner: NAMES[(i + 1) % NAMES.length], hook: 'clock' as const },
]);

function make(scene: string, method: MethodName): Simulation {
  return new Simulation(SCENES[scene].make({ seed: 1 }), { method });
}

/** The hash after each of so many steps. */
function stepAndHash(simulation: Simulation, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    simulation.step();
    return simulation.world.hash();
  });
}

/** Steps a world of its own whenever it is called, and notes the first step that was not as it is alone. */
class InnerWorld {
  calls = 0;
  firstSpoilt: number | undefined;
  readonly #method: MethodName;
  readonly #alone: readonly string[];
  #simulation: Simulation;

  constructor(method: MethodName) {
    this.#method = method;
    this.#alone = stepAndHash(make(INNER, method), INNER_STEPS);
    this.#simulation = make(INNER, method);
  }

  step(): void {
    const step = this.calls % INNER_STEPS;
    if (step === 0) this.#simulation = make(INNER, this.#method);
    this.#simulation.step();
    if (this.#simulation.world.hash() !== this.#alone[step]) this.firstSpoilt ??= this.calls;
    this.calls++;
  }
}

describe('a world that is stepped inside another', () => {
  it.each(CASES)('of $outer, by its $hook, one of $inner: both step as they do alone', ({ outer, inner, hook }) => {
    const alone = stepAndHash(make(OUTER, outer), OUTER_STEPS);
    const simulation = make(OUTER, outer);
    const within = new InnerWorld(inner);
    simulation.world.profiler[hook] = () => {
      within.step();
      return 0;
    };
    const found = stepAndHash(simulation, OUTER_STEPS);
    expect(within.calls).toBeGreaterThan(10 * OUTER_STEPS);
    expect(found.findIndex((hash, step) => hash !== alone[step])).toBe(-1);
    expect(within.firstSpoilt).toBeUndefined();
  });
});
