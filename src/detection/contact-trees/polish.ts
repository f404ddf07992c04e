// From places where shapes may touch to contacts. A sample on a smooth piece first slides to where its piece is deepest in the other shape, so that
// contacts move with what rolls instead of jumping from sample to sample. Then gap and normal are those of the exact distance.
//
// Where we differ from the paper, which takes both from the interpolated field: the field decides what is looked at, the mesh what is found. Faces
// keep their exact normals and boxes stand on each other without a gap, however large the allowed error is.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import { PIECE, PIECE_SIZE } from '../../distance-field/tree-layout.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { Climb, climbEdges, isOnPeak, summitRank } from './climb-edges.js';
import { exactSides, FieldProbe, fieldAt, placePoint, putOnMesh, SIDE_NAMES } from './placed-field.js';
import { NO_PIECE, type RawContacts, SURFACE } from './raw-contacts.js';

/** Steps of a slide, and how often each is halved in search of a deeper place. */
const SLIDES = 3;
const HALVINGS = 3;
/** Slopes below this do not make a sample slide: sine of the angle between the surfaces [1]. */
const LEVEL = 0.01;
/** A slide must gain this share of the allowed error [1]. */
const GAIN = 1e-3;
/** Faces whose planes are no further apart than this share of the envelope are not told apart [1]. */
const BLUR = 0.5;
/** The same for what does not touch yet [1]. */
const BLUR_AHEAD = 0.05;
/** Cosine of the largest angle between the normals of two smooth surfaces that touch [1]. */
export const LOOKS_AGAINST = 0.99;
/** Cosine of the angle between an edge or a corner and what it looks straight against [1]. */
const OPPOSED = 0.9;
/** How far behind a contact more of the body is looked for, as a share of the envelope [1]. */
const INWARD = 0.5;

/** What polishing works on. */
export class Polish {
  readonly probe = new FieldProbe();
  readonly climb = new Climb();
  readonly point = new Float64Array(3);
  /** The exact distance of the point to the other shape [m], where it is known; else -Infinity. */
  distance = 0;
  readonly trial = new Float64Array(3);
  /** What the walker looks along at the point [1], then the blur and how far sides may be [m]: see exactSides(). */
  readonly facing = new Float64Array(5);
  readonly found = new Float64Array(5);
  readonly foundAtTrial = new Float64Array(5);
  readonly surface = new Float64Array(5);
  readonly middle = new Float64Array(3);
  /** Sides of the other shape at the point, and their names. */
  readonly sides = new Float64Array(4 * SIDE_NAMES);
  readonly sideNames = new Int32Array(SIDE_NAMES);
}

/** Appends the contacts of a raw list that are within reach. */
export function polishContacts(polish: Polish, pair: PairAtHand, raw: RawContacts, out: ContactList): void {
  const { climb, point, facing, found } = polish;
  const { a, b } = pair;
  const before = out.count;
  climb.gapOfPeak = BLUR * pair.envelope;
  climb.wayOfPeak = pair.spacing;
  for (let i = 0; i < raw.count; i++) {
    const walker = raw.side[i] > 0 ? a : b;
    const other = raw.side[i] > 0 ? b : a;
    for (let k = 0; k < 3; k++) {
      point[k] = raw.point[3 * i + k];
      facing[k] = raw.facing[3 * i + k];
    }
    for (let k = 0; k < 4; k++) found[k] = raw.field[4 * i + k];
    const isSharp = raw.piece[i] !== NO_PIECE && raw.rank[i] !== SURFACE;
    const hasSlid = raw.piece[i] !== NO_PIECE && !isSharp && slide(polish, walker, other, raw.piece[i]);
    if (hasSlid) putOnMesh(polish.probe, walker, polish.point, polish.facing);
    polish.distance = Number.NEGATIVE_INFINITY;
    if (isSharp) meetSharp(polish, pair, walker, other, raw, i, before, out);
    else meet(polish, pair, other, raw, i, raw.feature[i], false, out);
  }
}

/** The contacts of a corner or a point of an edge, and of the place that is deepest about it. */
function meetSharp(
  polish: Polish,
  pair: PairAtHand,
  walker: PlacedShape,
  other: PlacedShape,
  raw: RawContacts,
  i: number,
  first: number,
  out: ContactList,
): void {
  const { climb, point, facing, found } = polish;
  const { columns, corners } = walker.tree as ContactTree;
  const { pieces } = columns;
  const name = raw.feature[i] >> 1;
  const from = name < pieces.length / PIECE_SIZE ? corners.placeOfSample[name] : name - pieces.length / PIECE_SIZE;
  // What was thinned out beside it is its to find.
  climb.way = pieces[PIECE_SIZE * raw.piece[i] + 3] + climb.wayOfPeak;
  const hasMoved = climbEdges(climb, walker, other, point, from);
  const isPeak = isOnPeak(climb, walker, other);
  polish.distance = climb.distanceOfStart;
  // Another sample may have climbed to a corner before.
  if (!isThere(out, first, raw.feature[i])) meet(polish, pair, other, raw, i, raw.feature[i], isPeak && !hasMoved, out);
  if (!hasMoved) return;
  const feature = 2 * (pieces.length / PIECE_SIZE + climb.summitFeature) + (raw.side[i] > 0 ? 0 : 1);
  if (isThere(out, first, feature)) return;
  point.set(climb.summit);
  facing.set(climb.summitFacing);
  found.set(climb.summitField);
  polish.distance = found[0];
  raw.rank[i] = summitRank(climb);
  meet(polish, pair, other, raw, i, feature, isPeak, out);
}

/** Whether a contact of this feature is among those from row `first` on. */
function isThere({ feature: features, count }: ContactList, first: number, feature: number): boolean {
  for (let row = first; row < count; row++) if (Math.floor(features[row] / SIDE_NAMES) === feature) return true;
  return false;
}

/** Appends the contacts of `point`, which looks along `facing`, with all sides of the other shape there; a peak is pushed across edges as well. */
function meet(
  polish: Polish,
  pair: PairAtHand,
  other: PlacedShape,
  raw: RawContacts,
  i: number,
  feature: number,
  isPeak: boolean,
  out: ContactList,
): void {
  const { facing, found, point, sides, sideNames } = polish;
  const { reach, envelope } = pair;
  // What is still apart passes an edge, or does not, more exactly; what looks nowhere, as the core of something round, cannot choose between faces.
  const looks = facing[0] !== 0 || facing[1] !== 0 || facing[2] !== 0;
  facing[3] = looks ? (found[0] <= envelope ? BLUR : BLUR_AHEAD) * envelope : 0;
  facing[4] = reach + raw.radius[i];
  // No plane of a face is nearer than the shape by more than the blur.
  if (polish.distance > facing[4] + facing[3]) return;
  const count = exactSides(polish.probe, other, point, facing, isPeak, sides, sideNames);
  if (raw.rank[i] === SURFACE && isOblique(polish)) return;
  const first = out.count;
  for (let side = 0; side < count; side++) {
    if (sides[4 * side] - raw.radius[i] > reach) continue;
    append(polish, pair, raw, i, side, feature, out);
    out.sample[out.count - 1] = first;
  }
}

/**
 * Whether the inside of a smooth piece does not look against what it met: the two are closest elsewhere, at a corner or an edge that has
 * a sample of its own, and the normal here is that of some side of it.
 */
function isOblique(polish: Polish): boolean {
  const { facing, sides } = polish;
  return facing[0] * sides[1] + facing[1] * sides[2] + facing[2] * sides[3] > -LOOKS_AGAINST;
}

/**
 * Moves `point` over the walker's piece to where the other shape's field, in `found`, is least, and returns whether that is elsewhere.
 * It goes by the walker's field, which fills valleys: the point may be off the surface then.
 */
function slide(polish: Polish, walker: PlacedShape, other: PlacedShape, piece: number): boolean {
  const { middle, point, surface, found, trial, foundAtTrial } = polish;
  const tree = walker.tree as ContactTree;
  const { pieces } = tree.columns;
  const k = PIECE_SIZE * piece;
  const radius = pieces[k + 3];
  let hasMoved = false;
  placePoint(walker, pieces, k + PIECE.sphere, middle);
  for (let step = 0; step < SLIDES; step++) {
    fieldAt(polish.probe, walker, point, surface);
    const along = found[1] * surface[1] + found[2] * surface[2] + found[3] * surface[3];
    const x = found[1] - along * surface[1];
    const y = found[2] - along * surface[2];
    const z = found[3] - along * surface[3];
    if (x * x + y * y + z * z < LEVEL * LEVEL) break;
    let way = radius;
    let isDeeper = false;
    for (let halving = 0; halving < HALVINGS && !isDeeper; halving++) {
      trial[0] = point[0] - way * x;
      trial[1] = point[1] - way * y;
      trial[2] = point[2] - way * z;
      putOnSurface(polish, walker, radius);
      fieldAt(polish.probe, other, trial, foundAtTrial);
      isDeeper = foundAtTrial[0] < found[0] - GAIN * tree.allowedError;
      way /= 2;
    }
    if (!isDeeper) break;
    point.set(trial);
    found.set(foundAtTrial);
    hasMoved = true;
  }
  return hasMoved;
}

/** Brings `trial` back to the walker's surface, and into the sphere about `middle`; leaves its normal in `surface`. */
function putOnSurface(polish: Polish, walker: PlacedShape, radius: number): void {
  const { trial, middle, surface } = polish;
  const x = trial[0] - middle[0];
  const y = trial[1] - middle[1];
  const z = trial[2] - middle[2];
  const away = Math.sqrt(x * x + y * y + z * z);
  const share = away > radius ? radius / away : 1;
  trial[0] = middle[0] + share * x;
  trial[1] = middle[1] + share * y;
  trial[2] = middle[2] + share * z;
  fieldAt(polish.probe, walker, trial, surface);
  for (let k = 0; k < 3; k++) trial[k] -= surface[0] * surface[1 + k];
}

/** A contact with one of the sides; `inward` of it is where to look for more of the walker behind it. */
function append(
  polish: Polish,
  pair: PairAtHand,
  raw: RawContacts,
  from: number,
  met: number,
  feature: number,
  out: ContactList,
): void {
  const { sides, facing, point, sideNames } = polish;
  const i = out.add();
  const side = raw.side[from];
  const radius = raw.radius[from];
  const f = 4 * met;
  const gap = sides[f] - radius;
  const along = facing[0] * sides[f + 1] + facing[1] * sides[f + 2] + facing[2] * sides[f + 3];
  for (let k = 0; k < 3; k++) {
    const normal = sides[f + 1 + k];
    const onWalker = point[k] - radius * normal;
    const onOther = onWalker - gap * normal;
    out.pointA[3 * i + k] = side > 0 ? onWalker : onOther;
    out.pointB[3 * i + k] = side > 0 ? onOther : onWalker;
    // the gradient points out of the other shape, towards the walker
    out.normal[3 * i + k] = -side * normal;
    out.inward[3 * i + k] = -INWARD * pair.envelope * (facing[k] - along * normal);
  }
  out.side[i] = side;
  if (raw.rank[from] !== SURFACE && along < -OPPOSED) out.isOpposed[i] = 1;
  out.gap[i] = gap;
  out.feature[i] = SIDE_NAMES * feature + sideNames[met];
  out.rank[i] = raw.rank[from];
}
