// What a step that fails is undone by: a copy of the state now and then, and the steps since, which give the same bits
// again. Copying before every step would cost a world at rest half its time. The copy is made anew where something was
// changed from outside, but for targets of motors, which are set again with the steps (joints/target-log.ts), and
// before every step of a world with functions of the user, motions, controls and hooks, which may not give the same again.

import { disturbEnd } from '../detection/disturb.js';
import { MOST_COORDINATES, WORLD_END } from '../joints/joint-table.js';
import type { State } from '../state/state.js';
import type { AnyTable } from './snapshot.js';
import { stateTables } from './snapshot.js';

/** So many numbers are few [1]. */
const FEW = 200;
/**
 * So many steps share a copy, and more where nodes are few: as many as move so many nodes in all. To undo a step they
 * are taken again, which must not be a long wait.
 */
const STEPS_OF_A_COPY = 200;
const MOVES_OF_A_COPY = 10_000;
const MOST_STEPS_OF_A_COPY = 1000;

interface TableCopy {
  size: number;
  firstFree: number | undefined;
  liveCount: number | undefined;
  readonly names: readonly string[];
  readonly columns: (Float64Array | Int32Array)[];
}

export class Backup {
  /** Lengths of the steps since, the first `steps` of them [s]. */
  readonly lengths = new Float64Array(MOST_STEPS_OF_A_COPY);
  steps = 0;
  /** How many targets had been set by then, of the log's. */
  readonly #targets = new Int32Array(MOST_STEPS_OF_A_COPY);
  /** So many steps share the copy. */
  #most = 0;
  #time = 0;
  #stepCount = 0;
  #changes = -1;
  #hasFunctions = false;
  #tables: TableCopy[] = [];
  /** Of multibodies, by the row of their node. */
  readonly #slots: (Float64Array | undefined)[] = [];

  /** To be called before every step: copies the state if the copy there is, and the steps since, do not lead to it. */
  prepare(state: State): void {
    const { targets } = state.joints;
    const changes = state.changesButTargets;
    const isCurrent = this.#changes === changes && this.steps < this.#most && !this.#hasFunctions && !targets.isFull;
    if (isCurrent) {
      this.#targets[this.steps] = targets.count;
      return;
    }
    this.#changes = -1;
    this.#time = state.time;
    this.#stepCount = state.stepCount;
    this.steps = 0;
    this.#most = stepsOfCopy(state.bodies.nodes.size);
    this.#hasFunctions = hasFunctions(state);
    const tables = stateTables(state);
    if (this.#tables.length === 0) this.#tables = tables.map(emptyCopy);
    for (let i = 0; i < tables.length; i++) copyTable(tables[i], this.#tables[i]);
    copySlots(state.bodies.slots, this.#slots);
    this.#changes = changes;
    targets.count = 0;
    this.#targets[0] = 0;
  }

  /** A step of dt [s] was taken. */
  note(dt: number): void {
    this.lengths[this.steps++] = dt;
  }

  /** Sets the targets again that were set before step number `step` of those since the copy, and after the one before it. */
  setTargets(state: State, step: number): void {
    const { targets, table } = state.joints;
    const { target, nodes } = table.columns;
    targets.repeat(step === 0 ? 0 : this.#targets[step - 1], this.#targets[step], (place, value) => {
      target[place] = value;
      state.bodies.changes++;
      targets.changes++;
      const joint = Math.floor(place / MOST_COORDINATES);
      for (const node of [nodes[2 * joint], nodes[2 * joint + 1]]) if (node !== WORLD_END) disturbEnd(state, node);
    });
  }

  /**
   * Puts the state back to that of the copy; what follows from it is for the caller to make anew, and to take the steps
   * since.
   */
  restore(state: State): void {
    state.time = this.#time;
    state.stepCount = this.#stepCount;
    copySlots(this.#slots, state.bodies.slots);
    const tables = stateTables(state);
    tables.forEach((table, i) => {
      const { size, firstFree, liveCount, names, columns } = this.#tables[i];
      table.size = size;
      if (firstFree !== undefined) table.firstFree = firstFree;
      if (liveCount !== undefined) table.liveCount = liveCount;
      names.forEach((name, k) => {
        table.columns[name].set(columns[k].subarray(0, size * table.schema[name].width) as never);
      });
    });
  }
}

function stepsOfCopy(nodes: number): number {
  return Math.max(STEPS_OF_A_COPY, Math.min(MOST_STEPS_OF_A_COPY, Math.floor(MOVES_OF_A_COPY / nodes)));
}

function hasFunctions({ bodies, joints }: State): boolean {
  const { controls } = joints;
  const { slots } = bodies;
  const isThere = (item: unknown) => item !== undefined;
  if (bodies.materials.isHooked) return true;
  return bodies.motions.some((motion) => motion?.kind === 'function') || controls.some(isThere) || slots.some(isThere);
}

/** Number by number, since users hold the arrays. */
function copySlots(from: readonly (Float64Array | undefined)[], to: (Float64Array | undefined)[]): void {
  for (let row = 0; row < from.length; row++) {
    const numbers = from[row];
    if (numbers === undefined) to[row] = undefined;
    else if (to[row]?.length === numbers.length) (to[row] as Float64Array).set(numbers);
    else to[row] = numbers.slice();
  }
}

function emptyCopy(table: AnyTable): TableCopy {
  const names = table.savedColumns();
  const columns = names.map((name) => (table.schema[name].type === 'i32' ? new Int32Array(0) : new Float64Array(0)));
  return { size: 0, firstFree: undefined, liveCount: undefined, names, columns };
}

function copyTable(table: AnyTable, to: TableCopy): void {
  const { names, columns } = to;
  to.size = table.size;
  to.firstFree = table.firstFree;
  to.liveCount = table.liveCount;
  if (table.size === 0) return;
  for (let k = 0; k < names.length; k++) {
    const column = table.columns[names[k]] as Float64Array | Int32Array;
    if (columns[k].length < column.length) {
      columns[k] = column instanceof Int32Array ? new Int32Array(column.length) : new Float64Array(column.length);
    }
    copyNumbers(column, columns[k], table.size * table.schema[names[k]].width);
  }
}

/** Number by number where they are few: a view of them costs more than they do. */
function copyNumbers(from: Float64Array | Int32Array, to: Float64Array | Int32Array, count: number): void {
  if (count > FEW) to.set(from.subarray(0, count));
  else for (let i = 0; i < count; i++) to[i] = from[i];
}
