// Checks a snapshot before a world takes it over: its version, its checksum, its values, and that every row it refers
// to exists. The whole snapshot is checked before the world is changed.

import { fileMotionField } from '../bodies/descriptors.js';
import { COMPOSITE, NODE_KINDS, RIGID, TIMER } from '../bodies/node-kinds.js';
import { NODE_SCHEMA, SHAPE_SCHEMA } from '../bodies/node-table.js';
import { edgeKindOf } from '../detection/contact-graph/edge-kinds.js';
import { BLOCK_SCHEMA, BLOCK_SIZES, CONTACT_SCHEMA, EDGE_SCHEMA } from '../detection/contact-graph/edge-table.js';
import { EVENT_CONTACT_SIZE } from '../detection/held-events.js';
import { EVENT_KINDS } from '../events/events.js';
import { InputError, refuse } from '../input/fields.js';
import { COUPLING_SCHEMA, JOINT_SCHEMA } from '../joints/joint-table.js';
import { CONTROL_OF_THE_WORLD } from '../joints/joints.js';
import { ALL_LOCKS } from '../math/locked-axes.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import { HULL, MESH, SHAPE_KINDS, SURFACE } from '../shapes/shape-kinds.js';
import { FLIGHT_SCHEMA, TOUCH_SCHEMA } from '../state/flight-table.js';
import { i32, isSaved, type Schema } from '../table/table.js';
import { checkJoints } from './check-joints.js';
import type { Snapshot, TableState } from './snapshot.js';
import { checksumOf, SNAPSHOT_VERSION } from './snapshot.js';
import type { Tables } from './snapshot-rows.js';
import { checkChain, checkColumn, checkFreeRows, checkList, checkRotations, isIn, Rows } from './snapshot-rows.js';

const SLOTS = { generation: i32(), nextFree: i32() } as const;
/** The tables in the order of stateTables(). */
const TABLES: readonly { readonly name: string; readonly schema: Schema; readonly hasSlots: boolean }[] = [
  { name: 'nodes', schema: { ...NODE_SCHEMA, ...SLOTS }, hasSlots: true },
  { name: 'shapes', schema: { ...SHAPE_SCHEMA, ...SLOTS }, hasSlots: true },
  { name: 'edges', schema: { ...EDGE_SCHEMA, ...SLOTS }, hasSlots: true },
  { name: 'contacts', schema: CONTACT_SCHEMA, hasSlots: false },
  { name: 'blocks', schema: BLOCK_SCHEMA, hasSlots: false },
  { name: 'flights', schema: FLIGHT_SCHEMA, hasSlots: false },
  { name: 'touches', schema: TOUCH_SCHEMA, hasSlots: false },
  { name: 'joints', schema: { ...JOINT_SCHEMA, ...SLOTS }, hasSlots: true },
  { name: 'couplings', schema: { ...COUPLING_SCHEMA, ...SLOTS }, hasSlots: true },
];
const MOST_ROWS = 0x1000000;
/** Most ticks that a timer may be behind [ticks]. Catching up with more would take too long. */
const MOST_TICKS = 1e6;

/** Throws an InputError unless the value is a valid snapshot. `path` names the value in error texts. */
export function checkSnapshot(value: unknown, path: string): asserts value is Snapshot {
  const snapshot = value as Snapshot;
  if (typeof value !== 'object' || value === null || snapshot.version === undefined)
    refuse(path, value, 'one that snapshot() has made');
  if (snapshot.version !== SNAPSHOT_VERSION) refuse(`${path}.version`, snapshot.version, String(SNAPSHOT_VERSION));
  checkNumber(snapshot.time, `${path}.time`, 0);
  checkWhole(snapshot.stepCount, `${path}.stepCount`, 0, Number.MAX_SAFE_INTEGER);
  const tables = checkTables(snapshot.tables, `${path}.tables`);
  checkLists(snapshot, path, tables);
  checkEvents(snapshot.events, `${path}.events`);
  if (snapshot.checksum !== checksumOf(snapshot)) throw new InputError(`${path} does not match its checksum: it was altered.`);
  checkLinks(snapshot, path, tables);
}

function checkNumber(value: unknown, path: string, min: number): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min)
    refuse(path, value, `a finite number of at least ${min}`);
}

function checkWhole(value: unknown, path: string, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    refuse(path, value, `a whole number from ${min} to ${max}`);
}

function checkTables(value: unknown, path: string): Tables {
  if (!Array.isArray(value) || value.length !== TABLES.length) refuse(path, value, `a list of ${TABLES.length} tables`);
  const tables: Tables = {};
  TABLES.forEach(({ name, schema, hasSlots }, i) => {
    const state = (value as TableState[])[i];
    const at = `${path}[${i}]`;
    if (typeof state !== 'object' || state === null) refuse(at, state, `the table of ${name}`);
    checkWhole(state.size, `${at}.size`, 0, MOST_ROWS);
    if (hasSlots) checkWhole(state.firstFree, `${at}.firstFree`, -1, state.size - 1);
    if (hasSlots) checkWhole(state.liveCount, `${at}.liveCount`, 0, state.size);
    for (const field of ['firstFree', 'liveCount'] as const)
      if (!hasSlots && state[field] !== undefined)
        refuse(`${at}.${field}`, state[field], `left out, since rows of ${name} do not come and go`);
    const columns = Object.keys(schema).filter((column) => isSaved(schema[column]));
    if (!Array.isArray(state.columns) || state.columns.length !== columns.length)
      refuse(`${at}.columns`, state.columns, `a list of ${columns.length} columns`);
    columns.forEach((column, k) => {
      const array = state.columns[k];
      const length = state.size * schema[column].width;
      const isOfType = schema[column].type === 'i32' ? array instanceof Int32Array : array instanceof Float64Array;
      if (!isOfType || array.length !== length) {
        const type = schema[column].type === 'i32' ? 'an Int32Array' : 'a Float64Array';
        refuse(`${at}.columns[${k}]`, array, `${type} of ${length} numbers, the ${column} of ${name}`);
      }
    });
    tables[name] = new Rows(name, 'snapshot', state, columns);
  });
  return tables;
}

/** Checks the lists that rows refer to: names, motions, hulls, meshes, surfaces, materials, controls and slots. */
function checkLists(snapshot: Snapshot, path: string, { nodes, shapes, joints, couplings }: Tables): void {
  const { names, jointNames, couplingNames, motions, hulls, meshes, surfaces, materials, controls, slots } = snapshot;
  checkNames(names, `${path}.names`, nodes.size);
  checkNames(jointNames, `${path}.jointNames`, joints.size);
  checkNames(couplingNames, `${path}.couplingNames`, couplings.size);
  checkList(controls, `${path}.controls`, nodes.size, (control, at) => {
    if (typeof control !== 'function' && control !== CONTROL_OF_THE_WORLD) refuse(at, control, 'a function or nothing');
  });
  checkList(slots, `${path}.slots`, nodes.size, (numbers, at) => {
    if (!(numbers instanceof Float64Array)) refuse(at, numbers, 'a Float64Array or nothing');
  });
  checkList(motions, `${path}.motions`, nodes.size, (motion, at) => {
    if (motion?.kind === 'function' && typeof motion.pose === 'function') return;
    fileMotionField.check(motion, at);
  });
  checkList(hulls, `${path}.hulls`, shapes.size, checkHull);
  for (const [key, list] of Object.entries({ meshes, surfaces, materials })) {
    checkList<unknown>(list, `${path}.${key}`, MOST_ROWS, () => {});
  }
  for (const [key, list] of Object.entries({ meshes, surfaces })) {
    list.forEach((named, i) => {
      if (typeof named?.name !== 'string' || typeof named.digest !== 'string')
        refuse(`${path}.${key}[${i}]`, named, 'a name and a digest');
    });
  }
  materials.forEach((name, i) => {
    if (typeof name !== 'string') refuse(`${path}.materials[${i}]`, name, 'a name');
  });
}

function checkNames(names: Snapshot['names'], path: string, most: number): void {
  checkList(names, path, most, (name, at) => {
    if (typeof name !== 'string') refuse(at, name, 'a text or nothing');
  });
  const given = names.filter((name) => name !== undefined);
  if (new Set(given).size < given.length) throw new InputError(`${path} has the same name twice, but they must be unique.`);
}

/** Throws if a part of a hull refers to a vertex or a face that does not exist. */
function checkHull(hull: ConvexHull, path: string): void {
  const { vertices, faceStart, faceVertices, facePlanes, edges, neighbourStart, neighbours } = hull ?? {};
  const ints = [faceStart, faceVertices, edges, neighbourStart, neighbours];
  const isForm =
    hull instanceof ConvexHull &&
    ints.every((array) => array instanceof Int32Array) &&
    vertices instanceof Float64Array &&
    facePlanes instanceof Float64Array;
  if (!isForm) refuse(path, hull, 'a convex hull');
  const corners = vertices.length / 3;
  const faces = facePlanes.length / 4;
  const isSound =
    corners >= 4 &&
    Number.isInteger(corners) &&
    faces >= 4 &&
    vertices.every(Number.isFinite) &&
    facePlanes.every(Number.isFinite) &&
    isPartition(faceStart, faces, faceVertices.length) &&
    isPartition(neighbourStart, corners, neighbours.length) &&
    faceVertices.every((corner) => corner >= 0 && corner < corners) &&
    neighbours.every((corner) => corner >= 0 && corner < corners) &&
    edges.length % 4 === 0 &&
    edges.every((index, k) => index >= 0 && index < (k % 4 < 2 ? corners : faces));
  if (!isSound) throw new InputError(`${path} is a convex hull whose parts refer to corners or faces that it does not have.`);
}

/** Whether `starts` divides `length` numbers into `parts` consecutive parts. */
function isPartition(starts: Int32Array, parts: number, length: number): boolean {
  if (starts.length !== parts + 1 || starts[0] !== 0 || starts[parts] !== length) return false;
  return starts.every((start, i) => i === 0 || start >= starts[i - 1]);
}

function checkEvents(events: Snapshot['events'], path: string): void {
  if (typeof events !== 'object' || events === null) refuse(path, events, 'where the events stood');
  const { next, kind, a, b, time, contact, delivered } = events;
  checkWhole(next, `${path}.next`, 0, Number.MAX_SAFE_INTEGER);
  if (!(kind instanceof Int32Array)) refuse(`${path}.kind`, kind, 'an Int32Array');
  for (const [name, array] of Object.entries({ a, b, time })) {
    if (!(array instanceof Float64Array) || array.length !== kind.length)
      refuse(`${path}.${name}`, array, `a Float64Array of ${kind.length} numbers`);
  }
  const numbers = EVENT_CONTACT_SIZE * kind.length;
  if (!(contact instanceof Float64Array) || contact.length !== numbers)
    refuse(`${path}.contact`, contact, `a Float64Array of ${numbers} numbers`);
  if (!contact.every(Number.isFinite)) refuse(`${path}.contact`, contact, 'a list of finite numbers');
  checkWhole(delivered, `${path}.delivered`, 0, kind.length);
  if (kind.length > next) refuse(`${path}.kind`, kind, `a list of at most ${next}`);
  const unknown = kind.find((number) => number < 0 || number >= EVENT_KINDS.length);
  if (unknown !== undefined) refuse(`${path}.kind`, unknown, `a number from 0 to ${EVENT_KINDS.length - 1}`);
}

/** Throws if a row refers to a row that does not exist, or if a chain does not end. */
function checkLinks(snapshot: Snapshot, path: string, tables: Tables): void {
  const { nodes, shapes, edges, joints, couplings } = tables;
  for (const table of [nodes, shapes, edges, joints, couplings]) checkFreeRows(table, path);
  checkNodes(snapshot, tables);
  checkFlights(tables);
  checkShapes(snapshot, tables);
  checkEdges(tables);
  checkChain(
    nodes,
    'firstShape',
    shapes,
    (row, shape) => shapes.column('owner')[shape] === row,
    (shape) => shapes.column('next')[shape],
    shapes.state.liveCount ?? 0,
    path,
  );
  checkEdgeChains(tables, path);
  checkJoints(snapshot, path, tables);
  checkBlocks(tables, path);
}

function checkNodes({ materials, time }: Snapshot, { nodes }: Tables): void {
  const live = [...nodes.live()];
  const check = (column: string, allowed: string, isAllowed: (value: number) => boolean) =>
    checkColumn(nodes, live, column, allowed, isAllowed);
  check('kind', 'a kind of node', isIn(0, NODE_KINDS.length - 1));
  check('mover', 'a row in use', (row) => nodes.isLive(row) && nodes.column('mover')[row] === row);
  for (const row of live) {
    const [kind, mover] = [nodes.column('kind')[row], nodes.column('mover')[row]];
    if (mover !== row && !(kind === RIGID && nodes.column('kind')[mover] === COMPOSITE))
      nodes.refuse(row, 'mover', 'its own row, or for a rigid body that of a composite');
  }
  check('material', 'the number of a material', isIn(0, materials.length - 1));
  check('locks', 'bits of six axes', isIn(0, ALL_LOCKS));
  for (const flag of ['active', 'frozen', 'asleep', 'stirred', 'ruleKind']) check(flag, '0 or 1', isIn(0, 1));
  for (const [column, declared] of Object.entries(NODE_SCHEMA)) {
    if (declared.type === 'f64' && isSaved(declared)) check(column, 'finite', Number.isFinite);
  }
  for (const column of ['orientation', 'principal']) checkRotations(nodes, live, column, 0);
  for (const column of ['memberPose', 'initialPose']) checkRotations(nodes, live, column, 3);
  for (const column of ['mass', 'inverseMass', 'time', 'lastStep']) check(column, 'at least 0', (value) => value >= 0);
  const timers = live.filter((row) => nodes.column('kind')[row] === TIMER);
  checkColumn(nodes, timers, 'period', 'above 0', (value) => value > 0);
  for (const row of timers) {
    const ticks = (time - nodes.column('nextTick')[row]) / nodes.column('period')[row];
    if (!(ticks < MOST_TICKS)) nodes.refuse(row, 'nextTick', 'no further back than a million periods');
  }
}

/** A flight that does not fit its node is made anew, so only its numbers are checked, not the rows it refers to. */
function checkFlights({ nodes, flights, touches }: Tables): void {
  const rows = Array.from({ length: flights.size }, (_, row) => row);
  if (flights.size > nodes.size) flights.refuse(flights.size - 1, 'node', 'of a node that there is');
  checkColumn(flights, rows, 'generation', 'at least 0', (value) => value >= 0);
  checkColumn(flights, rows, 'anchor', 'finite', Number.isFinite);
  checkColumn(flights, rows, 'group', 'at least 0', (value) => value >= 0);
  checkColumn(flights, rows, 'birth', 'finite', Number.isFinite);
  const pairs = Array.from({ length: touches.size }, (_, row) => row);
  checkColumn(touches, pairs, 'time', 'finite', Number.isFinite);
}

function checkShapes({ materials, meshes, surfaces, hulls }: Snapshot, { nodes, shapes }: Tables): void {
  const live = [...shapes.live()];
  const check = (column: string, allowed: string, isAllowed: (value: number) => boolean) =>
    checkColumn(shapes, live, column, allowed, isAllowed);
  check('owner', 'a row of nodes in use', (row) => nodes.isLive(row));
  check('kind', 'a kind of shape', isIn(0, SHAPE_KINDS.length - 1));
  check('material', 'the number of a material', isIn(0, materials.length - 1));
  for (const column of ['dimensions', 'position', 'orientation', 'rotation']) check(column, 'finite', Number.isFinite);
  checkRotations(shapes, live, 'orientation', 0);
  for (const column of ['thickness', 'reach']) check(column, 'at least 0', (value) => value >= 0);
  for (const row of live) {
    const kind = shapes.column('kind')[row];
    const geometry = shapes.column('geometry')[row];
    if (kind === HULL && hulls[geometry] === undefined) shapes.refuse(row, 'geometry', 'the number of a hull');
    if (kind === MESH && meshes[geometry] === undefined) shapes.refuse(row, 'geometry', 'the number of a mesh');
    if (kind === SURFACE && surfaces[geometry] === undefined) shapes.refuse(row, 'geometry', 'the number of a surface');
  }
}

function checkEdges({ nodes, shapes, edges, contacts }: Tables): void {
  const live = [...edges.live()];
  const check = (column: string, allowed: string, isAllowed: (value: number) => boolean) =>
    checkColumn(edges, live, column, allowed, isAllowed);
  const ends = edges.column('nodes');
  const kinds = nodes.column('kind');
  check('nodes', 'a row of nodes in use', (row) => nodes.isLive(row));
  const pairs = new Set<number>();
  for (const edge of live) {
    const [a, b] = [ends[2 * edge], ends[2 * edge + 1]];
    if (a >= b || pairs.has(a * MOST_ROWS + b)) edges.refuse(edge, 'nodes', 'a pair of its own, the smaller first');
    pairs.add(a * MOST_ROWS + b);
    const kind = edges.column('kind')[edge];
    if (kind < 0 || kind !== edgeKindOf(kinds[a], kinds[b])) edges.refuse(edge, 'kind', 'that of its two nodes');
    const count = edges.column('contactCount')[edge];
    const room = edges.column('contactRoom')[edge];
    const first = edges.column('firstContact')[edge];
    if (!(count >= 0 && count <= room)) edges.refuse(edge, 'contactCount', 'no more than there is room for');
    if (room > 0 && !(first >= 0 && first + room <= contacts.size)) edges.refuse(edge, 'firstContact', 'a row of contacts');
    const rows = Array.from({ length: count }, (_, i) => first + i);
    checkColumn(contacts, rows, 'shapes', 'a row of shapes in use', (row) => shapes.isLive(row));
    for (const [column, declared] of Object.entries(CONTACT_SCHEMA)) {
      if (declared.type === 'f64' && isSaved(declared)) checkColumn(contacts, rows, column, 'finite', Number.isFinite);
    }
  }
  check('contactState', '0, 1 or 2', isIn(0, 2));
  check('placementKnown', '0, 1 or 2', isIn(0, 2));
  for (const flag of ['proximity', 'reportedProximity', 'reportedTouching', 'round']) check(flag, '0 or 1', isIn(0, 1));
  for (const column of ['relative', 'travel']) check(column, 'a number', (value) => !Number.isNaN(value));
}

function checkEdgeChains({ nodes, edges }: Tables, path: string): void {
  const ends = edges.column('nodes');
  const next = edges.column('next');
  const previous = edges.column('previous');
  const expected = 2 * (edges.state.liveCount ?? 0);
  let count = 0;
  for (const row of nodes.live()) {
    for (const head of ['firstStaticEdge', 'firstDynamicEdge']) {
      let before = -1;
      for (let entry = nodes.column(head)[row]; entry !== -1; before = entry, entry = next[entry]) {
        const isOwn = entry >= 0 && edges.isLive(entry >> 1) && ends[entry] === row && previous[entry] === before;
        if (!isOwn || ++count > expected)
          throw new InputError(`${path} has a chain of edges that leads astray from row ${row} of nodes.`);
      }
    }
  }
  if (count !== expected)
    throw new InputError(`${path} has ${expected / 2} edges, but not all of them in the chains of their nodes.`);
}

/** Throws if a row of contacts belongs to two blocks. */
function checkBlocks({ edges, contacts, blocks }: Tables, path: string): void {
  if (blocks.size !== BLOCK_SIZES)
    throw new InputError(`${path} has ${blocks.size} sizes of blocks, but must have ${BLOCK_SIZES}.`);
  const claimed = new Uint8Array(contacts.size);
  const claim = (first: number, size: number): void => {
    for (let row = first; row < first + size; row++) {
      if (!(row >= 0 && row < contacts.size) || claimed[row] === 1)
        throw new InputError(`${path} has blocks of contacts that overlap or lead astray at row ${row}.`);
      claimed[row] = 1;
    }
  };
  for (const edge of edges.live()) claim(edges.column('firstContact')[edge], edges.column('contactRoom')[edge]);
  const next = contacts.column('nextFreeBlock');
  blocks.column('firstFree').forEach((head, rank) => {
    for (let first = head; first !== -1; first = next[first]) claim(first, 1 << rank);
  });
}
