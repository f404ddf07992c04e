// The shapes of a world's bodies as flying shapes: each on the flight of what moves it, from where that is.

import type { Bodies } from '../../bodies/bodies.js';
import type { State } from '../../state/state.js';
import { placeInWorld } from '../place-shape.js';
import type { Flight } from './flight.js';
import type { FlyingShape } from './impact-query.js';
import { CARRIED, HALTED } from './marks.js';

/**
 * Sets a flying shape to one of a world; `marks` say which movers are carried, and which halt. What does not move by
 * itself is at `begin` [s].
 */
export function setFlyingShape(flying: FlyingShape, state: State, shape: number, begin: number, marks: Int32Array): void {
  const { bodies } = state;
  const row = bodies.nodes.columns.mover[bodies.shapes.columns.owner[shape]];
  setFlight(flying.flight, state, row, begin, marks[row]);
  setShapeOfMover(flying, bodies, shape);
}

/** Sets what a flying shape is in the frame of its mover, whatever its flight. */
export function setShapeOfMover(flying: FlyingShape, bodies: Bodies, shape: number): void {
  const { owner, reach } = bodies.shapes.columns;
  const { mover, position: x, rotation } = bodies.nodes.columns;
  const row = mover[owner[shape]];
  // From the world into the frame of the mover, which is another one than the shape's own body where that is a member
  // of a composite.
  const { own } = flying;
  placeInWorld(bodies, shape, own);
  const dx = own.x - x[3 * row];
  const dy = own.y - x[3 * row + 1];
  const dz = own.z - x[3 * row + 2];
  const k = 9 * row;
  own.x = rotation[k] * dx + rotation[k + 3] * dy + rotation[k + 6] * dz;
  own.y = rotation[k + 1] * dx + rotation[k + 4] * dy + rotation[k + 7] * dz;
  own.z = rotation[k + 2] * dx + rotation[k + 5] * dy + rotation[k + 8] * dz;
  turnBack(own.r, rotation, k);
  flying.reach = reach[shape];
  if (row === owner[shape]) keepCentre(flying, bodies, shape);
  else flying.reach += Math.sqrt(squareBetween(x, row, owner[shape]));
}

/** What sits in the middle of its body does so to the last bit: a ball there is one that turning leaves where it is. */
function keepCentre({ own }: FlyingShape, { shapes }: Bodies, shape: number): void {
  const { position } = shapes.columns;
  own.x = position[3 * shape];
  own.y = position[3 * shape + 1];
  own.z = position[3 * shape + 2];
}

function squareBetween(x: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (x[3 * a + k] - x[3 * b + k]) * (x[3 * a + k] - x[3 * b + k]);
  return sum;
}

/** r <- R^T r for the rotation at rotation[k ..]. */
function turnBack(r: Float64Array, rotation: Float64Array, k: number): void {
  for (let j = 0; j < 3; j++) {
    const x = r[j];
    const y = r[3 + j];
    const z = r[6 + j];
    for (let i = 0; i < 3; i++) r[3 * i + j] = rotation[k + i] * x + rotation[k + 3 + i] * y + rotation[k + 6 + i] * z;
  }
}

/** The flight of a mover from where it is; of one that is carried without falling. One that halts stays where it is. */
function setFlight(flight: Flight, state: State, row: number, begin: number, marks: number): void {
  const { columns: nodes } = state.bodies.nodes;
  const { gravity } = state.settings;
  const isFalling = nodes.inverseMass[row] > 0 && (marks & (CARRIED | HALTED)) === 0;
  flight.time = nodes.inverseMass[row] > 0 ? nodes.time[row] : begin;
  for (let k = 0; k < 3; k++) {
    flight.position[k] = nodes.position[3 * row + k];
    flight.moments[k] = nodes.moments[3 * row + k];
    const gain = nodes.gravityScale[row] * gravity[k] + nodes.inverseMass[row] * nodes.force[6 * row + k];
    flight.acceleration[k] = isFalling ? gain : 0;
  }
  for (let k = 0; k < 4; k++) {
    flight.orientation[k] = nodes.orientation[4 * row + k];
    flight.principal[k] = nodes.principal[4 * row + k];
  }
  for (let k = 0; k < 6; k++) flight.velocity[k] = (marks & HALTED) === 0 ? nodes.velocity[6 * row + k] : 0;
  flight.begin();
}
