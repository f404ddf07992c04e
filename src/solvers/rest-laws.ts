// What the rows of joints may carry at rest (tree/joint-block.ts): of each the lowest and the highest impulse that its law allows
// while its velocity is zero.

import { grown } from './quadratic/grown.js';
import * as layout from './tree/joint-block.js';

const { FORCE, FRICTION_LIMIT, HIGHEST, LAMBDA, LOWEST, MOTOR_LIMIT, MOTOR_SLOPE, MOTOR_SPEED, ROW_LENGTH } = layout;

/** An impulse beyond its limit by less than this share is at the limit: rounding [1]. */
const ROUNDING = 1e-9;

export class RestLaws {
  /** One a row: the lowest and the highest impulse [N s or N m s], and what it may change by: its room. */
  lowest = new Float64Array(0);
  highest = new Float64Array(0);
  room = new Float64Array(0);

  /** Reads the laws of all rows. Returns false where a row cannot be at rest: it is beyond a limit. */
  read({ blocks, couplings }: layout.TreeProblem, still: number): boolean {
    const rows = blocks.firstRow[blocks.count];
    this.lowest = grown(this.lowest, rows);
    this.highest = grown(this.highest, rows);
    this.room = grown(this.room, rows);
    for (let r = 0; r < rows; r++) if (!this.#readRow(blocks.row, r, still)) return false;
    for (let i = 0; i < couplings.count; i++) if (Math.abs(couplings.bias[i]) > still) return false;
    return true;
  }

  #readRow(row: Float64Array, r: number, still: number): boolean {
    const k = r * ROW_LENGTH;
    if (row[k + LOWEST] > still || row[k + HIGHEST] < -still) return false;
    const drive = row[k + MOTOR_SLOPE] * row[k + MOTOR_SPEED];
    const most = row[k + MOTOR_LIMIT];
    // A motor that holds no velocity gives what it takes; any other what its law says.
    const isHolding = row[k + MOTOR_SLOPE] === Number.POSITIVE_INFINITY && row[k + MOTOR_SPEED] === 0;
    const given = row[k + FORCE] + (most === 0 || isHolding ? 0 : Math.max(-most, Math.min(most, drive)));
    const free = row[k + FRICTION_LIMIT] + (isHolding ? most : 0);
    // A limit that it is at pushes back.
    this.lowest[r] = row[k + HIGHEST] <= still ? Number.NEGATIVE_INFINITY : given - free;
    this.highest[r] = row[k + LOWEST] >= -still ? Number.POSITIVE_INFINITY : given + free;
    return true;
  }

  /** Whether all rows carry what they may. */
  allow({ count, firstRow, row }: layout.JointBlocks): boolean {
    for (let r = 0; r < firstRow[count]; r++) {
      const lambda = row[r * ROW_LENGTH + LAMBDA];
      const rounding = ROUNDING * Math.abs(lambda);
      if (lambda < this.lowest[r] - rounding || lambda > this.highest[r] + rounding) return false;
    }
    return true;
  }

  /**
   * Puts row r where it has room on both sides of its impulse: a share of what is between its limits, `least` where
   * there is but one. A row that carries anything has the room `most`.
   */
  startInside({ row }: layout.JointBlocks, r: number, least: number, most: number): void {
    const k = r * ROW_LENGTH + LAMBDA;
    const margin = Math.min(least, 0.05 * (this.highest[r] - this.lowest[r]));
    row[k] = Math.max(this.lowest[r] + margin, Math.min(this.highest[r] - margin, row[k]));
    this.room[r] = most;
  }

  /** How much row r may change by in a step, at its present impulse; 0 where its law leaves it no choice. */
  roomOf({ row }: layout.JointBlocks, r: number): number {
    const lambda = row[r * ROW_LENGTH + LAMBDA];
    return Math.max(0, Math.min(this.room[r], lambda - this.lowest[r], this.highest[r] - lambda));
  }

  /** Which share of a change takes row r to the limit of what it may carry [1]. */
  shareOf({ row }: layout.JointBlocks, r: number, change: number): number {
    if (change === 0) return Number.POSITIVE_INFINITY;
    const lambda = row[r * ROW_LENGTH + LAMBDA];
    return change > 0 ? (this.highest[r] - lambda) / change : (this.lowest[r] - lambda) / change;
  }
}
