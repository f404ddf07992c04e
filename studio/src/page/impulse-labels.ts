// Labels with the impulses between the selected body and each body it touches, at the mean contact point.

import { Vector3 } from 'three';
import type { Frame } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';
import { byId, format, make } from './elements.js';

/** Largest number of labels; more would hide each other. */
const MOST = 12;
/** Approximate size of a label [px]. */
const WIDTH = 80;
const HEIGHT = 20;

/** Places the labels; called whenever the picture is drawn. */
export function placeImpulses(viewport: Viewport, frame: Frame | null): void {
  const box = byId('impulses');
  const edges = frame?.contacts === null ? [] : (frame?.selected?.edges ?? []);
  if (edges.length === 0 && box.childElementCount === 0) return;
  const { left, top } = viewport.canvas.getBoundingClientRect();
  const taken: { x: number; y: number }[] = [];
  const labels = edges
    .map(({ contacts }) => ({ contacts, sum: contacts.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MOST)
    .flatMap(({ contacts, sum }) => {
      const middle = new Vector3();
      for (const { point } of contacts) middle.add(new Vector3(...point).divideScalar(contacts.length));
      const { x, y, isAhead } = viewport.project(middle);
      if (!isAhead) return [];
      const place = freePlace({ x: x - left, y: y - top }, taken);
      taken.push(place);
      return [make('span', { style: `translate: ${place.x}px ${place.y}px` }, `${format(sum)} N s`)];
    });
  box.replaceChildren(...labels);
}

/** The place, or the first one below that is free, so that no label covers that of a larger impulse. */
function freePlace({ x, y }: { x: number; y: number }, taken: readonly { x: number; y: number }[]): { x: number; y: number } {
  const other = taken.find((one) => Math.abs(one.x - x) < WIDTH && Math.abs(one.y - y) < HEIGHT);
  return other === undefined ? { x, y } : freePlace({ x, y: other.y + HEIGHT }, taken);
}
