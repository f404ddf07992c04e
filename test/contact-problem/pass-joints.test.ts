// Round things roll over the joints of tiles and triangles as over one floor, and feel what sticks out of it.

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import { axisAngle, multiply, rotate } from '../../src/math/vector.js';
import { METHODS } from '../../src/methods.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';

const RADIUS = 0.2;
const ACROSS = axisAngle([1, 0, 0], Math.PI / 2);
const ROUND: Record<string, ShapeDescriptor> = {
  ball: { kind: 'sphere', radius: RADIUS },
  capsule: { kind: 'capsule', radius: RADIUS, length: 0.4, orientation: ACROSS },
  cylinder: { kind: 'cylinder', radius: RADIUS, height: 0.4, orientation: ACROSS },
};

/** Fixed tiles of a length side by side, `seam` apart, about the origin; all turned by an angle about the z axis. */
function layTiles(world: World, length: number, seam: number, slope = 0): void {
  const turn = axisAngle([0, 0, 1], slope);
  for (let i = -1; i * length < 10; i++) {
    const position = rotate(turn, [i * (length + seam), -0.25, 0]);
    world.createBody({ kind: 'fixed', position, orientation: turn, shapes: [{ kind: 'box', size: [length, 0.5, 4] }] });
  }
}

function roll(world: World, shape: ShapeDescriptor, velocity: Vec3, position: Vec3 = [0, RADIUS, 0.03]): Body {
  const angularVelocity: Vec3 = [velocity[2] / RADIUS, 0, -velocity[0] / RADIUS];
  return world.createBody({ shapes: [shape], position, velocity, angularVelocity });
}

/** The largest height of the body above where it was, either way, while it runs for some seconds [m]. */
function run(world: World, body: Body, seconds: number, dt: number): number {
  const height = body.position[1];
  let most = 0;
  for (let i = 0; i * dt < seconds; i++) {
    world.step(dt);
    most = Math.max(most, Math.abs(body.position[1] - height));
  }
  return most;
}

/** `vsp` is not among them: there a ball gains or loses speed on one plane already. */
describe.each(Object.keys(METHODS).filter((name) => name !== 'vsp'))('%s', (method) => {
  const worldOf = () => new World({ stepper: METHODS[method as keyof typeof METHODS] });

  it.each([1 / 60, 1 / 100, 1 / 240])('a ball keeps its speed over joints, however fast it is, with steps of %f s', (dt) => {
    for (const speed of [0.3, 1, 3, 7]) {
      for (const seam of [0, 1e-4]) {
        const world = worldOf();
        layTiles(world, 0.37, seam);
        const ball = roll(world, ROUND.ball, [speed, 0, 0.1 * speed]);
        const hop = run(world, ball, Math.min(2, 6 / speed), dt);
        expect([speed, seam, Math.abs(ball.velocity[0] / speed - 1) < 1e-4]).toEqual([speed, seam, true]);
        expect(hop).toBeLessThan(1e-4);
      }
    }
  });
});

it.each(['capsule', 'cylinder'])('a %s rolls over joints', (kind) => {
  const world = new World();
  layTiles(world, 0.37, 1e-4);
  const roller = roll(world, ROUND[kind], [2, 0, 0], [0, RADIUS, 0]);
  run(world, roller, 3, 1 / 240);
  expect(Math.abs(roller.velocity[0] / 2 - 1)).toBeLessThan(2e-4);
});

it('a ball rolls down tiles on a slope as it does on one plane', () => {
  const slope = -0.2;
  const turn = axisAngle([0, 0, 1], slope);
  const world = new World();
  layTiles(world, 0.37, 0, slope);
  const ball = world.createBody({ shapes: [ROUND.ball], position: rotate(turn, [0, RADIUS, 0]) });
  for (let i = 0; i < 240; i++) world.step(1 / 240);
  const expected = (5 / 7) * 9.81 * Math.sin(-slope);
  expect(Math.abs(rotate(axisAngle([0, 0, 1], -slope), ball.velocity)[0] / expected - 1)).toBeLessThan(1e-3);
});

it('a ball rolls over the triangles of a mesh', () => {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const n = 16;
  for (const y of [0, -0.5]) for (let i = 0; i <= n; i++) for (const z of [-1, 1]) vertices.push(0.37 * i - 1, y, z);
  const top = (i: number, z: number) => 2 * i + z;
  const bottom = (i: number, z: number) => 2 * (n + 1) + 2 * i + z;
  for (let i = 0; i < n; i++) {
    triangles.push(top(i, 0), top(i, 1), top(i + 1, 1), top(i, 0), top(i + 1, 1), top(i + 1, 0));
    triangles.push(bottom(i, 0), bottom(i + 1, 1), bottom(i, 1), bottom(i, 0), bottom(i + 1, 0), bottom(i + 1, 1));
    for (const z of [0, 1]) {
      const [a, b, c, d] = [top(i, z), top(i + 1, z), bottom(i + 1, z), bottom(i, z)];
      triangles.push(...(z === 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
    }
  }
  for (const i of [0, n]) {
    const [a, b, c, d] = [top(i, 0), bottom(i, 0), bottom(i, 1), top(i, 1)];
    triangles.push(...(i === 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
  }
  const world = new World();
  world.createMesh('floor', { vertices, triangles, error: 0.02 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'floor' }] });
  const ball = roll(world, ROUND.ball, [2, 0, 0.1]);
  run(world, ball, 1.5, 1 / 240);
  expect(Math.abs(ball.velocity[0] / 2 - 1)).toBeLessThan(1e-3);
});

it('a kerb of two centimetres is felt: what is left is the momentum about its edge', () => {
  for (const dt of [1 / 60, 1 / 240]) {
    const height = 0.02;
    const world = new World();
    world.createMaterial('default', { friction: 1 });
    layTiles(world, 0.37, 0);
    world.createBody({ kind: 'fixed', position: [3 + 2, height - 0.25, 0], shapes: [{ kind: 'box', size: [4, 0.5, 4] }] });
    const speed = 2;
    const ball = roll(world, ROUND.ball, [speed, 0, 0]);
    for (let i = 0; i * dt < 2.5; i++) world.step(dt);
    // About the edge: m v (r - h) + 2/5 m r v before, 7/5 m r v' after; then it climbs the kerb.
    const struck = (speed * (RADIUS - height + 0.4 * RADIUS)) / (1.4 * RADIUS);
    const expected = Math.sqrt(struck * struck - (10 / 7) * 9.81 * height);
    expect(ball.position[1]).toBeCloseTo(RADIUS + height, 2);
    expect(ball.velocity[0]).toBeLessThan(0.98 * speed);
    expect(Math.abs(ball.velocity[0] / expected - 1)).toBeLessThan(0.1);
  }
});

it('a capsule that topples onto an edge is stopped by it', () => {
  const world = new World();
  layTiles(world, 0.37, 0);
  const lean = axisAngle([0, 0, 1], -0.2);
  const position: Vec3 = [0, 0.65, 0];
  const capsule = world.createBody({
    shapes: [{ kind: 'capsule', radius: 0.1, length: 1 }],
    position,
    orientation: multiply(lean, [0, 0, 0, 1]),
  });
  let deepest = 0;
  for (let i = 0; i < 300; i++) {
    world.step(1 / 100);
    deepest = Math.max(deepest, world.measurePenetration());
  }
  expect(capsule.position[1]).toBeCloseTo(0.1, 2);
  expect(deepest).toBeLessThan(0.01);
});

it('a ball in the shallowest of grooves rests on both its sides', () => {
  for (const slope of [0.3, 0.03, 0.003]) {
    const world = new World();
    for (const side of [-1, 1]) {
      const turn = axisAngle([0, 0, 1], side * slope);
      world.createBody({
        kind: 'fixed',
        position: rotate(turn, [side, -0.25, 0]),
        orientation: turn,
        shapes: [{ kind: 'box', size: [2, 0.5, 4] }],
      });
    }
    const ball = world.createBody({ shapes: [ROUND.ball], position: [0, RADIUS / Math.cos(slope), 0] });
    for (let i = 0; i < 200; i++) world.step(1 / 100);
    expect(Math.abs(ball.position[0])).toBeLessThan(1e-6);
    const loads = [...world.graph.edgesOf(ball)].flatMap((edge) => edge.contacts.map((contact) => contact.normalImpulse));
    expect([slope, loads.filter((load) => load > 0).length]).toEqual([slope, 2]);
  }
});
