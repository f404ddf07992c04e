// What every case is asked: is an error a sentence of Drystone's own, has a refusal changed nothing, is the state finite and sound?

import { InputError, StepError } from '../dist/src/index.js';
import { checkSnapshot } from '../dist/src/recording/check-snapshot.js';

/** What a case has shown to be wrong. */
export class Finding extends Error {
  /** @override */
  name = 'Finding';
}

/** Thrown by functions that a case hands to the library, which has to pass it on as it is. */
export class Thrown extends Error {
  /** @override */
  name = 'Thrown';
}

/** The words of JavaScript engines, in no sentence of Drystone. */
const FOREIGN =
  /Cannot (read|set|convert|destructure|access|add|mix|perform|define|assign)|is not (a function|iterable|a constructor|defined|extensible)|Invalid (array|typed array|string|count)|call stack|out of bounds|out of memory|allocation failed|Reduce of empty|\[object /;

/** Whether an error is a sentence of the library: of its own classes, or a plain Error or RangeError in its own words. */
export function isOwn(error) {
  if (!(error instanceof Error) || !/[.!]$/.test(error.message) || FOREIGN.test(error.message)) return false;
  return error instanceof InputError || error instanceof StepError || error.constructor === Error || isOfSolvers(error);
}

/** Solvers import nothing, and refuse by RangeErrors. */
function isOfSolvers(error) {
  return error.constructor === RangeError && /\bmust\b|\bneeds?\b/.test(error.message);
}

/** All of a world that a refusal must leave as it was. */
export function fingerprint(world) {
  const { store, events } = world;
  const { materials, meshes } = store;
  return JSON.stringify([
    world.hash(),
    events.count,
    events.next,
    world.settings,
    materials.names,
    [...materials.friction],
    [...materials.restitution],
    [...materials.rolling],
    [...materials.spinning],
    meshes.list.map(({ name }) => name),
    [...store.rowsByName.keys()],
  ]);
}

/**
 * Runs a deed that may be refused, by a sentence and without a trace in the world. Returns what the deed does, or undefined where it was
 * refused. `what` names the deed, or is a function that does where that takes time.
 */
export function attempt(what, world, deed) {
  const before = world === undefined ? '' : fingerprint(world);
  try {
    return { value: deed() };
  } catch (error) {
    judge(what, error);
    if (world !== undefined && fingerprint(world) !== before)
      throw new Finding(`${nameOf(what)} was refused ("${/** @type {any} */ (error).message}"), but has changed the world`);
    return undefined;
  }
}

/** The same for what is promised. */
export async function attemptLater(what, deed) {
  try {
    return { value: await deed() };
  } catch (error) {
    judge(what, error);
    return undefined;
  }
}

function judge(what, error) {
  if (error instanceof Finding) throw error;
  if (error instanceof Thrown || isOwn(error)) return;
  throw new Finding(`${nameOf(what)} throws ${error?.stack ?? String(error)}`);
}

function nameOf(what) {
  return typeof what === 'function' ? what() : what;
}

const NODE_COLUMNS = ['position', 'orientation', 'velocity', 'mass', 'inverseMass', 'inverseInertia', 'force', 'initialPose'];
const CONTACT_COLUMNS = ['gap', 'impulse', 'worldPoint', 'worldNormal'];

/** Throws where a number of the state is not finite, or its parts do not fit together. */
export function expectSound(world) {
  const { nodes } = world.store;
  for (let row = 0; row < nodes.size; row++) if (nodes.isLive(row)) expectFinite('nodes', nodes, NODE_COLUMNS, row);
  const { edges, contacts } = world.graph.tables;
  const { firstContact, contactCount } = edges.columns;
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    for (let i = 0; i < contactCount[edge]; i++) expectFinite('contacts', contacts, CONTACT_COLUMNS, firstContact[edge] + i);
  }
  const snapshot = world.snapshot();
  try {
    checkSnapshot(snapshot, 'snapshot');
  } catch (error) {
    throw new Finding(`the state is not sound: ${/** @type {any} */ (error).message}`);
  }
}

function expectFinite(name, table, columns, row) {
  for (const column of columns) {
    const values = table.columns[column];
    const { width } = table.schema[column];
    for (let k = width * row; k < width * (row + 1); k++) {
      if (!Number.isFinite(values[k])) throw new Finding(`${column} of row ${row} of ${name} is ${values[k]}`);
    }
  }
}

/** Some steps, each of which may be refused; all is sound after them. */
export function expectSteps(world, lengths) {
  for (const dt of lengths) if (attempt(`step(${dt})`, world, () => world.step(dt)) === undefined) break;
  expectSound(world);
}

/** A step done again from a snapshot comes to the same hash. */
export function expectSameAgain(world, dt) {
  const before = world.snapshot();
  const own = hashAfter(world, dt);
  world.restore(before);
  const again = hashAfter(world, dt);
  if (own !== again) throw new Finding(`a step of ${dt} s gives ${own}, and again from a snapshot ${again}`);
}

function hashAfter(world, dt) {
  return attempt(`step(${dt})`, world, () => world.step(dt)) === undefined ? 'a refusal' : world.hash();
}
