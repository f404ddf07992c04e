// Fixation (VSP paper, figure 12): while the layer above is solved, a body stands like the ground. Its inverse mass is zero, and
// so are its velocity and spin: in the paper's system a fixed body has none. With the velocity it has, it would be a support of
// endless mass that moves: what is left over of an unconverged solve would be handed up with all its energy, growing with every
// layer.
//
// Beyond the paper, what the lowest bodies stand on may be scripted, and move. A fixated body then reads the motion of what carries
// the stack: at its centre, that of the support it stands on, which if it is fixated too reads that of its own.

import { isInsulator } from '../../bodies/node-kinds.js';
import type { Detection } from '../../detection/detection.js';
import type { StackLayers } from './stack-layers.js';

/** Inverse mass, inverse inertia and velocity of a body that is fixated. */
const HELD_LENGTH = 13;

/** What bodies had that are fixated, and what carries them. */
export class Fixation {
  /** HELD_LENGTH numbers a body. */
  held = new Float64Array(HELD_LENGTH * 64);
  /** The motion that each mover is carried with, by rows, six numbers as a velocity; known up to the layer that was fixated last. */
  carried = new Float64Array(6 * 64);
  /** How far that is from the mover's own, as the square of a speed [m^2/s^2]. */
  distance = new Float64Array(64);

  /** Room for the motions of so many rows, and for so many bodies that are fixated at once. */
  reserve(rows: number, bodies: number): void {
    if (this.held.length < HELD_LENGTH * bodies) this.held = new Float64Array(2 * HELD_LENGTH * bodies);
    if (this.distance.length >= rows) return;
    this.distance = new Float64Array(2 * rows);
    this.carried = new Float64Array(12 * rows);
  }
}

/** Fixates the bodies that are free in layer i, for the one above it. Layers come in their order, one at a time. */
export function fixate(fixation: Fixation, detection: Detection, layers: StackLayers, i: number): void {
  fixation.reserve(detection.rowCount, layers.firstBody[i + 1] - layers.firstBody[i]);
  findCarriedMotion(fixation, detection, layers, i);
  const { held, carried } = fixation;
  const { inverseMass, inverseInertia, velocity } = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  const first = layers.firstBody[i];
  const last = layers.firstBody[i + 1];
  for (let m = first; m < last; m++) {
    const row = member[m];
    const k = HELD_LENGTH * (m - first);
    held[k] = inverseMass[row];
    inverseMass[row] = 0;
    for (let j = 0; j < 6; j++) {
      held[k + 1 + j] = inverseInertia[6 * row + j];
      held[k + 7 + j] = velocity[6 * row + j];
      inverseInertia[6 * row + j] = 0;
      velocity[6 * row + j] = carried[6 * row + j];
    }
  }
}

/** Gives the bodies of layer i back what fixate() has taken. */
export function unfixate({ held }: Fixation, { bodies, groups }: Detection, layers: StackLayers, i: number): void {
  const { inverseMass, inverseInertia, velocity } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  const first = layers.firstBody[i];
  for (let m = first; m < layers.firstBody[i + 1]; m++) {
    const row = member[m];
    const k = HELD_LENGTH * (m - first);
    inverseMass[row] = held[k];
    for (let j = 0; j < 6; j++) {
      inverseInertia[6 * row + j] = held[k + 1 + j];
      velocity[6 * row + j] = held[k + 7 + j];
    }
  }
}

/**
 * The motion that the bodies of layer i are carried with. Of several supports that move differently, a body goes with the one
 * whose motion is nearest to its own: a box that a piston pushes along the floor goes with the piston, and a stack that a lift
 * passes by stays.
 */
function findCarriedMotion(fixation: Fixation, { bodies, graph, groups }: Detection, layers: StackLayers, i: number): void {
  const { carried, distance } = fixation;
  const { kind, mover, position, velocity: u, mass, moments } = bodies.nodes.columns;
  const edges = groups.edges.columns.member;
  const { nodes: ends, movers } = graph.edges.columns;
  const { member } = groups.movers.columns;
  const { firstEdge, firstBody, height } = layers;
  for (let m = firstBody[i]; m < firstBody[i + 1]; m++) distance[member[m]] = Number.POSITIVE_INFINITY;

  for (let e = firstEdge[i]; e < firstEdge[i + 1]; e++) {
    const a = ends[2 * edges[e]];
    const b = ends[2 * edges[e] + 1];
    const heightA = isInsulator(kind[a]) ? 0 : height[mover[a]];
    const heightB = isInsulator(kind[b]) ? 0 : height[mover[b]];
    // Two of one height do not carry each other.
    if (heightA === heightB) continue;
    const support = movers[2 * edges[e] + (heightA < heightB ? 0 : 1)];
    const row = movers[2 * edges[e] + (heightA < heightB ? 1 : 0)];
    // The lowest support moves as it does, every other as it is carried.
    const motion = Math.min(heightA, heightB) === 0 ? u : carried;
    const s = 6 * support;
    const k = 6 * row;
    const dx = position[3 * row] - position[3 * support];
    const dy = position[3 * row + 1] - position[3 * support + 1];
    const dz = position[3 * row + 2] - position[3 * support + 2];
    const vx = motion[s] + motion[s + 4] * dz - motion[s + 5] * dy;
    const vy = motion[s + 1] + motion[s + 5] * dx - motion[s + 3] * dz;
    const vz = motion[s + 2] + motion[s + 3] * dy - motion[s + 4] * dx;
    // A spin counts by the mean radius of gyration.
    const gyration = (moments[3 * row] + moments[3 * row + 1] + moments[3 * row + 2]) / (3 * mass[row]);
    let apart = 0;
    for (let j = 3; j < 6; j++) apart += gyration * (u[k + j] - motion[s + j]) * (u[k + j] - motion[s + j]);
    apart += (u[k] - vx) * (u[k] - vx) + (u[k + 1] - vy) * (u[k + 1] - vy) + (u[k + 2] - vz) * (u[k + 2] - vz);
    if (apart >= distance[row]) continue;
    distance[row] = apart;
    carried[k] = vx;
    carried[k + 1] = vy;
    carried[k + 2] = vz;
    for (let j = 3; j < 6; j++) carried[k + j] = motion[s + j];
  }
}
