import { describe, expect, it } from 'vitest';
import { InputError, makeMesh } from '../../src/index.js';
import { tetrahedron } from './sample-meshes.js';

const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0];

describe('makeMesh', () => {
  it('takes flat and nested lists and typed arrays alike', () => {
    const nested = makeMesh(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [[0, 1, 2]],
    );
    const flat = makeMesh(POINTS, [0, 1, 2]);
    const typed = makeMesh(Float32Array.from(POINTS), Uint16Array.of(0, 1, 2));
    const mixed = makeMesh([Float32Array.of(0, 0, 0), [1, 0, 0], { length: 3, 0: 0, 1: 1, 2: 0 }], new Uint8Array([0, 1, 2]));
    for (const mesh of [flat, typed, mixed]) expect(mesh).toEqual(nested);
    expect(nested.positions).toBeInstanceOf(Float64Array);
    expect(nested.triangles).toBeInstanceOf(Uint32Array);
  });

  it('copies what it is given', () => {
    const { positions, triangles } = tetrahedron();
    const copy = makeMesh(positions, triangles);
    positions[0] = 7;
    triangles[0] = 3;
    expect(copy).toEqual(tetrahedron());
  });

  it.each<[string, unknown, unknown, string]>([
    ['nothing', [], [], 'triangles is empty, but a mesh needs at least one triangle: three vertex numbers.'],
    ['points only', POINTS, [], 'triangles is empty, but a mesh needs at least one triangle: three vertex numbers.'],
    [
      'a missing list',
      undefined,
      [0, 1, 2],
      'positions is undefined, but must be a list of numbers, or of lists of three numbers.',
    ],
    ['a text', 'abc', [0, 1, 2], 'positions is "abc", but must be a list of numbers, or of lists of three numbers.'],
    ['a torn vertex', [...POINTS, 1], [0, 1, 2], 'positions has 10 numbers, but must have three for every vertex.'],
    ['a torn triangle', POINTS, [0, 1, 2, 0], 'triangles has 4 numbers, but must have three for every triangle.'],
    [
      'a flat vertex',
      [
        [0, 0, 0],
        [1, 0],
      ],
      [0, 1, 1],
      'positions[1] is [1, 0], but must be a list of three numbers.',
    ],
    ['NaN', [0, 0, 0, 1, Number.NaN, 0], [0, 1, 1], 'positions[4] is NaN, but must be a finite number below 1e+9 in size.'],
    [
      'NaN, nested',
      [
        [0, 0, 0],
        [1, Number.NaN, 0],
      ],
      [0, 1, 1],
      'positions[1][1] is NaN, but must be a finite number below 1e+9 in size.',
    ],
    ['infinity', [0, 0, -Infinity], [0, 0, 0], 'positions[2] is -Infinity, but must be a finite number below 1e+9 in size.'],
    ['a far vertex', [0, 1e9, 0], [0, 0, 0], 'positions[1] is 1000000000, but must be a finite number below 1e+9 in size.'],
    ['a text for a number', [0, '1', 0], [0, 0, 0], 'positions[1] is "1", but must be a finite number below 1e+9 in size.'],
    [
      'an index too large',
      POINTS,
      [0, 1, 3],
      'triangles[2] is 3, but must be a whole number of at least 0 and below 3, the number of vertices.',
    ],
    [
      'a negative index',
      POINTS,
      [[0, -1, 2]],
      'triangles[0][1] is -1, but must be a whole number of at least 0 and below 3, the number of vertices.',
    ],
    [
      'half an index',
      POINTS,
      [0, 1, 1.5],
      'triangles[2] is 1.5, but must be a whole number of at least 0 and below 3, the number of vertices.',
    ],
  ])('refuses %s by a sentence', (_, positions, triangles, sentence) => {
    const make = () => makeMesh(positions as number[], triangles as number[]);
    expect(make).toThrow(InputError);
    expect(make).toThrow(sentence);
  });
});
