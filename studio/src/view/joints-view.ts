// Drawing of joints: their anchors and axes, the limits of their coordinates, and their forces and torques.

import type { BufferGeometry, Material, Scene } from 'three';
import { ConeGeometry, Quaternion, Vector3 } from 'three';
import type { JointKind } from '../../../src/index.js';
import type { BodyPicture, Frame, JointPicture } from '../protocol.js';
import { isMoved, JOINT_PLACES, JOINT_STATES, JOINT_WIDTH, POSE_WIDTH } from '../protocol.js';
import { Instances } from './instances.js';
import { chooseScale, meanOf } from './scale.js';
import type { PagePoint } from './viewport.js';

/** Colours of JOINT_STATES. */
export const JOINT_COLOURS = ['#0f7fa8', '#9aa4ad', '#e2572b'];
export const LIMIT_COLOUR = '#3f9a54';
export const FORCE_COLOUR = '#d8402f';
export const TORQUE_COLOUR = '#8e4fc2';
export const COUPLING_COLOUR = '#b8862b';
const SELECTED_COLOUR = '#ffb020';
const LEG_COLOUR = '#5b7fa6';

/** Thickness and length of drawn parts, relative to the size of a typical body [1]. */
const DOT = 0.11;
const AXIS = 0.55;
const AXIS_THICKNESS = 0.03;
const LEG_THICKNESS = 0.018;
const LIMIT_THICKNESS = 0.016;
const ARC = 0.6;
const ARROW = 1.2;
const ARROW_THICKNESS = 0.035;
const HEAD = 0.2;
/** Factor by which the selected joint is larger [1]. */
const EMPHASIS = 1.4;
/** Number of segments of a full circle. */
const PIECES = 32;
/** Number of joints above which only the selected one has its limits drawn, since limits would hide each other. */
const MOST_LIMITS = 120;
/** Smallest size of a typical body for drawing, relative to the size of the scene [1]. */
const LEAST_SIZE = 0.035;
/** Ratio of torque to force times body size below which torques are drawn small [1]. */
const SMALL = 0.1;
/** Largest distance of a click from a joint [px]. */
const REACH = 11;

/** An axis of the joint's frame on A or on B. */
type Axis = readonly ['a' | 'b', 0 | 1 | 2];
/**
 * How a coordinate is drawn: as a rotation about an axis with a hand that rotates, as a slide along an axis, or as a
 * cone about A's x axis.
 */
type Guide =
  | { readonly turn: Axis; readonly hand: Axis }
  | { readonly slide: Axis | 'between' }
  | { readonly cone: true }
  | { readonly nothing: true };
const turn = (about: Axis, hand: Axis): Guide => ({ turn: about, hand });
const slide = (along: Axis | 'between'): Guide => ({ slide: along });

const BALL_GUIDES: readonly Guide[] = [turn(['b', 0], ['b', 1]), { cone: true }, { nothing: true }];
/** Guides of each kind of joint, in the order of its coordinates (src/joints/joint-kinds.ts). */
const GUIDES: Readonly<Record<Exclude<JointKind, 'generic'>, readonly Guide[]>> = {
  fixed: [],
  revolute: [turn(['a', 0], ['b', 1])],
  prismatic: [slide(['a', 0])],
  cylindrical: [slide(['a', 0]), turn(['a', 0], ['b', 1])],
  ball: BALL_GUIDES,
  universal: [turn(['a', 0], ['b', 1]), turn(['b', 1], ['b', 0])],
  planar: [slide(['a', 1]), slide(['a', 2]), turn(['a', 0], ['b', 1])],
  distance: [slide('between')],
  wheel: [slide(['a', 1]), turn(['a', 1], ['b', 0]), turn(['b', 0], ['b', 1])],
  free: [],
};

function guidesOf({ kind, coordinates }: JointPicture): readonly Guide[] {
  return kind === 'generic' ? guidesOfGeneric(coordinates) : GUIDES[kind];
}

/**
 * Guides of a generic joint. Slides are along axes of A. Of two rotations, the hand of each is the axis of the other.
 */
function guidesOfGeneric(coordinates: readonly string[]): Guide[] {
  const axesOf = (motion: string) => ([0, 1, 2] as const).filter((k) => coordinates.includes(`${motion}${'XYZ'[k]}`));
  const slides = axesOf('slide').map((k) => slide(['a', k]));
  if (coordinates.includes('twist')) return [...slides, ...BALL_GUIDES];
  const [first, second] = axesOf('turn');
  if (first === undefined) return slides;
  if (second === undefined) return [...slides, turn(['a', first], ['b', first === 2 ? 0 : first === 1 ? 2 : 1])];
  return [...slides, turn(['a', first], ['b', second]), turn(['b', second], ['b', first])];
}

/** The frames of a joint in the world. */
interface Place {
  readonly a: { readonly origin: Vector3; readonly axes: readonly Vector3[] };
  readonly b: { readonly origin: Vector3; readonly axes: readonly Vector3[] };
}

export class JointsView {
  joints: readonly JointPicture[] = [];
  /** Drawn length of a force of 1 N and of a torque of 1 N m [m]; 0 while there are none. */
  forceScale = 0;
  torqueScale = 0;
  readonly #rods: Strokes;
  readonly #heads: Strokes;
  readonly #dots: Strokes;
  #rows: Float32Array = new Float32Array();
  /** Size of a typical body, and the smallest size that is visible when the whole scene is in view [m]. */
  #bodySize = 1;
  #least = 0;
  #shown: { frame: Frame; bodies: readonly BodyPicture[] } | null = null;

  constructor(scene: Scene, { rod, ball }: { rod: BufferGeometry; ball: BufferGeometry }, order: number, material: Material) {
    const head = new ConeGeometry(1, 1, 12).translate(0, 0.5, 0);
    this.#rods = new Strokes(new Instances(scene, rod, order, material));
    this.#dots = new Strokes(new Instances(scene, ball, order + 1, material));
    this.#heads = new Strokes(new Instances(scene, head, order + 2, material));
  }

  get #size(): number {
    return Math.max(this.#bodySize, this.#least);
  }

  setSize(size: number): void {
    this.#bodySize = size;
    this.forceScale = this.torqueScale = 0;
  }

  /** Sets the radius of the scene [m]. */
  setReach(radius: number): void {
    this.#least = LEAST_SIZE * radius;
    this.forceScale = this.torqueScale = 0;
    if (this.#shown !== null) this.show({ ...this.#shown.frame, joints: null }, this.#shown.bodies);
  }

  show(frame: Frame, bodies: readonly BodyPicture[]): void {
    this.#shown = { frame, bodies };
    const { joints, jointRows, joint, poses } = frame;
    if (joints !== null) this.joints = joints;
    this.#rows = jointRows ?? new Float32Array();
    const count = this.#rows.length / JOINT_WIDTH;
    this.#chooseScales();
    const centres = new Map(
      bodies.flatMap(({ id, kind }, i) => (isMoved(kind) ? [[id, new Vector3().fromArray(poses, POSE_WIDTH * i)]] : [])),
    );
    for (let i = 0; i < count; i++) {
      const row = this.#rows.subarray(JOINT_WIDTH * i, JOINT_WIDTH * (i + 1));
      const picture = this.joints[row[0]];
      const isSelected = picture.id === joint?.id;
      const place = placeOf(row);
      const colour = isSelected ? SELECTED_COLOUR : JOINT_COLOURS[row[1]];
      const size = this.#size * (isSelected ? EMPHASIS : 1);
      const isBroken = JOINT_STATES[row[1]] === 'broken';
      this.#drawBones(picture, place, centres, colour, size, isBroken);
      if (!isBroken && (isSelected || count <= MOST_LIMITS)) this.#drawLimits(picture, row, place, colour, size);
      this.#drawArrow(place.b.origin, row, JOINT_PLACES.force, this.forceScale, FORCE_COLOUR, 1);
      this.#drawArrow(place.b.origin, row, JOINT_PLACES.torque, this.torqueScale, TORQUE_COLOUR, 2);
    }
    this.#drawCouplings();
    for (const strokes of [this.#rods, this.#dots, this.#heads]) strokes.draw();
  }

  /** Draws a line from each drawn joint to those that follow it. */
  #drawCouplings(): void {
    const origins = new Map(this.places());
    for (const { id, followers } of this.joints) {
      const from = origins.get(id);
      for (const follower of followers) {
        const to = origins.get(follower);
        // Both coordinates may be of one joint.
        if (from !== undefined && to !== undefined && id !== follower)
          this.#rods.add(from, to, AXIS_THICKNESS * this.#size, COUPLING_COLOUR);
      }
    }
  }

  /** Ids and origins of the drawn joints. */
  *places(): Generator<[id: number, origin: Vector3]> {
    for (let at = 0; at < this.#rows.length; at += JOINT_WIDTH) {
      yield [this.joints[this.#rows[at]].id, new Vector3().fromArray(this.#rows, at + JOINT_PLACES.frameB)];
    }
  }

  /** Id of the drawn joint nearest to a point of the page; null if none is near. */
  pick(x: number, y: number, project: (point: Vector3) => PagePoint): number | null {
    let [found, least]: [number | null, number] = [null, REACH];
    for (const [id, origin] of this.places()) {
      const seen = project(origin);
      const distance = Math.hypot(seen.x - x, seen.y - y);
      if (seen.isAhead && distance < least) [found, least] = [id, distance];
    }
    return found;
  }

  /** Chooses scales. Torques that are small compared to the forces times a body's size are drawn small. */
  #chooseScales(): void {
    const length = ARROW * this.#size;
    // Root mean squares, since impacts are far above the rest.
    const force = Math.sqrt(meanOf(this.#squares('force')));
    const torque = Math.sqrt(meanOf(this.#squares('torque')));
    this.forceScale = chooseScale(this.forceScale, force, length);
    this.torqueScale = chooseScale(this.torqueScale, torque > 0 ? Math.max(torque, SMALL * force * this.#size) : 0, length);
  }

  #squares(of: 'force' | 'torque'): number[] {
    const squares: number[] = [];
    for (let at = JOINT_PLACES[of]; at < this.#rows.length; at += JOINT_WIDTH) {
      squares.push(this.#rows[at] ** 2 + this.#rows[at + 1] ** 2 + this.#rows[at + 2] ** 2);
    }
    return squares;
  }

  /** Draws origins, axes, and lines to the centres of the joined bodies. */
  #drawBones(
    picture: JointPicture,
    place: Place,
    centres: ReadonlyMap<number, Vector3>,
    colour: string,
    size: number,
    isBroken: boolean,
  ): void {
    const { a, b } = place;
    const { kind, bodyA, bodyB } = picture;
    const [centreA, centreB] = [bodyA === null ? undefined : centres.get(bodyA), centres.get(bodyB)];
    if (centreA !== undefined) this.#rods.add(centreA, a.origin, LEG_THICKNESS * size, LEG_COLOUR);
    if (centreB !== undefined) this.#rods.add(b.origin, centreB, LEG_THICKNESS * size, LEG_COLOUR);
    this.#dots.add(b.origin, b.origin, DOT * size, colour);
    if (kind === 'free' || isBroken) return;
    if (a.origin.distanceTo(b.origin) > 0.01 * size) {
      this.#dots.add(a.origin, a.origin, DOT * size, colour);
      this.#rods.add(a.origin, b.origin, AXIS_THICKNESS * size, colour);
    }
    for (const guide of guidesOf(picture)) {
      const axis = 'turn' in guide ? guide.turn : 'slide' in guide ? guide.slide : null;
      if (axis === null || axis === 'between') continue;
      const along = place[axis[0]].axes[axis[1]].clone().multiplyScalar(AXIS * size);
      const { origin } = place[axis[0]];
      this.#rods.add(origin.clone().sub(along), origin.clone().add(along), AXIS_THICKNESS * size, colour);
    }
  }

  #drawLimits(picture: JointPicture, row: Float32Array, place: Place, colour: string, size: number): void {
    guidesOf(picture).forEach((guide, c) => {
      const lower = row[JOINT_PLACES.limits + 2 * c];
      const upper = row[JOINT_PLACES.limits + 2 * c + 1];
      const value = row[JOINT_PLACES.values + c];
      if (!Number.isFinite(upper - lower)) return;
      if ('slide' in guide) this.#drawSlide(place, guide.slide, lower, upper, size);
      else if ('cone' in guide) this.#drawCone(place, upper, colour, size);
      else if ('turn' in guide && upper - lower < 2 * Math.PI) {
        const axis = place[guide.turn[0]].axes[guide.turn[1]];
        const hand = place[guide.hand[0]].axes[guide.hand[1]];
        const { origin } = place.b;
        const at = (angle: number) => pointOf(origin, hand.clone().applyAxisAngle(axis, angle - value), ARC * size);
        this.#drawCurve(at, lower, upper, size);
        for (const end of [lower, upper]) this.#rods.add(origin, at(end), LIMIT_THICKNESS * size, LIMIT_COLOUR);
        this.#rods.add(origin, at(value), AXIS_THICKNESS * size, colour);
      }
    });
  }

  #drawSlide({ a, b }: Place, along: Axis | 'between', lower: number, upper: number, size: number): void {
    const axis = along === 'between' ? b.origin.clone().sub(a.origin).normalize() : a.axes[along[1]];
    const ends = [lower, upper].map((value) => pointOf(a.origin, axis, value));
    this.#rods.add(ends[0], ends[1], LIMIT_THICKNESS * size, LIMIT_COLOUR);
    for (const end of ends) this.#dots.add(end, end, 0.5 * DOT * size, LIMIT_COLOUR);
  }

  #drawCone({ a, b }: Place, half: number, colour: string, size: number): void {
    const [x, y, z] = a.axes;
    const at = (angle: number) => {
      const across = y.clone().multiplyScalar(Math.cos(angle)).addScaledVector(z, Math.sin(angle));
      return pointOf(b.origin, across.multiplyScalar(Math.sin(half)).addScaledVector(x, Math.cos(half)), ARC * size);
    };
    this.#drawCurve(at, 0, 2 * Math.PI, size);
    for (let i = 0; i < 4; i++) this.#rods.add(b.origin, at((i * Math.PI) / 2), LIMIT_THICKNESS * size, LIMIT_COLOUR);
    this.#rods.add(b.origin, pointOf(b.origin, b.axes[0], ARC * size), AXIS_THICKNESS * size, colour);
  }

  #drawCurve(at: (angle: number) => Vector3, from: number, to: number, size: number): void {
    const pieces = Math.max(1, Math.ceil(((to - from) / (2 * Math.PI)) * PIECES));
    for (let i = 0; i < pieces; i++) {
      const [start, end] = [i, i + 1].map((k) => at(from + ((to - from) * k) / pieces));
      this.#rods.add(start, end, LIMIT_THICKNESS * size, LIMIT_COLOUR);
    }
  }

  /** Draws an arrow. A torque has two heads and points along its axis by the right-hand rule. */
  #drawArrow(from: Vector3, row: Float32Array, at: number, scale: number, colour: string, heads: number): void {
    const vector = new Vector3().fromArray(row, at).multiplyScalar(scale);
    const length = vector.length();
    const head = Math.min(HEAD * this.#size, length / heads);
    if (!(length > 1e-3 * this.#size)) return;
    const tip = from.clone().add(vector);
    vector.multiplyScalar(1 / length);
    this.#rods.add(from, pointOf(tip, vector, -head), ARROW_THICKNESS * this.#size, colour);
    for (let i = 0; i < heads; i++) {
      const end = pointOf(tip, vector, -i * head);
      this.#heads.add(pointOf(end, vector, -head), end, 0.4 * head, colour);
    }
  }
}

/** Collects rods and dots of one geometry, since Instances need to know their number first. */
class Strokes {
  readonly #instances: Instances;
  readonly #ends: number[] = [];
  readonly #radii: number[] = [];
  readonly #colours: string[] = [];

  constructor(instances: Instances) {
    this.#instances = instances;
  }

  /** Adds a rod from a point to another, or a dot if both are the same. */
  add(from: Vector3, to: Vector3, radius: number, colour: string): void {
    this.#ends.push(from.x, from.y, from.z, to.x, to.y, to.z);
    this.#radii.push(radius);
    this.#colours.push(colour);
  }

  draw(): void {
    this.#instances.begin(this.#radii.length);
    this.#radii.forEach((radius, i) => {
      const at = 6 * i;
      const isDot = [0, 1, 2].every((k) => this.#ends[at + k] === this.#ends[at + 3 + k]);
      if (isDot) this.#instances.addDot(this.#ends, at, radius, this.#colours[i]);
      else this.#instances.addRod(this.#ends, at, this.#ends, at + 3, 1, radius, this.#colours[i]);
    });
    this.#instances.end();
    this.#ends.length = this.#radii.length = this.#colours.length = 0;
  }
}

function placeOf(row: Float32Array): Place {
  const frame = (at: number) => {
    const q = new Quaternion().fromArray(row, at + 3);
    const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis) => axis.applyQuaternion(q));
    return { origin: new Vector3().fromArray(row, at), axes };
  };
  return { a: frame(JOINT_PLACES.frameA), b: frame(JOINT_PLACES.frameB) };
}

function pointOf(origin: Vector3, direction: Vector3, distance: number): Vector3 {
  return origin.clone().addScaledVector(direction, distance);
}
