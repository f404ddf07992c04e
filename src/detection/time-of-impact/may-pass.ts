// Whether shapes may have passed each other in a step, by bounds that cost little: what falls through free air, or with others, goes
// further than it is thick, and yet there is nothing to look at. Whatever the last look would stop is within these bounds.

import type { Bodies } from '../../bodies/bodies.js';
import { FIXED } from '../../bodies/node-kinds.js';
import { DETECTED_SIZE } from '../../bodies/node-table.js';
import type { Detection } from '../detection.js';
import type { Anchors } from './anchors.js';
import { ENOUGH } from './anchors.js';
import { isHalfSpace, mayHit } from './impact-search.js';
import { reachFrom } from './reach-from.js';
import { wayPast, wayPastAny, wayThrough } from './way-through.js';
import { isUneven } from './ways.js';

/** So many fast shapes are compared with all others; with more of them a broad phase costs less [1]. */
const FEW = 64;
// V8 folds constants of the same module but not imported ones.
const DETECTED = DETECTED_SIZE;

export class MayPass {
  /** By shapes: how far one may have gone at the most, and the radius of a ball about its mover's centre that holds it [m]. */
  #far = new Float64Array(0);
  #reach = new Float64Array(0);
  /** By shapes: whether these are known, and whether it is fast. */
  #isKnown = new Uint8Array(0);
  #isFast = new Uint8Array(0);
  readonly #fast = new Int32Array(FEW);
  /** The shapes of movers that may be far. */
  #farShapes = new Int32Array(0);
  #farCount = 0;
  /** By rows: whether a mover may be far. */
  #isFar = new Uint8Array(0);
  /** The box about the way of a shape [m]. */
  readonly #box = new Float64Array(6);
  /** How long ago shapes were anchored [s]: V8 would allocate numbers that are handed over for each shape. */
  readonly #length = new Float64Array(1);

  /** Whether two shapes may have passed each other since they were anchored, `length` [s] ago. */
  mayAny(detection: Detection, anchors: Anchors, length: number): boolean {
    const { bodies } = detection;
    if (!anchors.areDetected && !anchors.areAnyFar(detection)) return false;
    this.#reserve(bodies);
    anchors.reserveShapes(bodies.shapes.size);
    this.#length[0] = length;
    const count = this.#findFast(detection, anchors);
    if (count > FEW) return true;
    for (let i = 0; i < count; i++) if (this.#mayPassOne(detection, anchors, this.#fast[i])) return true;
    return false;
  }

  #reserve({ nodes, shapes }: Bodies): void {
    if (this.#isFar.length < nodes.size) this.#isFar = new Uint8Array(2 * nodes.size);
    if (this.#far.length >= shapes.size) return;
    this.#far = new Float64Array(2 * shapes.size);
    this.#reach = new Float64Array(2 * shapes.size);
    this.#isKnown = new Uint8Array(2 * shapes.size);
    this.#farShapes = new Int32Array(2 * shapes.size);
    this.#isFast = new Uint8Array(2 * shapes.size);
  }

  /** Lists the shapes of which one must be where two pass each other: those of movers that may be far. Returns how many there are. */
  #findFast(detection: Detection, anchors: Anchors): number {
    const { shapes, nodes } = detection.bodies;
    const { owner } = shapes.columns;
    const { mover } = nodes.columns;
    const areListed = anchors.farCount >= 0;
    if (areListed) this.#markFar(detection, anchors.farCount, 1);
    let count = 0;
    this.#farCount = 0;
    for (let shape = 0; shape < shapes.size; shape++) {
      this.#isKnown[shape] = this.#isFast[shape] = 0;
      if ((areListed && this.#isFar[mover[owner[shape]]] === 0) || !shapes.isLive(shape)) continue;
      this.#find(detection, anchors, shape);
      this.#farShapes[this.#farCount++] = shape;
      // Of two that pass each other, one goes further than half of what that takes.
      if (this.#far[shape] <= 0.5 * ENOUGH * wayPastAny(shapes, shape, detection.extents)) continue;
      this.#isFast[shape] = 1;
      if (count < FEW) this.#fast[count] = shape;
      count++;
    }
    if (areListed) this.#markFar(detection, anchors.farCount, 0);
    return count;
  }

  #markFar({ extents }: Detection, count: number, mark: 0 | 1): void {
    const { rows } = extents.farthest.columns;
    for (let i = 0; i < count; i++) this.#isFar[rows[i]] = mark;
  }

  /** Finds how far a shape may have gone, and how far it reaches. */
  #find(detection: Detection, anchors: Anchors, shape: number): void {
    const { bodies } = detection;
    if (anchors.areDetected) anchors.noteShape(detection, shape);
    const row = bodies.nodes.columns.mover[bodies.shapes.columns.owner[shape]];
    this.#isKnown[shape] = 1;
    this.#far[shape] = anchors.straight[shape];
    setReach(bodies, shape, row, this.#reach);
    if (anchors.turns[shape] > 0) addTurningWay(bodies, shape, row, anchors.turns, this.#length, this.#far);
  }

  /** Whether a fast shape may have passed another. */
  #mayPassOne(detection: Detection, anchors: Anchors, s: number): boolean {
    const { bodies } = detection;
    const areAll = anchors.doesOneDo;
    const count = areAll ? bodies.shapes.size : this.#farCount;
    this.#setBox(bodies, anchors, s);
    for (let i = 0; i < count; i++) {
      const t = areAll ? i : this.#farShapes[i];
      if (this.#isFast[t] !== 0 && t <= s) continue;
      if (this.#isKnown[t] === 0) {
        if (!bodies.shapes.isLive(t) || this.#isElsewhere(bodies, anchors, t)) continue;
        this.#find(detection, anchors, t);
      }
      if (!this.#areWaysLong(bodies, anchors, s, t)) continue;
      if (this.#doWaysMeet(bodies, anchors, t) && mayHit(detection, s, t)) return true;
    }
    return false;
  }

  /** Sets the box about the way of a shape. */
  #setBox({ nodes, shapes }: Bodies, { positions: p }: Anchors, shape: number): void {
    const { mover, position: x } = nodes.columns;
    const i = 3 * mover[shapes.columns.owner[shape]];
    for (let k = 0; k < 3; k++) {
      this.#box[k] = Math.min(x[i + k], p[i + k]) - this.#reach[shape];
      this.#box[3 + k] = Math.max(x[i + k], p[i + k]) + this.#reach[shape];
    }
  }

  /** Whether a shape of which nothing is known yet stays away from the box, by where the detection of the step had it. */
  #isElsewhere(bodies: Bodies, anchors: Anchors, shape: number): boolean {
    const { owner, bounds } = bodies.shapes.columns;
    const { mover, kind, position: x } = bodies.nodes.columns;
    const row = mover[owner[shape]];
    const box = this.#box;
    if (kind[row] === FIXED) {
      for (let k = 0; k < 3; k++) if (box[k] > bounds[6 * shape + 3 + k] || bounds[6 * shape + k] > box[3 + k]) return true;
      return false;
    }
    const starts = anchors.startsOf(bodies);
    setReach(bodies, shape, row, this.#reach);
    const reach = this.#reach[shape];
    for (let k = 0; k < 3; k++) {
      const now = x[3 * row + k];
      const before = starts[DETECTED * row + k];
      if (box[k] > Math.max(now, before) + reach || Math.min(now, before) - reach > box[3 + k]) return true;
    }
    return false;
  }

  /** Whether two shapes go far enough, each by itself and against each other, to pass each other. */
  #areWaysLong({ shapes, nodes }: Bodies, { straight, positions: p }: Anchors, s: number, t: number): boolean {
    const { owner } = shapes.columns;
    const { mover, position: x } = nodes.columns;
    const way = isHalfSpace(shapes, s, t) ? straight : this.#far;
    if (way[s] / wayPast(shapes, s, t) + way[t] / wayPast(shapes, t, s) <= ENOUGH) return false;
    const i = 3 * mover[owner[s]];
    const j = 3 * mover[owner[t]];
    let square = 0;
    for (let k = 0; k < 3; k++) {
      // What has not moved may have no anchor.
      const ofT = straight[t] === 0 ? 0 : x[j + k] - p[j + k];
      square += (x[i + k] - p[i + k] - ofT) * (x[i + k] - p[i + k] - ofT);
    }
    return Math.sqrt(square) + this.#far[s] - straight[s] + this.#far[t] - straight[t] > ENOUGH * wayThrough(shapes, s, t);
  }

  /** Whether the box about the way of a shape that has moved, which is set, meets that of another. What has not moved is where it was detected. */
  #doWaysMeet({ nodes, shapes }: Bodies, { positions: p }: Anchors, t: number): boolean {
    const { owner, bounds } = shapes.columns;
    const { mover, position: x } = nodes.columns;
    const box = this.#box;
    const j = 3 * mover[owner[t]];
    const isStill = this.#far[t] === 0;
    for (let k = 0; k < 3; k++) {
      const low = isStill ? bounds[6 * t + k] : Math.min(x[j + k], p[j + k]) - this.#reach[t];
      const high = isStill ? bounds[6 * t + 3 + k] : Math.max(x[j + k], p[j + k]) + this.#reach[t];
      if (box[k] > high || low > box[3 + k]) return false;
    }
    return true;
  }
}

/** Sets the radius of a ball about the centre of its mover that holds a shape however that turns, at radii[shape] [m]. */
function setReach({ nodes, shapes }: Bodies, shape: number, row: number, radii: Float64Array): void {
  const { owner, reach } = shapes.columns;
  const { position: x } = nodes.columns;
  const own = owner[shape];
  radii[shape] = reach[shape];
  if (own === row) return;
  let square = 0;
  for (let k = 0; k < 3; k++) square += (x[3 * own + k] - x[3 * row + k]) * (x[3 * own + k] - x[3 * row + k]);
  radii[shape] += Math.sqrt(square);
}

/**
 * Adds to far[shape] how far a shape may have gone at the most within length[0] [s] for turning, where the orientations of its mover
 * differ by an angle of no more than turns[shape] [rad]. It may have turned the other way about, and by whole turns more; and faster
 * than now, as its moments let it [m].
 */
function addTurningWay(
  bodies: Bodies,
  shape: number,
  row: number,
  turns: Float64Array,
  length: Float64Array,
  far: Float64Array,
): void {
  const reach = reachFrom(bodies, shape, row);
  if (reach === 0) return;
  const { velocity: u, moments } = bodies.nodes.columns;
  const k = 6 * row + 3;
  const spun = length[0] * Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
  const largest = Math.max(turns[shape], spun);
  const turn = turns[shape] + spun < Math.PI ? largest : Math.PI + largest;
  const i = 3 * row;
  const least = Math.min(moments[i], moments[i + 1], moments[i + 2]);
  const most = Math.max(moments[i], moments[i + 1], moments[i + 2]);
  far[shape] += isUneven(bodies, row) ? (turn * most * reach) / least : turn * reach;
}
