// Positions of bodies and joints on the page, and labels there.

import { Vector3 } from 'three';
import type { Frame } from '../protocol.js';
import { POSE_WIDTH } from '../protocol.js';
import type { PagePoint, Viewport } from '../view/viewport.js';
import { byId } from './elements.js';
import { placeImpulses } from './impulse-labels.js';

/** The centre of a body on the page [px]; null if there is no body of that id. */
export function bodyOnPage(viewport: Viewport, frame: Frame | null, id: number): PagePoint | null {
  const index = viewport.bodies.bodies.findIndex((body) => body.id === id);
  return index < 0 || frame === null ? null : viewport.project(new Vector3().fromArray(frame.poses, POSE_WIDTH * index));
}

/** The origin of a joint on the page [px]; null if the joint is not drawn. */
export function jointOnPage(viewport: Viewport, id: number): PagePoint | null {
  for (const [joint, origin] of viewport.overlays.joints.places()) if (joint === id) return viewport.project(origin);
  return null;
}

/** Places the labels of impulses and of the selected joint; called whenever the picture is drawn. */
export function placeLabels(viewport: Viewport, frame: Frame | null): void {
  placeImpulses(viewport, frame);
  placeName(viewport, frame);
}

/** Places the name of the selected joint beside it. */
function placeName(viewport: Viewport, frame: Frame | null): void {
  const joint = frame?.joint ?? null;
  const place = joint === null ? null : jointOnPage(viewport, joint.id);
  const label = byId('joint-label');
  label.hidden = place?.isAhead !== true;
  if (joint === null || place === null) return;
  const { left, top } = viewport.canvas.getBoundingClientRect();
  label.textContent = joint.name;
  label.style.translate = `${place.x - left}px ${place.y - top}px`;
}
