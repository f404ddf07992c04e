// The plots of figures 3, 4 and 8 of the VSP paper: where A and T have entries, and their eigenvalues.

import type { MatrixAnalysis } from './analysis.js';
import { checkList, checkObject, refuse } from './refuse.js';
import type { SparseMatrix } from './sparse-matrix.js';
import { checkSparse } from './sparse-matrix.js';
import type { Panel } from './svg.js';
import { colourOf, drawDots, drawFrame, drawLevel, drawPicture, drawText, place, short } from './svg.js';

const SIDE = 240;
const GAP = 70;
const WIDTH = 2 * (SIDE + GAP);
/** Where the two rows of panels begin. */
const UPPER = 60;
const LOWER = UPPER + SIDE + 40;

/** An SVG picture of four panels: the pattern and the eigenvalues of A above those of T. */
export function plotMatrices(analysis: MatrixAnalysis, title = 'matrix analysis'): string {
  checkObject('analysis', analysis);
  const { A, T } = analysis;
  for (const [field, part] of Object.entries({ A, T })) {
    checkObject(field, part);
    checkSparse(part.matrix);
    checkList(`${field}.eigenvalues`, part.eigenvalues);
  }
  if (A.matrix.rows === 0) refuse('number of rows of A', 0, 'at least 1');
  const sizesOfT = T.eigenvalues.map(({ re, im }) => Math.sqrt(re * re + im * im));
  return drawPicture(WIDTH, LOWER + SIDE + 20, [
    drawText(WIDTH / 2, 22, title),
    drawPattern(20, UPPER, 'A', A.matrix),
    drawEigenvalues(SIDE + 2 * GAP - 20, UPPER, 'eigenvalues of A', [...A.eigenvalues]),
    drawPattern(20, LOWER, 'T = -(D + L)^-1 U', T.matrix),
    drawEigenvalues(SIDE + 2 * GAP - 20, LOWER, 'absolute eigenvalues of T', sizesOfT),
  ]);
}

/** A square of `rows` by `rows`, row 0 at the top, with a bar for every run of entries. */
function drawPattern(left: number, top: number, name: string, matrix: SparseMatrix): string {
  const { rows, start, column } = matrix;
  const panel: Panel = { left, top, width: SIDE, height: SIDE, x: [0, rows], y: [rows, 0] };
  const bars: string[] = [];
  for (let i = 0; i < rows; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const first = column[k];
      while (k + 1 < start[i + 1] && column[k + 1] === column[k] + 1) k++;
      const [x, y] = place(panel, first, i + 0.5);
      bars.push(`M${short(x)} ${short(y)}h${short((SIDE * (column[k] + 1 - first)) / rows)}`);
    }
  }
  const thickness = short(Math.max(SIDE / rows, 0.5));
  return [
    drawText(left + SIDE / 2, top - 8, `${name}: ${start[rows]} entries, ${rows} rows`),
    `<path d="${bars.join('')}" stroke="${colourOf(0)}" stroke-width="${thickness}" fill="none"/>`,
    drawFrame(panel),
  ].join('\n');
}

function drawEigenvalues(left: number, top: number, name: string, values: readonly number[]): string {
  const lowest = values.reduce((least, value) => Math.min(least, value), 0);
  const largest = values.reduce((most, value) => Math.max(most, value), lowest);
  const highest = largest > lowest ? largest : lowest + 1;
  const panel: Panel = { left, top, width: SIDE, height: SIDE, x: [0, values.length], y: [lowest, highest] };
  return [
    drawText(left + SIDE / 2, top - 8, name),
    drawLevel(panel, 0, '0'),
    drawLevel(panel, highest, String(Number(highest.toPrecision(3)))),
    drawFrame(panel),
    drawDots(
      panel,
      values.map((value, i) => [i + 0.5, value]),
      colourOf(1),
    ),
  ].join('\n');
}
