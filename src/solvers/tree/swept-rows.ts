// Rows of joints that are swept with the contacts. A limit that a link strikes because contacts push it, and leaves
// because the limit pushes back, would be on one piece of its law after every other round of sweeps, for ever: contacts
// know the limit only once the factorisation has it. So rows that leave their pieces again are solved as contacts are,
// one after the other, each by its whole law.

import { grown } from '../quadratic/grown.js';
import { findResponses } from './factor-forest.js';
import { isHeldByOthers, setResponseAlone } from './find-pieces.js';
import type { Forest } from './forest.js';
import { J_A, J_B, RESPONSE, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import type { Loops } from './loops.js';
import { LINE_LAMBDA, LINE_RESPONSE, LINE_W, MET_LAMBDA, type RowLaws } from './row-laws.js';
import { setResponseOfInactive } from './row-responses.js';
import type { TourRoom } from './tour-room.js';
import type { TouredContacts } from './toured-contacts.js';

/**
 * Numbers of a row: J of its link and of the parent's, Phi J^T of both, what an anchor adds to its velocity, how it
 * answers an impulse.
 */
const OWN = 0;
const OTHER = 6;
const COLUMN_OWN = 12;
const COLUMN_OTHER = 18;
const BIAS = 24;
const ANSWER = 25;
const SWEPT_LENGTH = 26;

export class SweptRows {
  count = 0;
  /** One a row: its number among the problem's rows, and its link. */
  #row = new Int32Array(0);
  #link = new Int32Array(0);
  #numbers = new Float64Array(0);
  /** W and G^-1 W^T of a row, as many numbers each as there are rows of loops (toured-contacts.ts). */
  #loops = 0;
  #reach = new Float64Array(0);
  #answer = new Float64Array(0);

  /** Lists the rows of trees that are swept, with the responses of the forest as it is factorised. */
  gather(forest: Forest, loops: Loops, laws: RowLaws, problem: TreeProblem): void {
    const { plan } = forest;
    const { firstRow } = problem.blocks;
    this.count = 0;
    this.#loops = loops.count;
    for (let k = 0; k < plan.links; k++) {
      const block = plan.block[k];
      if (block < 0) continue;
      for (let r = firstRow[block]; r < firstRow[block + 1]; r++)
        if (laws.isSwept[r] === 1) this.#add(forest, loops, laws, problem, k, block, r);
    }
  }

  #add(forest: Forest, loops: Loops, { line }: RowLaws, { blocks, u }: TreeProblem, k: number, block: number, r: number): void {
    const { plan } = forest;
    const { row, ends } = blocks;
    const i = this.count++;
    this.#row = grown(this.#row, i + 1, i);
    this.#link = grown(this.#link, i + 1, i);
    this.#numbers = grown(this.#numbers, (i + 1) * SWEPT_LENGTH, i * SWEPT_LENGTH);
    this.#row[i] = r;
    this.#link[i] = k;
    const numbers = this.#numbers;
    const at = i * SWEPT_LENGTH;
    const isA = ends[2 * block] === plan.body[k];
    const own = r * ROW_LENGTH + (isA ? J_A : J_B);
    const other = r * ROW_LENGTH + (isA ? J_B : J_A);
    const anchor = 6 * ends[isA ? 2 * block + 1 : 2 * block];
    numbers[at + BIAS] = 0;
    for (let j = 0; j < 6; j++) {
      numbers[at + OWN + j] = row[own + j];
      numbers[at + OTHER + j] = row[other + j];
      if (plan.parent[k] < 0) numbers[at + BIAS] += row[other + j] * u[anchor + j];
    }
    findResponses(forest, plan.part[k]);
    setResponseOfInactive(forest, k, row, own, other, line, LINE_RESPONSE);
    if (loops.count > 0) this.#subtractLoops(forest, loops, i, line);
    setResponseAlone(forest, blocks, block, r, line);
    row[r * ROW_LENGTH + RESPONSE] = line[LINE_RESPONSE];
    // What other rows hold, no impulse of this one moves.
    numbers[at + ANSWER] = isHeldByOthers(line) ? 0 : line[LINE_RESPONSE];
    fillColumn(forest, numbers, at + OWN, k, at + COLUMN_OWN);
    if (plan.parent[k] >= 0) fillColumn(forest, numbers, at + OTHER, plan.parent[k], at + COLUMN_OTHER);
  }

  /** Fills W and G^-1 W^T of row i, and takes what loops hold from its response. */
  #subtractLoops({ plan }: Forest, loops: Loops, i: number, line: Float64Array): void {
    const n = loops.count;
    const k = this.#link[i];
    const at = i * SWEPT_LENGTH;
    this.#reach = grown(this.#reach, (i + 1) * n, i * n);
    this.#answer = grown(this.#answer, (i + 1) * n, i * n);
    for (let l = 0; l < n; l++) {
      let sum = 0;
      for (let side = 0; side < 2; side++) {
        const link = side === 0 ? k : plan.parent[k];
        const column = 6 * (l * plan.links + link);
        const from = at + (side === 0 ? OWN : OTHER);
        if (link >= 0) for (let j = 0; j < 6; j++) sum += this.#numbers[from + j] * loops.columns[column + j];
      }
      this.#reach[i * n + l] = sum;
      this.#answer[i * n + l] = sum;
    }
    loops.solveMatrix(this.#answer, i * n);
    for (let l = 0; l < n; l++) line[LINE_RESPONSE] -= this.#reach[i * n + l] * this.#answer[i * n + l];
  }

  /** One sweep over them. Returns whether it changed the velocity of some row by more than `tolerance` [m/s or rad/s]. */
  sweep(forest: Forest, { tour, room, z }: TouredContacts, laws: RowLaws, { blocks }: TreeProblem, tolerance: number): boolean {
    const { parent } = forest.plan;
    const { row, piece } = blocks;
    const { line } = laws;
    const numbers = this.#numbers;
    let changed = false;
    for (let i = 0; i < this.count; i++) {
      const at = i * SWEPT_LENGTH;
      const response = numbers[at + ANSWER];
      if (!(response > 0)) continue;
      const r = this.#row[i];
      const k = this.#link[i];
      const p = parent[k];
      if (p >= 0) tour.moveTo(forest, p);
      tour.moveTo(forest, k);
      let w = numbers[at + BIAS];
      for (let j = 0; j < 6; j++) w += numbers[at + OWN + j] * room.velocity[6 * k + j];
      if (p >= 0) for (let j = 0; j < 6; j++) w += numbers[at + OTHER + j] * room.velocity[6 * p + j];
      for (let l = 0, from = i * this.#loops; l < this.#loops; l++) w += this.#reach[from + l] * z[l];
      line[LINE_RESPONSE] = response;
      line[LINE_W] = w;
      line[LINE_LAMBDA] = laws.target[r];
      piece[r] = laws.meet(row, r);
      const change = line[MET_LAMBDA] - laws.target[r];
      if (change === 0) continue;
      if (Math.abs(change) * response > tolerance) changed = true;
      laws.target[r] = line[MET_LAMBDA];
      for (let l = 0, from = i * this.#loops; l < this.#loops; l++) z[l] -= this.#answer[from + l] * change;
      push(room, numbers, at + OWN, at + COLUMN_OWN, k, change);
      if (p < 0) continue;
      tour.moveTo(forest, p);
      push(room, numbers, at + OTHER, at + COLUMN_OTHER, p, change);
    }
    return changed;
  }
}

/** Phi of a link times the six numbers at `from`. */
function fillColumn({ response }: Forest, numbers: Float64Array, from: number, link: number, to: number): void {
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    for (let j = 0; j < 6; j++) sum += response[36 * link + 6 * i + j] * numbers[from + j];
    numbers[to + i] = sum;
  }
}

function push(room: TourRoom, numbers: Float64Array, j: number, column: number, link: number, change: number): void {
  for (let i = 0; i < 6; i++) {
    room.velocity[6 * link + i] += numbers[column + i] * change;
    room.pending[6 * link + i] += numbers[j + i] * change;
  }
  room.hasPending[link] = 1;
}
