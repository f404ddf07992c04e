// The laws of rows (joint-block.ts) as polylines. With n breaks between its limits, a law has 2 n + 3 pieces, numbered
// from the left: the vertical at LOWEST is 0, the stretch before break i is 2 i + 1, the vertical at break i is 2 i +
// 2, and the last two are the last stretch and the vertical at HIGHEST. On a vertical w is fixed; on a stretch lambda
// falls with w, or is fixed. A locked row is always on piece 0.

import { grown } from '../quadratic/grown.js';
import { INACTIVE } from './factor-forest.js';
import * as layout from './joint-block.js';

const { isLocked, LOWEST, HIGHEST, FORCE, SLOPE, MOTOR_SPEED, MOTOR_SLOPE, MOTOR_LIMIT, FRICTION_LIMIT, LAMBDA, ROW_LENGTH } =
  layout;

/** What happens at a break: dry friction turns round; the motor leaves its largest force, reaches the other, or does both. */
const TURN_ROUND = 0;
const LEAVE = 1;
const REACH = 2;
const STEP = 3;
const MOST_BREAKS = 3;
const MOST_VERTICALS = MOST_BREAKS + 2;
/** Corners of a law, at most. */
export const MOST_CORNERS = 2 * MOST_VERTICALS;
/** A lambda so near a corner is there [1]. */
const CORNER = 1e-12;

/**
 * Numbers of a line: how much w rises with each unit of lambda; a point of it; where it meets the law; the response of
 * bodies alone.
 */
export const LINE_RESPONSE = 0;
export const LINE_W = 1;
export const LINE_LAMBDA = 2;
export const MET_W = 3;
export const MET_LAMBDA = 4;
export const ALONE = 5;
/** What is to be added to its lambda, how often that may be, and the energy of its law. */
export const CHANGE = 6;
export const ROOM = 7;
export const ENERGY = 8;
const LINE_LENGTH = 9;

export class RowLaws {
  /** One a row: on a vertical or sloped piece w + softness lambda = target; else softness is INACTIVE and lambda = target. */
  softness = new Float64Array(0);
  target = new Float64Array(0);
  /** One a row: 1 where it is held at a corner of its law instead (search-laws.ts). */
  isHeld = new Int32Array(0);
  /** One a row: 1 where it is swept with the contacts (swept-rows.ts); then lambda = target, whatever its piece. */
  isSwept = new Int32Array(0);
  /** The line of a row (below), and where it met the law at `meet`. */
  readonly line = new Float64Array(LINE_LENGTH);

  // The law at hand: breaks, what happens there, and lambda = height - fall w of each stretch.
  #breaks = 0;
  readonly #at = new Float64Array(MOST_BREAKS + 1);
  readonly #event = new Int32Array(MOST_BREAKS + 1);
  readonly #height = new Float64Array(MOST_BREAKS + 1);
  readonly #fall = new Float64Array(MOST_BREAKS + 1);

  // Its verticals between its limits: their pieces, velocities and ends, and the stretch before each and behind the last.
  #verticals = 0;
  readonly #piece = new Int32Array(MOST_VERTICALS);
  readonly #vertical = new Float64Array(MOST_VERTICALS);
  readonly #stretch = new Int32Array(MOST_VERTICALS + 1);
  readonly #top = new Float64Array(MOST_VERTICALS);
  readonly #bottom = new Float64Array(MOST_VERTICALS);

  reserve(rows: number): void {
    this.softness = grown(this.softness, rows);
    this.target = grown(this.target, rows);
    this.isHeld = grown(this.isHeld, rows);
    this.isSwept = grown(this.isSwept, rows);
  }

  /**
   * Row r is swept from now on. It begins with what it carries, as far as its law allows: what would lead it onto its law
   * alone is too much where many rows leave their pieces at once, and has no bound where others hold it.
   */
  sweepRow(row: Float64Array, r: number): void {
    this.isSwept[r] = 1;
    this.softness[r] = INACTIVE;
    this.target[r] = this.nearestLambda(row, r, row[r * ROW_LENGTH + LAMBDA]);
  }

  /** Puts row r on a piece. */
  setPiece(row: Float64Array, r: number, piece: number): void {
    const k = r * ROW_LENGTH;
    this.isHeld[r] = 0;
    this.isSwept[r] = 0;
    if (isLocked(row, r)) {
      this.softness[r] = 0;
      this.target[r] = row[k + LOWEST];
      return;
    }
    this.#describe(row, k);
    const last = 2 * this.#breaks + 2;
    if (piece % 2 === 0) {
      this.softness[r] = 0;
      if (piece === 0) this.target[r] = row[k + LOWEST];
      else if (piece === last) this.target[r] = row[k + HIGHEST];
      else this.target[r] = this.#at[piece / 2 - 1];
      return;
    }
    const stretch = (piece - 1) / 2;
    this.softness[r] = INACTIVE;
    this.target[r] = this.#height[stretch];
    if (!(this.#fall[stretch] > 0)) return;
    this.softness[r] = 1 / this.#fall[stretch];
    this.target[r] /= this.#fall[stretch];
  }

  /** Nothing acts along row r. */
  release(r: number): void {
    this.softness[r] = INACTIVE;
    this.target[r] = 0;
    this.isHeld[r] = 0;
  }

  /** The vertical at the limit of row r on one side. */
  limitPiece(row: Float64Array, r: number, isHighest: boolean): number {
    if (!isHighest || isLocked(row, r)) return 0;
    this.#describe(row, r * ROW_LENGTH);
    return 2 * this.#breaks + 2;
  }

  /** Whether the law of row r has such a piece. */
  hasPiece(row: Float64Array, r: number, piece: number): boolean {
    const k = r * ROW_LENGTH;
    if (isLocked(row, r)) return piece === 0;
    this.#describe(row, k);
    const last = 2 * this.#breaks + 2;
    if (piece === 0) return row[k + LOWEST] > Number.NEGATIVE_INFINITY;
    if (piece === last) return row[k + HIGHEST] < Number.POSITIVE_INFINITY;
    return piece > 0 && piece < last;
  }

  /**
   * The piece of row r's law that is met by `line`, on which w rises by its response with each unit of lambda: what an impulse of
   * the row alone can reach.
   */
  meet(row: Float64Array, r: number): number {
    const k = r * ROW_LENGTH;
    const response = this.line[LINE_RESPONSE];
    const line = this.line[LINE_W] - response * this.line[LINE_LAMBDA];
    const lowest = row[k + LOWEST];
    const highest = row[k + HIGHEST];
    this.#describe(row, k);
    const breaks = this.#breaks;
    const height = this.#height;
    const fall = this.#fall;
    let i = 0;
    while (i < breaks && this.#at[i] <= lowest) i++;
    let vertical = 0;
    let w = lowest;
    if (lowest === Number.NEGATIVE_INFINITY || lowest - response * (height[i] - fall[i] * lowest) < line) {
      for (; ; i++) {
        w = i < breaks ? Math.min(this.#at[i], highest) : highest;
        if (w === Number.POSITIVE_INFINITY || w - response * (height[i] - fall[i] * w) >= line) {
          const lambda = (height[i] - fall[i] * line) / (1 + fall[i] * response);
          this.line[MET_LAMBDA] = lambda;
          this.line[MET_W] = line + response * lambda;
          return 2 * i + 1;
        }
        vertical = w === highest ? 2 * breaks + 2 : 2 * i + 2;
        if (w === highest || w - response * (height[i + 1] - fall[i + 1] * w) >= line) break;
      }
    }
    this.line[MET_W] = w;
    this.line[MET_LAMBDA] = (w - line) / response;
    return vertical;
  }

  /** Whether the line's velocity and LAMBDA of row r, of which one is that of a piece of its law, are both within that piece. */
  isOnPiece(row: Float64Array, r: number, piece: number): boolean {
    const k = r * ROW_LENGTH;
    const lowest = row[k + LOWEST];
    const highest = row[k + HIGHEST];
    const lambda = row[k + LAMBDA];
    this.#describe(row, k);
    const at = this.#at;
    const height = this.#height;
    const fall = this.#fall;
    const breaks = this.#breaks;
    if (piece % 2 === 1) {
      const w = this.line[LINE_W];
      const i = (piece - 1) / 2;
      return w > lowest && w < highest && (i === 0 || w > at[i - 1]) && (i === breaks || w < at[i]);
    }
    let i = 0;
    if (piece === 0) {
      while (i < breaks && at[i] <= lowest) i++;
      return lambda > height[i] - fall[i] * lowest;
    }
    if (piece === 2 * breaks + 2) {
      for (i = breaks; i > 0 && at[i - 1] >= highest; ) i--;
      return lambda < height[i] - fall[i] * highest;
    }
    i = piece / 2 - 1;
    const w = at[i];
    return w > lowest && w < highest && lambda < height[i] - fall[i] * w && lambda > height[i + 1] - fall[i + 1] * w;
  }

  /** The velocity at which the law of row r answers with the line's lambda, to MET_W; infinite where it never does. */
  meetLambda(row: Float64Array, r: number): void {
    const { line } = this;
    const lambda = line[LINE_LAMBDA];
    this.#outline(row, r);
    let stretch = this.#stretch[this.#verticals];
    let never = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#verticals; i++) {
      if (lambda > this.#top[i]) {
        stretch = this.#stretch[i];
        never = Number.NEGATIVE_INFINITY;
        break;
      }
      if (lambda < this.#bottom[i]) continue;
      line[MET_W] = this.#vertical[i];
      return;
    }
    const fall = this.#fall[stretch];
    line[MET_W] = fall > 0 ? (this.#height[stretch] - lambda) / fall : never;
  }

  /** The lambda next to the given one that the law of row r can answer with. */
  nearestLambda(row: Float64Array, r: number, lambda: number): number {
    this.line[LINE_LAMBDA] = lambda;
    this.meetLambda(row, r);
    const velocity = this.line[MET_W];
    if (velocity === Number.NEGATIVE_INFINITY) return this.#height[this.#stretch[0]];
    return velocity === Number.POSITIVE_INFINITY ? this.#height[this.#stretch[this.#verticals]] : lambda;
  }

  /**
   * The piece of row r's law on which lambda is; at a corner, the one that w leads to: up its vertical while w is below
   * that, down its vertical while w is above.
   */
  pieceAt(row: Float64Array, r: number, lambda: number, w: number): number {
    this.#outline(row, r);
    const near = CORNER * Math.abs(lambda);
    for (let i = 0; i < this.#verticals; i++) {
      if (lambda > this.#top[i] + near) return 2 * this.#stretch[i] + 1;
      if (lambda >= this.#top[i] - near) return w > this.#vertical[i] ? this.#piece[i] : 2 * this.#stretch[i] + 1;
      if (lambda > this.#bottom[i] + near) return this.#piece[i];
      if (lambda >= this.#bottom[i] - near && w < this.#vertical[i]) return this.#piece[i];
    }
    return 2 * this.#stretch[this.#verticals] + 1;
  }

  /** How far w is from the velocities at which the law of row r answers with lambda. */
  distanceAt(row: Float64Array, r: number, lambda: number, w: number): number {
    const piece = this.pieceAt(row, r, lambda, w);
    if (piece % 2 === 1) {
      const stretch = (piece - 1) / 2;
      const fall = this.#fall[stretch];
      return fall > 0 ? Math.abs(w - (this.#height[stretch] - lambda) / fall) : 0;
    }
    for (let i = 0; i < this.#verticals; i++) if (this.#piece[i] === piece) return Math.abs(w - this.#vertical[i]);
    return 0;
  }

  /** How many times the line's CHANGE may be added to its lambda until row r leaves a piece, to ROOM [1]. */
  findRoom(row: Float64Array, r: number, piece: number): void {
    const { line } = this;
    line[ROOM] = Number.POSITIVE_INFINITY;
    if (isLocked(row, r) || line[CHANGE] === 0) return;
    this.#outline(row, r);
    const isVertical = piece % 2 === 0;
    let most = Number.POSITIVE_INFINITY;
    let least = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.#verticals; i++) {
      if (isVertical ? this.#piece[i] === piece : this.#stretch[i] === (piece - 1) / 2) {
        least = isVertical ? this.#bottom[i] : this.#top[i];
        if (isVertical) most = this.#top[i];
        break;
      }
      most = this.#bottom[i];
    }
    line[ROOM] = Math.max(0, ((line[CHANGE] > 0 ? most : least) - line[LINE_LAMBDA]) / line[CHANGE]);
  }

  /**
   * The integral over impulses from 0 to LAMBDA of the velocities at which the law of row r answers with them, to the
   * line's ENERGY [J]. Impulses that the law never answers with count as if its nearest vertical went on.
   */
  findEnergy(row: Float64Array, r: number): void {
    const k = r * ROW_LENGTH;
    const lambda = row[k + LAMBDA];
    if (isLocked(row, r)) this.line[ENERGY] = row[k + LOWEST] * lambda;
    // Most rows have no motor, and are asked in every round.
    else if (row[k + MOTOR_LIMIT] === 0 && row[k + LOWEST] <= 0 && row[k + HIGHEST] >= 0)
      this.line[ENERGY] = energyOfPassive(row, k, lambda) - energyOfPassive(row, k, 0);
    else this.#integrate(row, r);
  }

  /** The same along the verticals and stretches of the law. */
  #integrate(row: Float64Array, r: number): void {
    this.#outline(row, r);
    const lambda = row[r * ROW_LENGTH + LAMBDA];
    const least = Math.min(0, lambda);
    const most = Math.max(0, lambda);
    const verticals = this.#verticals;
    let sum = 0;
    let above = most;
    for (let i = 0; i <= verticals; i++) {
      const top = i < verticals ? this.#top[i] : least;
      const bottom = i < verticals ? this.#bottom[i] : least;
      const low = Math.max(least, top);
      const fall = this.#fall[this.#stretch[i]];
      if (above > low && fall > 0) sum += ((above - low) * (this.#height[this.#stretch[i]] - 0.5 * (low + above))) / fall;
      else if (above > low && verticals > 0) sum += (above - low) * this.#vertical[Math.min(i, verticals - 1)];
      if (i === verticals) break;
      const width = Math.min(most, top) - Math.max(least, bottom);
      if (width > 0) sum += width * this.#vertical[i];
      above = Math.min(most, bottom);
    }
    this.line[ENERGY] = lambda < 0 ? -sum : sum;
  }

  /** The corners of row r's law, as lambdas, two a vertical; returns how many there are. */
  corners(row: Float64Array, r: number, to: Float64Array): number {
    this.#outline(row, r);
    for (let i = 0; i < this.#verticals; i++) {
      to[2 * i] = this.#top[i];
      to[2 * i + 1] = this.#bottom[i];
    }
    return 2 * this.#verticals;
  }

  /** The verticals of row r's law between its limits, from the left, with the stretch before each and behind the last. */
  #outline(row: Float64Array, r: number): void {
    const k = r * ROW_LENGTH;
    const lowest = row[k + LOWEST];
    const highest = row[k + HIGHEST];
    this.#describe(row, k);
    this.#verticals = 0;
    let i = 0;
    while (i < this.#breaks && this.#at[i] <= lowest) i++;
    if (lowest > Number.NEGATIVE_INFINITY) this.#addVertical(0, lowest, i, Number.POSITIVE_INFINITY, this.#lambda(i, lowest));
    for (; i < this.#breaks && this.#at[i] < highest; i++) {
      const w = this.#at[i];
      this.#addVertical(2 * i + 2, w, i, this.#lambda(i, w), this.#lambda(i + 1, w));
    }
    if (highest < Number.POSITIVE_INFINITY) {
      this.#addVertical(2 * this.#breaks + 2, highest, i, this.#lambda(i, highest), Number.NEGATIVE_INFINITY);
    }
    this.#stretch[this.#verticals] = i;
  }

  #addVertical(piece: number, w: number, stretch: number, top: number, bottom: number): void {
    const i = this.#verticals++;
    this.#piece[i] = piece;
    this.#vertical[i] = w;
    this.#stretch[i] = stretch;
    this.#top[i] = top;
    this.#bottom[i] = bottom;
  }

  #lambda(stretch: number, w: number): number {
    return this.#height[stretch] - this.#fall[stretch] * w;
  }

  /** Breaks and stretches of the law at row[k ..]. */
  #describe(row: Float64Array, k: number): void {
    const speed = row[k + MOTOR_SPEED];
    const slope = row[k + MOTOR_SLOPE];
    const limit = slope > 0 ? row[k + MOTOR_LIMIT] : 0;
    const friction = row[k + FRICTION_LIMIT];
    const isSpring = limit === Number.POSITIVE_INFINITY && slope < Number.POSITIVE_INFINITY;
    this.#breaks = 0;
    if (friction > 0) this.#insert(0, TURN_ROUND);
    if (limit > 0 && slope === Number.POSITIVE_INFINITY) this.#insert(speed, STEP);
    else if (limit > 0 && !isSpring) {
      this.#insert(speed - limit / slope, LEAVE);
      this.#insert(speed + limit / slope, REACH);
    }
    let motor = isSpring ? slope * speed : limit;
    let motorFall = isSpring ? slope : 0;
    let drag = friction;
    for (let i = 0; i <= this.#breaks; i++) {
      const event = i > 0 ? this.#event[i - 1] : -1;
      if (event === TURN_ROUND) drag = -friction;
      else if (event === LEAVE) {
        motor = slope * speed;
        motorFall = slope;
      } else if (event === REACH || event === STEP) {
        motor = -limit;
        motorFall = 0;
      }
      this.#height[i] = row[k + FORCE] + motor + drag;
      this.#fall[i] = row[k + SLOPE] + motorFall;
    }
  }

  #insert(w: number, event: number): void {
    let i = this.#breaks++;
    for (; i > 0 && this.#at[i - 1] > w; i--) {
      this.#at[i] = this.#at[i - 1];
      this.#event[i] = this.#event[i - 1];
    }
    this.#at[i] = w;
    this.#event[i] = event;
  }
}

/** The same integral for spring, damper, friction and limits, from FORCE on instead of from 0. */
function energyOfPassive(row: Float64Array, k: number, lambda: number): number {
  const beyond = lambda - row[k + FORCE];
  const past = Math.abs(beyond) - row[k + FRICTION_LIMIT];
  if (!(past > 0)) return 0;
  const slope = row[k + SLOPE];
  const limit = beyond > 0 ? -row[k + LOWEST] : row[k + HIGHEST];
  if (limit === Number.POSITIVE_INFINITY) return slope > 0 ? (-0.5 * past * past) / slope : 0;
  // The damper alone up to the limit, and then the limit.
  const damped = Math.min(past, slope * limit);
  return (slope > 0 ? (-0.5 * damped * damped) / slope : 0) - (past - damped) * limit;
}
