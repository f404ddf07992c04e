// The flights of a world's bodies: what anchors mean. Poses and velocities at a time, boxes about what shapes pass
// through, and when two shapes meet; each a pure function of anchors and of what bodies are.

import type { Bodies } from '../../bodies/bodies.js';
import type { Detection } from '../../detection/detection.js';
import { placeInBody } from '../../detection/place-shape.js';
import { Flight, Pose } from '../../detection/time-of-impact/flight.js';
import type { FlyingShape } from '../../detection/time-of-impact/impact-query.js';
import { ImpactQuery } from '../../detection/time-of-impact/impact-query.js';
import { largestSwing, setRelativeMotion } from '../../detection/time-of-impact/slab.js';
import { findImpact, isNearNow, place } from '../../detection/time-of-impact/time-of-impact.js';
import { placedBounds } from '../../shapes/bounds.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import type { Anchors } from './anchors.js';
import {
  ANCHOR_ACCELERATION,
  ANCHOR_NUMBERS,
  ANCHOR_ORIENTATION,
  ANCHOR_POSITION,
  ANCHOR_TIME,
  ANCHOR_VELOCITY,
} from './anchors.js';

/** The gap at a collision is at most this share of what counts as closed [1]. */
const NEAR = 0.5;
/** Boxes are wider than what they are about by this share of their distance from the origin, for rounding [1]. */
const ROUNDING = 1e-12;

export class Flights {
  readonly #detection: Detection;
  readonly #anchors: Anchors;
  readonly query = new ImpactQuery();
  readonly pose = new Pose();
  readonly velocity = new Float64Array(6);
  /** The flight of every body that was asked for last, by row, and the anchor that it is of. */
  readonly #flights: Flight[] = [];
  #anchorOf = new Int32Array(0);
  /** Every shape in the frame of what moves it. */
  readonly #own: PlacedShape[] = [];
  /** Radius of a ball about the centre of its mover that holds it [m]. */
  #reach = new Float64Array(0);
  /** Half what counts as closed, of every shape [m]. */
  #near = new Float64Array(0);
  /** Radius of a ball about the centre of its mover; 0 for all other shapes [m]. */
  #radius = new Float64Array(0);
  /** Chains of the shapes that a row moves, be they its own or of members of a composite. */
  #firstShape = new Int32Array(0);
  #nextShape = new Int32Array(0);
  readonly #placed = new PlacedShape();
  readonly #bounds = new Float64Array(6);
  /** The least and the most of a way along an axis [m]. */
  readonly way = new Float64Array(2);
  /** From a time on, without an end [s] and without slack [1]. */
  readonly #now = Float64Array.of(0, Number.POSITIVE_INFINITY, 0);

  constructor(detection: Detection, anchors: Anchors) {
    this.#detection = detection;
    this.#anchors = anchors;
  }

  /** Takes note of bodies and shapes as they are: to be called when something was changed from outside. */
  renew(): void {
    const { bodies, state } = this.#detection;
    const { nodes, shapes } = bodies;
    while (this.#flights.length < nodes.size) this.#flights.push(new Flight());
    while (this.#own.length < shapes.size) this.#own.push(new PlacedShape());
    if (this.#anchorOf.length < nodes.size) {
      this.#anchorOf = new Int32Array(2 * nodes.size);
      this.#firstShape = new Int32Array(2 * nodes.size);
    }
    if (this.#reach.length < shapes.size) {
      this.#nextShape = new Int32Array(2 * shapes.size);
      this.#radius = new Float64Array(2 * shapes.size);
      this.#reach = new Float64Array(2 * shapes.size);
      this.#near = new Float64Array(2 * shapes.size);
    }
    this.#anchorOf.fill(-1);
    this.#firstShape.fill(-1);
    const { settings } = state;
    const closed = NEAR * settings['contact.touching'] * settings['detection.envelope'];
    const { owner, thickness, reach } = shapes.columns;
    const { mover, memberPose } = nodes.columns;
    for (let shape = shapes.size - 1; shape >= 0; shape--) {
      if (!shapes.isLive(shape)) continue;
      const row = owner[shape];
      placeInBody(bodies, shape, this.#own[shape]);
      this.#reach[shape] = reach[shape];
      this.#near[shape] = closed * thickness[shape];
      this.#nextShape[shape] = this.#firstShape[mover[row]];
      this.#firstShape[mover[row]] = shape;
      const { kind, x, y, z, a } = this.#own[shape];
      this.#radius[shape] = mover[row] === row && kind === SPHERE && x === 0 && y === 0 && z === 0 ? a : 0;
      if (mover[row] === row) continue;
      placeInMember(bodies, row, this.#own[shape]);
      const k = 7 * row;
      const square =
        memberPose[k] * memberPose[k] + memberPose[k + 1] * memberPose[k + 1] + memberPose[k + 2] * memberPose[k + 2];
      this.#reach[shape] += Math.sqrt(square);
    }
  }

  /** The shapes that a row moves, one after the other; -1 at the end. */
  firstShape(row: number): number {
    return this.#firstShape[row];
  }

  nextShape(shape: number): number {
    return this.#nextShape[shape];
  }

  /** An anchor is dead: another one may have its number. */
  forget(anchor: number, row: number): void {
    if (this.#anchorOf[row] === anchor) this.#anchorOf[row] = -1;
  }

  /** The flight from an anchor; good until another one of the same body is asked for. */
  flightOf(anchor: number): Flight {
    const row = this.#anchors.body[anchor];
    const flight = this.#flights[row];
    if (this.#anchorOf[row] === anchor) return flight;
    this.#anchorOf[row] = anchor;
    const { numbers } = this.#anchors;
    const { moments, principal } = this.#detection.bodies.nodes.columns;
    const k = ANCHOR_NUMBERS * anchor;
    flight.time = numbers[k + ANCHOR_TIME];
    for (let i = 0; i < 3; i++) {
      flight.position[i] = numbers[k + ANCHOR_POSITION + i];
      flight.acceleration[i] = numbers[k + ANCHOR_ACCELERATION + i];
      // What is on its way in a contact group turns evenly.
      flight.moments[i] = this.#anchors.era[anchor] < 0 ? moments[3 * row + i] : 0;
    }
    for (let i = 0; i < 4; i++) {
      flight.orientation[i] = numbers[k + ANCHOR_ORIENTATION + i];
      flight.principal[i] = principal[4 * row + i];
    }
    for (let i = 0; i < 6; i++) flight.velocity[i] = numbers[k + ANCHOR_VELOCITY + i];
    flight.begin();
    return flight;
  }

  /** Sets `pose` and `velocity` to where a body is at a time [s]. */
  sample(anchor: number, time: number): void {
    const flight = this.flightOf(anchor);
    this.pose.time = time;
    flight.writePose(this.pose);
    flight.writeVelocity(this.pose, this.velocity);
  }

  /** Writes the box about what a shape passes through on a flight from span[0] to span[1] [s] to out[at ..]. */
  writeBox(anchor: number, shape: number, span: Float64Array, out: Float64Array, at: number): void {
    if (this.#radius[shape] > 0) {
      this.#writeBoxOfBall(anchor, shape, span, out, at);
      return;
    }
    const from = span[0];
    const to = span[1];
    const flight = this.flightOf(anchor);
    const { acceleration: g, time } = flight;
    const own = this.#own[shape];
    const bounds = this.#bounds;
    const { pose } = this;
    pose.time = from;
    flight.writePose(pose);
    copyShape(own, this.#placed);
    place(pose, own, this.#placed);
    placedBounds(this.#placed, bounds, 0);
    const { largestSpin } = flight;
    const swing = largestSpin === 0 ? 0 : this.#reach[shape] * Math.min(2, (to - from) * largestSpin);
    const reach = swing === 0 ? Number.POSITIVE_INFINITY : this.#reach[shape];
    const fat = this.#near[shape] < Number.POSITIVE_INFINITY ? this.#near[shape] : 0;
    const { way } = this;
    for (let i = 0; i < 3; i++) {
      setWay(way, flight.velocity[i] + (from - time) * g[i], g[i], to - from);
      const centre = pose.position[i];
      const low = Math.max(bounds[i] - swing, centre - reach) + way[0];
      const high = Math.min(bounds[3 + i] + swing, centre + reach) + way[1];
      out[at + i] = low - fat - ROUNDING * Math.abs(low);
      out[at + 3 + i] = high + fat + ROUNDING * Math.abs(high);
    }
  }

  #writeBoxOfBall(anchor: number, shape: number, span: Float64Array, out: Float64Array, at: number): void {
    const from = span[0];
    const to = span[1];
    const { way } = this;
    const { numbers } = this.#anchors;
    const k = ANCHOR_NUMBERS * anchor;
    const since = from - numbers[k + ANCHOR_TIME];
    const radius = this.#radius[shape] + this.#near[shape];
    for (let i = 0; i < 3; i++) {
      const g = numbers[k + ANCHOR_ACCELERATION + i];
      const u = numbers[k + ANCHOR_VELOCITY + i];
      const centre = numbers[k + ANCHOR_POSITION + i] + since * (u + 0.5 * since * g);
      setWay(way, u + since * g, g, to - from);
      out[at + i] = centre + way[0] - radius - ROUNDING * Math.abs(centre);
      out[at + 3 + i] = centre + way[1] + radius + ROUNDING * Math.abs(centre);
    }
  }

  /** How near two shapes come before they meet [m]. */
  toleranceOf(s: number, t: number): number {
    return Math.min(this.#near[s], this.#near[t]);
  }

  /**
   * Whether two shapes on two flights meet from span[0] to span[1] [s], and sets the `time` of the query to when. The lower
   * body comes first. The slack at span[2] is a share of the tolerance [1]. Of balls about the centres of bodies that fall alike
   * it is known in closed form, for all times: the search then has no end.
   */
  findImpact(a: number, b: number, s: number, t: number, span: Float64Array): boolean {
    if (this.#radius[s] > 0 && this.#radius[t] > 0 && this.#fallAlike(a, b)) return this.#meetAsBalls(a, b, s, t, span);
    this.#ask(a, b, s, t, span);
    return findImpact(this.query);
  }

  #fallAlike(a: number, b: number): boolean {
    const { numbers } = this.#anchors;
    const p = ANCHOR_NUMBERS * a + ANCHOR_ACCELERATION;
    const q = ANCHOR_NUMBERS * b + ANCHOR_ACCELERATION;
    return numbers[p] === numbers[q] && numbers[p + 1] === numbers[q + 1] && numbers[p + 2] === numbers[q + 2];
  }

  /** The same as of the query, straight from the anchors: most searches of a gas are of balls that miss each other. */
  #meetAsBalls(a: number, b: number, s: number, t: number, span: Float64Array): boolean {
    const from = span[0];
    const { numbers } = this.#anchors;
    const p = ANCHOR_NUMBERS * a;
    const q = ANCHOR_NUMBERS * b;
    const sinceA = from - numbers[p + ANCHOR_TIME];
    const sinceB = from - numbers[q + ANCHOR_TIME];
    let square = 0;
    let speed = 0;
    let closing = 0;
    for (let k = 0; k < 3; k++) {
      const g = numbers[p + ANCHOR_ACCELERATION + k];
      const u = numbers[p + ANCHOR_VELOCITY + k];
      const v = numbers[q + ANCHOR_VELOCITY + k];
      const x = numbers[p + ANCHOR_POSITION + k] + sinceA * (u + 0.5 * sinceA * g);
      const y = numbers[q + ANCHOR_POSITION + k] + sinceB * (v + 0.5 * sinceB * g);
      const w = v + sinceB * g - (u + sinceA * g);
      square += (y - x) * (y - x);
      speed += w * w;
      closing -= (y - x) * w;
    }
    this.query.to = Number.POSITIVE_INFINITY;
    if (!(closing > 0)) return false;
    const distance = Math.sqrt(square);
    const radii = this.#radius[s] + this.#radius[t];
    const tolerance = Math.min(this.#near[s], this.#near[t]);
    this.query.time = from;
    if (distance <= radii + tolerance) return true;
    const met = radii + 0.5 * tolerance;
    const room = (distance - met) * (distance + met);
    const root = closing * closing - speed * room;
    if (!(root >= 0)) return false;
    this.query.time = from + room / (closing + Math.sqrt(root));
    return true;
  }

  /** Whether they meet at a time [s]; the query then has the closest points. */
  isMetAt(a: number, b: number, s: number, t: number, time: number): boolean {
    this.#now[0] = time;
    this.#ask(a, b, s, t, this.#now);
    isNearNow(this.query);
    return this.query.isMet;
  }

  /** Whether they are as near as when they meet at a time [s], or overlap, wherever they go. */
  isNearAt(a: number, b: number, s: number, t: number, time: number): boolean {
    this.#now[0] = time;
    this.#ask(a, b, s, t, this.#now);
    return isNearNow(this.query);
  }

  /** How long the gap of two shapes, of which so much is left at a time [s], certainly takes to close [s]. */
  boundOf(a: number, b: number, s: number, t: number, time: number, room: number): number {
    const { query } = this;
    this.#now[0] = time;
    this.#ask(a, b, s, t, this.#now);
    query.a.pose.time = query.b.pose.time = time;
    setRelativeMotion(query);
    const { relative: u } = query;
    const speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) + largestSwing(query.a) + largestSwing(query.b);
    const gain = Math.sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
    return (2 * room) / (speed + Math.sqrt(speed * speed + 2 * gain * room));
  }

  #ask(a: number, b: number, s: number, t: number, span: Float64Array): void {
    const { query } = this;
    query.a.flight = this.flightOf(a);
    query.b.flight = this.flightOf(b);
    this.#setShape(query.a, s);
    this.#setShape(query.b, t);
    query.level = 0;
    query.tolerance = this.toleranceOf(s, t);
    query.slack = span[2] * query.tolerance;
    query.from = span[0];
    query.to = span[1];
  }

  #setShape(flying: FlyingShape, shape: number): void {
    copyShape(this.#own[shape], flying.own);
    flying.reach = this.#reach[shape];
  }
}

/** Least and most of a way along an axis, in a time [s] from 0 on, at a speed [m/s] that changes evenly [m/s^2]. */
function setWay(out: Float64Array, speed: number, gain: number, length: number): void {
  out[0] = out[1] = 0;
  if (speed === 0 && gain === 0) return;
  const way = length * (speed + 0.5 * length * gain);
  // Where it turns round.
  const turn = -speed / gain;
  const peak = turn > 0 && turn < length ? 0.5 * speed * turn : 0;
  out[0] = Math.min(0, way, peak);
  out[1] = Math.max(0, way, peak);
}

function copyShape(from: PlacedShape, to: PlacedShape): void {
  to.kind = from.kind;
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
  to.a = from.a;
  to.b = from.b;
  to.c = from.c;
  to.hull = from.hull;
  to.tree = from.tree;
  to.surface = from.surface;
  for (let k = 0; k < 9; k++) to.r[k] = from.r[k];
}

/** From the frame of a member into that of its composite. */
function placeInMember({ nodes }: Bodies, row: number, shape: PlacedShape): void {
  const { memberPose: p } = nodes.columns;
  const k = 7 * row;
  const inMember = new PlacedShape();
  copyShape(shape, inMember);
  const pose = new Pose();
  for (let i = 0; i < 3; i++) pose.position[i] = p[k + i];
  for (let i = 0; i < 4; i++) pose.orientation[i] = p[k + 3 + i];
  place(pose, inMember, shape);
}
