// The kinds of case, and one case of them, alone.

import { Dice } from './dice.mjs';
import { Finding } from './oracle.mjs';

/** By name, with how often they come: what is quick comes more often. */
export const KINDS = {
  scenes: 4,
  meshes: 4,
  gltf: 3,
  robots: 4,
  trees: 2,
  snapshots: 3,
  recordings: 2,
  calls: 5,
  'mesh-calls': 2,
  solvers: 3,
  queries: 3,
  callbacks: 3,
  worlds: 4,
  histories: 2,
  rests: 2,
  impacts: 2,
  rooms: 2,
  members: 2,
  mechanisms: 2,
};

/** The kinds in the order in which cases take turns. */
export function takeTurns(names) {
  const most = Math.max(...names.map((name) => KINDS[name]));
  return Array.from({ length: most }, (_, round) => names.filter((name) => KINDS[name] > round)).flat();
}

export function nameOfCase(kind, seed) {
  return `${kind}:${seed}`;
}

/** What is wrong with a case, or undefined. */
export async function runCase(kind, seed) {
  const { run } = await import(`./kinds/${kind}.mjs`);
  try {
    await run(new Dice(seed));
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return error.message;
    return error instanceof Error ? `It throws outside of what is tried: ${error.stack}` : `It throws ${String(error)}`;
  }
}
