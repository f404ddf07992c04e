// Golden hashes: what the built-in scenes are after 100 steps, kept from version to version. A change of any bit of any body or
// contact shows here, wanted or not. Where it is wanted, `UPDATE_GOLDEN=1 npx vitest run test/golden/golden.test.ts` writes the
// new ones, and the commit says why they changed.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import { SMALL } from './small-scenes.js';

const FILE = fileURLToPath(new URL('hashes.json', import.meta.url));
const STEPS = 100;
const update = process.env.UPDATE_GOLDEN === '1';
const golden: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'));
const found: Record<string, string> = {};

describe(`golden hashes after ${STEPS} steps`, () => {
  it.each(Object.keys(SCENES))('%s', (name) => {
    const simulation = new Simulation(SCENES[name].make({ seed: 1, ...SMALL[name] }), { controls: CONTROLS });
    for (let step = 0; step < STEPS; step++) simulation.step();
    found[name] = simulation.world.hash();
    if (!update) expect(found[name]).toBe(golden[name]);
  });

  it('are kept for the built-in scenes and no others', () => {
    if (!update) expect(Object.keys(golden).sort()).toEqual(Object.keys(SCENES).sort());
  });

  afterAll(() => {
    if (update) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
  });
});
