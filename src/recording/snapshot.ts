// Snapshots: all state columns and nothing else, with the names, motions and hulls that rows refer to.

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
  /** The state columns in the order of the schema, rows in use only. */
  readonly columns: readonly (Float64Array | Int32Array)[];
}

/** Of the layout of snapshots. */
export const SNAPSHOT_VERSION = 5;

/** A moment of a world; it is not changed by anything that happens afterwards, and may be restored any number of times. */
export interface Snapshot {
  /** Of the layout of all that follows. */
  readonly version: number;
  /** Of all that follows. */
  readonly checksum: string;
  /** [s] */
  readonly time: number;
  readonly stepCount: number;
  readonly tables: readonly TableState[];
  readonly events: SavedEvents;
  readonly names: readonly (string | undefined)[];
  readonly motions: readonly (Motion | undefined)[];
  readonly hulls: readonly (ConvexHull | undefined)[];
  /** Of joints and of couplings. */
  readonly jointNames: readonly (string | undefined)[];
  readonly couplingNames: readonly (string | undefined)[];
  /** Of multibodies: what controls them, and its own numbers. */
  readonly controls: readonly (SavedControl | undefined)[];
  readonly slots: readonly (Float64Array | undefined)[];
  /**
   * What programs keep at their bodies, by reference. Absent where they keep nothing, and in what was read from bytes: a world that
   * takes such a snapshot over leaves what its bodies have.
   */
  readonly userData?: readonly unknown[];
  /** The meshes that shapes refer to by number, by name and content: they are not part of the state, but must be there. */
  readonly meshes: readonly { readonly name: string; readonly digest: string }[];
  /** And the surfaces, in the same way. */
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

/** How many of them are of bodies and their shapes. */
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

/** Of everything but functions, which have no bits. */
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

/** Throws unless the meshes, surfaces and materials of the snapshot are those of the world, as far as it knew them. */
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

/** Throws unless the world has the controls that the snapshot, which was read from a file, could not have. */
export function checkControls({ controls, names }: Snapshot, joints: Joints): void {
  controls.forEach((control, row) => {
    if (control !== CONTROL_OF_THE_WORLD || joints.controls[row] !== undefined) return;
    const called = names[row] === undefined ? 'a multibody' : `the multibody ${show(names[row])}`;
    throw new InputError(`snapshot has ${called} with a control, but this world has no control in its place.`);
  });
}

/** The table of joints is the last but one. */
export function hasJoints({ tables }: Snapshot): boolean {
  return (tables[tables.length - 2].liveCount ?? 0) > 0;
}

/** The table of nodes is the first. */
export function hasLocks({ tables: [nodes] }: Snapshot, { bodies }: State): boolean {
  return nodes.columns[bodies.nodes.savedColumns().indexOf('locks')].some((locks) => locks !== 0);
}

/** Makes room for the state of a snapshot, so that nothing can fail once something is changed. */
export function reserveState(snapshot: Snapshot, state: State): void {
  stateTables(state).forEach((table, i) => {
    table.ensureCapacity(snapshot.tables[i].size);
  });
}

/**
 * Puts the state of a snapshot in the place of the present one. What follows from the state (maps, scratch) is for the caller to
 * make anew.
 */
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

/** Bodies and their shapes alone: the first tables. */
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

/** What bodies keep that are in the world now and in the snapshot, which has nothing of its own. */
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
