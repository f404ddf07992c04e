// Where bodies were when they had passed nothing for certain, and how far they have come since: what the last look at a
// step begins with. A body is anchored where the step begins, or where it last flew to on a way that was looked at.

import type { Bodies } from '../../bodies/bodies.js';
import { DETECTED_SIZE } from '../../bodies/node-table.js';
import { atan2 } from '../../math/portable.js';
import { isAtHand } from '../at-hand.js';
import type { Detection } from '../detection.js';
import { MOST_FAR } from './extents.js';
import { noteFarMovers } from './far-movers.js';
import { reachFrom } from './reach-from.js';
import { type LeastWays, wayPastAny } from './way-through.js';

/** Shares of what lets bodies pass each other that add up to this are looked at [1]. */
export const ENOUGH = 1 - 1e-9;
/** The same, less what rounding may add to bounds [1]. */
const NEARLY = 1 - 1e-6;
/** Quaternions whose difference has a square below this [1] differ by an angle of no more than so many times that difference [1]. */
const SMALL = 0.1;
const SMALL_TURN = 2.01;
// V8 folds constants of the same module but not imported ones.
const DETECTED = DETECTED_SIZE;

export class Anchors {
  /** By rows: pose [m], [1], velocity [m/s], [rad/s] and time [s]. */
  positions = new Float64Array(0);
  orientations = new Float64Array(0);
  velocities = new Float64Array(0);
  times = new Float64Array(0);
  /** By rows: whether contacts held a node in the step that those of its end, which were found since, do not tell of. */
  wasHeld = new Uint8Array(0);
  #isAnyHeld = false;
  /** Whether all nodes have anchors, or only those at hand. */
  #areAll = true;
  /**
   * Whether anchors are where the detection of the step has its bodies, at a time [s]: they are written down only where something may have
   * passed something. What the detection noted is kept here before it is lost.
   */
  areDetected = false;
  #time = 0;
  #kept = new Float64Array(0);
  #isKept = false;
  /** Whether nothing moves, and the changes from outside when that was asked. */
  #isStill = false;
  #changes = -1;
  /** The two largest ways of shapes, as shares of what lets them pass the thinnest [1]; whether they were far in the last step. */
  readonly #farthest = new Float64Array(2);
  #wasFar = true;
  /** How many movers may have gone far; `extents.farthest` lists them. Whether one goes far enough by itself. */
  #farCount = 0;
  #doesOneDo = false;
  /**
   * By shapes: how far the mover of one has gone from its anchor [m], and an angle that it has turned by at the most, but for whole
   * turns [rad].
   */
  straight = new Float64Array(0);
  turns = new Float64Array(0);

  /** All nodes are where they pass nothing, at a time [s]. */
  takeAll({ bodies }: Detection, time: number): void {
    this.#reserve(bodies.nodes.capacity);
    this.#forgetHeld();
    this.#takeRows(bodies);
    this.times.fill(time, 0, bodies.nodes.size);
    this.#areAll = true;
    this.areDetected = false;
    this.#isStill = false;
  }

  /** The same of the bodies at hand, after their detection. Where it found that nothing moves, there is nothing to note. */
  takeAtHand({ bodies, atHand, stillness }: Detection): void {
    this.#reserve(bodies.nodes.capacity);
    this.#forgetHeld();
    this.#areAll = atHand.areAll;
    const isSame = atHand.areAllAwake && stillness.isWorldStill && !this.#wasFar && bodies.changes === this.#changes;
    // What has no shape passes nothing.
    this.#isStill = isSame || bodies.shapes.liveCount === 0;
    this.#changes = bodies.changes;
    this.areDetected = true;
    this.#isKept = false;
    this.#time = atHand.time;
  }

  /** Makes room for as many nodes as their table has room for, so that its columns can be copied as wholes. */
  #reserve(capacity: number): void {
    if (this.times.length >= capacity) return;
    this.positions = new Float64Array(3 * capacity);
    this.orientations = new Float64Array(4 * capacity);
    this.velocities = new Float64Array(6 * capacity);
    this.times = new Float64Array(capacity);
    this.wasHeld = new Uint8Array(capacity);
  }

  #forgetHeld(): void {
    if (this.#isAnyHeld) this.wasHeld.fill(0);
    this.#isAnyHeld = false;
  }

  /** Before another detection in the same step: takes note of where the first had bodies, and of whom contacts hold. */
  noteHeld({ bodies, graph, contactEdges }: Detection): void {
    if (this.areDetected && !this.#isKept && !this.#isStill) this.#keep(bodies);
    const { nodes: ends, contactCount } = graph.edges.columns;
    for (let i = 0; i < contactEdges.size; i++) {
      const edge = contactEdges.columns.edge[i];
      if (contactCount[edge] === 0) continue;
      this.wasHeld[ends[2 * edge]] = this.wasHeld[ends[2 * edge + 1]] = 1;
      this.#isAnyHeld = true;
    }
  }

  #keep({ nodes }: Bodies): void {
    const { detected } = nodes.columns;
    if (this.#kept.length < detected.length) this.#kept = new Float64Array(detected.length);
    this.#kept.set(detected);
    this.#isKept = true;
  }

  /** Writes down where the detection of the step had the bodies at hand, and scripts, which move whoever is at hand. */
  #writeDown({ bodies, atHand }: Detection): void {
    this.areDetected = false;
    if (this.#areAll) this.#takeDetected(bodies, 0, bodies.nodes.size);
    else {
      for (let i = 0; i < atHand.count; i++) this.#takeDetected(bodies, atHand.rows[i], atHand.rows[i] + 1);
      for (const row of bodies.scripted) this.#takeDetected(bodies, row, row + 1);
    }
  }

  /** The same of the rows from `first` to before `end`. */
  #takeDetected(bodies: Bodies, first: number, end: number): void {
    const from = this.startsOf(bodies);
    const { positions: p, orientations: o, velocities: u } = this;
    for (let row = first, d = DETECTED * first; row < end; row++, d += DETECTED) {
      const i = 3 * row;
      p[i] = from[d];
      p[i + 1] = from[d + 1];
      p[i + 2] = from[d + 2];
      const j = 4 * row;
      o[j] = from[d + 3];
      o[j + 1] = from[d + 4];
      o[j + 2] = from[d + 5];
      o[j + 3] = from[d + 6];
      const k = 6 * row;
      u[k] = from[d + 7];
      u[k + 1] = from[d + 8];
      u[k + 2] = from[d + 9];
      u[k + 3] = from[d + 10];
      u[k + 4] = from[d + 11];
      u[k + 5] = from[d + 12];
    }
    this.times.fill(this.#time, first, end);
  }

  #takeRows({ nodes }: Bodies): void {
    this.positions.set(nodes.columns.position);
    this.orientations.set(nodes.columns.orientation);
    this.velocities.set(nodes.columns.velocity);
  }

  /** The same of some movers, each at its own time. */
  takeSome({ bodies }: Detection, movers: Int32Array): void {
    for (const row of movers) this.#takeAt(bodies, row, bodies.nodes.columns.time[row]);
  }

  #takeAt({ nodes }: Bodies, row: number, time: number): void {
    const { position: x, orientation: q, velocity: u } = nodes.columns;
    for (let k = 3 * row; k < 3 * row + 3; k++) this.positions[k] = x[k];
    for (let k = 4 * row; k < 4 * row + 4; k++) this.orientations[k] = q[k];
    for (let k = 6 * row; k < 6 * row + 6; k++) this.velocities[k] = u[k];
    this.times[row] = time;
  }

  /** Anchors what has none where it is, at a time [s]: it was not moved. */
  takeMissing({ bodies }: Detection, time: number): void {
    if (this.#areAll) return;
    const { atHand } = bodies.nodes.columns;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (!isAtHand(atHand, row) && bodies.motions[row] === undefined) this.#takeAt(bodies, row, time);
    }
  }

  /**
   * Whether two bodies that were anchored, or one, may have gone so far that they have passed something: by a bound of movers instead of
   * shapes. That nobody is far is the rule.
   */
  mayAnyBeFar(detection: Detection): boolean {
    if (this.#isStill) return false;
    this.#wasFar = !this.areDetected || this.#mayTwoBeFar(detection);
    return this.#wasFar;
  }

  /** The same by the ways of shapes. All have anchors from then on. */
  areAnyFar(detection: Detection): boolean {
    const { bodies, atHand, extents } = detection;
    if (this.areDetected) this.#writeDown(detection);
    extents.renew(bodies);
    this.#farthest.fill(0);
    this.reserveShapes(bodies.shapes.size);
    this.straight.fill(0, 0, bodies.shapes.size);
    this.turns.fill(0, 0, bodies.shapes.size);
    if (this.#areAll) this.#noteShapes(bodies, extents, 0, bodies.shapes.size);
    else {
      for (let i = 0; i < atHand.count; i++) this.#noteShapesOf(bodies, extents, atHand.rows[i]);
      for (const row of bodies.scripted) this.#noteShapesOf(bodies, extents, row);
    }
    return this.#farthest[0] + this.#farthest[1] > ENOUGH;
  }

  /**
   * How many movers `extents.farthest` lists of those that may have gone far. -1 where there are too many of them, or none were listed,
   * since anchors are not where the detection of the step had its bodies.
   */
  get farCount(): number {
    return this.areDetected && this.#farCount <= MOST_FAR ? this.#farCount : -1;
  }

  /** Whether one may have passed somebody who is not listed. */
  get doesOneDo(): boolean {
    return this.farCount < 0 || this.#doesOneDo;
  }

  /** What the detection of the step noted of nodes, a row of `DETECTED_SIZE` numbers each: first their positions [m]. */
  startsOf({ nodes }: Bodies): Float64Array {
    return this.#isKept ? this.#kept : nodes.columns.detected;
  }

  /** Writes down the anchor of the mover of a shape, and how far that has gone, as it would be done for all. */
  noteShape({ bodies, extents }: Detection, shape: number): void {
    const { mover, atHand } = bodies.nodes.columns;
    const row = mover[bodies.shapes.columns.owner[shape]];
    this.straight[shape] = this.turns[shape] = 0;
    if (!(this.#areAll || isAtHand(atHand, row) || bodies.motions[row] !== undefined)) return;
    this.#takeDetected(bodies, row, row + 1);
    this.#noteShapes(bodies, extents, shape, shape + 1);
  }

  /** Whether two movers may have gone so far. If so, lists those that may be one of two, or of which one is that passes what goes less far. */
  #mayTwoBeFar(detection: Detection): boolean {
    const { extents } = detection;
    extents.renew(detection.bodies);
    const { squares } = extents.farthest.columns;
    this.#noteMovers(detection, Number.POSITIVE_INFINITY);
    const most = Math.sqrt(squares[0]);
    if (most + Math.sqrt(squares[1]) <= NEARLY) return false;
    // Of two that pass each other one goes half of the way, and the other what the farthest of all leaves of it.
    this.#doesOneDo = most > NEARLY;
    const least = this.#doesOneDo ? 0.5 * NEARLY : NEARLY - most;
    this.#noteMovers(detection, least * least);
    return true;
  }

  /** Notes how far movers may have gone, and lists those of whose share the square is more than enough [1]. */
  #noteMovers(detection: Detection, enough: number): void {
    const { bodies, atHand, extents } = detection;
    const { squares } = extents.farthest.columns;
    squares[0] = squares[1] = 0;
    this.#farCount = 0;
    if (this.#areAll) this.#noteRows(detection, enough, 0, bodies.nodes.size);
    else {
      const { rows, count } = atHand;
      for (let i = 0, end = 0; i < count; i = end) {
        for (end = i + 1; end < count && rows[end] === rows[end - 1] + 1; end++);
        this.#noteRows(detection, enough, rows[i], rows[end - 1] + 1);
      }
      for (const row of bodies.scripted) this.#noteRows(detection, enough, row, row + 1);
    }
  }

  /** The same of the rows from `first` to before `end`. */
  #noteRows({ bodies, extents, compiled, atHand, state }: Detection, enough: number, first: number, end: number): void {
    const { position, orientation, velocity } = bodies.nodes.columns;
    const { thinness, slenderness } = extents.movers.columns;
    const { squares, rows } = extents.farthest.columns;
    const length = atHand.end - this.#time;
    const from = this.startsOf(bodies);
    const far = this.#farCount;
    if (this.#isKept || compiled.kernel === null || state.settings.kernel === 'reference') {
      this.#farCount = noteFarMovers(
        squares,
        rows,
        MOST_FAR,
        far,
        position,
        orientation,
        velocity,
        from,
        DETECTED,
        thinness,
        slenderness,
        length,
        enough,
        first,
        end,
      );
      return;
    }
    this.#farCount = compiled.kernel.noteFarMovers(
      squares.byteOffset,
      rows.byteOffset,
      MOST_FAR,
      far,
      position.byteOffset,
      orientation.byteOffset,
      velocity.byteOffset,
      from.byteOffset,
      DETECTED,
      thinness.byteOffset,
      slenderness.byteOffset,
      length,
      enough,
      first,
      end,
    );
  }

  /** Makes room for the ways of so many shapes. */
  reserveShapes(size: number): void {
    if (this.straight.length >= size) return;
    this.straight = new Float64Array(2 * size);
    this.turns = new Float64Array(2 * size);
  }

  #noteShapesOf(bodies: Bodies, least: LeastWays, row: number): void {
    const { next } = bodies.shapes.columns;
    for (let shape = bodies.nodes.columns.firstShape[row]; shape >= 0; shape = next[shape])
      this.#noteShapes(bodies, least, shape, shape + 1);
  }

  /**
   * Notes how far the points of some shapes have gone from their anchors at the most, as a share of what lets them pass any other, where
   * that is more than most.
   */
  #noteShapes(bodies: Bodies, least: LeastWays, first: number, end: number): void {
    const { owner } = bodies.shapes.columns;
    const { mover, active, position: x, orientation: q, velocity: u, time } = bodies.nodes.columns;
    const { positions: p, orientations: o, times } = this;
    const farthest = this.#farthest;
    for (let shape = first; shape < end; shape++) {
      const row = mover[owner[shape]];
      const i = 3 * row;
      const j = 4 * row;
      const dx = x[i] - p[i];
      const dy = x[i + 1] - p[i + 1];
      const dz = x[i + 2] - p[i + 2];
      const square = dx * dx + dy * dy + dz * dz;
      const a = q[j] - o[j];
      const b = q[j + 1] - o[j + 1];
      const c = q[j + 2] - o[j + 2];
      const d = q[j + 3] - o[j + 3];
      const turn = a * a + b * b + c * c + d * d;
      if (square + turn === 0 || !bodies.shapes.isLive(shape) || active[owner[shape]] === 0) continue;
      let way = Math.sqrt(square);
      this.straight[shape] = way;
      if (turn !== 0) {
        const k = 6 * row + 3;
        const spin = Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
        // Quaternions of a turn by less than half a turn are no nearer to each other than this. The spin tells of more turns.
        this.turns[shape] = (turn < SMALL ? SMALL_TURN : Math.PI) * Math.sqrt(turn);
        const angle = Math.max(this.turns[shape], (time[row] - times[row]) * spin);
        const reach = reachFrom(bodies, shape, row);
        if (reach > 0) way += angle * reach;
      }
      const share = way / wayPastAny(bodies.shapes, shape, least);
      if (share > farthest[0]) {
        farthest[1] = farthest[0];
        farthest[0] = share;
      } else if (share > farthest[1]) farthest[1] = share;
    }
  }

  /**
   * Writes the rotation vector that takes a mover from its anchor to its orientation at the time end[0] [s], to turn[0 .. 2]
   * [rad]: of all those which differ by whole turns, the one that is nearest to its spin.
   */
  writeTurn({ nodes }: Bodies, row: number, end: Float64Array, turn: Float64Array): void {
    const { orientation: q, velocity: u } = nodes.columns;
    const p = this.orientations;
    const i = 4 * row;
    turn[0] = q[i] * p[i + 3] - q[i + 3] * p[i] - q[i + 1] * p[i + 2] + q[i + 2] * p[i + 1];
    turn[1] = q[i + 1] * p[i + 3] - q[i + 3] * p[i + 1] - q[i + 2] * p[i] + q[i] * p[i + 2];
    turn[2] = q[i + 2] * p[i + 3] - q[i + 3] * p[i + 2] - q[i] * p[i + 1] + q[i + 1] * p[i];
    const cosine = q[i + 3] * p[i + 3] + q[i] * p[i] + q[i + 1] * p[i + 1] + q[i + 2] * p[i + 2];
    const sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if (sine === 0) return;
    let spin = 0;
    for (let k = 0; k < 3; k++) spin += (turn[k] / sine) * u[6 * row + 3 + k];
    const angle = 2 * atan2(sine, cosine);
    const turns = Math.round((spin * (end[0] - this.times[row]) - angle) / (2 * Math.PI));
    for (let k = 0; k < 3; k++) turn[k] *= (angle + 2 * Math.PI * turns) / sine;
  }
}
