// Contacts with surfaces against twins that know no tree: every triangle is asked, and closed forms.

import { describe, expect, it } from 'vitest';
import { ContactList } from '../../../src/detection/narrow-phase/contact-list.js';
import { PairWorkspace } from '../../../src/detection/narrow-phase/pair-workspace.js';
import { findNear, NearTriangles } from '../../../src/detection/surfaces/near-triangles.js';
import { surfaceContacts } from '../../../src/detection/surfaces/surface-contacts.js';
import type { ShapeDescriptor, Vec3 } from '../../../src/index.js';
import { Random, World } from '../../../src/index.js';
import type { Surface } from '../../../src/mesh/surface.js';
import { placeShape } from '../../../src/shapes/descriptor.js';
import { PlacedShape } from '../../../src/shapes/placed-shape.js';
import { bumpy, gridMesh, heightsOf, nearestOn } from '../../shapes/surface-samples.js';

function surfaceOf(sides: 'front' | 'both', isMesh: boolean): Surface {
  const heights = heightsOf(14, 11, [0.4, 0.5], bumpy);
  return new World().createSurface('s', { ...(isMesh ? gridMesh(heights) : heights), sides }).surface;
}

function placed(shape: ShapeDescriptor, geometry: Surface | null = null): PlacedShape {
  const out = new PlacedShape();
  placeShape(shape, out, geometry);
  return out;
}

describe('the triangles near a box', () => {
  it.each([false, true])('are those whose boxes overlap it; of a ground also those above it', (isMesh) => {
    const surface = surfaceOf('front', isMesh);
    const { positions, triangles } = surface.mesh;
    const random = new Random(3);
    const near = new NearTriangles();
    for (let round = 0; round < 200; round++) {
      for (let k = 0; k < 3; k++) {
        const from = random.uniform(-3, 3);
        near.box[k] = from;
        near.box[3 + k] = from + random.uniform(0, 1.5);
      }
      findNear(near, surface);
      const expected: number[] = [];
      for (let t = 0; t < triangles.length / 3; t++) {
        const isNear = [0, 1, 2].every((k) => {
          const values = [0, 1, 2].map((corner) => positions[3 * triangles[3 * t + corner] + k]);
          return Math.max(...values) >= near.box[k] && ((!isMesh && k === 1) || Math.min(...values) <= near.box[3 + k]);
        });
        if (isNear) expected.push(t);
      }
      expect([...near.list.subarray(0, near.count)].sort((a, b) => a - b)).toEqual(expected);
    }
  });
});

describe('a ball against a surface', () => {
  it('is as near as to the nearest of all triangles, and only pushed along directions that no neighbour rises along', () => {
    const surface = surfaceOf('both', true);
    const { positions, triangles } = surface.mesh;
    const ground = placed({ kind: 'surface', surface: 's' }, surface);
    const random = new Random(8);
    const work = new PairWorkspace();
    const list = new ContactList();
    const corner = (v: number): Vec3 => [...positions.subarray(3 * v, 3 * v + 3)] as unknown as Vec3;
    const faces: Vec3[][] = [];
    for (let t = 0; t < triangles.length; t += 3) faces.push([0, 1, 2].map((k) => corner(triangles[t + k])));
    for (let round = 0; round < 60; round++) {
      const radius = random.uniform(0.1, 0.6);
      const x = random.uniform(-2, 2);
      const z = random.uniform(-2, 2);
      const centre: Vec3 = [x, bumpy(x, z) + random.uniform(-0.9, 1.1) * radius, z];
      list.count = 0;
      surfaceContacts(work.surfaces, placed({ kind: 'sphere', radius, position: centre }), ground, false, 0, work, list);
      const nearest = Math.min(...faces.map((face) => nearestOn(centre, face)));
      const found = [...list.gap.subarray(0, list.count)];
      if (nearest >= radius) expect(found).toEqual([]);
      else expect(Math.min(...found)).toBeCloseTo(nearest - radius, 9);
      for (let row = 0; row < list.count; row++) {
        // From the ball to the surface: the place on the surface is the ball's centre, shifted along the normal.
        for (let k = 0; k < 3; k++) {
          const way = (radius + list.gap[row]) * list.normal[3 * row + k];
          expect(list.pointB[3 * row + k]).toBeCloseTo(centre[k] + way, 9);
        }
        // No point of the surface close to the contact is nearer: contacts are local minima of the distance.
        const place = [...list.pointB.subarray(3 * row, 3 * row + 3)] as unknown as Vec3;
        for (const face of faces) {
          if (nearestOn(place, face) > 1e-9) continue;
          for (const c of face) {
            const nearby = place.map((value, k) => value + 1e-4 * (c[k] - value));
            const distance = Math.hypot(...nearby.map((value, k) => value - centre[k]));
            expect(distance).toBeGreaterThan(radius + list.gap[row] - 1e-9);
          }
        }
      }
    }
  });
});

describe('contacts of boxes and hulls', () => {
  it('are where both surfaces are, their gaps along their normals', () => {
    const surface = surfaceOf('front', false);
    const random = new Random(21);
    const work = new PairWorkspace();
    const list = new ContactList();
    const ground = placed({ kind: 'surface', surface: 's' }, surface);
    const shapes: ShapeDescriptor[] = [
      { kind: 'box', size: [0.7, 0.5, 0.9] },
      { kind: 'capsule', radius: 0.25, length: 0.6 },
      { kind: 'cylinder', radius: 0.3, height: 0.6 },
    ];
    let total = 0;
    for (let round = 0; round < 150; round++) {
      const x = random.uniform(-2, 2);
      const z = random.uniform(-2, 2);
      const q = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)] as const;
      const shape = placed({ ...shapes[round % 3], position: [x, bumpy(x, z) + random.uniform(0.2, 0.5), z], orientation: q });
      list.count = 0;
      surfaceContacts(work.surfaces, shape, ground, false, 0.02, work, list);
      total += list.count;
      for (let row = 0; row < list.count; row++) {
        const [n, a, b] = [list.normal, list.pointA, list.pointB].map((of) => [...of.subarray(3 * row, 3 * row + 3)]);
        expect(Math.hypot(...n)).toBeCloseTo(1, 12);
        expect(list.gap[row]).toBeLessThan(0.02 + 1e-9);
        for (let k = 0; k < 3; k++) expect(a[k] + list.gap[row] * n[k]).toBeCloseTo(b[k], 9);
        // A ground is never pushed up: normals lead from the shape down into it.
        expect(n[1]).toBeLessThan(0.2);
      }
    }
    expect(total).toBeGreaterThan(100);
  });
});

it('names of contacts last while a box slides from triangle to triangle', () => {
  const world = new World();
  world.createMaterial('default', { friction: 0, restitution: 0 });
  world.createSurface(
    'ground',
    heightsOf(41, 11, [0.2, 0.3], () => 0),
  );
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'ground' }] });
  const box = world.createBody({
    position: [-2, 0.25, 0.02],
    shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }],
    velocity: [3, 0, 0.1],
  });
  for (let step = 0; step < 3; step++) world.step(0.01);
  const names = (): number[] =>
    [...world.graph.edgesOf(box)].flatMap((edge) => edge.contacts.map(({ feature }) => feature)).sort();
  const first = names();
  expect(first).toHaveLength(4);
  for (let step = 0; step < 60; step++) {
    world.step(0.01);
    expect(names()).toEqual(first);
  }
});
