// By how much the rows of some links miss their goals, and the links their momenta: what the next solve takes away.

import { INERTIA_LENGTH, INVERSE_LENGTH, LARGEST, SPEED } from '../../../kernels/forest-layout.js';
import type { Forest } from '../forest.js';

/** `wanted` of active rows and `impulse` of the links from `from` to `to`, which are whole trees. */
export function missGoals(forest: Forest, from: number, to: number): void {
  const {
    parent,
    active,
    velocity: u,
    base,
    own,
    other,
    softness,
    goal,
    carried,
    wanted,
    outside,
    impulse,
    inertia,
    missed,
  } = forest;
  let largest = 0;
  let speed = 0;
  for (let k = from; k < to; k++) {
    const m = INERTIA_LENGTH * k;
    const g = 6 * k;
    // A parent comes before its children: its impulse is there already.
    const p = 6 * parent[k];
    const v = p < 0 ? base : u;
    const b = p < 0 ? g : p;
    const u0 = u[g];
    const u1 = u[g + 1];
    const u2 = u[g + 2];
    const u3 = u[g + 3];
    const u4 = u[g + 4];
    const u5 = u[g + 5];
    impulse[g] = outside[g] - inertia[m] * u0;
    impulse[g + 1] = outside[g + 1] - inertia[m] * u1;
    impulse[g + 2] = outside[g + 2] - inertia[m] * u2;
    impulse[g + 3] = outside[g + 3] - (inertia[m + 1] * u3 + inertia[m + 4] * u4 + inertia[m + 5] * u5);
    impulse[g + 4] = outside[g + 4] - (inertia[m + 4] * u3 + inertia[m + 2] * u4 + inertia[m + 6] * u5);
    impulse[g + 5] = outside[g + 5] - (inertia[m + 5] * u3 + inertia[m + 6] * u4 + inertia[m + 3] * u5);
    for (let i = g; i < g + active[k]; i++) {
      const r = 6 * i;
      const lambda = carried[i];
      const along = own[r] * u0 + own[r + 1] * u1 + own[r + 2] * u2;
      const about = own[r + 3] * u3 + own[r + 4] * u4 + own[r + 5] * u5;
      const ofOther =
        other[r] * v[b] +
        other[r + 1] * v[b + 1] +
        other[r + 2] * v[b + 2] +
        other[r + 3] * v[b + 3] +
        other[r + 4] * v[b + 4] +
        other[r + 5] * v[b + 5];
      const miss = goal[i] - (softness[i] * lambda + along + about + ofOther);
      wanted[i] = miss;
      const size = Math.abs(miss);
      const moved = Math.abs(along) + Math.abs(about);
      if (size > largest) largest = size;
      if (moved > speed) speed = moved;
      if (lambda === 0) continue;
      impulse[g] += own[r] * lambda;
      impulse[g + 1] += own[r + 1] * lambda;
      impulse[g + 2] += own[r + 2] * lambda;
      impulse[g + 3] += own[r + 3] * lambda;
      impulse[g + 4] += own[r + 4] * lambda;
      impulse[g + 5] += own[r + 5] * lambda;
      if (p < 0) continue;
      impulse[p] += other[r] * lambda;
      impulse[p + 1] += other[r + 1] * lambda;
      impulse[p + 2] += other[r + 2] * lambda;
      impulse[p + 3] += other[r + 3] * lambda;
      impulse[p + 4] += other[r + 4] * lambda;
      impulse[p + 5] += other[r + 5] * lambda;
    }
  }
  missed[LARGEST] = largest;
  missed[SPEED] = speed;
}

/** Raises LARGEST to what the links would move by, each alone, by the momenta that are missed. */
export function weighMissedMomenta({ impulse, inverse, missed }: Forest, from: number, to: number): void {
  let largest = missed[LARGEST];
  for (let k = from; k < to; k++) {
    const m = INVERSE_LENGTH * k;
    for (let j = 0; j < 3; j++) {
      const along = Math.abs(impulse[6 * k + j]) * inverse[m + j];
      const about = Math.abs(impulse[6 * k + 3 + j]) * inverse[m + 3 + j];
      if (along > largest) largest = along;
      if (about > largest) largest = about;
    }
  }
  missed[LARGEST] = largest;
}

/** Takes over what a solve has found. */
export function takeAnswers({ active, velocity, answer, change, carried }: Forest, from: number, to: number): void {
  for (let i = 6 * from; i < 6 * to; i++) velocity[i] += answer[i];
  for (let k = from; k < to; k++) for (let i = 6 * k; i < 6 * k + active[k]; i++) carried[i] += change[i];
}
