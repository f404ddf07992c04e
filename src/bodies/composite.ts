// Composite bodies (contact graph paper, section 2): rigid bodies attached to each other. The members keep their rows,
// shapes and edges. The composite is a further row, which carries the motion of all members.

import { clearLocked } from '../math/locked-axes.js';
import { multiplySym, rotateSym } from '../math/symmetric.js';
import type { Vec3 } from '../math/vector.js';
import { add, cross, quatAt, scale, subtract, vectorAt } from '../math/vector.js';
import type { Columns } from '../table/table.js';
import type { Bodies } from './bodies.js';
import { moveMembers } from './kinematics.js';
import type { MassProperties } from './mass-properties.js';
import { combineMassProperties } from './mass-properties.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Mass, centre and inertia of a row in the world's frame, at its present pose. */
export function placedMass(nodes: Nodes, row: number): MassProperties {
  const [i, j, k] = vectorAt(nodes.moments, 3 * row);
  const inBody = rotateSym(quatAt(nodes.principal, 4 * row), [i, j, k, 0, 0, 0]);
  return {
    mass: nodes.mass[row],
    center: vectorAt(nodes.position, 3 * row),
    inertia: rotateSym(quatAt(nodes.orientation, 4 * row), inBody),
  };
}

/** Angular momentum of a row about its own centre of mass [kg m^2/s]. */
export function spinOf(nodes: Nodes, row: number): Vec3 {
  return multiplySym(placedMass(nodes, row).inertia, vectorAt(nodes.velocity, 6 * row + 3));
}

/**
 * Attaches members to `composite`. It gets their total mass, the rigid motion with their momentum and angular momentum,
 * and the means of their damping and gravity scale, weighted by mass. An axis locked of one member is locked of all.
 */
export function attachMembers(bodies: Bodies, composite: number, members: readonly number[]): void {
  const nodes = bodies.nodes.columns;
  const whole = combineMassProperties(members.map((row) => placedMass(nodes, row)));
  let momentum: Vec3 = [0, 0, 0];
  let spin: Vec3 = [0, 0, 0];
  for (const row of members) {
    const own = scale(vectorAt(nodes.velocity, 6 * row), nodes.mass[row]);
    momentum = add(momentum, own);
    spin = add(add(spin, spinOf(nodes, row)), cross(subtract(vectorAt(nodes.position, 3 * row), whole.center), own));
  }
  const mean = (column: Float64Array): number =>
    members.reduce((sum, row) => sum + column[row] * nodes.mass[row], 0) / whole.mass;
  nodes.gravityScale[composite] = mean(nodes.gravityScale);
  nodes.locks[composite] = members.reduce((bits, row) => bits | nodes.locks[row], 0);
  nodes.linearDamping[composite] = mean(nodes.linearDamping);
  nodes.angularDamping[composite] = mean(nodes.angularDamping);
  nodes.position.set(whole.center, 3 * composite);
  nodes.orientation.set([0, 0, 0, 1], 4 * composite);
  bodies.setMass(composite, whole);
  const inverse = nodes.inverseInertia;
  const k = 6 * composite;
  const turn = multiplySym([inverse[k], inverse[k + 1], inverse[k + 2], inverse[k + 3], inverse[k + 4], inverse[k + 5]], spin);
  nodes.velocity.set(scale(momentum, 1 / whole.mass), k);
  nodes.velocity.set(turn, k + 3);
  clearLocked(nodes.velocity, k, nodes.locks[composite]);
  nodes.time[composite] = nodes.time[members[0]];
  nodes.lastStep[composite] = nodes.lastStep[members[0]];
  for (const row of members) {
    nodes.mover[row] = composite;
    // The composite's axes are those of the world now, so a member's pose in it is the offset from the common centre.
    nodes.memberPose.set(subtract(vectorAt(nodes.position, 3 * row), whole.center), 7 * row);
    nodes.memberPose.set(quatAt(nodes.orientation, 4 * row), 7 * row + 3);
  }
  moveMembers(bodies);
  gatherForces(nodes, composite, members);
}

/** Moves the members' pending forces, which act in the next step, to the composite. */
function gatherForces(nodes: Nodes, composite: number, members: readonly number[]): void {
  for (const row of members) {
    const force = vectorAt(nodes.force, 6 * row);
    const arm = subtract(vectorAt(nodes.position, 3 * row), vectorAt(nodes.position, 3 * composite));
    const torque = add(vectorAt(nodes.force, 6 * row + 3), cross(arm, force));
    for (let i = 0; i < 3; i++) {
      nodes.force[6 * composite + i] += force[i];
      nodes.force[6 * composite + 3 + i] += torque[i];
    }
    nodes.force.fill(0, 6 * row, 6 * row + 6);
  }
}

/** Detaches the members of a composite; each keeps the velocity it has as part of it. Returns their rows. */
export function detachMembers(bodies: Bodies, composite: number): number[] {
  moveMembers(bodies);
  const { mover } = bodies.nodes.columns;
  const members: number[] = [];
  for (let row = 0; row < bodies.nodes.size; row++) {
    if (row !== composite && bodies.nodes.isLive(row) && mover[row] === composite) members.push(row);
  }
  // Pending forces are distributed by mass, which keeps their sum and their torque.
  const { force, mass, time, lastStep, velocity, locks } = bodies.nodes.columns;
  for (const row of members) {
    mover[row] = row;
    clearLocked(velocity, 6 * row, locks[row]);
    time[row] = time[composite];
    lastStep[row] = lastStep[composite];
    for (let i = 0; i < 6; i++) force[6 * row + i] += (force[6 * composite + i] * mass[row]) / mass[composite];
  }
  force.fill(0, 6 * composite, 6 * composite + 6);
  return members;
}
