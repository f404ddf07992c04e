// Whether shapes may have passed each other in a step, by bounds that cost little: what falls through free air, or with others, goes
// further than it is thick, and yet there is nothing to look at. Whatever the last look would stop is within these bounds.

import type { Bodies } from '../../bodies/bodies.js';
import type { Detection } from '../detection.js';
import type { Anchors } from './anchors.js';
import { ENOUGH } from './anchors.js';
import { isHalfSpace, mayHit } from './impact-search.js';
import { reachFrom } from './reach-from.js';
import { wayThrough } from './way-through.js';
import { isUneven } from './ways.js';

/** So many fast shapes are compared with all others; with more of them a broad phase costs less [1]. */
const FEW = 64;

export class MayPass {
  /** By shapes: how far one may have gone at the most, and the radius of a ball about its mover's centre that holds it [m]. */
  #far = new Float64Array(0);
  #reach = new Float64Array(0);
  #fast = new Int32Array(FEW);
  #isFast = new Uint8Array(0);
  /** How long ago shapes were anchored [s]: V8 would allocate numbers that are handed over for each shape. */
  readonly #length = new Float64Array(1);

  /** Whether two shapes may have passed each other since they were anchored, `length` [s] ago. */
  mayAny(detection: Detection, anchors: Anchors, length: number): boolean {
    const { bodies } = detection;
    this.#reserve(bodies.shapes.size);
    this.#length[0] = length;
    const count = this.#findFast(detection, anchors);
    if (count > FEW) return true;
    for (let i = 0; i < count; i++) {
      const s = this.#fast[i];
      for (let t = 0; t < bodies.shapes.size; t++) {
        if ((this.#isFast[t] !== 0 && t <= s) || !this.#areWaysLong(bodies, anchors, s, t)) continue;
        if (this.#doWaysMeet(bodies, anchors, s, t) && mayHit(detection, s, t)) return true;
      }
    }
    return false;
  }

  #reserve(size: number): void {
    if (this.#far.length >= size) return;
    this.#far = new Float64Array(2 * size);
    this.#reach = new Float64Array(2 * size);
    this.#isFast = new Uint8Array(2 * size);
  }

  /** Finds how far shapes may have gone, and lists those of which one must be where two pass each other. Returns how many there are. */
  #findFast({ bodies, extents }: Detection, { straight, turns }: Anchors): number {
    const { shapes, nodes } = bodies;
    const { owner, thickness } = shapes.columns;
    const { mover } = nodes.columns;
    const { thinnest } = extents;
    let count = 0;
    let most = 0;
    let next = 0;
    for (let shape = 0; shape < shapes.size; shape++) {
      this.#isFast[shape] = 0;
      this.#far[shape] = straight[shape];
      if (straight[shape] + turns[shape] === 0 || !shapes.isLive(shape)) continue;
      const row = mover[owner[shape]];
      setReach(bodies, shape, row, this.#reach);
      if (turns[shape] > 0) addTurningWay(bodies, shape, row, turns, this.#length, this.#far);
      // Of two that pass each other, one goes further than half of what that takes.
      const share = this.#far[shape] / (thickness[shape] + thinnest);
      if (share > most) {
        next = most;
        most = share;
      } else if (share > next) next = share;
      if (share <= 0.5 * ENOUGH) continue;
      this.#isFast[shape] = 1;
      if (count < FEW) this.#fast[count] = shape;
      count++;
    }
    return most + next > ENOUGH ? count : 0;
  }

  /** Whether two shapes go far enough, each by itself and against each other, to pass each other. */
  #areWaysLong({ shapes, nodes }: Bodies, { straight, positions: p }: Anchors, s: number, t: number): boolean {
    const { thickness, owner } = shapes.columns;
    const { mover, position: x } = nodes.columns;
    const through = wayThrough(shapes, s, t);
    const way = isHalfSpace(shapes, s, t) ? straight : this.#far;
    if (way[s] / (thickness[s] + through) + way[t] / (thickness[t] + through) <= ENOUGH) return false;
    const i = 3 * mover[owner[s]];
    const j = 3 * mover[owner[t]];
    let square = 0;
    for (let k = 0; k < 3; k++) {
      // What has not moved may have no anchor.
      const ofT = straight[t] === 0 ? 0 : x[j + k] - p[j + k];
      square += (x[i + k] - p[i + k] - ofT) * (x[i + k] - p[i + k] - ofT);
    }
    return Math.sqrt(square) + this.#far[s] - straight[s] + this.#far[t] - straight[t] > ENOUGH * through;
  }

  /** Whether boxes about the ways of two shapes, the first of which has moved, meet. What has not moved is where it was detected. */
  #doWaysMeet({ shapes, nodes }: Bodies, { positions: p }: Anchors, s: number, t: number): boolean {
    const { owner, bounds } = shapes.columns;
    const { mover, position: x } = nodes.columns;
    const i = 3 * mover[owner[s]];
    const j = 3 * mover[owner[t]];
    const isStill = this.#far[t] === 0;
    for (let k = 0; k < 3; k++) {
      const low = Math.min(x[i + k], p[i + k]) - this.#reach[s];
      const high = Math.max(x[i + k], p[i + k]) + this.#reach[s];
      const lowOfT = isStill ? bounds[6 * t + k] : Math.min(x[j + k], p[j + k]) - this.#reach[t];
      const highOfT = isStill ? bounds[6 * t + 3 + k] : Math.max(x[j + k], p[j + k]) + this.#reach[t];
      if (low > highOfT || lowOfT > high) return false;
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
