// What the functions of a world share: its state and who works on it.

import type { Detection } from '../detection/detection.js';
import { disturbAll, stir } from '../detection/disturb.js';
import type { Events } from '../events/events.js';
import type { HandleBook } from '../handle-book.js';
import { Body, Handle, type HandlesWorld } from '../handles.js';
import { InputError, refuse } from '../input/fields.js';
import type { Scheduler, TimeScheduler } from '../schedulers/scheduler.js';
import type { State } from '../state/state.js';
import type { Stepper } from '../steppers/stepper.js';

export interface WorldParts {
  /** The facade, which handles refer to. */
  readonly world: HandlesWorld;
  readonly state: State;
  readonly detection: Detection;
  readonly events: Events;
  /** The handles of nodes, of joints and of couplings. */
  readonly nodeHandles: HandleBook<Handle>;
  readonly jointHandles: HandleBook<{ readonly id: number }>;
  readonly couplingHandles: HandleBook<{ readonly id: number }>;
  /** The method and the scheduler, as their descriptions. */
  readonly stepper: Stepper;
  readonly scheduler: Scheduler | TimeScheduler;
}

/** The handle of a body by its row. */
export function bodyAt({ world, state, nodeHandles }: WorldParts, row: number): Body {
  const id = state.bodies.nodes.idOf(row);
  return nodeHandles.of(row, id, Body, () => new Body(world, id));
}

/** The row of a handle of this world. */
export function ownRow({ world }: WorldParts, handle: Handle): number {
  if (!(handle instanceof Handle)) refuse('handle', handle, 'a body or another node of this world');
  if (handle.world !== world) throw new InputError(`The node of id ${handle.id} is of another world.`);
  return handle.row;
}

/** What no impulse moves has come to a place where something may lie that it has no edge with yet. */
export function noteObstacle({ state, detection }: WorldParts, row: number): void {
  if (state.bodies.nodes.columns.inverseMass[row] === 0) disturbAll(detection);
  stir(state, row);
}

/** What was found at some placement does not hold any more. */
export function forgetPlacements({ state }: WorldParts): void {
  state.graph.edges.columns.placementKnown.fill(0);
}

/** Nothing may be changed from outside until `state.bodies.isLocked` is false again. */
export function lock({ bodies }: State): void {
  bodies.refuseWithinStep();
  bodies.isLocked = true;
}
