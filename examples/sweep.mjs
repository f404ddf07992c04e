// A sweep of the same scene over two parameters. For each friction it finds the steepest slope on which a box stays,
// and compares it with atan(friction). Runs have the same bits on every machine, so their parameters identify them.
//
//   npm run build && node examples/sweep.mjs

import { World } from 'drystone';

const FRICTIONS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
const DEGREES = Array.from({ length: 45 }, (_, i) => i + 1);

/** How far a box slides down a slope in half a second [m]. */
function slide(friction, degrees) {
  const world = new World();
  const angle = (degrees * Math.PI) / 180;
  world.createMaterial('default', { friction });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const box = world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  // The ground stays level, and gravity is tilted.
  world.set('gravity', [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0]);
  for (let i = 0; i < 50; i++) world.step(1 / 100);
  return box.position[0];
}

for (const friction of FRICTIONS) {
  const steepest = DEGREES.filter((degrees) => slide(friction, degrees) < 1e-3).at(-1);
  const exact = (Math.atan(friction) * 180) / Math.PI;
  console.log(`friction ${friction}: stays up to ${steepest} degrees, atan ${exact.toFixed(2)}`);
}
