// Snapshots: copies of all state columns, with the names, motions and hulls that rows refer to. Worlds save and restore
// their state by them.

import type { Bodies } from '../bodies/bodies.js';
import type { Motion } from '../bodies/descriptors.js';
import type { SavedEvents } from '../events/events.js';
import { InputError, show } from '../input/fields.js';
import type { Joints, SavedControl } from '../joints/joints.js';
import { CONTROL_OF_THE_WORLD } from '../joints/joints.js';
import { Hash } from '../math/hash.js';
import type { ConvexHull } from '../shapes/convex-hull.js';
import type { State } from '../state/state.js';
import type { SlotTable } from '../table/slots.js';
import type { Schema, Table } from '../table/table.js';

export type AnyTable = Table<Schema> & Partial<Pick<SlotTable<Schema>, 'firstFree' | 'liveCount'>>;

export interface TableState {
  readonly size: number;
  readonly firstFree: number | undefined;
  readonly liveCount: number | undefined;
  /** The state columns in the order of the schema, each `size` rows long. */
  readonly columns: readonly (Float64Array | Int32Array)[];
}

/** Version of the layout of snapshots. */
export const SNAPSHOT_VERSION = 5;

/**
 * A copy of a world's state. Later changes of the world do not affect it, and it can be restored any number of times.
 */
export interface Snapshot {
  /** Version of the layout. */
  readonly version: number;
  /** Checksum of all other fields but functions and `userData`. */
  readonly checksum: string;
  /** Simulated time [s]. */
  readonly time: number;
  readonly stepCount: number;
  readonly tables: readonly TableState[];
  readonly events: SavedEvents;
  readonly names: readonly (string | undefined)[];
  readonly motions: readonly (Motion | undefined)[];
  readonly hulls: readonly (ConvexHull | undefined)[];
  /** Names of joints and of couplings, by row. */
  readonly jointNames: readonly (string | undefined)[];
  readonly couplingNames: readonly (string | undefined)[];
  /** Controls of multibodies, and slots of bodies and multibodies, by row of the node. */
  readonly controls: readonly (SavedControl | undefined)[];
  readonly slots: readonly (Float64Array | undefined)[];
  /**
   * `userData` of bodies, by reference. Absent when no body has any, and in decoded snapshots. A world that restores a
   * snapshot without `userData` keeps that of its bodies.
   */
  readonly userData?: readonly unknown[];
  /**
   * Name and digest of the meshes that shapes refer to by number. Meshes are not state, but the world must have them.
   */
  readonly meshes: readonly { readonly name: string; readonly digest: string }[];
  /** Name and digest of the surfaces, likewise. */
  readonly surfaces: readonly { readonly name: string; readonly digest: string }[];
  /** The names of the materials that bodies and shapes refer to by number. */
  readonly materials: readonly string[];
}

/** The tables that make up a world's state, in the order of snapshots and hashes. */
export function stateTables({ bodies, graph, joints, flights, touches }: State): readonly AnyTable[] {
  const { nodes, shapes } = bodies;
  const tables = [nodes, shapes, graph.edges, graph.contacts, graph.blocks, flights, touches, joints.table, joints.couplings];
  return tables as unknown as AnyTable[];
}

/** Number of these tables that describe bodies and their shapes; they are the first. */
const TABLES_OF_BODIES = 2;

export function takeSnapshot(state: State, events: SavedEvents): Snapshot {
  const { bodies, joints, time, stepCount } = state;
  const moment = {
    version: SNAPSHOT_VERSION,
    time,
    stepCount,
    events,
    tables: stateTables(state).map(saveTable),
    names: [...bodies.names],
    motions: [...bodies.motions],
    hulls: [...bodies.hulls],
    jointNames: [...joints.names],
    couplingNames: [...joints.couplingNames],
    controls: [...joints.controls],
    slots: bodies.slots.map((numbers) => numbers?.slice()),
    ...(bodies.userData.some((data) => data !== undefined) && { userData: [...bodies.userData] }),
    meshes: bodies.meshes.list.map(({ name, tree }) => ({ name, digest: tree.digest })),
    surfaces: bodies.surfaces.list.map(({ name, surface }) => ({ name, digest: surface.digest })),
    materials: [...bodies.materials.names],
  };
  return { ...moment, checksum: checksumOf(moment) };
}

/** Checksum of everything but functions and `userData`. */
export function checksumOf(snapshot: Omit<Snapshot, 'checksum'>): string {
  const { version, time, stepCount, tables, events, hulls, slots } = snapshot;
  const { names, motions, jointNames, couplingNames, meshes, surfaces, materials } = snapshot;
  const hash = new Hash();
  for (const value of [version, time, stepCount, events.next, events.delivered]) hash.number(value);
  const column = (array: Float64Array | Int32Array): void => {
    hash.number(array.length);
    hash.column(array, 0, array.length);
  };
  for (const { size, firstFree, liveCount, columns } of tables) {
    for (const value of [size, firstFree ?? 0, liveCount ?? 0]) hash.number(value);
    columns.forEach(column);
  }
  for (const array of [events.kind, events.a, events.b, events.time, events.contact]) column(array);
  hulls.forEach((hull, i) => {
    if (hull === undefined) return;
    hash.number(i);
    for (const array of Object.values(hull)) column(array);
  });
  slots.forEach((numbers, i) => {
    if (numbers === undefined) return;
    hash.number(i);
    column(numbers);
  });
  const text = JSON.stringify([names, motions, jointNames, couplingNames, meshes, surfaces, materials]);
  column(Int32Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)));
  return hash.toString();
}

/** Throws unless the world has the materials, meshes and surfaces of the snapshot under the same numbers. */
export function checkSurroundings({ meshes, surfaces, materials }: Snapshot, bodies: Bodies): void {
  materials.forEach((name, i) => {
    if (bodies.materials.names[i] === name) return;
    const other = i < bodies.materials.names.length ? show(bodies.materials.names[i]) : 'none';
    throw new InputError(`snapshot has the material ${show(name)}, but this world has ${other} in its place.`);
  });
  meshes.forEach(({ name, digest }, i) => {
    if (bodies.meshes.list[i]?.tree.digest !== digest) {
      throw new InputError(`snapshot has the mesh ${show(name)}, but this world has no such mesh in its place.`);
    }
  });
  surfaces.forEach(({ name, digest }, i) => {
    if (bodies.surfaces.list[i]?.surface.digest !== digest) {
      throw new InputError(`snapshot has the surface ${show(name)}, but this world has no such surface in its place.`);
    }
  });
}

/** Throws unless the world has a control for every multibody whose control a decoded snapshot could not contain. */
export function checkControls({ controls, names }: Snapshot, joints: Joints): void {
  controls.forEach((control, row) => {
    if (control !== CONTROL_OF_THE_WORLD || joints.controls[row] !== undefined) return;
    const called = names[row] === undefined ? 'a multibody' : `the multibody ${show(names[row])}`;
    throw new InputError(`snapshot has ${called} with a control, but this world has no control in its place.`);
  });
}

/** Whether the snapshot has joints. Their table is the last but one. */
export function hasJoints({ tables }: Snapshot): boolean {
  return (tables[tables.length - 2].liveCount ?? 0) > 0;
}

/** Whether a node of the snapshot has locked axes. The table of nodes is the first. */
export function hasLocks({ tables: [nodes] }: Snapshot, { bodies }: State): boolean {
  return nodes.columns[bodies.nodes.savedColumns().indexOf('locks')].some((locks) => locks !== 0);
}

/** Makes room for the state of a snapshot, so that restoring it cannot fail halfway. */
export function reserveState(snapshot: Snapshot, state: State): void {
  stateTables(state).forEach((table, i) => {
    table.ensureCapacity(snapshot.tables[i].size);
  });
}

/** Replaces the state by that of a snapshot. The caller rebuilds the data derived from it (maps, scratch columns). */
export function restoreState(snapshot: Snapshot, state: State): void {
  const { bodies, joints } = state;
  const userData = snapshot.userData ?? userDataAfter(snapshot, bodies);
  state.time = snapshot.time;
  state.stepCount = snapshot.stepCount;
  restoreBodies(snapshot, bodies);
  stateTables(state).forEach((table, i) => {
    if (i >= TABLES_OF_BODIES) loadTable(table, snapshot.tables[i]);
  });
  copyList(userData, bodies.userData);
  copyList(snapshot.jointNames, joints.names);
  copyList(snapshot.couplingNames, joints.couplingNames);
  copyList(
    snapshot.controls.map((control, row) => (control === CONTROL_OF_THE_WORLD ? joints.controls[row] : control)),
    joints.controls,
  );
  copyList(
    snapshot.slots.map((numbers) => numbers?.slice()),
    bodies.slots,
  );
  joints.renew();
}

/** The state of a world in which nothing has been created. The caller rebuilds the data derived from it. */
export function clearState(state: State): void {
  const { bodies, joints, graph } = state;
  const { names, motions, hulls, userData, slots } = bodies;
  state.time = 0;
  state.stepCount = 0;
  for (const table of stateTables(state)) table.forgetAll();
  graph.forgetBlocks();
  for (const list of [names, motions, hulls, userData, slots, joints.names, joints.couplingNames, joints.controls])
    list.length = 0;
  bodies.listScripted();
  bodies.rowsByName.clear();
  joints.renew();
}

/** Restores bodies and their shapes only: the first tables. */
export function restoreBodies(snapshot: Snapshot, bodies: Bodies): void {
  const { nodes, shapes } = bodies;
  ([nodes, shapes] as unknown as AnyTable[]).forEach((table, i) => {
    table.ensureCapacity(snapshot.tables[i].size);
    loadTable(table, snapshot.tables[i]);
  });
  copyList(snapshot.names, bodies.names);
  copyList(snapshot.motions, bodies.motions);
  bodies.listScripted();
  copyList(snapshot.hulls, bodies.hulls);
  bodies.rowsByName.clear();
  bodies.names.forEach((name, row) => {
    if (name !== undefined) bodies.rowsByName.set(name, row);
  });
}

/** For a snapshot without `userData`: that of the bodies which are both in the world now and in the snapshot. */
function userDataAfter({ tables }: Snapshot, { nodes, userData }: Bodies): unknown[] {
  const generation = tables[0].columns[nodes.savedColumns().indexOf('generation')];
  return userData.map((data, row) =>
    row < tables[0].size && generation[row] === nodes.columns.generation[row] ? data : undefined,
  );
}

function copyList<T>(from: readonly T[], to: T[]): void {
  to.length = 0;
  for (const item of from) to.push(item);
}

function saveTable(table: AnyTable): TableState {
  return {
    size: table.size,
    firstFree: table.firstFree,
    liveCount: table.liveCount,
    columns: table.savedColumns().map((name) => table.columns[name].slice(0, table.size * table.schema[name].width)),
  };
}

function loadTable(table: AnyTable, state: TableState): void {
  table.size = state.size;
  if (state.firstFree !== undefined) table.firstFree = state.firstFree;
  if (state.liveCount !== undefined) table.liveCount = state.liveCount;
  table.savedColumns().forEach((name, i) => {
    table.columns[name].set(state.columns[i] as never);
  });
}
