// Pointer actions in the picture: a click selects a body or a drawn joint. A drag that begins on a body pulls the body
// while the simulation plays. Any other drag turns the view.

import { Plane, Quaternion, Vector3 } from 'three';
import type { Pull } from '../protocol.js';
import { isMoved, POSE_WIDTH } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';

export interface PointerUse {
  /** Id of the body, null for none. */
  select(id: number | null): void;
  selectJoint(id: number): void;
  pull(pull: Pull | null): void;
  isRunning(): boolean;
  poses(): Float32Array;
}

/** Largest motion of the pointer in a click [px]. */
const STILL = 5;

export function followPointer(viewport: Viewport, use: PointerUse): void {
  const { canvas, controls, bodies } = viewport;
  let start: { x: number; y: number; id: number | null } | null = null;
  let held: { id: number; anchor: Pull['anchor']; plane: Plane } | null = null;

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      const hit = bodies.pick(viewport.rayAt(event.clientX, event.clientY));
      const body = hit === null ? null : bodies.bodies[hit.body];
      start = { x: event.clientX, y: event.clientY, id: body?.id ?? null };
      if (hit === null || body === null || !isMoved(body.kind) || !use.isRunning()) return;
      const facing = viewport.camera.getWorldDirection(new Vector3());
      held = {
        id: body.id,
        anchor: anchorOf(use.poses(), hit.body, hit.point),
        plane: new Plane().setFromNormalAndCoplanarPoint(facing, hit.point),
      };
      controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
    },
    // Captured, so that it runs before the listeners of the controls, which it disables.
    { capture: true },
  );
  canvas.addEventListener('pointermove', (event) => {
    if (held === null || !event.isPrimary || start === null || isStill(event, start)) return;
    const target = viewport.rayAt(event.clientX, event.clientY).intersectPlane(held.plane, new Vector3());
    if (target !== null) use.pull({ body: held.id, anchor: held.anchor, target: target.toArray() });
  });
  const end = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    if (held !== null) use.pull(null);
    if (event.type === 'pointerup' && start !== null && isStill(event, start)) {
      const joint = viewport.pickJoint(event.clientX, event.clientY);
      if (joint === null) use.select(start.id);
      else use.selectJoint(joint);
    }
    start = held = null;
    controls.enabled = true;
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
}

function isStill({ clientX, clientY }: PointerEvent, { x, y }: { x: number; y: number }): boolean {
  return Math.hypot(clientX - x, clientY - y) < STILL;
}

/** Converts a point of the world to the frame of a body. */
function anchorOf(poses: Float32Array, body: number, point: Vector3): Pull['anchor'] {
  const at = POSE_WIDTH * body;
  const turn = new Quaternion().fromArray(poses, at + 3).invert();
  return point.clone().sub(new Vector3().fromArray(poses, at)).applyQuaternion(turn).toArray();
}
