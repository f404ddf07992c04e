// npm run soak:time: an hour of atoms by time warp, through which the pools of states must not grow.
//
//   npm run soak:time -- --seconds 20                              a shorter one
//   npm run soak:time -- --scene gas --set count=60 --seconds 600  of another scene
//
// Pools double when they are full. By half of the time all that there is to see has happened: from then on no pool may grow.

import { fileURLToPath } from 'node:url';
import { SCENES } from '../dist/scenes/index.js';
import { Simulation } from '../dist/src/index.js';
import { readOptions } from '../scripts/read-options.mjs';

/** How often pools are looked at. */
const LOOKS = 10;

/** { looks: rows of { time, collisions, pools }, grown: names of the pools that grew in the second half } */
export function soakTime({ scene: name = 'atoms', seconds = 3600, options = {}, say = (_look) => {} } = {}) {
  const scene = SCENES[name].make({ seed: 1, ...options });
  const simulation = new Simulation(scene, { scheduler: 'timewarp' });
  const { world, dt } = simulation;
  const steps = Math.round(seconds / dt);
  const looks = [];
  for (let step = 1; step <= steps; step++) {
    simulation.addDueBodies();
    world.step(dt);
    if (Math.floor((LOOKS * step) / steps) === looks.length) continue;
    looks.push({ time: world.time, collisions: world.timeStatistics?.collisions ?? 0, pools: { ...world.localTimes?.pools } });
    say(looks.at(-1));
  }
  const [half, end] = [looks[LOOKS / 2 - 1].pools, looks[looks.length - 1].pools];
  return { looks, grown: Object.keys(end).filter((pool) => end[pool] > half[pool]) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const values = readOptions({
    scene: { type: 'string', default: 'atoms' },
    seconds: { type: 'string', default: '3600' },
    set: { type: 'string', multiple: true, default: [] },
  });
  const options = Object.fromEntries(values.set.map((word) => [word.split('=')[0], JSON.parse(word.split('=')[1])]));
  const say = ({ time, collisions, pools }) =>
    console.log(`${time.toFixed(1)} s, ${collisions} collisions: ${JSON.stringify(pools)}`);
  const { grown } = soakTime({ scene: values.scene, seconds: Number(values.seconds), options, say });
  console.log(grown.length === 0 ? 'No pool has grown in the second half.' : `Pools that have grown: ${grown.join(', ')}.`);
  if (grown.length > 0) process.exitCode = 1;
}
