// The backup by which the world undoes a failed step: a copy of the state, and the lengths of the steps taken since. To
// undo a step, the copy is restored and these steps are taken again; they give the same bits. Copying before every step
// would cost a world at rest half its time.
//
// A new copy is made when something was changed from outside. Targets of motors are an exception: they are logged and
// set again with the steps (joints/target-log.ts). A world with user functions (motions, controls, hooks) is copied
// before every step, since these functions may not repeat what they did.

import { disturbEnd } from '../detection/disturb.js';
import { MOST_COORDINATES, WORLD_END } from '../joints/joint-table.js';
import type { State } from '../state/state.js';
import type { AnyTable } from './snapshot.js';
import { stateTables } from './snapshot.js';

/** Up to this count, numbers are copied one by one [1]. */
const FEW = 200;
/**
 * Steps that share a copy: 200, or with few nodes as many as keep steps times nodes below 10 000, at most 1000. They
 * are bounded, since undoing a step takes all of them again.
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
  /** Lengths of the steps since the copy, the first `steps` entries [s]. */
  readonly lengths = new Float64Array(MOST_STEPS_OF_A_COPY);
  steps = 0;
  /** Entries of the target log before each of these steps. */
  readonly #targets = new Int32Array(MOST_STEPS_OF_A_COPY);
  /** Most steps that share the copy. */
  #most = 0;
  #time = 0;
  #stepCount = 0;
  #changes = -1;
  #hasFunctions = false;
  #tables: TableCopy[] = [];
  /** Copy of `slots`, by row of the node. */
  readonly #slots: (Float64Array | undefined)[] = [];

  /** To be called before every step. Copies the state if the present copy and the steps since do not lead to it. */
  prepare(state: State): void {
    const { targets } = state.joints;
    const changes = state.changesButTargets;
    const isCurrent =
      this.#changes === changes && this.steps < this.#most && !this.#hasFunctions && !targets.isFull && this.#leadsTo(state);
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

  /** Whether there were no steps but those that were noted. */
  #leadsTo({ stepCount }: State): boolean {
    return stepCount === this.#stepCount + this.steps;
  }

  /** Notes that a step of dt [s] was taken. */
  note(dt: number): void {
    this.lengths[this.steps++] = dt;
  }

  /** Repeats the changes of targets between step `step` since the copy and the step before it. */
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

  /** Restores the copied state. The caller rebuilds derived data, and takes the steps since the copy again. */
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

/** Whether functions of users have a say in steps. */
export function hasFunctions({ bodies, joints }: State): boolean {
  const { controls } = joints;
  const { slots } = bodies;
  const isThere = (item: unknown) => item !== undefined;
  if (bodies.materials.isHooked) return true;
  return bodies.motions.some((motion) => motion?.kind === 'function') || controls.some(isThere) || slots.some(isThere);
}

/** Copies numbers into the existing arrays where lengths allow it, since users hold the arrays. */
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
    const count = table.size * table.schema[names[k]].width;
    if (columns[k].length < count) {
      // Tables have room for far more rows than are in use.
      const length = Math.min(2 * count, column.length);
      columns[k] = column instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
    }
    copyNumbers(column, columns[k], count);
  }
}

/** Copies few numbers one by one: making a view would cost more. */
function copyNumbers(from: Float64Array | Int32Array, to: Float64Array | Int32Array, count: number): void {
  if (count > FEW) to.set(from.subarray(0, count));
  else for (let i = 0; i < count; i++) to[i] = from[i];
}
