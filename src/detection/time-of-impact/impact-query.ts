// The question when two flying shapes meet, and what answering it works on. Numbers are in an array, since V8 would
// allocate them if they were handed from call to call.

import { PlacedShape } from '../../shapes/placed-shape.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import { makeTriangle } from '../../shapes/triangle-shape.js';
import { PairWorkspace } from '../narrow-phase/pair-workspace.js';
import { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { Flight, Pose } from './flight.js';

/** A shape of a body in flight. */
export class FlyingShape {
  flight = new Flight();
  /** In the frame of the body, which is at its centre of mass. */
  readonly own = new PlacedShape();
  /** Radius of a ball about the centre of mass that holds it; infinite for a half-space [m]. */
  readonly reaches = new Float64Array(1);
  /** Where it is at the time that is looked at. */
  readonly pose = new Pose();
  readonly placed = new PlacedShape();
  /** A part of a mesh there: a box of its tree, or a triangle. */
  readonly box = new PlacedShape();
  readonly triangle = makeTriangle();

  get reach(): number {
    return this.reaches[0];
  }

  set reach(reach: number) {
    this.reaches[0] = reach;
  }

  /** Whether turning leaves it where it is. */
  get isBall(): boolean {
    const { kind, x, y, z } = this.own;
    return kind === SPHERE && x === 0 && y === 0 && z === 0;
  }
}

/** Indices of the numbers of a query. */
const FROM = 0;
export const TO = 1;
export const TOLERANCE = 2;
export const LEVEL = 3;
export const TIME = 4;
export const SAFE = 5;
export const LIMIT = 6;
export const SLACK = 7;
export const CLOSING = 8;
export const GAP = 9;
export const GRAIN = 10;
const FINEST = 11;
const NUMBERS = 12;

export class ImpactQuery {
  /** The body of the lower number is A. */
  readonly a = new FlyingShape();
  readonly b = new FlyingShape();
  readonly numbers = new Float64Array(NUMBERS);
  /** Of the time that is looked at: velocity and acceleration of B's centre against A's [m/s], [m/s^2]. */
  readonly relative = new Float64Array(6);
  /** Angular velocities of A and of B then, where they stay what they are [rad/s]. */
  readonly spins = new Float64Array(6);
  /** Speeds of the fastest points of A and of B for turning [m/s], and along the normal at hand. */
  readonly swings = new Float64Array(2);
  readonly swingsAlong = new Float64Array(2);
  /** Velocities of a body then [m/s], [rad/s]. */
  readonly rates = new Float64Array(6);
  /** Whether some part is within the tolerance of the level at the time that is looked at. */
  isNear = false;
  /** Whether the surface of a mesh crosses the core of the other shape at the beginning, or that shape overlaps it. */
  wasCrossing = false;
  wasOverlapping = false;
  /** Whether the surface of a mesh crosses the core of the other shape at the time that is looked at, but did not at the beginning. */
  isCrossing = false;
  /** Whether some part is so near, and still closing, that the two meet at the time that is looked at. */
  isMet = false;
  /** A shape of the pair as it is, where its inner part takes part instead. */
  readonly whole = new PlacedShape();
  readonly principal = new PrincipalContact();
  readonly pairs = new PairWorkspace();
  /** Nodes of a mesh, or pairs of nodes of two, to be looked at. */
  stack = new Int32Array(256);
  /** Places looked at so far: how much work it was. */
  looks = 0;

  constructor() {
    this.finest = Number.POSITIVE_INFINITY;
  }

  /** First and last time of the search, neither before an anchor [s]. */
  get from(): number {
    return this.numbers[FROM];
  }

  set from(time: number) {
    this.numbers[FROM] = time;
  }

  get to(): number {
    return this.numbers[TO];
  }

  set to(time: number) {
    this.numbers[TO] = time;
  }

  /** How near to the level the gap is at the time that is found [m]; above 0. */
  get tolerance(): number {
    return this.numbers[TOLERANCE];
  }

  set tolerance(tolerance: number) {
    this.numbers[TOLERANCE] = tolerance;
  }

  /** The gap at which the two meet: 0, or below for shapes that overlap already [m]. Of meshes always 0. */
  get level(): number {
    return this.numbers[LEVEL];
  }

  set level(level: number) {
    this.numbers[LEVEL] = level;
  }

  /**
   * Parts within the tolerance meet where they would be deeper by more than this at the end of the search: half the
   * tolerance, or more [m].
   */
  get slack(): number {
    return this.numbers[SLACK];
  }

  set slack(slack: number) {
    this.numbers[SLACK] = slack;
  }

  /** Parts within the tolerance that do not meet there come nearer by this at the most before they are looked at again [m]. */
  get grain(): number {
    return this.numbers[GRAIN];
  }

  set grain(grain: number) {
    this.numbers[GRAIN] = grain;
  }

  /**
   * By no more than this are meshes beyond touching when their surfaces are found to cross [m]. Where parts that do not meet come no
   * nearer than that before they are looked at again, it does not matter.
   */
  get finest(): number {
    return this.numbers[FINEST];
  }

  set finest(finest: number) {
    this.numbers[FINEST] = finest;
  }

  /** When they meet [s]. */
  get time(): number {
    return this.numbers[TIME];
  }

  set time(time: number) {
    this.numbers[TIME] = time;
  }

  /** Where they meet: how fast the two close there [m/s], 0 where that is not known, and the gap [m]. */
  get closing(): number {
    return this.numbers[CLOSING];
  }

  set closing(closing: number) {
    this.numbers[CLOSING] = closing;
  }

  get gap(): number {
    return this.numbers[GAP];
  }

  set gap(gap: number) {
    this.numbers[GAP] = gap;
  }

  /** So long after the time that is looked at they do not meet, by the parts that have been looked at [s]. */
  get safe(): number {
    return this.numbers[SAFE];
  }

  set safe(safe: number) {
    this.numbers[SAFE] = safe;
  }

  /** Parts that are further apart than this cannot meet before that [m]. */
  get limit(): number {
    return this.numbers[LIMIT];
  }

  set limit(limit: number) {
    this.numbers[LIMIT] = limit;
  }
}
