// A custom method: gated shock propagation with air drag. Before an island is stepped, drag proportional to the speed
// slows its bodies; then the built-in method steps the island. A ball of mass m falls no faster than m g / c, and
// stacks still stand.
//
//   npm run build && node examples/own-method.mjs

import { METHODS, World } from 'drystone';

/** Drag of the air [N s/m]. */
const DRAG = 400;

/** @type {import('drystone').Stepper} */
const windy = {
  ...METHODS.gsp,
  name: 'windy',
  make(site) {
    const inner = METHODS.gsp.make(site);
    const { state, detection } = site;
    return {
      begin: (dt) => inner.begin(dt),
      step(island, t, dt) {
        const { velocity, mass } = state.bodies.nodes.columns;
        const { firstBody, bodyCount } = island;
        for (const row of detection.groups.movers.columns.member.subarray(firstBody, firstBody + bodyCount)) {
          // Implicit, so that the step is stable for any drag.
          for (let k = 0; k < 3; k++) velocity[6 * row + k] /= 1 + (DRAG * dt) / mass[row];
        }
        inner.step(island, t, dt);
      },
      finish: (dt) => inner.finish?.(dt),
    };
  },
};

const world = new World({ stepper: windy });
world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
const boxes = Array.from({ length: 5 }, (_, i) =>
  world.createBody({ position: [0, i + 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
);
const ball = world.createBody({ position: [5, 200, 0], mass: 500, shapes: [{ kind: 'sphere', radius: 0.5 }] });
for (let i = 0; i < 1000; i++) world.step(1 / 100);
console.log(`the ball falls at ${(-ball.velocity[1]).toFixed(3)} m/s; m g / c is ${((500 * 9.81) / DRAG).toFixed(3)} m/s`);
console.log(`the top box has sunk by ${(1000 * (4.5 - boxes[4].position[1])).toFixed(3)} mm`);
