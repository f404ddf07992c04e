// Joint blocks: what a solver sees of joints, as plain arrays. A block is up to six rows between two bodies. A row has
// its Jacobian, a law that says which impulse answers which velocity, and what it carried. A locked motion, a limit, a
// motor, a spring and friction are laws of one form, so that a row with all of them at once is still one row.
//
// With w = J u, the velocity of a row, its impulse is the sum of
//   spring and damper:  FORCE - SLOPE w
//   motor:              between -MOTOR_LIMIT and MOTOR_LIMIT, MOTOR_SLOPE (MOTOR_SPEED - w) in between; an infinite slope is a step
//   dry friction:       -FRICTION_LIMIT where w > 0, FRICTION_LIMIT where w < 0, anything between where w = 0
//   limits:             at least 0 where w = LOWEST, at most 0 where w = HIGHEST; 0 between; w is never beyond them
// This is a polyline that falls, so that there is one answer. A locked row has LOWEST = HIGHEST.

/** J of A and of B: along and about, three numbers each [1], [m]. */
export const J_A = 0;
export const J_B = 6;
/** w is not below and not above [m/s or rad/s]; infinite where there is no limit. */
export const LOWEST = 12;
export const HIGHEST = 13;
/** Impulse of spring and damper at w = 0, and what each m/s takes from it. */
export const FORCE = 14;
export const SLOPE = 15;
export const MOTOR_SPEED = 16;
export const MOTOR_SLOPE = 17;
export const MOTOR_LIMIT = 18;
export const FRICTION_LIMIT = 19;
/** What the row did, as an impulse on B [N s or N m s]. */
export const LAMBDA = 20;
/** How its velocity answered an impulse of its own in the last solve, within its tree; only of rows that are not locked. */
export const RESPONSE = 21;
/** Numbers in a row. */
export const ROW_LENGTH = 22;

export interface JointBlocks {
  count: number;
  /** Two a block: numbers of A and B in the problem's list of bodies. */
  ends: Int32Array;
  /** One a block, and one more behind the last: its first row. */
  firstRow: Int32Array;
  row: Float64Array;
  /** One a row: the piece of its law that it was on, which the next solve starts from; -1 where nothing is known. */
  piece: Int32Array;
}

/** Rows that tie a row of one block to a row of another, as gears do: w = J of the second row - RATIO times J of the first. */
export interface CouplingRows {
  count: number;
  /** Two a coupling: numbers of rows. */
  rows: Int32Array;
  ratio: Float64Array;
  /** w + bias = 0 [m/s or rad/s]. */
  bias: Float64Array;
  lambda: Float64Array;
}

/** Numbers of a body's inertia: mass [kg], then xx, yy, zz, xy, xz, yz about its centre of mass in the world's axes [kg m^2]. */
export const INERTIA_LENGTH = 7;

/** Blocks of a problem that has none yet. */
export function noBlocks(): JointBlocks {
  const firstRow = new Int32Array(1);
  return { count: 0, ends: new Int32Array(), firstRow, row: new Float64Array(), piece: new Int32Array() };
}

/** Couplings of a problem that has none yet. */
export function noCouplings(): CouplingRows {
  const [ratio, bias, lambda] = [new Float64Array(), new Float64Array(), new Float64Array()];
  return { count: 0, rows: new Int32Array(), ratio, bias, lambda };
}

/** An island with joints. Bodies are numbered from 0; those from `movers` on are not moved by anything (anchors). */
export interface TreeProblem {
  movers: number;
  inertia: Float64Array;
  /** One a mover: its locked axes, as bits (math/locked-axes.ts), along which it has no velocity; none where left out. */
  locks?: Int32Array;
  /** Whether anchors have no velocity, as where that is left out. */
  areAnchorsStill?: boolean;
  /** Velocities, six a body, anchors included. */
  u: Float64Array;
  blocks: JointBlocks;
  couplings: CouplingRows;
  /** Contacts as records (contact-record.ts); `movers` of a contact are offsets into `u`, that is six times a body's number. */
  contactCount: number;
  record: Float64Array;
  contactMovers: Int32Array;
  /** Two a contact: what is added to J u of its tangents, as BIAS is to that of its normal; nothing where left out [m/s]. */
  slip?: Float64Array;
}

/** The block that a row is of. */
export function blockOfRow({ count, firstRow }: JointBlocks, r: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firstRow[middle] <= r) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a row holds one velocity, whatever that takes. */
export function isLocked(row: Float64Array, r: number): boolean {
  return row[r * ROW_LENGTH + LOWEST] === row[r * ROW_LENGTH + HIGHEST];
}

/** Whether nothing acts along a row: it has one piece, and never carries anything. */
export function isFree(row: Float64Array, r: number): boolean {
  const k = r * ROW_LENGTH;
  return (
    row[k + LOWEST] === Number.NEGATIVE_INFINITY &&
    row[k + HIGHEST] === Number.POSITIVE_INFINITY &&
    row[k + FORCE] === 0 &&
    row[k + SLOPE] === 0 &&
    row[k + MOTOR_LIMIT] === 0 &&
    row[k + FRICTION_LIMIT] === 0
  );
}

/** w = J u of a row. */
export function velocityOfRow({ ends, row }: JointBlocks, block: number, r: number, u: Float64Array): number {
  const a = 6 * ends[2 * block];
  const b = 6 * ends[2 * block + 1];
  const k = r * ROW_LENGTH;
  let w = 0;
  for (let j = 0; j < 6; j++) w += row[k + J_A + j] * u[a + j] + row[k + J_B + j] * u[b + j];
  return w;
}

/** The same to to[i], where many are found: numbers that functions return may be allocated. */
export function setVelocityOfRow(
  { ends, row }: JointBlocks,
  block: number,
  r: number,
  u: Float64Array,
  to: Float64Array,
  i: number,
): void {
  const a = 6 * ends[2 * block];
  const b = 6 * ends[2 * block + 1];
  const k = r * ROW_LENGTH;
  let w = 0;
  for (let j = 0; j < 6; j++) w += row[k + J_A + j] * u[a + j] + row[k + J_B + j] * u[b + j];
  to[i] = w;
}
