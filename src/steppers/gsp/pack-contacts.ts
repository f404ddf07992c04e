// Contacts in manifolds, and manifolds in packs of four that share no moving body, so that the kernel may solve the
// four at once. Two manifolds of the same moving body have different colours; a pack has manifolds of one colour.

import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import type { ContactStream } from './contact-stream.js';
import * as contactStream from './contact-stream.js';

// V8 folds constants of the same module but not imported ones.
const { COLORS, LANES, MOST_POINTS } = contactStream;

/** Sorts the contacts of all islands, which have been placed, into packs, island by island. */
export function packContacts(stream: ContactStream, detection: Detection): void {
  const { groups, bodies } = detection;
  stream.bodies.ensureCapacity(bodies.nodes.size + 1);
  stream.islands.ensureCapacity(groups.count + 1);
  stream.lanes.size = 0;
  stream.colors.size = 0;
  for (let i = 0; i <= groups.count; i++) {
    const island = groups.list[i];
    const contacts = findManifolds(stream, detection, island);
    const { firstLane, packCount, contactCount, isFree } = stream.islands.columns;
    isFree[i] = 0;
    firstLane[i] = stream.lanes.size;
    contactCount[i] = contacts;
    listColors(stream, island);
    packCount[i] = (stream.lanes.size - firstLane[i]) / LANES;
    stream.lanes.ensureCapacity(stream.lanes.size);
    fillLanes(stream, detection, island);
  }
}

/** Lists the ranges of packs of one colour, and gives them their lanes. */
function listColors({ colors, islands, lanes, counts }: ContactStream, island: Island): void {
  const { firstColor, colorCount } = islands.columns;
  firstColor[island.number] = colors.size;
  colors.ensureCapacity(colors.size + COLORS + manifoldsOfColor(counts, COLORS));
  const { firstLane, packCount } = colors.columns;
  for (let color = 0; color <= COLORS; color++) {
    const packs = packsOf(manifoldsOfColor(counts, color), color);
    // Those that found no colour may share bodies.
    const inRange = color < COLORS ? packs : 1;
    for (let pack = 0; pack < packs; pack += inRange) {
      const range = colors.size++;
      firstLane[range] = lanes.size;
      packCount[range] = inRange;
      lanes.size += LANES * inRange;
    }
  }
  colorCount[island.number] = colors.size - firstColor[island.number];
}

function manifoldsOfColor(counts: Int32Array, color: number): number {
  let count = 0;
  for (let k = 0; k < MOST_POINTS; k++) count += counts[MOST_POINTS * color + k];
  return count;
}

/** Packs of a number of manifolds of one colour; those of the last, that found none, have one each. */
function packsOf(manifolds: number, color: number): number {
  return color < COLORS ? Math.ceil(manifolds / LANES) : manifolds;
}

/** Manifolds and their colours: the first that neither of its movers has yet. */
function findManifolds(stream: ContactStream, detection: Detection, island: Island): number {
  const { found, counts, bodies: kernelBodies } = stream;
  const { bodies, graph, groups } = detection;
  const { firstEdge, edgeCount, firstBody, bodyCount } = island;
  const edges = groups.edges.columns.member;
  const members = groups.movers.columns.member;
  const { mover, inverseMass } = bodies.nodes.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  let contacts = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) contacts += contactCount[edges[i]];
  found.ensureCapacity(contacts);
  const { shapes, normal, bias, load, impulse } = graph.contacts.columns;
  const { colors } = kernelBodies.columns;
  const { manifold, color } = found.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) colors[members[i]] = 0;
  counts.fill(0);
  found.size = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = mover[ends[2 * edge]];
    const b = mover[ends[2 * edge + 1]];
    const end = firstContact[edge] + contactCount[edge];
    let contact = firstContact[edge];
    while (contact < end) {
      const first = contact;
      let acts = false;
      do {
        if (bias[contact] !== Number.POSITIVE_INFINITY) acts = true;
        contact++;
      } while (
        contact < end &&
        contact - first < MOST_POINTS &&
        shapes[2 * contact] === shapes[2 * first] &&
        shapes[2 * contact + 1] === shapes[2 * first + 1] &&
        // Of a mesh, each contact may have a normal of its own.
        normal[3 * contact] === normal[3 * first] &&
        normal[3 * contact + 1] === normal[3 * first + 1] &&
        normal[3 * contact + 2] === normal[3 * first + 2]
      );
      if (!acts) {
        // Contacts that must not act have no load either.
        for (let k = 4 * first; k < 4 * contact; k++) load[k] = impulse[k] = 0;
        continue;
      }
      const taken = (inverseMass[a] > 0 ? colors[a] : 0) | (inverseMass[b] > 0 ? colors[b] : 0);
      // The lowest bit that is not taken.
      const c = taken === 0x7fffffff ? COLORS : 31 - Math.clz32(~taken & (taken + 1));
      colors[a] |= c < COLORS ? 1 << c : 0;
      colors[b] |= c < COLORS ? 1 << c : 0;
      counts[MOST_POINTS * (c + 1) - (contact - first)]++;
      const row = found.size++;
      color[row] = c;
      manifold[4 * row] = a;
      manifold[4 * row + 1] = b;
      manifold[4 * row + 2] = first;
      manifold[4 * row + 3] = contact - first;
    }
  }
  return contacts;
}

/**
 * Colour by colour, four a pack; the last colour, of those that found none, one a pack. A pack has as many points as
 * the manifold with the most, so manifolds of like numbers go together.
 */
function fillLanes({ found, lanes, islands, counts }: ContactStream, { bodies, graph }: Detection, island: Island): void {
  const start = islands.columns.firstLane[island.number];
  const nobody = bodies.nodes.size;
  const { shapes } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride, friction: table } = bodies.materials;
  const { manifold: from, color } = found.columns;
  const { manifold, friction } = lanes.columns;
  for (let lane = start; lane < lanes.size; lane++) {
    manifold[4 * lane] = manifold[4 * lane + 1] = nobody;
    manifold[4 * lane + 2] = manifold[4 * lane + 3] = 0;
    friction[lane] = 0;
  }
  let next = start;
  for (let c = 0; c <= COLORS; c++) {
    const packs = packsOf(manifoldsOfColor(counts, c), c);
    let lane = next;
    for (let k = MOST_POINTS * c; k < MOST_POINTS * (c + 1); k++) {
      const manifolds = counts[k];
      counts[k] = lane;
      lane += c < COLORS ? manifolds : LANES * manifolds;
    }
    next += LANES * packs;
  }
  for (let row = 0; row < found.size; row++) {
    const bucket = MOST_POINTS * (color[row] + 1) - from[4 * row + 3];
    const lane = counts[bucket];
    counts[bucket] += color[row] < COLORS ? 1 : LANES;
    for (let k = 0; k < 4; k++) manifold[4 * lane + k] = from[4 * row + k];
    const contact = from[4 * row + 2];
    friction[lane] = table[material[shapes[2 * contact]] * stride + material[shapes[2 * contact + 1]]];
  }
}
