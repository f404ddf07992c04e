// The impulses between the selected body and each of those it touches, in numbers, where they act.

import { Vector3 } from 'three';
import type { Frame } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';
import { byId, format, make } from './elements.js';

/** Most labels: more of them hide each other. */
const MOST = 12;

/** Placed anew whenever the picture is drawn. */
export function placeImpulses(viewport: Viewport, frame: Frame | null): void {
  const box = byId('impulses');
  const edges = frame?.contacts === null ? [] : (frame?.selected?.edges ?? []);
  if (edges.length === 0 && box.childElementCount === 0) return;
  const { left, top } = viewport.canvas.getBoundingClientRect();
  const labels = edges
    .map(({ contacts }) => ({ contacts, sum: contacts.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MOST)
    .flatMap(({ contacts, sum }) => {
      const middle = new Vector3();
      for (const { point } of contacts) middle.add(new Vector3(...point).divideScalar(contacts.length));
      const { x, y, isAhead } = viewport.project(middle);
      const style = `translate: ${x - left}px ${y - top}px`;
      return isAhead ? [make('span', { style }, `${format(sum)} N s`)] : [];
    });
  box.replaceChildren(...labels);
}
