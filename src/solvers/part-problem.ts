// Some bodies of an island with joints as a problem of their own: with their joints, and with the contacts among them
// and with what does not move. What the other bodies do to them is in their velocities, which leave out what is to be
// found.

import { clearLocked } from '../math/locked-axes.js';
import { invertSymmetric } from '../math/symmetric.js';
import { LAMBDA as CONTACT_LAMBDA, RECORD_LENGTH } from './contact-record.js';
import { applyRow } from './projected-gauss-seidel.js';
import { grown } from './quadratic/grown.js';
import type { TreeProblem } from './tree/joint-block.js';
import { blockOfRow, INERTIA_LENGTH, J_A, LAMBDA, noBlocks, noCouplings, ROW_LENGTH } from './tree/joint-block.js';

export class PartProblem implements TreeProblem {
  movers = 0;
  inertia = new Float64Array();
  locks = new Int32Array();
  u = new Float64Array();
  readonly blocks = noBlocks();
  readonly couplings = noCouplings();
  contactCount = 0;
  record = new Float64Array();
  contactMovers = new Int32Array();
  /**
   * By number in the part: its body, row, coupling and contact in the whole; by number in the whole: the body and the
   * row in the part.
   */
  #body = new Int32Array();
  #row = new Int32Array();
  #coupling = new Int32Array();
  #contact = new Int32Array();
  #bodyInPart = new Int32Array();
  #rowInPart = new Int32Array();
  readonly #inverse = new Float64Array(6);

  /** Takes the bodies of a solved problem that have a 1 in `isChosen`; joints must not connect them to others that move. */
  gather(whole: TreeProblem, isChosen: Int32Array): void {
    this.#takeBodies(whole, isChosen);
    this.#takeBlocks(whole);
    this.#takeCouplings(whole);
    this.#takeContacts(whole);
    this.#takeImpulsesOut();
  }

  /** Puts the impulses that were found into the whole, whose bodies of this part are at rest now. */
  giveBack({ u, blocks, couplings, record }: TreeProblem): void {
    for (let i = 0; i < this.movers; i++) for (let j = 0; j < 6; j++) u[6 * this.#body[i] + j] = 0;
    for (let r = 0; r < this.blocks.firstRow[this.blocks.count]; r++) {
      blocks.row[this.#row[r] * ROW_LENGTH + LAMBDA] = this.blocks.row[r * ROW_LENGTH + LAMBDA];
    }
    for (let i = 0; i < this.couplings.count; i++) couplings.lambda[this.#coupling[i]] = this.couplings.lambda[i];
    for (let i = 0; i < this.contactCount; i++) {
      const to = this.#contact[i] * RECORD_LENGTH + CONTACT_LAMBDA;
      for (let row = 0; row < 3; row++) record[to + row] = this.record[i * RECORD_LENGTH + CONTACT_LAMBDA + row];
    }
  }

  /** One more body stands for all that does not move. */
  #takeBodies({ movers, inertia, locks, u }: TreeProblem, isChosen: Int32Array): void {
    this.#body = grown(this.#body, movers);
    this.#bodyInPart = grown(this.#bodyInPart, movers);
    this.inertia = grown(this.inertia, INERTIA_LENGTH * movers);
    this.locks = grown(this.locks, movers);
    this.u = grown(this.u, 6 * (movers + 1));
    this.movers = 0;
    for (let body = 0; body < movers; body++) {
      this.#bodyInPart[body] = isChosen[body] !== 0 ? this.movers : -1;
      if (isChosen[body] === 0) continue;
      const i = this.movers++;
      this.#body[i] = body;
      for (let j = 0; j < INERTIA_LENGTH; j++) this.inertia[INERTIA_LENGTH * i + j] = inertia[INERTIA_LENGTH * body + j];
      this.locks[i] = locks === undefined ? 0 : locks[body];
      for (let j = 0; j < 6; j++) this.u[6 * i + j] = u[6 * body + j];
    }
  }

  /** The number of a body in the part: that of what does not move for anchors, -1 for one of the rest. */
  #numberOf({ movers }: TreeProblem, body: number): number {
    return body < movers ? this.#bodyInPart[body] : this.movers;
  }

  #takeBlocks(whole: TreeProblem): void {
    const from = whole.blocks;
    const to = this.blocks;
    const rows = from.firstRow[from.count];
    to.ends = grown(to.ends, 2 * from.count);
    to.firstRow = grown(to.firstRow, from.count + 1);
    to.row = grown(to.row, rows * ROW_LENGTH);
    this.#row = grown(this.#row, rows);
    this.#rowInPart = grown(this.#rowInPart, rows);
    to.count = to.firstRow[0] = 0;
    for (let block = 0; block < from.count; block++) {
      const a = this.#numberOf(whole, from.ends[2 * block]);
      const b = this.#numberOf(whole, from.ends[2 * block + 1]);
      const isOut = a < 0 || b < 0;
      let next = to.firstRow[to.count];
      for (let r = from.firstRow[block]; r < from.firstRow[block + 1]; r++) {
        this.#rowInPart[r] = isOut ? -1 : next;
        if (isOut) continue;
        for (let j = 0; j < ROW_LENGTH; j++) to.row[next * ROW_LENGTH + j] = from.row[r * ROW_LENGTH + j];
        this.#row[next++] = r;
      }
      if (isOut) continue;
      to.ends[2 * to.count] = a;
      to.ends[2 * to.count++ + 1] = b;
      to.firstRow[to.count] = next;
    }
  }

  #takeCouplings({ couplings: from }: TreeProblem): void {
    const to = this.couplings;
    to.rows = grown(to.rows, 2 * from.count);
    to.ratio = grown(to.ratio, from.count);
    to.bias = grown(to.bias, from.count);
    to.lambda = grown(to.lambda, from.count);
    this.#coupling = grown(this.#coupling, from.count);
    to.count = 0;
    for (let i = 0; i < from.count; i++) {
      const first = this.#rowInPart[from.rows[2 * i]];
      const second = this.#rowInPart[from.rows[2 * i + 1]];
      if (first < 0 || second < 0) continue;
      const k = to.count++;
      this.#coupling[k] = i;
      to.rows[2 * k] = first;
      to.rows[2 * k + 1] = second;
      to.ratio[k] = from.ratio[i];
      to.bias[k] = from.bias[i];
      to.lambda[k] = from.lambda[i];
    }
  }

  #takeContacts(whole: TreeProblem): void {
    const { contactCount, contactMovers, record } = whole;
    this.contactMovers = grown(this.contactMovers, 2 * contactCount);
    this.record = grown(this.record, contactCount * RECORD_LENGTH);
    this.#contact = grown(this.#contact, contactCount);
    this.contactCount = 0;
    for (let i = 0; i < contactCount; i++) {
      const a = this.#numberOf(whole, contactMovers[2 * i] / 6);
      const b = this.#numberOf(whole, contactMovers[2 * i + 1] / 6);
      if (a < 0 || b < 0 || (a === this.movers && b === this.movers)) continue;
      const k = this.contactCount++;
      this.#contact[k] = i;
      this.contactMovers[2 * k] = 6 * a;
      this.contactMovers[2 * k + 1] = 6 * b;
      for (let j = 0; j < RECORD_LENGTH; j++) this.record[k * RECORD_LENGTH + j] = record[i * RECORD_LENGTH + j];
    }
  }

  /** Velocities without the impulses of the part. */
  #takeImpulsesOut(): void {
    const { blocks, couplings, u, record, contactMovers } = this;
    for (let i = 0; i < this.contactCount; i++) {
      for (let row = 0; row < 3; row++) {
        const k = i * RECORD_LENGTH;
        applyRow(record, k, row, -record[k + CONTACT_LAMBDA + row], u, contactMovers[2 * i], contactMovers[2 * i + 1]);
      }
    }
    for (let block = 0; block < blocks.count; block++) {
      for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
        this.#apply(block, r, -blocks.row[r * ROW_LENGTH + LAMBDA]);
      }
    }
    for (let i = 0; i < couplings.count; i++) {
      const first = couplings.rows[2 * i];
      const second = couplings.rows[2 * i + 1];
      this.#apply(blockOfRow(blocks, first), first, couplings.ratio[i] * couplings.lambda[i]);
      this.#apply(blockOfRow(blocks, second), second, -couplings.lambda[i]);
    }
    for (let i = 0; i < this.movers; i++) clearLocked(u, 6 * i, this.locks[i]);
  }

  /** Adds M^-1 J^T of a row, so many times. */
  #apply(block: number, r: number, times: number): void {
    const { inertia, u } = this;
    const s = this.#inverse;
    const { ends, row } = this.blocks;
    for (let side = 0; side < 2; side++) {
      const body = ends[2 * block + side];
      if (body >= this.movers || times === 0) continue;
      const k = 6 * body;
      const j = r * ROW_LENGTH + J_A + 6 * side;
      const x = times * row[j + 3];
      const y = times * row[j + 4];
      const z = times * row[j + 5];
      invertSymmetric(inertia, INERTIA_LENGTH * body + 1, s, 0);
      for (let i = 0; i < 3; i++) u[k + i] += (times * row[j + i]) / inertia[INERTIA_LENGTH * body];
      u[k + 3] += s[0] * x + s[3] * y + s[4] * z;
      u[k + 4] += s[3] * x + s[1] * y + s[5] * z;
      u[k + 5] += s[4] * x + s[5] * y + s[2] * z;
    }
  }
}
