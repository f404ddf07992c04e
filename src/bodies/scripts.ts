// Scripted bodies in a step. Their velocity takes them from their present pose to that of the script at the end of the
// step, so that friction carries bodies that rest on them. At the end they are set exactly to that pose.

import { InputError, show } from '../input/fields.js';
import { acos } from '../math/portable.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { conjugate, multiply, quatAt, scale, subtract, vectorAt } from '../math/vector.js';
import type { Bodies } from './bodies.js';
import type { Motion } from './descriptors.js';
import { centerFromOrigin, evaluateMotion } from './motion.js';

/**
 * Evaluates all motions at a time [s]. It comes before any change, so that a motion that throws leaves the world as it
 * was.
 */
export function evaluateScripts(bodies: Bodies, time: number): void {
  for (const row of bodies.scripted) {
    if (!takesPart(bodies, row)) continue;
    const { initialPose } = bodies.nodes.columns;
    const { position, orientation } = scriptedPose(
      bodies,
      row,
      time,
      vectorAt(initialPose, 7 * row),
      quatAt(initialPose, 7 * row + 3),
    );
    const { scriptedPose: pose } = bodies.nodes.columns;
    pose.set(position, 7 * row);
    pose.set(orientation, 7 * row + 3);
  }
}

/**
 * Moves scripted bodies to their poses at a time [s], if they are at another: stretches of a step begin at various
 * times.
 */
export function bringScriptsTo(bodies: Bodies, time: number): void {
  const { columns } = bodies.nodes;
  for (const row of bodies.scripted) {
    if (!takesPart(bodies, row) || columns.time[row] === time) continue;
    const position = vectorAt(columns.initialPose, 7 * row);
    const orientation = quatAt(columns.initialPose, 7 * row + 3);
    scriptedPose(bodies, row, time, position, orientation);
    bodies.setPose(row, position, orientation);
    columns.time[row] = time;
  }
}

/** Sets the velocities of all scripted bodies for a step of dt [s] that ends at the evaluated poses. */
export function aimScripts(bodies: Bodies, dt: number): void {
  const nodes = bodies.nodes.columns;
  for (const row of bodies.scripted) {
    if (!takesPart(bodies, row)) continue;
    const orientation = quatAt(nodes.scriptedPose, 7 * row + 3);
    const center = centerFromOrigin(vectorAt(nodes.scriptedPose, 7 * row), orientation, vectorAt(nodes.center, 3 * row));
    const velocity = scale(subtract(center, vectorAt(nodes.position, 3 * row)), 1 / dt);
    const turn = rotationVector(multiply(orientation, conjugate(quatAt(nodes.orientation, 4 * row))));
    nodes.velocity.set(velocity, 6 * row);
    nodes.velocity.set(scale(turn, 1 / dt), 6 * row + 3);
  }
}

/** Sets all scripted bodies to the evaluated poses, which are those of `time` [s]. */
export function placeScripts(bodies: Bodies, time: number): void {
  const { scriptedPose: pose, time: times } = bodies.nodes.columns;
  for (const row of bodies.scripted) {
    if (!takesPart(bodies, row)) continue;
    bodies.setPose(row, vectorAt(pose, 7 * row), quatAt(pose, 7 * row + 3));
    times[row] = time;
  }
}

function takesPart(bodies: Bodies, row: number): boolean {
  return bodies.nodes.columns.active[row] !== 0;
}

/**
 * Pose of a body at a time [s] if its initial pose were this one: the same without a motion, else the motion about it.
 */
export function scriptedPose(
  bodies: Bodies,
  row: number,
  time: number,
  position: Vec3,
  orientation: Quat,
): { position: Vec3; orientation: Quat } {
  const motion = bodies.motions[row];
  if (motion !== undefined) evaluateChecked(bodies, motion, time, position, orientation, bodies.names[row]);
  return { position, orientation };
}

/** Components of poses that differ by less count as equal. */
const ROUNDING = 1e-14;

/** The part of a new initial pose that the motion of a body ignores: a change of it would have no effect. */
export function findIgnored(
  bodies: Bodies,
  row: number,
  time: number,
  position: Readonly<Vec3>,
  orientation: Readonly<Quat>,
): 'position' | 'orientation' | undefined {
  const motion = bodies.motions[row];
  if (motion === undefined || motion.kind === 'oscillation') return undefined;
  const { initialPose } = bodies.nodes.columns;
  const former = { position: vectorAt(initialPose, 7 * row), orientation: quatAt(initialPose, 7 * row + 3) };
  const given = { position, orientation };
  const isOther = (x: number, y: number) => Math.abs(x - y) > ROUNDING * (1 + Math.abs(y));
  const isChanged = (field: 'position' | 'orientation') => given[field].some((x, i) => isOther(x, former[field][i] ?? 0));
  if (motion.kind === 'keyframes') {
    const isSaid = (field: 'position' | 'orientation') => motion.keyframes.every((keyframe) => keyframe[field] !== undefined);
    return (['position', 'orientation'] as const).find((field) => isChanged(field) && isSaid(field));
  }
  // For a function, both initial poses are tried.
  const before = scriptedPose(bodies, row, time, [...former.position], [...former.orientation]);
  const after = scriptedPose(bodies, row, time, [...position], [...orientation]);
  const isLost = (i: 0 | 1 | 2) => isOther(position[i], former.position[i]) && after.position[i] === before.position[i];
  if (([0, 1, 2] as const).some(isLost)) return 'position';
  const isSame = after.orientation.every((x, i) => x === before.orientation[i]);
  return isChanged('orientation') && isSame ? 'orientation' : undefined;
}

/** Evaluates a motion; throws unless the pose is finite. */
export function evaluateChecked(
  bodies: Bodies,
  motion: Motion,
  time: number,
  position: Vec3,
  orientation: Quat,
  name: string | undefined,
): void {
  // The function of a motion must not change the world.
  const wasLocked = bodies.isLocked;
  bodies.isLocked = true;
  try {
    evaluateMotion(motion, time, position, orientation);
  } finally {
    bodies.isLocked = wasLocked;
  }
  for (let i = 0; i < 7; i++) {
    const value = i < 3 ? position[i] : orientation[i - 3];
    if (!Number.isFinite(value)) {
      throw new InputError(
        `motion of ${name === undefined ? 'the body' : show(name)} gives ${show(value)} at ${time} s, but must give finite numbers and a rotation.`,
      );
    }
  }
}

/** Axis times angle of a unit quaternion, the shorter way round [rad]. */
function rotationVector(q: Quat): Vec3 {
  const sign = q[3] < 0 ? -1 : 1;
  const sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  if (sine < 1e-12) return [2 * sign * q[0], 2 * sign * q[1], 2 * sign * q[2]];
  // acos() of the cosine is inaccurate for small angles: the angle would be off by a part in 1e8.
  const half = sine < 0.5 ? 0.5 * Math.PI - acos(sine) : acos(sign * q[3]);
  const s = (sign * 2 * half) / sine;
  return [q[0] * s, q[1] * s, q[2] * s];
}
