// Snapshots: all state columns and nothing else, with the names, motions and hulls that rows refer to.

import type { Bodies } from '../bodies/bodies.js';
import type { Motion } from '../bodies/descriptors.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import type { SavedEvents } from '../detection/contact-graph/events.js';
import type { Detection } from '../detection/detection.js';
import { InputError, show } from '../input/fields.js';
import type { ConvexHull } from '../shapes/convex-hull.js';
import type { SlotTable } from '../table/slots.js';
import type { Schema, Table } from '../table/table.js';

export type AnyTable = Table<Schema> & Partial<Pick<SlotTable<Schema>, 'firstFree' | 'liveCount'>>;

interface TableState {
  readonly size: number;
  readonly firstFree: number | undefined;
  readonly liveCount: number | undefined;
  /** The state columns in the order of the schema, rows in use only. */
  readonly columns: readonly (Float64Array | Int32Array)[];
}

/** A moment of a world; it is not changed by anything that happens afterwards, and may be restored any number of times. */
export interface Snapshot {
  /** [s] */
  readonly time: number;
  readonly stepCount: number;
  /** Length of the step before [s]. */
  readonly previousStep: number;
  readonly tables: readonly TableState[];
  readonly events: SavedEvents;
  readonly names: readonly (string | undefined)[];
  readonly motions: readonly (Motion | undefined)[];
  readonly hulls: readonly (ConvexHull | undefined)[];
  /** The meshes that shapes refer to by number, by name and content: they are not part of the state, but must be there. */
  readonly meshes: readonly { readonly name: string; readonly digest: string }[];
}

/** The tables that make up a world's state, in the order of snapshots and hashes. */
export function stateTables(bodies: Bodies, graph: ContactGraph): readonly AnyTable[] {
  return [bodies.nodes, bodies.shapes, graph.edges, graph.contacts, graph.blocks] as unknown as AnyTable[];
}

export function takeSnapshot(
  { bodies, graph, previousStep }: Detection,
  events: SavedEvents,
  time: number,
  stepCount: number,
): Snapshot {
  return {
    time,
    stepCount,
    previousStep,
    events,
    tables: stateTables(bodies, graph).map(saveTable),
    names: [...bodies.names],
    motions: [...bodies.motions],
    hulls: [...bodies.hulls],
    meshes: bodies.meshes.list.map(({ name, tree }) => ({ name, digest: tree.digest })),
  };
}

/** Throws unless the meshes of the snapshot are those of the world, as far as it knew them. */
export function checkMeshes({ meshes }: Snapshot, bodies: Bodies): void {
  meshes.forEach(({ name, digest }, i) => {
    if (bodies.meshes.list[i]?.tree.digest !== digest) {
      throw new InputError(`snapshot has the mesh ${show(name)}, but this world has no such mesh in its place.`);
    }
  });
}

/**
 * Puts the state of a snapshot in the place of the present one. What follows from the state (maps, scratch) is for the caller to
 * make anew.
 */
export function restoreState(snapshot: Snapshot, detection: Detection): void {
  const { bodies, graph } = detection;
  detection.previousStep = snapshot.previousStep;
  stateTables(bodies, graph).forEach((table, i) => {
    loadTable(table, snapshot.tables[i]);
  });
  copyList(snapshot.names, bodies.names);
  copyList(snapshot.motions, bodies.motions);
  copyList(snapshot.hulls, bodies.hulls);
  bodies.rowsByName.clear();
  bodies.names.forEach((name, row) => {
    if (name !== undefined) bodies.rowsByName.set(name, row);
  });
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
    columns: table.stateColumns().map((name) => table.columns[name].slice(0, table.size * table.schema[name].width)),
  };
}

function loadTable(table: AnyTable, state: TableState): void {
  table.ensureCapacity(state.size);
  table.size = state.size;
  if (state.firstFree !== undefined) table.firstFree = state.firstFree;
  if (state.liveCount !== undefined) table.liveCount = state.liveCount;
  table.stateColumns().forEach((name, i) => {
    table.columns[name].set(state.columns[i] as never);
  });
}
