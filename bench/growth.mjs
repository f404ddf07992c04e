// Time of a step against the number of contacts, from 100 bodies to 10,000 (velocity-based shock propagation, figures 18 and 19).

import { performance } from 'node:perf_hooks';
import { SCENES } from '../dist/scenes/index.js';
import { plainScene } from './plain-scene.mjs';
import { drystone } from './rivals/drystone.mjs';
import { fitExponent, median } from './statistics.mjs';

/** The options that make each scene that large. */
const SIZES = [
  [
    'roof-tower',
    [10, 16, 40, 64, 100].map((layers, i) => ({ layers, ring: [10, 20, 25, 50, 100][i], block: false, ball: false })),
  ],
  ['silo', [100, 320, 1000, 3200, 10000].map((count) => ({ count }))],
  ['diku', [100, 320, 1000, 3200, 10000].map((count) => ({ count }))],
];
const DT = 1 / 100;
/** Steps until what falls has landed and the compiler is warm, and steps that count [1]. */
const BEFORE = 250;
const COUNTED = 50;

/**
 * { rows, exponents }: rows of { scene, bodies, contacts [1], step [ms], perContact [ns] }, medians of the steps that count, and
 * for each scene the exponent p of time = c * contacts^p.
 */
export async function measureGrowth(say) {
  const rows = [];
  for (const [scene, sizes] of SIZES) {
    for (const options of sizes) {
      const made = tryToMake(scene, options, say);
      if (made === null) continue;
      say(
        `${scene}, ${Object.entries(options)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
      );
      rows.push({ scene, ...(await measureSteps(plainScene(made))) });
    }
  }
  const exponents = SIZES.map(([scene]) => {
    const own = rows.filter((row) => row.scene === scene);
    const exponent = fitExponent(
      own.map(({ contacts }) => contacts),
      own.map(({ step }) => step),
    );
    return { scene, exponent };
  }).filter(({ exponent }) => Number.isFinite(exponent));
  return { rows, exponents };
}

/** A scene that does not exist or is not to be had that large is left out with a message. */
function tryToMake(scene, options, say) {
  try {
    if (SCENES[scene] === undefined) throw new Error(`there is no scene of the name ${scene}.`);
    return SCENES[scene].make({ seed: 1, ...options });
  } catch (error) {
    say(`${scene} is left out: ${error.message}`);
    return null;
  }
}

async function measureSteps(plain) {
  const world = await drystone.create({ ...plain, dt: DT, settings: {} });
  for (const body of plain.bodies) world.addBody(body);
  for (let step = 0; step < BEFORE; step++) world.step();
  const times = [];
  const contacts = [];
  for (let step = 0; step < COUNTED; step++) {
    const start = performance.now();
    world.step();
    times.push(performance.now() - start);
    contacts.push(world.contacts);
  }
  const bodies = plain.bodies.filter(({ isFixed }) => !isFixed).length;
  return { bodies, contacts: median(contacts), step: median(times), perContact: (1e6 * median(times)) / median(contacts) };
}
