// A plate with a drawing engraved, as one closed surface: upper face, floors and walls of the recesses, sides and lower face.

import type { Vec3 } from '../../src/math/vector.js';
import type { Surface } from './surface.js';
import { addQuad, surfaceOf } from './surface.js';

export interface Engraving {
  /** The plate from above, row by row along z; # is engraved. Engraved squares must not touch at corners only. */
  drawing: readonly string[];
  /** Side of the square that a character stands for [m]. */
  cell: number;
  /** Of the recesses, and of what is left below them [m]. */
  depth: number;
  floor: number;
}

/** The middle of its upper face is the origin. */
export function engravedPlateMesh({ drawing, cell, depth, floor }: Engraving): Surface {
  const [rows, columns] = [drawing.length, drawing[0].length];
  const heights = { top: 0, recess: -depth, bottom: -depth - floor };
  type Level = keyof typeof heights;
  const points: Vec3[] = [];
  const triangles: number[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (column: number, row: number, level: Level): number => {
    const key = `${column} ${row} ${level}`;
    if (!numbers.has(key)) {
      numbers.set(key, points.push([cell * (column - columns / 2), heights[level], cell * (row - rows / 2)]) - 1);
    }
    return numbers.get(key) as number;
  };
  /** The upper face of a square, or the plate's lower side where there is none. */
  const levelAt = (column: number, row: number): Level => {
    const square = drawing[row]?.[column];
    if (square === undefined) return 'bottom';
    return square === '#' ? 'recess' : 'top';
  };
  const addFace = (corners: [column: number, row: number, level: Level][]) =>
    addQuad(
      points,
      corners.map(([column, row, level]) => numberOf(column, row, level)),
      triangles,
    );
  /** A wall over the edge from one corner of squares to the next, if the square on its right is lower than the one on its left. */
  const addWall = ([c0, r0]: [number, number], [c1, r1]: [number, number], left: Level, right: Level) => {
    if (heights[right] >= heights[left]) return;
    addFace([
      [c0, r0, left],
      [c0, r0, right],
      [c1, r1, right],
      [c1, r1, left],
    ]);
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = levelAt(column, row);
      for (const level of [here, 'bottom'] as const) {
        const corners: [number, number, Level][] = [
          [column, row, level],
          [column, row + 1, level],
          [column + 1, row + 1, level],
          [column + 1, row, level],
        ];
        addFace(level === 'bottom' ? corners.reverse() : corners);
      }
      addWall([column, row], [column, row + 1], here, levelAt(column - 1, row));
      addWall([column + 1, row + 1], [column + 1, row], here, levelAt(column + 1, row));
      addWall([column, row + 1], [column + 1, row + 1], here, levelAt(column, row + 1));
      addWall([column + 1, row], [column, row], here, levelAt(column, row - 1));
    }
  }
  return surfaceOf(points, triangles);
}
