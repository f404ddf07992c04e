// Time of a step against the number of contacts, from 100 bodies to 10,000 (velocity-based shock propagation, figures 18 and 19).

import { SCENES } from '../dist/scenes/index.js';
import { plainScene } from './plain-scene.mjs';
import { processorTime } from './processor-time.mjs';
import { reasonOf } from './reason.mjs';
import { drystone } from './rivals/drystone.mjs';
import { fitExponent, median } from './statistics.mjs';

/** Of each scene the options that make it that large, and steps until what falls has landed [1]. */
const COUNTS = [100, 320, 1000, 3200, 10000];
const RINGS = [
  { layers: 10, ring: 10 },
  { layers: 16, ring: 20 },
  { layers: 40, ring: 25 },
  { layers: 64, ring: 50 },
  { layers: 100, ring: 100 },
];
const SCALES = [
  { scene: 'roof-tower', before: 50, sizes: RINGS.map((rings) => ({ ...rings, block: false, ball: false })) },
  { scene: 'silo', before: 250, sizes: COUNTS.map((count) => ({ count })) },
  { scene: 'diku', before: 250, sizes: COUNTS.map((count) => ({ count })) },
];
const DT = 1 / 100;
/** Steps that count [1]. */
const COUNTED = 30;
/** Processor time after which a scene is given up [ms]. */
const PATIENCE = 60e3;

/**
 * { rows, exponents }: rows of { scene, bodies, contacts [1], step [ms], perContact [ns] }, medians of the processor time of the
 * steps that count, and for each scene the exponent p of time = c * contacts^p.
 */
export async function measureGrowth(say) {
  const rows = [];
  for (const { scene, before, sizes } of SCALES) {
    for (const options of sizes) {
      const made = tryToMake(scene, options, say);
      if (made === null) break;
      say(`${scene}: ${JSON.stringify(options)}`);
      const row = await measureSteps(plainScene(made), before);
      if (row === null) {
        say(`${scene} is given up after ${PATIENCE / 1e3} s`);
        break;
      }
      rows.push({ scene, ...row });
    }
  }
  const exponents = SCALES.map(({ scene }) => {
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
    say(`${scene} is left out: ${reasonOf(error)}`);
    return null;
  }
}

/** null when it takes too long. */
async function measureSteps(plain, before) {
  const world = await drystone.create({ ...plain, dt: DT, settings: {} });
  for (const body of plain.bodies) world.addBody(body);
  const start = processorTime();
  const times = [];
  const contacts = [];
  for (let step = 0; step < before + COUNTED; step++) {
    const earlier = processorTime();
    world.step();
    const now = processorTime();
    if (now - start > PATIENCE) return null;
    if (step < before) continue;
    times.push(now - earlier);
    contacts.push(world.contacts);
  }
  const bodies = plain.bodies.filter(({ isFixed }) => !isFixed).length;
  return { bodies, contacts: median(contacts), step: median(times), perContact: (1e6 * median(times)) / median(contacts) };
}
