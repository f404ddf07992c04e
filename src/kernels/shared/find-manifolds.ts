// Contacts in manifolds, manifolds in colours, colours in packs of four lanes (steppers/gsp/contact-stream.ts says what all that is for,
// and what the columns are).

import type { I32, Integers, Numbers } from './numbers.js';
import { INFINITE, lowestZeroOf } from './numbers.js';

/** Most points of a manifold. */
export const MOST_POINTS: I32 = 4;
/** Manifolds of a pack. */
export const LANES: I32 = 4;
/** Colours that are told apart by the bits of one number; manifolds for which none is left have a pack of their own. */
export const COLORS: I32 = 31;
/** All bits of these. */
const ALL_COLORS: I32 = 0x7fffffff;

/** Where the manifold ends that begins with the contact `first`, of those before `end`: it is of one pair of shapes, with one normal. */
function endOfManifold(first: I32, end: I32, shapes: Integers, normal: Numbers): I32 {
  const last = first + MOST_POINTS < end ? first + MOST_POINTS : end;
  let contact = first + 1;
  while (
    contact < last &&
    shapes[2 * contact] === shapes[2 * first] &&
    shapes[2 * contact + 1] === shapes[2 * first + 1] &&
    // Of a mesh, each contact may have a normal of its own.
    normal[3 * contact] === normal[3 * first] &&
    normal[3 * contact + 1] === normal[3 * first + 1] &&
    normal[3 * contact + 2] === normal[3 * first + 2]
  )
    contact++;
  return contact;
}

/** Whether any of these contacts may act; those that must not have an infinite bias. */
function doAct(bias: Numbers, first: I32, end: I32): boolean {
  for (let contact = first; contact < end; contact++) if (bias[contact] !== INFINITE) return true;
  return false;
}

function manifoldsOfColor(counts: Integers, color: I32): I32 {
  let count: I32 = 0;
  for (let k: I32 = 0; k < MOST_POINTS; k++) count += counts[MOST_POINTS * color + k];
  return count;
}

/** Packs of a number of manifolds of one colour; those of the last, that found none, have one each. */
function packsOf(manifolds: I32, color: I32): I32 {
  return color < COLORS ? (manifolds + LANES - 1) >> 2 : manifolds;
}

/**
 * Finds the manifolds of `islands` islands, and gives each the lowest colour that neither of its movers has yet. A colour is a range of
 * packs, but for the last, of those that found none: each of them is a range. Gives every manifold a lane, those of most points first.
 * Returns how many manifolds there are.
 */
export function findManifolds(
  edges: Integers,
  rows: Integers,
  islands: I32,
  firstEdge: Integers,
  edgeCount: Integers,
  firstBody: Integers,
  bodyCount: Integers,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  shapes: Integers,
  normal: Numbers,
  bias: Numbers,
  loads: Numbers,
  impulse: Numbers,
  inverseMass: Numbers,
  colors: Integers,
  counts: Integers,
  manifold: Integers,
  lane: Integers,
  firstLane: Integers,
  packCount: Integers,
  contactsOfIsland: Integers,
  firstColor: Integers,
  colorCount: Integers,
  firstLaneOfColor: Integers,
  packsOfColor: Integers,
): I32 {
  let found: I32 = 0;
  let lanes: I32 = 0;
  let ranges: I32 = 0;
  for (let island: I32 = 0; island < islands; island++) {
    const firstFound = found;
    let contacts: I32 = 0;
    let used: I32 = 0;
    for (let i = firstBody[island]; i < firstBody[island] + bodyCount[island]; i++) colors[rows[i]] = 0;
    for (let i = firstEdge[island]; i < firstEdge[island] + edgeCount[island]; i++) {
      const edge = edges[i];
      const a = movers[2 * edge];
      const b = movers[2 * edge + 1];
      const end = firstContact[edge] + contactCount[edge];
      contacts += contactCount[edge];
      let first = firstContact[edge];
      while (first < end) {
        const next = endOfManifold(first, end, shapes, normal);
        if (doAct(bias, first, next)) {
          const taken = (inverseMass[a] > 0 ? colors[a] : 0) | (inverseMass[b] > 0 ? colors[b] : 0);
          const color = taken === ALL_COLORS ? COLORS : lowestZeroOf(taken);
          if (color < COLORS) {
            colors[a] = colors[a] | (1 << color);
            colors[b] = colors[b] | (1 << color);
          }
          for (; used <= color; used++) for (let k: I32 = 0; k < MOST_POINTS; k++) counts[MOST_POINTS * used + k] = 0;
          counts[MOST_POINTS * (color + 1) - (next - first)] += 1;
          lane[found] = color;
          manifold[4 * found] = a;
          manifold[4 * found + 1] = b;
          manifold[4 * found + 2] = first;
          manifold[4 * found + 3] = next - first;
          found++;
        } else {
          // Contacts that must not act have no load either.
          for (let k = 4 * first; k < 4 * next; k++) {
            loads[k] = 0;
            impulse[k] = 0;
          }
        }
        first = next;
      }
    }
    firstLane[island] = lanes;
    contactsOfIsland[island] = contacts;
    firstColor[island] = ranges;
    for (let color: I32 = 0; color < used; color++) {
      const packs = packsOf(manifoldsOfColor(counts, color), color);
      // Those that found no colour may share bodies.
      const inRange = color < COLORS ? packs : 1;
      let next = lanes;
      for (let pack: I32 = 0; pack < packs; pack += inRange) {
        firstLaneOfColor[ranges] = lanes;
        packsOfColor[ranges] = inRange;
        ranges++;
        lanes += LANES * inRange;
      }
      for (let k = MOST_POINTS * color; k < MOST_POINTS * (color + 1); k++) {
        const manifolds = counts[k];
        counts[k] = next;
        next += color < COLORS ? manifolds : LANES * manifolds;
      }
    }
    colorCount[island] = ranges - firstColor[island];
    packCount[island] = (lanes - firstLane[island]) >> 2;
    for (let row = firstFound; row < found; row++) {
      const color = lane[row];
      const bucket = MOST_POINTS * (color + 1) - manifold[4 * row + 3];
      lane[row] = counts[bucket];
      counts[bucket] += color < COLORS ? 1 : LANES;
    }
  }
  return found;
}

/**
 * Puts `count` manifolds into their lanes, of which there are `lanes`; those that are left have no points, of the row `nobody`. Friction is
 * that of materials, in a table of so many columns; contacts that have `own` among the bits of `ownSurface` have their own.
 */
export function fillLanes(
  count: I32,
  from: Integers,
  lane: Integers,
  lanes: I32,
  nobody: I32,
  manifold: Integers,
  friction: Numbers,
  shapes: Integers,
  ownSurface: Integers,
  ownFriction: Numbers,
  own: I32,
  material: Integers,
  columns: I32,
  ofMaterials: Numbers,
): void {
  for (let i: I32 = 0; i < lanes; i++) {
    manifold[4 * i] = nobody;
    manifold[4 * i + 1] = nobody;
    manifold[4 * i + 2] = 0;
    manifold[4 * i + 3] = 0;
    friction[i] = 0;
  }
  for (let row: I32 = 0; row < count; row++) {
    const to = lane[row];
    const contact = from[4 * row + 2];
    for (let k: I32 = 0; k < 4; k++) manifold[4 * to + k] = from[4 * row + k];
    friction[to] =
      (ownSurface[contact] & own) !== 0
        ? ownFriction[contact]
        : ofMaterials[material[shapes[2 * contact]] * columns + material[shapes[2 * contact + 1]]];
  }
}
