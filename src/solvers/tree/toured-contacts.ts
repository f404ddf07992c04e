// The contacts of an island, made ready for a tour over its links: in the order of their links, each with the exact
// response of the trees it is between and of all loops.
//
// Loops answer a contact without being walked: what a contact of impulse dl makes loops do is dz = -G^-1 W^T dl, with W
// = J U of the contact, and what loops do there is W z. The velocities of links leave z out.

import { INVERSE_LENGTH } from '../../kernels/forest-layout.js';
import * as layout from '../../kernels/tour-layout.js';
import * as contact from '../contact-record.js';
import { grown } from '../quadratic/grown.js';
import type { RowSet } from '../row-set.js';
import { findResponses } from './factor-forest.js';
import type { Forest } from './forest.js';
import type { TreeProblem } from './joint-block.js';
import { Tour } from './kernels/tour.js';
import type { Loops } from './loops.js';
import { addResponseAlone } from './row-responses.js';
import { TourRoom } from './tour-room.js';

const { DIRECTION, ANGULAR, COLUMNS_A, COLUMNS_B, BLOCK, BIAS, FRICTION, LAMBDA, TOURED_LENGTH } = layout;

/** Along a row that moves by less than this share of what its bodies alone would, nothing moves [1]. */
const STUCK = 1e-12;
/** The same of a row across which locks hold one of its bodies: less would throw it aside at a hundred times the speed of what presses. */
const STUCK_BY_LOCKS = 1e-4;
/**
 * Links of one tree that move against each other by less than this share of how far each is moved are held by their joints: the
 * rest is what rounding leaves of two large numbers, and may be below zero [1].
 */
const TIED = 1e-4;
/**
 * Links of one tree that part by less than this share of how far each is moved cannot be moved apart: to first order
 * they would go a hundred times as far as they are in each other, and their way bends before that [1].
 */
const LEAST_PARTING = 0.01;

export class TouredContacts {
  count = 0;
  readonly room: TourRoom;
  /** One a contact: its number among the problem's contacts. */
  order = new Int32Array(0);
  /** The link that stands for anchors. */
  ground = 0;
  readonly tour: Tour;
  /** Three numbers of the contact at hand: what loops do there; by how much its impulses change. */
  readonly byLoops = new Float64Array(3);
  readonly step = new Float64Array(3);

  /** Loop rows, and what they carry beyond what they had when the sweeps began. */
  loops = 0;
  z = new Float64Array(0);
  // W and G^-1 W^T, three rows a contact.
  #reach = new Float64Array(0);
  #answer = new Float64Array(0);
  // Scratch: how many contacts there are before each link; J of a contact's two ends, three rows of six each; one column; a path.
  #before = new Int32Array(0);
  readonly #jacobian = new Float64Array(36);
  readonly #column = new Float64Array(6);
  readonly #pushed = new Float64Array(6);
  // How a contact's normal, and its tangents, would answer were its two links not of one tree.
  readonly #apart = new Float64Array(2);
  #path = new Int32Array(0);

  /** Without the compiled kernel unless `isCompiled`. */
  constructor(isCompiled: boolean) {
    this.room = new TourRoom(isCompiled);
    this.tour = new Tour(this.room);
  }

  /** Makes room for the contacts of a problem and puts them in order; `prepare` is to be called next, with all parts stale. */
  begin(forest: Forest, problem: TreeProblem): void {
    const { contactCount } = problem;
    this.count = contactCount;
    this.ground = forest.plan.links;
    this.room.reserve(contactCount, forest);
    this.order = grown(this.order, contactCount);
    this.#path = grown(this.#path, forest.plan.links + 1);
    this.#sort(forest, problem);
  }

  /** Contacts of the parts that are stale with the factorisation of the forest as it is; `load` is to be called next. */
  prepare(forest: Forest, loops: Loops, problem: TreeProblem, isStale: Int32Array): void {
    const { part, partCount, hasLoops } = forest.plan;
    this.loops = loops.count;
    this.#reach = grown(this.#reach, 3 * loops.count * this.count);
    this.#answer = grown(this.#answer, 3 * loops.count * this.count);
    this.z = grown(this.z, loops.count);
    for (let p = 0; p < partCount; p++) {
      findResponses(forest, p);
      if (isStale[p] === 1) this.room.takeMatrices(forest, p);
    }
    // Every contact has a place for every row of loops, of which there may be more or fewer by now.
    const areAllStale = hasLoops && isStale[0] === 1;
    for (let i = 0; i < this.count; i++) {
      const isOwnStale = isStale[part[this.room.links[2 * i]]] === 1 || isStale[part[this.room.links[2 * i + 1]]] === 1;
      if (areAllStale || isOwnStale) this.#prepareContact(forest, loops, problem, i);
    }
  }

  /** Impulses and biases of a set of rows (row-set.ts); `u` has what anchors do, and what links do at first. */
  load(forest: Forest, { record, contactMovers, slip }: TreeProblem, u: Float64Array, rows: RowSet): void {
    const { toured, links } = this.room;
    const { ground } = this;
    this.z.fill(0, 0, this.loops);
    this.byLoops.fill(0);
    this.tour.start(forest, u);
    for (let i = 0; i < this.count; i++) {
      const from = this.order[i] * contact.RECORD_LENGTH;
      const k = i * TOURED_LENGTH;
      for (let row = 0; row < 3; row++) {
        toured[k + LAMBDA + row] = row < rows.rows ? record[from + rows.lambda + row] : 0;
        let bias = row === 0 ? record[from + rows.bias] : slip !== undefined ? slip[2 * this.order[i] + row - 1] : 0;
        for (let side = 0; side < 2; side++) {
          if (links[2 * i + side] < ground) continue;
          const at = contactMovers[2 * this.order[i] + side];
          for (let j = 0; j < 3; j++) {
            const d = toured[k + DIRECTION + 3 * row + j];
            bias += (side === 0 ? -d : d) * u[at + j] + toured[k + ANGULAR + 6 * row + 3 * side + j] * u[at + 3 + j];
          }
        }
        toured[k + BIAS + row] = bias;
      }
    }
  }

  /** Puts lambdas back to the records. */
  store({ record }: TreeProblem, { rows, lambda }: RowSet): void {
    for (let i = 0; i < this.count; i++) {
      const to = this.order[i] * contact.RECORD_LENGTH + lambda;
      for (let row = 0; row < rows; row++) record[to + row] = this.room.toured[i * TOURED_LENGTH + LAMBDA + row];
    }
  }

  /** What loops do at contact i, to `byLoops`. */
  gatherLoops(i: number): void {
    const { byLoops } = this;
    const n = this.loops;
    const z = this.z;
    const reach = this.#reach;
    for (let row = 0; row < 3; row++) {
      const from = (3 * i + row) * n;
      let sum = 0;
      for (let l = 0; l < n; l++) sum += reach[from + l] * z[l];
      byLoops[row] = sum;
    }
  }

  /** Loops answer `step` of contact i. */
  answerLoops(i: number): void {
    const { step } = this;
    const n = this.loops;
    const z = this.z;
    const answer = this.#answer;
    for (let row = 0; row < 3; row++) {
      const from = (3 * i + row) * n;
      for (let l = 0; l < n; l++) z[l] -= answer[from + l] * step[row];
    }
  }

  /** In the order of links of the larger tree of each contact, then of contacts. */
  #sort({ plan }: Forest, { contactCount, contactMovers }: TreeProblem): void {
    const { links, link, root, last } = plan;
    this.#before = grown(this.#before, links + 2);
    const before = this.#before;
    before.fill(0, 0, links + 2);
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < contactCount; i++) {
        const a = contactMovers[2 * i] / 6;
        const b = contactMovers[2 * i + 1] / 6;
        const linkA = a < links ? link[a] : links;
        const linkB = b < links ? link[b] : links;
        const sizeA = linkA < links ? last[root[linkA]] - root[linkA] : -1;
        const sizeB = linkB < links ? last[root[linkB]] - root[linkB] : -1;
        const key = sizeA > sizeB || (sizeA === sizeB && linkA < linkB) ? linkA : linkB;
        if (pass === 0) before[key + 1]++;
        else this.#place(before[key]++, i, linkA, linkB, linkA < links && linkB < links && root[linkA] === root[linkB]);
      }
      if (pass === 0) for (let k = 0; k <= links; k++) before[k + 1] += before[k];
    }
  }

  #place(at: number, i: number, linkA: number, linkB: number, isWithinTree: boolean): void {
    this.order[at] = i;
    this.room.links[2 * at] = linkA;
    this.room.links[2 * at + 1] = linkB;
    this.room.isWithinTree[at] = isWithinTree ? 1 : 0;
  }

  #prepareContact(forest: Forest, loops: Loops, { record }: TreeProblem, i: number): void {
    const { toured, links } = this.room;
    const jacobian = this.#jacobian;
    const from = this.order[i] * contact.RECORD_LENGTH;
    const k = i * TOURED_LENGTH;
    for (let j = 0; j < 9; j++) toured[k + DIRECTION + j] = record[from + contact.NORMAL + j];
    for (let j = 0; j < 18; j++) toured[k + ANGULAR + j] = record[from + contact.ANGULAR + j];
    for (let row = 0; row < 3; row++) {
      for (let side = 0; side < 2; side++) {
        const to = 18 * side + 6 * row;
        for (let j = 0; j < 3; j++) {
          const d = toured[k + DIRECTION + 3 * row + j];
          jacobian[to + j] = side === 0 ? -d : d;
          jacobian[to + 3 + j] = toured[k + ANGULAR + 6 * row + 3 * side + j];
        }
      }
    }
    toured[k + FRICTION] = record[from + contact.FRICTION];
    this.#fillColumns(forest, k, links[2 * i], 0, COLUMNS_A);
    this.#fillColumns(forest, k, links[2 * i + 1], 18, COLUMNS_B);
    toured.fill(0, k + BLOCK, k + BLOCK + 6);
    this.#addToBlock(k, links[2 * i], 0, COLUMNS_A);
    this.#addToBlock(k, links[2 * i + 1], 18, COLUMNS_B);
    const apart = this.#apart;
    apart[0] = toured[k + BLOCK];
    apart[1] = toured[k + BLOCK + 3] + toured[k + BLOCK + 5];
    if (this.room.isWithinTree[i] === 1) this.#addCrossTerms(forest, k, links[2 * i], links[2 * i + 1]);
    if (loops.count > 0) this.#subtractLoops(loops, i);
    this.#invertBlock(forest, k, links[2 * i], links[2 * i + 1]);
    // The normal row of a record without one acts on nothing, and keeps the impulse that limits its tangents.
    const hasNormal = toured[k + DIRECTION] !== 0 || toured[k + DIRECTION + 1] !== 0 || toured[k + DIRECTION + 2] !== 0;
    if (!hasNormal) toured[k + layout.INVERSE_NORMAL] = 1;
    toured[k + layout.INVERSE_GAP] =
      !hasNormal || toured[k + BLOCK] < LEAST_PARTING * apart[0] ? 0 : toured[k + layout.INVERSE_NORMAL];
  }

  /** Phi J^T of one end; nothing at the ground. */
  #fillColumns({ response }: Forest, k: number, link: number, end: number, columns: number): void {
    const { toured } = this.room;
    const jacobian = this.#jacobian;
    if (link === this.ground) {
      toured.fill(0, k + columns, k + columns + 18);
      return;
    }
    for (let row = 0; row < 3; row++) {
      const from = end + 6 * row;
      const to = k + columns + 6 * row;
      const j0 = jacobian[from];
      const j1 = jacobian[from + 1];
      const j2 = jacobian[from + 2];
      const j3 = jacobian[from + 3];
      const j4 = jacobian[from + 4];
      const j5 = jacobian[from + 5];
      for (let j = 0; j < 6; j++) {
        const h = 36 * link + 6 * j;
        toured[to + j] =
          response[h] * j0 +
          response[h + 1] * j1 +
          response[h + 2] * j2 +
          response[h + 3] * j3 +
          response[h + 4] * j4 +
          response[h + 5] * j5;
      }
    }
  }

  /** Adds J Phi J^T of one end. */
  #addToBlock(k: number, link: number, end: number, columns: number): void {
    const { toured } = this.room;
    const jacobian = this.#jacobian;
    if (link === this.ground) return;
    let to = k + BLOCK;
    for (let row = 0; row < 3; row++) {
      const from = end + 6 * row;
      for (let other = row; other < 3; other++) {
        const c = k + columns + 6 * other;
        toured[to++] +=
          jacobian[from] * toured[c] +
          jacobian[from + 1] * toured[c + 1] +
          jacobian[from + 2] * toured[c + 2] +
          jacobian[from + 3] * toured[c + 3] +
          jacobian[from + 4] * toured[c + 4] +
          jacobian[from + 5] * toured[c + 5];
      }
    }
  }

  /** What each end does at the other, through their tree. */
  #addCrossTerms(forest: Forest, k: number, linkA: number, linkB: number): void {
    const { toured } = this.room;
    const jacobian = this.#jacobian;
    for (let other = 0; other < 3; other++) {
      for (let j = 0; j < 6; j++) this.#column[j] = jacobian[18 + 6 * other + j];
      this.#carryBetween(forest, linkB, linkA);
      for (let row = 0; row < 3; row++) {
        let cross = 0;
        for (let j = 0; j < 6; j++) cross += jacobian[6 * row + j] * this.#column[j];
        // The response is symmetric: A's answer to B is B's to A with rows exchanged.
        toured[k + BLOCK + blockEntry(row, other)] += row === other ? 2 * cross : cross;
      }
    }
  }

  /** Turns `column`, an impulse on link `from`, into the velocity that it gives link `to` of the same tree. */
  #carryBetween(forest: Forest, from: number, to: number): void {
    const { plan, carry, response } = forest;
    const path = this.#path;
    let at = from;
    for (; to < at || to > plan.last[at]; at = plan.parent[at]) this.#multiply(carry, 36 * at, 1, 6);
    this.#multiply(response, 36 * at, 6, 1);
    let length = 0;
    for (let k = to; k !== at; k = plan.parent[k]) path[length++] = k;
    while (length > 0) this.#multiply(carry, 36 * path[--length], 6, 1);
  }

  /** column = matrix column, or its transpose by the steps from row to row and from column to column. */
  #multiply(matrix: Float64Array, m: number, rowStep: number, columnStep: number): void {
    const column = this.#column;
    const pushed = this.#pushed;
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += matrix[m + i * rowStep + j * columnStep] * column[j];
      pushed[i] = sum;
    }
    for (let i = 0; i < 6; i++) column[i] = pushed[i];
  }

  /** Fills W and G^-1 W^T of contact i, and takes what loops hold from its block. */
  #subtractLoops(loops: Loops, i: number): void {
    const { toured, links } = this.room;
    const { ground } = this;
    const jacobian = this.#jacobian;
    const n = loops.count;
    const reach = this.#reach;
    const answer = this.#answer;
    for (let row = 0; row < 3; row++) {
      const at = (3 * i + row) * n;
      for (let l = 0; l < n; l++) {
        let sum = 0;
        for (let side = 0; side < 2; side++) {
          const link = links[2 * i + side];
          const column = 6 * (l * ground + link);
          if (link < ground) for (let j = 0; j < 6; j++) sum += jacobian[18 * side + 6 * row + j] * loops.columns[column + j];
        }
        reach[at + l] = sum;
        answer[at + l] = sum;
      }
      loops.solveMatrix(answer, at);
    }
    let to = i * TOURED_LENGTH + BLOCK;
    for (let row = 0; row < 3; row++) {
      for (let other = row; other < 3; other++) {
        let sum = 0;
        for (let l = 0; l < n; l++) sum += reach[(3 * i + row) * n + l] * answer[(3 * i + other) * n + l];
        toured[to++] -= sum;
      }
    }
  }

  #invertBlock(forest: Forest, k: number, linkA: number, linkB: number): void {
    const { toured } = this.room;
    const { ground } = this;
    const jacobian = this.#jacobian;
    this.#pushed[0] = 0;
    if (linkA < ground) addResponseAlone(forest, linkA, jacobian, 0, this.#pushed, 0);
    if (linkB < ground) addResponseAlone(forest, linkB, jacobian, 18, this.#pushed, 0);
    const stuck = this.#pushed[0] * (isLocked(forest, linkA) || isLocked(forest, linkB) ? STUCK_BY_LOCKS : STUCK);
    const nn = toured[k + BLOCK];
    toured[k + layout.INVERSE_NORMAL] = nn > Math.max(stuck, TIED * this.#apart[0]) ? 1 / nn : 0;
    const a11 = toured[k + BLOCK + 3];
    const a12 = toured[k + BLOCK + 4];
    const a22 = toured[k + BLOCK + 5];
    const half = (a11 - a22) / 2;
    const largest = (a11 + a22) / 2 + Math.sqrt(half * half + a12 * a12);
    const determinant = a11 * a22 - a12 * a12;
    const least = Math.max(stuck, TIED * this.#apart[1]);
    const moves = largest > least;
    // Where tangents move along one line only, the block is its largest eigenvalue times that line's projector.
    const isPlane = determinant > least * largest;
    const scale = moves ? 1 / (isPlane ? determinant : largest * largest) : 0;
    const to = k + layout.INVERSE_TANGENT_BLOCK;
    toured[to] = scale * (isPlane ? a22 : a11);
    toured[to + 1] = scale * (isPlane ? -a12 : a12);
    toured[to + 2] = scale * (isPlane ? a11 : a22);
    toured[k + layout.TANGENT_STEP] = moves ? 1 / largest : 0;
  }
}

/** Whether an axis of a link is locked; the ground has no inverse at all. */
function isLocked({ inverse, plan }: Forest, link: number): boolean {
  if (link === plan.links) return false;
  for (let j = INVERSE_LENGTH * link; j < INVERSE_LENGTH * link + 6; j++) if (inverse[j] === 0) return true;
  return false;
}

/** Where an entry of the symmetric block is: nn, n1, n2, 11, 12, 22. */
function blockEntry(row: number, other: number): number {
  const low = Math.min(row, other);
  return low === 0 ? row + other : row + other + 1;
}
