// Edges of meshes that cross between their corners, and corners that share a cell: where no sample of a coarse tree is.

import { describe, expect, it } from 'vitest';
import { ringMesh } from '../../../scenes/meshes/tubes.js';
import type { ContactView } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import type { Quat } from '../../../src/math/vector.js';
import { multiply } from '../../../src/math/vector.js';

const about = (axis: 0 | 1 | 2, angle: number): Quat => {
  const turn: Quat = [0, 0, 0, Math.cos(angle / 2)];
  turn[axis] = Math.sin(angle / 2);
  return turn;
};

/** Contacts of two rings of 24 x 8 faces, one hanging in the other, the inner edges of both tubes over each other but for a gap [m]. */
function hooked(gap: number, error: number, turn: number): ContactView[] {
  const world = new World({ settings: { gravity: [0, 0, 0] } });
  world.createMesh('ring', { ...ringMesh(0.5, 0.2, 24, 8), error });
  const upright = about(0, Math.PI / 2);
  const shapes = [{ kind: 'mesh', mesh: 'ring' }] as const;
  world.createBody({ kind: 'fixed', orientation: upright, shapes: [...shapes] });
  const orientation = multiply(about(1, Math.PI / 2 + turn), upright);
  world.createBody({ position: [0, gap - 0.8, 0], orientation, shapes: [...shapes] });
  world.step(1e-9);
  return [...world.graph.edges()].flatMap((edge) => edge.contacts);
}

describe('two rings that hang in each other', () => {
  it.each([0.02, 0.01, 0.005])('touch where the edges inside their tubes cross, by a tree of error %d', (error) => {
    for (const turn of [0, 0.3, -0.5]) {
      for (const depth of [0, 0.0005, 0.002]) {
        const contacts = hooked(-depth, error, turn);
        const deepest = contacts.reduce((deeper, contact) => (contact.gap < deeper.gap ? contact : deeper));
        expect(deepest.gap).toBeCloseTo(-depth, 6);
        expect(Math.abs(deepest.normal[1])).toBeGreaterThan(0.99);
      }
    }
  });

  it('do not while they are apart', () => {
    for (const error of [0.02, 0.005]) expect(hooked(0.02, error, 0)).toHaveLength(0);
  });
});
