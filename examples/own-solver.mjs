// A custom solver for the engine's methods: Gauss-Seidel that counts problems and their sweeps.
//
//   npm run build && node examples/own-solver.mjs

import { METHODS, SOLVERS, World } from 'drystone';

const seen = { problems: 0 };
/** @type {import('drystone').Solver} */
const watched = {
  ...SOLVERS.pgs,
  name: 'watched',
  makeWorkspace() {
    const model = SOLVERS.pgs.makeWorkspace();
    return {
      ...model,
      solveVelocities(...given) {
        seen.problems++;
        return model.solveVelocities(...given);
      },
    };
  },
};

const world = new World({ stepper: METHODS.ncp, solver: watched });
world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
for (let i = 0; i < 4; i++) {
  for (let k = 0; k < 3; k++) {
    world.createBody({ position: [3 * k, 1.2 * i + 0.6, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  }
}
for (let i = 0; i < 100; i++) world.step(1 / 100);
console.log(`${seen.problems} problems in 100 steps of three stacks; ${world.report.contacts} contacts in the last step`);
