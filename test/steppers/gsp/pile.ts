// Piles, and a look at what gated shock propagation makes of their contacts.

import type { Detection } from '../../../src/detection/detection.js';
import { METHODS, Random, World } from '../../../src/index.js';
import type { State } from '../../../src/state/state.js';
import type { Stepper } from '../../../src/steppers/stepper.js';

const GROUND = { kind: 'fixed', position: [0, -0.5, 0], shapes: [{ kind: 'box', size: [20, 1, 20] }] } as const;

/** Boxes and balls of a seed, on and in each other. */
export function makePile(stepper: Stepper, seed: number, count: number): World {
  const world = new World({ stepper });
  const random = new Random(seed);
  const side = (): number => random.uniform(0.2, 0.4);
  world.createBody(GROUND);
  for (let i = 0; i < count; i++) {
    const position = [random.uniform(0, 1.5), random.uniform(0.1, 1.5), random.uniform(0, 1.5)] as const;
    const size = [side(), side(), side()] as const;
    world.createBody({ position, shapes: [i % 3 === 0 ? { kind: 'sphere', radius: 0.15 } : { kind: 'box', size }] });
  }
  return world;
}

/** A plate that carries 49 boxes: more than there are colours. */
export function makeLadenPlate(stepper: Stepper): World {
  const world = new World({ stepper });
  world.createBody(GROUND);
  world.createBody({ position: [0, 0.05, 0], shapes: [{ kind: 'box', size: [10, 0.1, 10] }] });
  for (let i = 0; i < 49; i++) {
    const position = [(i % 7) - 3, 0.3, Math.floor(i / 7) - 3] as const;
    world.createBody({ position, shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }] });
  }
  return world;
}

/** The method, which calls `look` in every step, when contacts have been placed. */
export function lookingOn(look: (detection: Detection, state: State) => void): Stepper {
  return {
    ...METHODS.gsp,
    make(site) {
      const method = METHODS.gsp.make(site);
      return {
        ...method,
        begin(dt) {
          method.begin(dt);
          look(site.detection, site.state);
        },
      };
    },
  };
}
