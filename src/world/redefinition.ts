// Changes of kind, shapes, mass or motion of an existing body. The body keeps row, id, handle, name, pose and velocity.
// Its contacts are detected anew in the next step, whose events report touching that began or ended.

import { BODY_KINDS } from '../bodies/bodies.js';
import type { BodyChange, BodyDescriptor, Motion } from '../bodies/descriptors.js';
import { bodyChangeField } from '../bodies/descriptors.js';
import { LINK, NODE_KINDS } from '../bodies/node-kinds.js';
import { evaluateChecked } from '../bodies/scripts.js';
import { edgeKindOf } from '../detection/contact-graph/edge-kinds.js';
import { disturb } from '../detection/disturb.js';
import type { Body } from '../handles.js';
import { InputError } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import { WORLD_END } from '../joints/joint-table.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { quatAt, vectorAt } from '../math/vector.js';
import { nameOfJoint, otherEnd } from './joint-changes.js';
import type { WorldParts } from './parts.js';
import { noteObstacle, ownRow } from './parts.js';

/** Motion of a scripted body that was given none: the body stays until moveTo() gives it another pose. */
const STAYING: Motion = { kind: 'oscillation', frequency: 1 };

/** Changes kind, shapes, mass or motion of a body; fields left out keep their values. */
export function changeBody(parts: WorldParts, body: Body, given: BodyChange): void {
  const { state, detection } = parts;
  const { bodies, graph, time } = state;
  const row = ownRow(parts, body);
  const change = readOnce(given);
  bodyChangeField.check(change, 'change');
  const descriptor = describe(parts, body, row, change);
  const position: Vec3 = [...(descriptor.position as Vec3)];
  const orientation: Quat = [...(descriptor.orientation as Quat)];
  refuseParts(parts, body, row, descriptor);
  if (descriptor.motion !== undefined) evaluateChecked(bodies, descriptor.motion, time, position, orientation, body.name);
  bodies.checkBody(descriptor);
  bodies.beginChange();
  disturb(state, row);
  dropContacts(parts, row, BODY_KINDS[descriptor.kind ?? 'rigid']);
  bodies.redefine(row, descriptor);
  if (descriptor.motion !== undefined) bodies.setPose(row, position, orientation);
  const { unheld, stillFor, slowFor, gainingFor, trackedEnergy } = bodies.nodes.columns;
  for (const column of [unheld, stillFor, slowFor, gainingFor, trackedEnergy]) column[row] = 0;
  graph.changeKind(row, BODY_KINDS[descriptor.kind ?? 'rigid']);
  detection.forgetGroups();
  disturb(state, row);
  noteObstacle(parts, row);
}

/**
 * Descriptor of the changed body. If neither mass nor density is given, it keeps its density if its shapes change, else
 * its mass.
 */
function describe({ state }: WorldParts, body: Body, row: number, change: BodyChange): BodyDescriptor {
  const { bodies } = state;
  const { columns } = bodies.nodes;
  const kind = change.kind ?? (body.kind as Exclude<typeof body.kind, 'link'>);
  const shapes = change.shapes ?? body.shapes;
  const isRigid = kind === 'rigid';
  const isMoving = columns.inverseMass[row] > 0;
  const about = body.kind === 'scripted' && kind === 'scripted';
  const motion = kind === 'scripted' ? (change.motion ?? bodies.motions[row] ?? STAYING) : change.motion;
  const isWeighed = change.mass !== undefined || change.density !== undefined;
  return {
    kind,
    shapes,
    material: body.material,
    position: about ? vectorAt(columns.initialPose, 7 * row) : body.position,
    orientation: about ? quatAt(columns.initialPose, 7 * row + 3) : body.orientation,
    ...(isRigid && { velocity: body.velocity, angularVelocity: body.angularVelocity }),
    ...(motion !== undefined && { motion }),
    ...(isRigid && isMoving && !isWeighed && keptMass(body, change)),
    ...(change.mass !== undefined && { mass: change.mass }),
    ...(change.density !== undefined && { density: change.density }),
    ...(change.centerOfMass !== undefined && { centerOfMass: change.centerOfMass }),
    ...(change.inertia !== undefined && { inertia: change.inertia }),
  };
}

/** The mass of a rigid body if its shapes stay, else its density. */
function keptMass(body: Body, { shapes }: BodyChange): Pick<BodyDescriptor, 'mass' | 'density'> {
  if (shapes === undefined) return { mass: body.mass };
  const volume = body.world.store.volumeOf(body.shapes);
  return volume > 0 ? { density: body.mass / volume } : { mass: body.mass };
}

/**
 * Throws for a member of a composite, a link, or a body that must move because a joint holds it to one that does not.
 */
function refuseParts({ state }: WorldParts, body: Body, row: number, { kind }: BodyDescriptor): void {
  const { kind: kinds, mover, inverseMass } = state.bodies.nodes.columns;
  const called = body.name ?? body.id;
  if (mover[row] !== row) throw new InputError(`Body ${called} cannot be changed so while it is part of a composite.`);
  if (kinds[row] === LINK) throw new InputError(`Body ${called} is a link of a multibody, and cannot be changed so.`);
  if (kind === 'rigid') return;
  for (const joint of state.joints.of(row)) {
    const other = otherEnd(state, joint, row);
    if (other === WORLD_END || inverseMass[mover[other]] === 0)
      throw new InputError(
        `kind is "${kind}", but ${nameOfJoint(state, joint)} holds the body to ${other === WORLD_END ? 'the world' : `a ${NODE_KINDS[kinds[other]]} body`}, and one of the two must move.`,
      );
  }
}

/**
 * Clears the contacts of the former shapes. Edges of pairs that cannot interact any more, as two fixed bodies, are
 * removed.
 */
function dropContacts({ state, events }: WorldParts, row: number, kind: number): void {
  const { graph, bodies, settings, time } = state;
  const { nodes, next, firstJoint, placementKnown, still } = graph.edges.columns;
  for (let entry = bodies.nodes.columns.firstDynamicEdge[row]; entry >= 0; ) {
    const edge = entry >> 1;
    const following = next[entry];
    if (firstJoint[edge] < 0 && edgeKindOf(kind, bodies.nodes.columns.kind[nodes[entry ^ 1]]) < 0) {
      if (settings.events !== 'off') events.reportRemoval(edge, time);
      graph.remove(edge);
    } else {
      graph.clearContacts(edge);
      placementKnown[edge] = still[edge] = 0;
    }
    entry = following;
  }
}
