// The sparsity pattern of a matrix, reduced to a square of cells, at the resolution of a picture.

import type { SparseMatrix } from '../../../src/solvers/matrix/sparse-matrix.js';

/** Largest number of cells along each side. */
const CELLS = 120;

/** A pattern as runs of nonempty cells, three numbers each: row of cells, first cell, number of cells. */
export interface Pattern {
  readonly cells: number;
  readonly rows: number;
  readonly entries: number;
  readonly runs: number[];
}

export function patternOf({ rows, start, column }: SparseMatrix): Pattern {
  const cells = Math.min(CELLS, rows);
  const filled = Array.from({ length: cells }, () => new Uint8Array(cells));
  const cellOf = (i: number) => Math.floor((i * cells) / rows);
  for (let i = 0; i < rows; i++) for (let k = start[i]; k < start[i + 1]; k++) filled[cellOf(i)][cellOf(column[k])] = 1;
  const runs: number[] = [];
  filled.forEach((row, i) => {
    for (let j = 0; j < cells; j++) {
      if (row[j] === 0) continue;
      const first = j;
      while (j + 1 < cells && row[j + 1] === 1) j++;
      runs.push(i, first, j + 1 - first);
    }
  });
  return { cells, rows, entries: start[rows], runs };
}

/** Side of a drawn pattern. */
const SIDE = 600;
const GAP = 80;

/** Draws patterns side by side, each below its name. */
export function drawPatterns(patterns: readonly (readonly [name: string, pattern: Pattern, colour: string])[]): string {
  const parts = patterns.map(([name, { cells, rows, entries, runs }, colour], index) => {
    const [left, top, size] = [index * (SIDE + GAP), 44, SIDE / cells];
    const at = (value: number) => Number((value * size).toFixed(1));
    const bars = [];
    for (let k = 0; k < runs.length; k += 3) {
      bars.push(`M${left + at(runs[k + 1])} ${Number((top + at(runs[k] + 0.5)).toFixed(1))}h${at(runs[k + 2])}`);
    }
    return `<text x="${left + SIDE / 2}" y="30" text-anchor="middle">${name}: ${entries.toLocaleString('en')} entries, ${rows} rows</text>
<path d="${bars.join('')}" stroke="${colour}" stroke-width="${at(1)}" fill="none"/>
<rect x="${left}" y="${top}" width="${SIDE}" height="${SIDE}" fill="none" stroke="var(--line)"/>`;
  });
  const width = patterns.length * SIDE + (patterns.length - 1) * GAP;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="graph" viewBox="-2 0 ${width + 4} ${SIDE + 50}">${parts.join('\n')}</svg>`;
}
