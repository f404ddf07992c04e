// Checks the columns of a contact tree that was read from a file. The checksum detects accidental changes only, not
// deliberate ones. All links and numbers are checked once, so that walks over the tree need no checks.

import { InputError } from '../input/fields.js';
import { inspectMesh } from '../mesh/inspect.js';
import { makeMesh } from '../mesh/make-mesh.js';
import { boundsOf } from '../mesh/measures.js';
import { isSolid } from '../mesh/repair.js';
import type { TreeColumns } from './tree-layout.js';
import { CORNER_OFFSET, GROUP_VALUES, HEAD, HEAD_WORDS, interpolate, MEASURE, MOST_LEVELS, OCTANTS } from './tree-layout.js';

/** Tolerance for single precision, as a share of the root cell's side [1]. */
const ROUNDING = 1e-6;
/** Bound of the root cell's side over extent plus error [1]; it is slightly above extent plus 4 times the error. */
const WIDEST = 4.1;

function refuse(what: string): never {
  throw new InputError(`The tree ${what}: it was altered.`);
}

/** Throws an InputError unless the columns are those of a tree as `ContactTree.build` makes them. */
export function checkTree(columns: TreeColumns): void {
  checkHead(columns);
  checkMeasures(columns);
  checkMesh(columns);
  checkNumbers(columns);
  new Walk(columns).check();
  checkSurface(columns);
}

function checkHead({ head }: TreeColumns): void {
  if (head[HEAD.groups] < 1) refuse('has no cells');
  const limit = head[HEAD.depthLimit];
  if (!(limit >= 1 && limit <= MOST_LEVELS)) refuse(`has the depth limit ${limit}, but must have one from 1 to ${MOST_LEVELS}`);
  if (head[HEAD.meetsItself] > 1)
    refuse(`has ${head[HEAD.meetsItself]} where it says whether its mesh meets itself, but must have 0 or 1`);
  for (let word = HEAD.meetsItself + 1; word < HEAD_WORDS; word++)
    if (head[word] !== 0) refuse('has a head with something in its spare words');
}

function checkMeasures({ measures }: TreeColumns): void {
  for (const [name, at] of Object.entries(MEASURE)) {
    // An infinite margin is allowed: the error is then met everywhere.
    const isRight = at === MEASURE.margin ? measures[at] >= 0 : Number.isFinite(measures[at]);
    if (!isRight) refuse(`has ${measures[at]} for its ${name}`);
  }
  for (const name of ['side', 'allowedError', 'halfThickness'] as const)
    if (!(measures[MEASURE[name]] > 0)) refuse(`has ${measures[MEASURE[name]]} for its ${name}, but must have more than 0`);
  if (!(measures[MEASURE.largestError] >= 0 && measures[MEASURE.largestError] <= measures[MEASURE.allowedError]))
    refuse(`has ${measures[MEASURE.largestError]} for its largestError, but must have no more than is allowed`);
}

/** Checks that the mesh is closed, wound outward, and within the root cell. */
function checkMesh({ positions, triangles, measures }: TreeColumns): void {
  let mesh: ReturnType<typeof makeMesh>;
  try {
    mesh = makeMesh(positions, triangles);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`The tree is of no mesh: ${error.message}`);
  }
  if (!isSolid(inspectMesh(mesh))) refuse('has a mesh that is not closed or not wound outward');
  const side = measures[MEASURE.side];
  for (let i = 0; i < positions.length; i++) {
    const share = (positions[i] - measures[i % 3]) / side;
    if (!(share > 0 && share < 1)) refuse(`has vertex ${Math.floor(i / 3)} outside its cells`);
  }
  const { lower, upper } = boundsOf(mesh);
  const extent = Math.max(...upper.map((x, k) => x - lower[k]));
  if (!(side < WIDEST * (extent + measures[MEASURE.allowedError]))) refuse(`has cells of ${side} m about a mesh of ${extent} m`);
}

function checkNumbers({ values, errors, pieces }: TreeColumns): void {
  const columns: [string, Float32Array][] = [
    ['distances', values],
    ['errors', errors],
    ['pieces of surface', pieces],
  ];
  for (const [name, column] of columns)
    for (let i = 0; i < column.length; i++) if (!Number.isFinite(column[i])) refuse(`has ${column[i]} among its ${name}`);
  for (let i = 0; i < errors.length; i++) if (errors[i] < 0) refuse(`has ${errors[i]} among its errors`);
}

/**
 * Checks the links. Groups and pieces are numbered in the order in which they are grown: those of a cell before those
 * below it, octant by octant. So each link has only one valid value, and cycles, dangling links and duplicates are
 * found.
 */
class Walk {
  readonly #columns: TreeColumns;
  #groups = 0;
  #pieces = 0;
  #depth = 0;

  constructor(columns: TreeColumns) {
    this.#columns = columns;
  }

  check(): void {
    const { head } = this.#columns;
    this.#visit(0);
    if (this.#groups !== head[HEAD.groups]) refuse(`has ${head[HEAD.groups]} groups of cells, but links to ${this.#groups}`);
    if (this.#pieces !== head[HEAD.pieces]) refuse(`has ${head[HEAD.pieces]} pieces of surface, but links to ${this.#pieces}`);
    if (this.#depth !== head[HEAD.depth]) refuse(`says that it is ${head[HEAD.depth]} levels deep, but is ${this.#depth}`);
  }

  /** Checks the next group, which divides a cell of this level. */
  #visit(level: number): void {
    const { head, links, pieceOfGroup } = this.#columns;
    const group = this.#groups++;
    if (level === head[HEAD.depthLimit]) refuse('is deeper than it may be');
    const piece = pieceOfGroup[group];
    if (piece !== -1 && piece !== this.#pieces++) refuse(`has a link from group ${group} to the wrong piece of surface`);
    for (let node = OCTANTS * group; node < OCTANTS * (group + 1); node++) {
      const link = links[node];
      if (link > 0) {
        if (link !== this.#groups || link >= head[HEAD.groups]) refuse(`has a link from cell ${node} to the wrong group`);
        this.#visit(level + 1);
        continue;
      }
      this.#depth = Math.max(this.#depth, level + 1);
      if (link < 0 && -1 - link !== this.#pieces++) refuse(`has a link from cell ${node} to the wrong piece of surface`);
    }
  }
}

/**
 * Checks that the field belongs to the mesh: its distance is 0 at the vertices, up to the error. If the mesh meets
 * itself, they may also be inside.
 */
function checkSurface(columns: TreeColumns): void {
  const { head, measures, positions, triangles } = columns;
  const most = measures[MEASURE.allowedError] + ROUNDING * measures[MEASURE.side];
  for (const vertex of triangles) {
    const value = fieldAt(columns, positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    if (value > most || (value < -most && head[HEAD.meetsItself] === 0))
      refuse(`has a field that is ${Math.abs(value)} m off at vertex ${vertex} of its mesh`);
  }
}

/** The distance by the field at a point in the root cell [m]. */
function fieldAt({ measures, links, values }: TreeColumns, x: number, y: number, z: number): number {
  const side = measures[MEASURE.side];
  let [u, v, w] = [(x - measures[0]) / side, (y - measures[1]) / side, (z - measures[2]) / side];
  let node = 0;
  for (let group = 0; ; group = links[node]) {
    [u, v, w] = [2 * u, 2 * v, 2 * w];
    node = OCTANTS * group + (u >= 1 ? 1 : 0) + (v >= 1 ? 2 : 0) + (w >= 1 ? 4 : 0);
    if (u >= 1) u -= 1;
    if (v >= 1) v -= 1;
    if (w >= 1) w -= 1;
    if (links[node] <= 0) return interpolate(values, GROUP_VALUES * (node >> 3) + CORNER_OFFSET[node & 7], u, v, w);
  }
}
