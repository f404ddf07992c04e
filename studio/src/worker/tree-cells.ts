// The cells of a world's contact trees at a level: those that contain surface, with their sample points.

import { MEASURE, OCTANTS, PIECE, PIECE_SIZE } from '../../../src/distance-field/tree-layout.js';
import type { Body, World } from '../../../src/index.js';
import type { Pose } from '../../../src/math/vector.js';
import { composePoses, IDENTITY, normalizeQuat, transformPoint } from '../../../src/math/vector.js';
import { CELL_WIDTH } from '../protocol.js';

type Tree = World['store']['meshes']['list'][number]['tree'];

/** Largest number of drawn cells; more would hide each other. */
const MOST_CELLS = 6000;

/** Number of levels of the deepest tree, 0 if there is none. */
export function countLevels({ store }: World): number {
  return store.meshes.list.reduce((most, { tree }) => Math.max(most, tree.depth), 0);
}

/**
 * Cells of the selected body, or of all bodies with a mesh. A branch that ends above the level is shown by its leaf.
 */
export function drawCells(world: World, level: number, selected: number | null): Float32Array {
  const bodies = [...world.bodies()].filter(({ shapes }) => shapes.some(({ kind }) => kind === 'mesh'));
  const chosen = bodies.filter(({ id }) => id === selected);
  const cells: number[] = [];
  for (const body of chosen.length > 0 ? chosen : bodies) addCells(world, body, level, cells);
  return Float32Array.from(cells);
}

function addCells(world: World, body: Body, level: number, cells: number[]): void {
  const { meshes } = world.store;
  const outer = { position: body.position, orientation: body.orientation };
  for (const shape of body.shapes) {
    if (shape.kind !== 'mesh') continue;
    const { position = [0, 0, 0], orientation = IDENTITY } = shape;
    const pose = composePoses(outer, { position: [...position], orientation: normalizeQuat(orientation) });
    const { tree } = meshes.list[meshes.indexOf(shape.mesh, 'mesh')];
    for (const cell of cellsAt(tree, level)) {
      if (cells.length >= CELL_WIDTH * MOST_CELLS) return;
      writeCell(tree, pose, cell, cells);
    }
  }
}

interface Cell {
  readonly low: readonly [number, number, number];
  readonly side: number;
  readonly piece: number;
}

/** The cells of a level that contain surface. */
function* cellsAt({ columns }: Tree, level: number): Generator<Cell> {
  const { measures, links, pieceOfGroup } = columns;
  const root: Cell = {
    low: [measures[MEASURE.x], measures[MEASURE.y], measures[MEASURE.z]],
    side: measures[MEASURE.side],
    piece: pieceOfGroup[0],
  };
  const queue: { cell: Cell; group: number; level: number }[] = [{ cell: root, group: 0, level: 0 }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { cell, group } = next;
    if (next.level === level || group < 0) {
      yield cell;
      continue;
    }
    for (let octant = 0; octant < OCTANTS; octant++) {
      const link = links[OCTANTS * group + octant];
      const piece = link > 0 ? pieceOfGroup[link] : -1 - link;
      if (piece < 0) continue;
      const side = cell.side / 2;
      const low = cell.low.map((x, k) => x + ((octant >> k) & 1) * side) as [number, number, number];
      queue.push({ cell: { low, side, piece }, group: link > 0 ? link : -1, level: next.level + 1 });
    }
  }
}

function writeCell({ columns: { pieces } }: Tree, pose: Pose, { low, side, piece }: Cell, cells: number[]): void {
  const centre = transformPoint(pose, [low[0] + side / 2, low[1] + side / 2, low[2] + side / 2]);
  const at = PIECE_SIZE * piece + PIECE.sample;
  const sample = transformPoint(pose, [pieces[at], pieces[at + 1], pieces[at + 2]]);
  cells.push(...centre, ...pose.orientation, side / 2, ...sample);
}
