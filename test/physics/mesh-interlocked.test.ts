// Concave bodies that hold each other without touching anything else: a ring around a post, a chain of rings, a nut on a bolt.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { boltMesh, nutMesh } from '../../scenes/meshes/thread.js';
import { HEAD, THREAD } from '../../scenes/nut-and-bolt.js';
import { RING_RADIUS } from '../../scenes/ring-chain.js';
import type { Body } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, dot, rotate, scale, subtract } from '../../src/math/vector.js';
import { DEFAULT_METHOD } from '../../src/methods.js';
import { Simulation } from '../../src/scene/simulation.js';

const DT = 0.01;

/** A circle about the y axis of a body, as a closed line of points in the world. */
function coreOf({ position, orientation }: Body, radius: number): Vec3[] {
  return Array.from({ length: 48 }, (_, i): Vec3 => {
    const angle = (2 * Math.PI * i) / 48;
    return add(position, rotate(orientation, [radius * Math.cos(angle), 0, radius * Math.sin(angle)]));
  });
}

/** How often a closed line passes through the disc of a body's circle, each way counted against the other: their linking number. */
function linkingNumber(line: readonly Vec3[], { position, orientation }: Body, radius: number): number {
  const axis = rotate(orientation, [0, 1, 0]);
  const heights = line.map((point) => dot(subtract(point, position), axis));
  let passes = 0;
  line.forEach((point, i) => {
    const next = (i + 1) % line.length;
    if (heights[i] < 0 === heights[next] < 0) return;
    const through = add(point, scale(subtract(line[next], point), heights[i] / (heights[i] - heights[next])));
    const arm = subtract(through, position);
    if (dot(arm, arm) < radius * radius) passes += heights[i] < 0 ? 1 : -1;
  });
  return passes;
}

function simulate(name: string, options: Record<string, unknown>) {
  const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }));
  const bodyOf = (body: string) => simulation.world.find(body) as Body;
  return { simulation, world: simulation.world, bodyOf };
}

describe('a ring threaded on a post', () => {
  it('comes to rest around it, and stays there', () => {
    const { simulation, world, bodyOf } = simulate('torus-on-post', { count: 2 });
    const fallen = bodyOf('ring-0').mass * 9.81 * 1;
    for (let step = 1; step <= 1000; step++) {
      simulation.step();
      if (step % 10 !== 0) continue;
      for (const name of ['ring-0', 'ring-1']) {
        // The post's axis goes through the ring's hole.
        const ring = bodyOf(name);
        const axis: Vec3[] = [0, 1, 2].map((i): Vec3 => [0, [-1, 20, 20][i], [0, 0, 100][i]]);
        expect(Math.abs(linkingNumber(axis, ring, 1))).toBe(1);
      }
      if (step > 300) expect(world.kineticEnergy()).toBeLessThan(1e-5 * fallen);
    }
    expect(bodyOf('ring-0').position[1]).toBeCloseTo(0.25, 2);
    // One on the other, crest in crest where they are level.
    expect(bodyOf('ring-1').position[1]).toBeGreaterThan(0.7);
    expect(bodyOf('ring-1').position[1]).toBeLessThan(0.76);
  });
});

describe('links of a chain hold each other', () => {
  it.each([
    ['hanging from one', { count: 5, held: 'one' }, ['held-0', 'ring-1', 'ring-2', 'ring-3', 'ring-4', 'ring-5']],
    ['between two', { count: 4, held: 'both' }, ['held-0', 'ring-1', 'ring-2', 'ring-3', 'ring-4', 'held-5']],
  ])('%s', (_, options, names) => {
    const { simulation, world, bodyOf } = simulate('ring-chain', options);
    const rings = names.map(bodyOf);
    const linked = () =>
      rings.slice(1).map((ring, i) => Math.abs(linkingNumber(coreOf(ring, RING_RADIUS), rings[i], RING_RADIUS)));
    expect(linked()).toEqual(rings.slice(1).map(() => 1));
    for (let step = 1; step <= 1000; step++) {
      simulation.step();
      if (step % 10 === 0) expect(linked()).toEqual(rings.slice(1).map(() => 1));
    }
    expect(Math.min(...rings.map(({ position }) => position[1]))).toBeGreaterThan(1);
    expect(world.measurePenetration()).toBeLessThan(5e-3);
  });

  it('and the one that is held carries them all', () => {
    const { simulation, world, bodyOf } = simulate('ring-chain', { count: 3, weight: 5 });
    // What swings once carries more and less in turns: the mean over the last second.
    let pulled = 0;
    for (let step = 1; step <= 600; step++) {
      simulation.step();
      if (step <= 500) continue;
      for (const { a, contacts } of world.graph.edgesOf(bodyOf('held-0'))) {
        for (const { impulseOnA, impulseOnB } of contacts) pulled -= (a === bodyOf('held-0').id ? impulseOnA : impulseOnB)[1];
      }
    }
    const weight = 9.81 * ['ring-1', 'ring-2', 'ring-3'].reduce((sum, name) => sum + bodyOf(name).mass, 0);
    expect(pulled / weight).toBeCloseTo(1, 1);
  });
});

describe('a nut on a bolt', () => {
  const { pitch, clearance } = THREAD;
  /** Turned so far about the bolt since the last step, and in all [rad]. */
  const angleOf = ({ orientation: [, y, , w] }: Body) => 2 * Math.atan2(y, w);

  function start(friction: number, spin: number) {
    const world = new World({ stepper: METHODS[DEFAULT_METHOD] });
    world.createMaterial('default', { friction });
    world.createMesh('bolt', { ...boltMesh(THREAD, HEAD, 4 * pitch), error: 0.03 });
    world.createMesh('nut', { ...nutMesh(THREAD, pitch), error: 0.03 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'bolt' }] });
    const nut = world.createBody({
      position: [0, HEAD + 2 * pitch, 0],
      angularVelocity: [0, spin, 0],
      shapes: [{ kind: 'mesh', mesh: 'nut' }],
    });
    return { world, nut };
  }

  /** The largest departure from the thread, along it and across it, over so many steps, and what the nut did [m], [rad]. */
  function follow(friction: number, spin: number, steps: number) {
    const { world, nut } = start(friction, spin);
    const [from] = [nut.position[1]];
    let turned = 0;
    let last = angleOf(nut);
    let along = 0;
    let across = 0;
    for (let step = 0; step < steps; step++) {
      world.step(DT);
      const turn = angleOf(nut) - last;
      last += turn;
      turned += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      along = Math.max(along, Math.abs(nut.position[1] - from - (pitch * turned) / (2 * Math.PI)));
      across = Math.max(across, Math.sqrt(nut.position[0] * nut.position[0] + nut.position[2] * nut.position[2]));
    }
    return { along, across, turned, fallen: from - nut.position[1], world, nut };
  }

  it.each([
    ['runs down by itself without friction', 0, 0],
    ['turned downwards', 0.1, -3],
    ['turned upwards', 0.1, 3],
  ])('%s, its height follows its turns', (_, friction, spin) => {
    const { along, across, turned } = follow(friction, spin, 300);
    expect(Math.abs(turned)).toBeGreaterThan(1);
    expect(Math.sign(turned)).toBe(spin > 0 ? 1 : -1);
    expect(along).toBeLessThan(1.5 * clearance);
    expect(across).toBeLessThan(1.5 * clearance);
  });

  it('stays where it is with friction', () => {
    const { along, turned, fallen } = follow(0.3, 0, 200);
    expect(Math.abs(turned)).toBeLessThan(0.02);
    expect(along).toBeLessThan(1.5 * clearance);
    expect(fallen).toBeLessThan(1.5 * clearance);
  });
});
