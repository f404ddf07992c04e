// Balls cast at the wall and its ground meet what a twin says that shares no code with them: it goes on by the distance of the nearest of all
// bodies, by the definition of their shapes, until that is nothing (Hart 1996).

import { expect, it } from 'vitest';
import { wall } from '../../scenes/index.js';
import type { Vec3 } from '../../src/index.js';
import { Random, Simulation } from '../../src/index.js';
import { add, mul, solidOf, sub, toLocal, unit } from './twins.js';

const CASTS = 200;
const RADIUS = 0.2;
const FAR = 40;
/** Nearer than this is met; a ball that passes this near may do either [m]. */
const MET = 1e-9;

it('balls are cast at the wall as far as they can go', () => {
  const { world } = new Simulation(wall({ seed: 1 }));
  const solids = [...world.bodies()].flatMap(({ position, orientation, shapes }) =>
    shapes.map((shape) => {
      const { distance } = solidOf(shape);
      return (p: Vec3) => distance(toLocal(p, position, orientation));
    }),
  );
  const gap = (p: Vec3) => Math.min(...solids.map((distance) => distance(p))) - RADIUS;
  const met = (from: Vec3, way: Vec3) => {
    let gone = 0;
    for (let left = gap(from); left > MET && gone < FAR; left = gap(add(from, mul(way, gone)))) gone += left;
    return gone;
  };
  const random = new Random(5);
  const kinds = new Map<string, number>();
  for (let i = 0; i < CASTS; i++) {
    const target: Vec3 = [random.uniform(-8, 8), random.uniform(-1, 4), random.uniform(-2, 2)];
    const from: Vec3 = [random.uniform(-12, 12), random.uniform(5, 12), random.uniform(-6, 6)];
    const way = unit(sub(target, from));
    const hit = world.queries.castShape({ kind: 'sphere', radius: RADIUS }, { position: from }, mul(way, FAR));
    const expected = met(from, way);
    if (expected >= FAR) expect(hit).toBeUndefined();
    else expect(Math.abs((hit?.distance as number) - expected)).toBeLessThan(1e-6);
    const kind = hit?.body.kind ?? 'nothing';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect(kinds.get('rigid')).toBeGreaterThan(CASTS / 10);
  expect(kinds.get('fixed')).toBeGreaterThan(CASTS / 10);
});
