// The two problems that the records of a group's contacts hold: three rows a contact on velocities (20), and one on displacements
// that mend penetration (46). Solvers that work on both are told which by one of these.

import { BIAS, CORRECTION_LAMBDA, GAP, LAMBDA } from './contact-record.js';

export interface RowSet {
  /** Rows a contact. */
  readonly rows: number;
  /** Where in a record their lambdas are. */
  readonly lambda: number;
  /** Where in a record that is which is added to J u of the first row. */
  readonly bias: number;
}

export const VELOCITY_ROWS: RowSet = { rows: 3, lambda: LAMBDA, bias: BIAS };
export const POSITION_ROWS: RowSet = { rows: 1, lambda: CORRECTION_LAMBDA, bias: GAP };
