// The laws of rows (joint-block.ts) as polylines. With n breaks between its limits, a law has 2 n + 3 pieces, numbered from the left:
// the vertical at LOWEST is 0, the stretch before break i is 2 i + 1, the vertical at break i is 2 i + 2, and the last two are the
// last stretch and the vertical at HIGHEST. On a vertical w is fixed; on a stretch lambda falls with w, or is fixed. A locked row is
// always on piece 0.

import { grown } from '../quadratic/grown.js';
import { INACTIVE } from './factor-forest.js';
import * as layout from './joint-block.js';

const { isLocked, LOWEST, HIGHEST, FORCE, SLOPE, MOTOR_SPEED, MOTOR_SLOPE, MOTOR_LIMIT, FRICTION_LIMIT, ROW_LENGTH } = layout;

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

export class RowLaws {
  /** One a row: on a vertical or sloped piece w + softness lambda = target; else softness is INACTIVE and lambda = target. */
  softness = new Float64Array(0);
  target = new Float64Array(0);
  /** Where the line of the last `meet` met the law. */
  readonly point = { w: 0, lambda: 0 };

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
  }

  /** Puts row r on a piece. */
  setPiece(row: Float64Array, r: number, piece: number): void {
    const k = r * ROW_LENGTH;
    if (isLocked(row, r)) {
      this.softness[r] = 0;
      this.target[r] = row[k + LOWEST];
      return;
    }
    this.#describe(row, k);
    const last = 2 * this.#breaks + 2;
    if (piece % 2 === 0) {
      this.softness[r] = 0;
      this.target[r] = piece === 0 ? row[k + LOWEST] : piece === last ? row[k + HIGHEST] : this.#at[piece / 2 - 1];
      return;
    }
    const stretch = (piece - 1) / 2;
    const fall = this.#fall[stretch];
    this.softness[r] = fall > 0 ? 1 / fall : INACTIVE;
    this.target[r] = fall > 0 ? this.#height[stretch] / fall : this.#height[stretch];
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
   * The piece of row r's law that is met by the line through (w, lambda) on which w rises by `response` with each unit of lambda:
   * what an impulse of the row alone can reach. Leaves the place in `point`.
   */
  meet(row: Float64Array, r: number, response: number, w: number, lambda: number): number {
    const k = r * ROW_LENGTH;
    const line = w - response * lambda;
    const lowest = row[k + LOWEST];
    const highest = row[k + HIGHEST];
    this.#describe(row, k);
    const breaks = this.#breaks;
    let i = 0;
    while (i < breaks && this.#at[i] <= lowest) i++;
    if (lowest > Number.NEGATIVE_INFINITY && lowest - response * this.#lambda(i, lowest) >= line) {
      return this.#meetVertical(0, lowest, line, response);
    }
    for (; ; i++) {
      const end = i < breaks ? Math.min(this.#at[i], highest) : highest;
      if (end === Number.POSITIVE_INFINITY || end - response * this.#lambda(i, end) >= line) {
        return this.#meetStretch(i, line, response);
      }
      if (end === highest) return this.#meetVertical(2 * breaks + 2, highest, line, response);
      if (end - response * this.#lambda(i + 1, end) >= line) return this.#meetVertical(2 * i + 2, end, line, response);
    }
  }

  /** The velocity at which the law of row r answers with lambda; infinite where it never does. */
  velocityAt(row: Float64Array, r: number, lambda: number): number {
    this.#outline(row, r);
    for (let i = 0; i < this.#verticals; i++) {
      if (lambda > this.#top[i]) return this.#velocityOfStretch(this.#stretch[i], lambda, Number.NEGATIVE_INFINITY);
      if (lambda >= this.#bottom[i]) return this.#vertical[i];
    }
    return this.#velocityOfStretch(this.#stretch[this.#verticals], lambda, Number.POSITIVE_INFINITY);
  }

  /** The lambda next to the given one that the law of row r can answer with. */
  nearestLambda(row: Float64Array, r: number, lambda: number): number {
    const velocity = this.velocityAt(row, r, lambda);
    if (velocity === Number.NEGATIVE_INFINITY) return this.#height[this.#stretch[0]];
    return velocity === Number.POSITIVE_INFINITY ? this.#height[this.#stretch[this.#verticals]] : lambda;
  }

  /**
   * The piece of row r's law on which lambda is; at a corner, the one that w leads to: up its vertical while w is below that, down its
   * vertical while w is above.
   */
  pieceAt(row: Float64Array, r: number, lambda: number, w: number): number {
    this.#outline(row, r);
    const near = CORNER * Math.abs(lambda);
    for (let i = 0; i < this.#verticals; i++) {
      if (lambda > this.#top[i] + near) return 2 * this.#stretch[i] + 1;
      if (lambda > this.#top[i] - near) return w > this.#vertical[i] ? this.#piece[i] : 2 * this.#stretch[i] + 1;
      if (lambda > this.#bottom[i] + near) return this.#piece[i];
      if (lambda > this.#bottom[i] - near && w < this.#vertical[i]) return this.#piece[i];
    }
    return 2 * this.#stretch[this.#verticals] + 1;
  }

  /** How far w is from the velocities at which the law of row r answers with lambda. */
  distanceAt(row: Float64Array, r: number, lambda: number, w: number): number {
    const piece = this.pieceAt(row, r, lambda, w);
    if (piece % 2 === 1) {
      const fall = this.#fall[(piece - 1) / 2];
      return fall > 0 ? Math.abs(w - this.#velocityOfStretch((piece - 1) / 2, lambda, w)) : 0;
    }
    for (let i = 0; i < this.#verticals; i++) if (this.#piece[i] === piece) return Math.abs(w - this.#vertical[i]);
    return 0;
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

  #velocityOfStretch(stretch: number, lambda: number, never: number): number {
    const fall = this.#fall[stretch];
    return fall > 0 ? (this.#height[stretch] - lambda) / fall : never;
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

  #meetVertical(piece: number, w: number, line: number, response: number): number {
    this.point.w = w;
    this.point.lambda = (w - line) / response;
    return piece;
  }

  #meetStretch(stretch: number, line: number, response: number): number {
    const lambda = (this.#height[stretch] - this.#fall[stretch] * line) / (1 + this.#fall[stretch] * response);
    this.point.lambda = lambda;
    this.point.w = line + response * lambda;
    return 2 * stretch + 1;
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
