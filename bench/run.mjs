// npm run bench: every benchmark in one run, printed as tables and kept in bench/results with the machine and the versions.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { broadPhase } from './broad-phase.mjs';
import { graphEdges } from './graph-edges.mjs';
import { sceneSteps } from './scene-steps.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(`${here}../package.json`, 'utf8'));

function print(title, rows) {
  console.log(`\n${title}`);
  console.table(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => typeof value !== 'object')
          .map(([key, value]) => [key, typeof value === 'number' ? Number(value.toPrecision(4)) : value]),
      ),
    ),
  );
}

const say = (what) => process.stderr.write(`${what} ...\n`);
say('edges of the contact graph');
const edges = await graphEdges();
print('Contact graph: ns an operation', edges);
say('broad phase');
const boxes = await broadPhase();
print('Broad phase: ns a box', boxes);
const scenes = await sceneSteps(say);
print('Scenes: ms a step, share of narrow-phase tests skipped', scenes);

const machine = { cpu: cpus()[0].model, cores: cpus().length, memory: totalmem(), node: process.version, drystone: version };
mkdirSync(`${here}results`, { recursive: true });
const name = machine.cpu.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '');
const file = `${here}results/${name}.json`;
writeFileSync(file, `${JSON.stringify({ machine, edges, broadPhase: boxes, scenes }, null, 2)}\n`);
console.log(`\nKept in bench/results/${name}.json.`);
