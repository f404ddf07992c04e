// The data of a world that the page draws, as plain arrays that are transferred.

import { isInsulator, isPhysical } from '../../../src/bodies/node-kinds.js';
import type { Body, EdgeView, World } from '../../../src/index.js';
import { scale } from '../../../src/math/vector.js';
import { gravityOfStep } from '../../../src/settings.js';
import { hasEnd } from '../../../src/three/has-end.js';
import { trianglesOf } from '../../../src/three/shape-triangles.js';
import type { BodyNumbers, BodyPicture, Colour, ContactNumbers, EdgeNumbers } from '../protocol.js';
import { ACTIVITIES, BOX_WIDTH, CONTACT_WIDTH, EDGE_STATES, EDGE_WIDTH, POSE_WIDTH } from '../protocol.js';
import { jointsOfBody } from './joint-picture.js';
import { measureStackHeights } from './stack-heights.js';

/** Fractions of the speed that gravity adds in a step, below which a body counts as at rest, and as sleepy [1]. */
const AT_REST = 1e-3;
const SLEEPY = 0.1;

export function drawBodies(world: World): BodyPicture[] {
  return [...world.bodies()].map((body) => {
    const { center } = world.store.nodes.columns;
    const { row } = body;
    const origin = [center[3 * row], center[3 * row + 1], center[3 * row + 2]];
    return {
      id: body.id,
      name: nameOf(world, body.id),
      kind: body.kind,
      shapes: body.shapes.map((shape) => ({
        shape,
        position: (shape.position ?? [0, 0, 0]).map((x, k) => x - origin[k]),
        orientation: [...(shape.orientation ?? [0, 0, 0, 1])],
        // The same object for all shapes of a mesh, so that it is sent only once.
        mesh: trianglesOf(world, shape),
      })),
    };
  });
}

/** Rows of bodies, in the order of `drawBodies`. */
export function listRows(world: World): number[] {
  const { nodes } = world.store;
  const rows: number[] = [];
  for (let row = 0; row < nodes.size; row++) if (nodes.isLive(row) && isPhysical(nodes.columns.kind[row])) rows.push(row);
  return rows;
}

export function drawPoses(world: World, rows: readonly number[]): Float32Array {
  const { position: x, orientation: q } = world.store.nodes.columns;
  const poses = new Float32Array(POSE_WIDTH * rows.length);
  rows.forEach((row, i) => {
    const at = POSE_WIDTH * i;
    for (let k = 0; k < 3; k++) poses[at + k] = x[3 * row + k];
    for (let k = 0; k < 4; k++) poses[at + 3 + k] = q[4 * row + k];
  });
  return poses;
}

/** Values of the colour mode, a number per body; empty for stone. */
export function drawValues(world: World, rows: readonly number[], colour: Colour, dt: number): Float32Array {
  const { group, kind, mover, mass } = world.store.nodes.columns;
  switch (colour) {
    case 'stone':
      return new Float32Array();
    case 'group':
      return Float32Array.from(rows, (row) => (isInsulator(kind[row]) ? -1 : group[mover[row]]));
    case 'layer': {
      const heights = measureStackHeights(world);
      return Float32Array.from(rows, (row) => (isInsulator(kind[row]) ? -1 : heights[row]));
    }
    case 'activity':
      return Float32Array.from(rows, (row) => activityOf(world, row, dt));
    case 'speed':
      return Float32Array.from(rows, (row) => (isInsulator(kind[row]) ? -1 : speedOf(world, row)));
    case 'mass':
      return Float32Array.from(rows, (row) => (isInsulator(kind[row]) ? -1 : mass[row]));
    case 'penetration': {
      const depths = measureDepths(world);
      return Float32Array.from(rows, (row) => (isInsulator(kind[row]) ? -1 : depths[row]));
    }
  }
}

/** Index in ACTIVITIES of a body. */
function activityOf(world: World, row: number, dt: number): number {
  const { kind, frozen, stillFor, mover, asleep } = world.store.nodes.columns;
  if (isInsulator(kind[row])) return ACTIVITIES.indexOf('fixed');
  const slow = gravityOfStep(world.settings, dt);
  const speed = speedOf(world, row);
  const isTired = frozen[mover[row]] !== 0 || asleep[mover[row]] !== 0 || stillFor[mover[row]] > 0;
  if (isTired || (speed > AT_REST * slow && speed <= SLEEPY * slow)) return ACTIVITIES.indexOf('sleepy');
  return ACTIVITIES.indexOf(speed <= AT_REST * slow ? 'at rest' : 'moving');
}

function speedOf(world: World, row: number): number {
  const { velocity: u } = world.store.nodes.columns;
  return Math.hypot(u[6 * row], u[6 * row + 1], u[6 * row + 2]);
}

/** Depth of the deepest contact of each node, by row [m]. */
function measureDepths(world: World): Float64Array {
  const { edges, contacts } = world.graph.tables;
  const { nodes: ends, firstContact, contactCount } = edges.columns;
  const { gap } = contacts.columns;
  const depths = new Float64Array(world.store.nodes.size);
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    for (let i = firstContact[edge]; i < firstContact[edge] + contactCount[edge]; i++) {
      for (const row of [ends[2 * edge], ends[2 * edge + 1]]) depths[row] = Math.max(depths[row], -gap[i]);
    }
  }
  return depths;
}

/** Contacts of the last step with an impulse, or closed. */
export function drawContacts(world: World): Float32Array {
  const { edges, contacts } = world.graph.tables;
  const { firstContact, contactCount, contactState } = edges.columns;
  const { worldPoint, worldNormal, impulse, gap } = contacts.columns;
  const numbers: number[] = [];
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge) || contactState[edge] === 0) continue;
    for (let i = firstContact[edge]; i < firstContact[edge] + contactCount[edge]; i++) {
      for (let k = 0; k < 3; k++) numbers.push(worldPoint[3 * i + k]);
      for (let k = 0; k < 3; k++) numbers.push(worldNormal[3 * i + k]);
      for (let k = 0; k < 3; k++) numbers.push(impulse[4 * i + 1 + k]);
      numbers.push(impulse[4 * i], gap[i]);
    }
  }
  return fit(numbers, CONTACT_WIDTH);
}

/**
 * Edges between centres of bodies. At fixed bodies they end at the mean contact point, since the centre may be
 * anywhere.
 */
export function drawEdges(world: World): Float32Array {
  const { nodes } = world.store;
  const { kind, position } = nodes.columns;
  const { edges, contacts } = world.graph.tables;
  const { nodes: ends, firstContact, contactCount, contactState, firstJoint } = edges.columns;
  const { worldPoint } = contacts.columns;
  const numbers: number[] = [];
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    const isJoined = firstJoint[edge] >= 0 && contactState[edge] === 0;
    const hasContact = isPhysical(kind[a]) && isPhysical(kind[b]) && !isJoined;
    const count = contactCount[edge];
    // Rules have no position, and fixed bodies none without contacts.
    if (count === 0 && [a, b].some((row) => isInsulator(kind[row]) || !isPhysical(kind[row]))) continue;
    for (const row of [a, b]) {
      for (let k = 0; k < 3; k++) {
        let x = position[3 * row + k];
        if (isInsulator(kind[row])) {
          x = 0;
          for (let i = firstContact[edge]; i < firstContact[edge] + count; i++) x += worldPoint[3 * i + k] / count;
        }
        numbers.push(x);
      }
    }
    numbers.push(hasContact ? contactState[edge] : EDGE_STATES.length - 1);
  }
  return fit(numbers, EDGE_WIDTH);
}

export function drawBoxes(world: World, rows: readonly number[]): Float32Array {
  const { bounds } = world.store.nodes.columns;
  const numbers: number[] = [];
  for (const row of rows) {
    const box = bounds.subarray(BOX_WIDTH * row, BOX_WIDTH * (row + 1));
    if (hasEnd(box)) numbers.push(...box);
  }
  return fit(numbers, BOX_WIDTH);
}

/** The numbers of a body; null if it was removed. */
export function describeBody(world: World, id: number): BodyNumbers | null {
  const body = world.body(id);
  if (body === undefined) return null;
  const { group, mover } = world.store.nodes.columns;
  return {
    id,
    name: nameOf(world, id),
    kind: body.kind,
    locks: body.locks,
    mass: body.mass,
    position: body.position,
    orientation: body.orientation,
    velocity: body.velocity,
    angularVelocity: body.angularVelocity,
    group: group[mover[body.row]],
    layer: measureStackHeights(world)[body.row],
    frozen: body.isFrozen,
    sleep: describeSleep(world, body),
    isHanging: world.hanging().some((hanging) => hanging.id === id),
    edges: [...world.graph.edgesOf(body)].map((edge) => describeEdge(world, id, edge)),
    joints: jointsOfBody(world, body.row),
  };
}

/** Sleep state of a body with its time and reason; empty for a body that never slept. */
function describeSleep(world: World, { sleep }: Body): string {
  const { asleep, since, why, by } = sleep;
  if (why === 'never slept') return '';
  const who = by === undefined ? '' : ` of ${nameOf(world, by)}`;
  return `${asleep ? 'asleep' : 'awake'} since ${since.toFixed(2)} s: ${why}${who}`;
}

function describeEdge(world: World, id: number, edge: EdgeView): EdgeNumbers {
  const otherId = edge.a === id ? edge.b : edge.a;
  return {
    other: nameOf(world, otherId),
    otherId,
    kind: edge.kind,
    state: edge.joints.length > 0 && edge.state === 'separated' ? 'joined' : edge.state,
    gap: Number.isFinite(edge.gap) ? edge.gap : null,
    contacts: edge.contacts.map(
      ({ point, normalImpulse, frictionImpulse, gap }): ContactNumbers => ({
        point,
        normalImpulse,
        frictionImpulse: edge.b === id ? frictionImpulse : scale(frictionImpulse, -1),
        gap,
      }),
    ),
  };
}

/** The node's name, or a substitute. */
function nameOf(world: World, id: number): string {
  const row = world.store.nodes.rowOf(id);
  return world.store.names[row] ?? `#${row}`;
}

function fit(numbers: readonly number[], width: number): Float32Array {
  if (numbers.length % width !== 0) throw new Error(`${numbers.length} numbers do not make rows of ${width}.`);
  return Float32Array.from(numbers);
}
