// The pair of a joint has an edge as long as the joint lives, and nothing between its bodies unless it says so.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, Vec3 } from '../../src/index.js';
import { World } from '../../src/index.js';

const DT = 1 / 60;

function box(world: World, name: string, position: Vec3): Body {
  return world.createBody({ name, position, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
}

/** Two boxes that overlap by a fifth, without gravity, and a ball joint between them. */
function pair(collide = false): { world: World; a: Body; b: Body; joint: Joint } {
  const world = new World({ settings: { gravity: [0, 0, 0] } });
  const a = box(world, 'a', [0, 0, 0]);
  const b = box(world, 'b', [0.8, 0, 0]);
  const joint = world.createJoint({ name: 'hip', kind: 'ball', bodyA: a, bodyB: 'b', anchor: [0.4, 0, 0], collide });
  return { world, a, b, joint };
}

describe('the edge of a joint', () => {
  it('is there before any detection, and stays when the bodies are far apart', () => {
    const { world, a, b, joint } = pair();
    b.position = [100, 0, 0];
    for (let i = 0; i < 3; i++) world.detect();
    expect(world.graph.edgeBetween(a, b)?.joints).toEqual([joint.id]);
    joint.remove();
    world.detect();
    expect(world.graph.edgeBetween(a, b)).toBeUndefined();
  });

  it('is shared by several joints of the same bodies, and goes with the last', () => {
    const { world, a, b, joint } = pair();
    const others = [0, 1, 2].map((i) => world.createJoint({ kind: 'ball', bodyA: b, bodyB: a, anchor: [0.4, 0.1 * i, 0] }));
    expect(world.graph.edgeCount).toBe(1);
    expect(world.graph.edgeBetween(a, b)?.joints).toEqual([joint, ...others].map(({ id }) => id));
    others[1].remove();
    joint.remove();
    expect(world.graph.edgeBetween(a, b)?.joints).toEqual([others[0].id, others[2].id]);
    // A row that is free again is taken first, and comes first.
    const again = world.createJoint({ kind: 'ball', bodyA: a, bodyB: b, anchor: [0, 0, 0] });
    expect(world.graph.edgeBetween(a, b)?.joints).toEqual([again.id, others[0].id, others[2].id]);
    world.restore(world.snapshot());
  });

  it('has no contacts, unless the joint says that its bodies may touch', () => {
    const { world, a, b, joint } = pair();
    world.detect();
    expect(world.graph.edgeBetween(a, b)).toMatchObject({ state: 'separated', contacts: [], proximity: true });
    expect(world.measurePenetration()).toBe(0);
    joint.active = false;
    world.detect();
    expect(world.graph.edgeBetween(a, b)).toMatchObject({ state: 'penetrating' });
    expect(world.measurePenetration()).toBeCloseTo(0.2, 12);
    joint.active = true;
    world.detect();
    expect(world.graph.edgeBetween(a, b)).toMatchObject({ state: 'separated', contacts: [] });
    joint.remove();
    world.detect();
    expect(world.graph.edgeBetween(a, b)).toMatchObject({ state: 'penetrating' });
    const touching = pair(true);
    touching.world.detect();
    expect(touching.world.graph.edgeBetween(touching.a, touching.b)?.contacts.length).toBeGreaterThan(0);
  });

  it('ends the contact of bodies that touch when it is made, and says so', () => {
    const world = new World({ settings: { 'events.persistent': 'on' } });
    world.createBody({ name: 'ground', kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    box(world, 'a', [0, 0.5, 0]);
    for (let i = 0; i < 3; i++) world.step(DT);
    expect(world.events.countOf('persistent-touching')).toBe(1);
    const joint = world.createJoint({ kind: 'fixed', bodyA: 'ground', bodyB: 'a', anchor: [0, 0, 0] });
    expect([...world.graph.edges()].flatMap(({ contacts }) => contacts)).toEqual([]);
    world.step(DT);
    expect(world.events.countOf('vanishing-touching')).toBe(1);
    joint.remove();
    world.step(DT);
    expect(world.events.countOf('new-touching')).toBe(1);
  });

  it('is none where the joint is to the world', () => {
    const world = new World();
    box(world, 'a', [0, 0, 0]);
    const joint = world.createJoint({ kind: 'ball', bodyB: 'a', anchor: [0, 1, 0] });
    expect(world.graph.edgeCount).toBe(0);
    expect(joint.bodyA).toBeUndefined();
    expect(joint.bodyB.name).toBe('a');
  });

  it('goes with its bodies, and so do the joints', () => {
    const { world, a, b, joint } = pair();
    const toWorld = world.createJoint({ kind: 'ball', bodyB: b, anchor: [1, 0, 0] });
    const kept = world.createJoint({ kind: 'ball', bodyB: a, anchor: [1, 0, 0] });
    b.remove();
    expect([joint.isAlive, toWorld.isAlive, kept.isAlive]).toEqual([false, false, true]);
    expect(() => joint.kind).toThrow('is no longer in the world');
    expect([...world.joints()].map(({ id }) => id)).toEqual([kept.id]);
    expect(world.findJoint('hip')).toBeUndefined();
    world.restore(world.snapshot());
  });
});
