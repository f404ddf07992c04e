// Can what a body rests on carry it? The truth by which bodies that sleep or are frozen are left alone: who cannot be carried is
// not at rest, however still it lies (figure 17 of the contact graph paper shows a ball that hangs on a slope).
//
// Its supports are the contacts with what does not move, sleeps or is frozen, if they are closed or have pushed in the
// last step. They must be able to give an impulse that cancels its weight and what presses on it, each within its
// friction cone (solvers/carry-body.ts). What presses on it are the loads of bodies above it. Bodies that move do not
// carry it.

import { isTied } from '../bodies/locks.js';
import { isInsulator } from '../bodies/node-kinds.js';
import type { NODE_SCHEMA } from '../bodies/node-table.js';
import { OWN_FRICTION } from '../detection/ask-hooks.js';
import type { Detection } from '../detection/detection.js';
import { Balance } from '../detection/islands/balance.js';
import type { Settings } from '../settings.js';
import { gravityOfStep } from '../settings.js';
import { ARM, BodyCarry, CONTACT_LENGTH, FRICTION, PUSH } from '../solvers/carry-body.js';
import type { Columns } from '../table/table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Who is left with less than this share of what gravity adds to its speed in a step is carried: the rest is rounding [1]. */
const LEFT = 0.05;
/** A contact whose push has more than this share of its length along gravity presses on the body [1]. */
const DOWNWARD = 0.1;
/** A gap is closed up to the largest at which bodies come to rest, and rounding [1]. */
const ROUNDED = 1 + 1e-9;

export class Carrying {
  readonly #carry = new BodyCarry();
  #contacts = new Float64Array(64 * CONTACT_LENGTH);
  #count = 0;
  /** What weight and load give to the body: impulse and angular impulse about the centre of mass [N s, N m s]. */
  readonly #momentum = new Float64Array(6);
  readonly #force = new Float64Array(3);
  /** Whether what rests above carries as well, and what moves presses from all sides. */
  #holdsByAll = false;
  /** Whether the mover that was asked about last touches one that can move. */
  touchesMovers = false;
  /** Whether one of these is awake. */
  touchesAwake = false;

  /** Whether the supports of a mover can carry it through a step of dt [s]. */
  isCarried(detection: Detection, row: number, settings: Settings, dt: number): boolean {
    this.#holdsByAll = false;
    return this.#canCarry(detection, row, settings, dt);
  }

  /**
   * Whether all that rests about a mover, above it and beside it too, can hold it where it is, under what the others have done to it in
   * the step of dt [s]. That is asked of one in a pile of which all but a few bodies sleep: these stay where they are.
   */
  isHeld(detection: Detection, row: number, settings: Settings, dt: number): boolean {
    this.#holdsByAll = true;
    return this.#canCarry(detection, row, settings, dt);
  }

  #canCarry(detection: Detection, row: number, settings: Settings, dt: number): boolean {
    const { mass, gravityScale } = detection.bodies.nodes.columns;
    // Joints and locks hold what they are made to hold.
    if (isTied(detection.bodies.nodes.columns, row)) return true;
    const fall = gravityOfStep(settings, dt) * Math.abs(gravityScale[row]);
    this.#count = 0;
    this.touchesMovers = this.touchesAwake = false;
    this.#momentum.fill(0);
    for (let k = 0; k < 3; k++) this.#momentum[k] = dt * mass[row] * gravityScale[row] * settings.gravity[k];
    this.#readEdges(detection, row, row, settings);
    this.#readMembers(detection, row, settings);
    return fall === 0 || this.#count > 0 ? this.#findLeft(detection, row) <= LEFT * fall : false;
  }

  /** The speed that supports leave [m/s]. */
  #findLeft({ bodies }: Detection, row: number): number {
    const { mass, moments, inverseInertia } = bodies.nodes.columns;
    const gyration = Math.sqrt((moments[3 * row] + moments[3 * row + 1] + moments[3 * row + 2]) / (3 * mass[row]));
    return this.#carry.carry(this.#count, this.#contacts, this.#momentum, 1 / mass[row], inverseInertia, 6 * row, gyration);
  }

  #readMembers(detection: Detection, row: number, settings: Settings): void {
    const { firstStaticEdge, mover } = detection.bodies.nodes.columns;
    const { nodes: ends, next } = detection.graph.edges.columns;
    for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
      const other = ends[entry ^ 1];
      if (mover[other] === row) this.#readEdges(detection, other, row, settings);
    }
  }

  #readEdges(detection: Detection, node: number, row: number, settings: Settings): void {
    const { firstDynamicEdge, mover } = detection.bodies.nodes.columns;
    const { nodes: ends, next, contactCount, firstContact } = detection.graph.edges.columns;
    for (let entry = firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
      const edge = entry >> 1;
      const other = mover[ends[entry ^ 1]];
      // The normal points from the first node to the second.
      const side = (entry & 1) === 1 ? 1 : -1;
      for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
        if (isClosed(detection, contact, settings)) this.#readContact(detection, contact, row, other, side, settings);
      }
    }
  }

  #readContact(
    { bodies, graph }: Detection,
    contact: number,
    row: number,
    other: number,
    side: number,
    { gravity: g }: Settings,
  ): void {
    const nodes = bodies.nodes.columns;
    const { worldNormal: n, worldPoint: x, load, impulse } = graph.contacts.columns;
    if (!isInsulator(nodes.kind[other])) {
      this.touchesMovers = true;
      this.touchesAwake ||= !isResting(nodes, other);
    }
    const c = 3 * contact;
    const along = side * (n[c] * g[0] + n[c + 1] * g[1] + n[c + 2] * g[2]);
    const isPressing = along > DOWNWARD * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    const isSupport = isResting(nodes, other) && (this.#holdsByAll || !isPressing || isInsulator(nodes.kind[other]));
    // Of what moves nobody knows how long it will stay.
    if (!isSupport && !isPressing && !this.#holdsByAll) return;
    if (!isSupport) {
      const force = this.#force;
      const push = this.#holdsByAll ? impulse : load;
      for (let k = 0; k < 3; k++) force[k] = side * (push[4 * contact] * n[c + k] + push[4 * contact + 1 + k]);
      const { position } = nodes;
      this.#press(force, x[c] - position[3 * row], x[c + 1] - position[3 * row + 1], x[c + 2] - position[3 * row + 2]);
      return;
    }
    this.#addSupport(bodies, graph.contacts.columns, contact, row, side);
  }

  #addSupport(
    { nodes, shapes: { columns: shapes }, materials }: Detection['bodies'],
    { shapes: ends, worldPoint: x, worldNormal: normal, ownSurface, ownFriction }: Detection['graph']['contacts']['columns'],
    contact: number,
    row: number,
    side: number,
  ): void {
    if ((this.#count + 1) * CONTACT_LENGTH > this.#contacts.length) {
      const larger = new Float64Array(2 * this.#contacts.length);
      larger.set(this.#contacts);
      this.#contacts = larger;
    }
    const to = CONTACT_LENGTH * this.#count++;
    for (let k = 0; k < 3; k++) {
      this.#contacts[to + ARM + k] = x[3 * contact + k] - nodes.columns.position[3 * row + k];
      this.#contacts[to + PUSH + k] = side * normal[3 * contact + k];
    }
    const pair = shapes.material[ends[2 * contact]] * materials.stride + shapes.material[ends[2 * contact + 1]];
    this.#contacts[to + FRICTION] = (ownSurface[contact] & OWN_FRICTION) !== 0 ? ownFriction[contact] : materials.friction[pair];
  }

  /** An impulse at an arm presses on the body. */
  #press([fx, fy, fz]: Float64Array, x: number, y: number, z: number): void {
    const momentum = this.#momentum;
    momentum[0] += fx;
    momentum[1] += fy;
    momentum[2] += fz;
    momentum[3] += y * fz - z * fy;
    momentum[4] += z * fx - x * fz;
    momentum[5] += x * fy - y * fx;
  }
}

/** Whether a body stays where it is: it does not move, sleeps or is frozen. */
function isResting({ kind, asleep, frozen, velocity }: Nodes, row: number): boolean {
  if (!isInsulator(kind[row])) return asleep[row] !== 0 || frozen[row] !== 0;
  for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) return false;
  return true;
}

/** Whether a contact is closed, or has pushed all the same in the last step: bodies come to rest a little before they touch, too. */
function isClosed({ graph, bodies }: Detection, contact: number, settings: Settings): boolean {
  const { gap, passing, shapes, impulse } = graph.contacts.columns;
  const { thickness } = bodies.shapes.columns;
  const thinner = Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
  const largest = ROUNDED * settings['contact.touching'] * settings['detection.envelope'] * thinner;
  return passing[contact] === 0 && (gap[contact] <= largest || impulse[4 * contact] > 0);
}

/**
 * The rows of all bodies that sleep or are frozen, that nothing could carry if they were asked now, and that were not in balance in
 * their last step either. Deep in a heap bodies carry each other in circles. There the question whether supports could carry what
 * presses on a body says no for small errors of these loads; the impulses that they gave each other say what carries it. What touches
 * nothing but what is fixed has no such loads. Of one that a body touches that is awake, all that rests about it is asked to hold it, as it
 * is while it sleeps (steppers/subgroups.ts).
 */
export function listHanging(detection: Detection): number[] {
  const carrying = new Carrying();
  const balance = new Balance();
  const { settings } = detection.state;
  const { nodes } = detection.bodies;
  const { asleep, frozen, mover, lastStep, kind } = nodes.columns;
  const found: number[] = [];
  for (let row = 0; row < nodes.size; row++) {
    if (!nodes.isLive(row) || mover[row] !== row || isInsulator(kind[row])) continue;
    if (asleep[row] === 0 && frozen[row] === 0) continue;
    // Loads and impulses are those of its last step.
    if (carrying.isCarried(detection, row, settings, lastStep[row])) continue;
    if (carrying.touchesMovers && balance.isBalanced(detection, row, settings, lastStep[row])) continue;
    // It is watched, and would wake if the others could not hold it.
    if (carrying.touchesAwake && carrying.isHeld(detection, row, settings, lastStep[row])) continue;
    found.push(row);
  }
  return found;
}
