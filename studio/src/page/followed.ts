// The pose of the body that the view follows.

import { Quaternion, Vector3 } from 'three';
import type { BodyPicture, Frame } from '../protocol.js';
import { POSE_WIDTH } from '../protocol.js';
import type { Driven } from '../view/viewport.js';

/** Position of a body, and its forward direction if it `pointsAhead`; null if there is no body of that id. */
export function placeOfBody(
  { poses }: Frame,
  bodies: readonly BodyPicture[],
  id: number | null,
  pointsAhead = false,
): Driven | null {
  const index = id === null ? -1 : bodies.findIndex((body) => body.id === id);
  if (index < 0) return null;
  const at = POSE_WIDTH * index;
  const turn = new Quaternion().fromArray(poses, at + 3);
  const ahead = pointsAhead ? new Vector3(1, 0, 0).applyQuaternion(turn) : null;
  return { position: new Vector3().fromArray(poses, at), ahead };
}
