// What belongs to another world is refused by a sentence, and nothing is changed.

import { describe, expect, it } from 'vitest';
import { InputError, World } from '../../../src/index.js';

const BALL = { shapes: [{ kind: 'sphere', radius: 1 }] } as const;

function makeWorld(count: number): World {
  const world = new World();
  for (let i = 0; i < count; i++) world.createBody({ ...BALL, position: [1.5 * i, 0, 0] });
  world.step(0.01);
  return world;
}

describe('a body or node of another world', () => {
  const [world, other] = [makeWorld(3), makeWorld(3)];
  const [first, second] = [...world.bodies()];
  const [strange] = [...other.bodies()];
  const [ownNode] = [...world.graph.nodes()];
  const [strangeNode] = [...other.graph.nodes()];

  it('has no edges here', () => {
    expect([...world.graph.edgesOf(first)].length).toBe(1);
    expect([...world.graph.edgesOf(ownNode)].length).toBe(1);
    expect([...world.graph.edgesOf({ id: first.id })].length).toBe(1);
    expect(world.graph.edgeBetween(first, second)).toBeDefined();
    for (const node of [strange, strangeNode]) {
      const said = `is the node of id ${node.id} of another world.`;
      // At once, not when the edges are looked at.
      expect(() => world.graph.edgesOf(node)).toThrow(`node ${said}`);
      expect(() => world.graph.edgeBetween(node, second)).toThrow(`a ${said}`);
      expect(() => world.graph.edgeBetween(first, node)).toThrow(`b ${said}`);
    }
  });

  it.each([undefined, null, 7, 'ball', {}, { id: 'x' }])('what is none is refused: %s', (wrong) => {
    expect(() => world.graph.edgesOf(wrong as never)).toThrow(InputError);
    expect(() => world.graph.edgeBetween(first, wrong as never)).toThrow(/^b is .*, but must be a body or a node with its id\.$/);
  });

  it('is refused by every call that takes one', () => {
    const before = [world.hash(), other.hash()];
    const calls: (() => unknown)[] = [
      () => world.remove(strange),
      () => world.setActive(strange, false),
      () => world.setPose(strange, [0, 0, 0], [0, 0, 0, 1]),
      () => world.thaw(strange),
      () => world.noteChange(strange),
      () => world.closestPoints(first, strange),
      () => world.closestPoints(strange, first),
    ];
    for (const call of calls) expect(call).toThrow(`The node of id ${strange.id} is of another world.`);
    expect(() => world.createRule({ kind: 'ignore', between: [strange] })).toThrow(
      'rule.between[0] is a body that is of another world, but must be a body of this world.',
    );
    expect(() => world.createComposite({ members: [first, strange] })).toThrow(
      /^composite\.members\[1\] is a body that is of another world/,
    );
    expect([world.hash(), other.hash()]).toEqual(before);
  });
});

describe('overlaps of a world', () => {
  it('are its pairs of bodies, the deepest first, and change nothing', () => {
    const world = new World();
    const place = (x: number, name: string) => world.createBody({ ...BALL, name, position: [x, 0, 0] });
    for (const [x, name] of [
      [0, 'a'],
      [1.5, 'b'],
      [2.5, 'c'],
      [20, 'd'],
      [21.99, 'e'],
    ] as const)
      place(x, name);
    const before = world.hash();
    const list = (share?: number) => world.overlaps(share).map(({ a, b, depth }) => [a.name, b.name, Number(depth.toFixed(9))]);
    expect(list()).toEqual([
      ['b', 'c', 1],
      ['a', 'b', 0.5],
      ['d', 'e', 0.01],
    ]);
    expect(list(0.1)).toEqual([
      ['b', 'c', 1],
      ['a', 'b', 0.5],
    ]);
    expect(world.hash()).toBe(before);
    world.createRule({ kind: 'ignore', between: ['b'], and: ['c'] });
    expect(list(0.1)).toEqual([['a', 'b', 0.5]]);
    expect(world.measurePenetration()).toBeCloseTo(0.5, 12);
    expect(() => world.overlaps(Number.NaN)).toThrow('share is NaN, but must be a number of at least 0.');
  });
});
