// Loads for the next step of the impulses of this one (steppers/gsp/keep-loads.ts says how, and why).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/** Those of the bodies order[firstBody .. firstBody + bodyCount), from the last down, that are struck pass that on to what carries them. */
export function passStrikesDown(
  order: Integers,
  firstBody: I32,
  bodyCount: I32,
  firstEntry: Integers,
  entryCount: Integers,
  other: Integers,
  role: Integers,
  struck: Integers,
): void {
  for (let i = firstBody + bodyCount - 1; i >= firstBody; i--) {
    const body = order[i];
    if (struck[body] === 0) continue;
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      if (role[entry] === 1) struck[other[entry]] = 1;
    }
  }
}

/** Loads of the contacts of edges[firstEdge .. firstEdge + edgeCount). */
export function keepLoads(
  edges: Integers,
  firstEdge: I32,
  edgeCount: I32,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  loads: Numbers,
  impulse: Numbers,
  struck: Integers,
  mass: Numbers,
  inverseMass: Numbers,
  share: F64,
  fall: F64,
): void {
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    const isStruck = (struck[a] !== 0 && inverseMass[a] > 0) || (struck[b] !== 0 && inverseMass[b] > 0);
    const first = 4 * firstContact[edge];
    const end = first + 4 * contactCount[edge];
    if (!isStruck) {
      for (let k = first; k < end; k++) loads[k] = impulse[k];
      continue;
    }
    const weight = fall * (inverseMass[a] > inverseMass[b] ? mass[a] : mass[b]);
    for (let k = first; k < end; k += 4) {
      const most = 2 * share * loads[k] + weight;
      const part: F64 = impulse[k] > most ? most / impulse[k] : 1;
      for (let j = k; j < k + 4; j++) loads[j] = part * impulse[j];
    }
  }
}
