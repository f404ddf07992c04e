// What the tests of robots share: joints of a scene by name, and how the frames of a joint stand to each other.

import type { JointDescriptor } from '../../src/joints/descriptors.js';
import type { Pose } from '../../src/math/vector.js';
import { composePoses, invertPose } from '../../src/math/vector.js';
import type { Robot } from '../../src/robots/index.js';

export type Joint = JointDescriptor<string>;

export function jointsOf(robot: Robot): Joint[] {
  return (robot.scene.multibodies ?? []).flatMap(({ joints, loops = [] }) => [...joints, ...loops]) as Joint[];
}

export function jointOf(robot: Robot, name: string): Joint {
  const joint = jointsOf(robot).find((other) => other.name === name);
  if (joint === undefined) throw new Error(`There is no joint ${name}.`);
  return joint;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of a test have all fields that are asked for
export function bodyOf(robot: Robot, name: string): any {
  const body = robot.scene.bodies?.find((other) => other.name === name);
  if (body === undefined) throw new Error(`There is no body ${name}.`);
  return body;
}

function placeOf(robot: Robot, body: string | undefined, frame: unknown): Pose {
  return body === undefined ? (frame as Pose) : composePoses(bodyOf(robot, body), frame as Pose);
}

/** Frame B as seen from frame A, where the bodies stand. */
export function relativeFrame(robot: Robot, { bodyA, bodyB, frameA, frameB }: Joint): Pose {
  return composePoses(invertPose(placeOf(robot, bodyA, frameA)), placeOf(robot, bodyB, frameB));
}

/** The largest difference of two lists of numbers. */
export function difference(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])));
}

/** The largest difference of two poses; quaternions of opposite sign are the same. */
export function poseDifference(a: Pose, b: Pose): number {
  const opposite = b.orientation.map((value) => -value);
  return Math.max(
    difference(a.position, b.position),
    Math.min(difference(a.orientation, b.orientation), difference(a.orientation, opposite)),
  );
}
