// The plots of figures 5 and 6 of the VSP paper: the merit theta (38) against iterations, its logarithm upwards.

import { log10 } from '../../math/portable.js';
import { ticks } from '../../math/ticks.js';
import { checkList, checkObject, checkSize, refuse } from './refuse.js';
import type { Panel } from './svg.js';
import { colourOf, drawCurve, drawFrame, drawKey, drawLevel, drawMark, drawPicture, drawText } from './svg.js';

const WIDTH = 760;
const HEIGHT = 420;
/** What the names of the curves have, on the right. */
const KEY_WIDTH = 150;
/** Merits below this are drawn at it: a solver that has found its solution, and its rounding errors, goes along the bottom. */
const FLOOR = 1e-32;

/** An SVG picture of merits by name, each as a solver has recorded them. */
export function plotConvergence(histories: Readonly<Record<string, readonly number[]>>, title = 'convergence'): string {
  checkObject('histories', histories);
  const names = Object.keys(histories);
  if (names.length === 0) refuse('number of histories', 0, 'at least 1');
  const curves = names.map((name) => logarithms(name, histories[name]));
  const lowest = Math.floor(curves.flat().reduce((least, value) => Math.min(least, value)));
  const highest = Math.ceil(curves.flat().reduce((most, value) => Math.max(most, value), lowest + 1));
  const longest = curves.reduce((most, curve) => Math.max(most, curve.length - 1), 1);
  const [width, height] = [WIDTH - KEY_WIDTH - 70, HEIGHT - 90];
  const panel: Panel = { left: 70, top: 40, width, height, x: [0, longest], y: [lowest, highest] };
  return drawPicture(WIDTH, HEIGHT, [
    drawText(panel.left + width / 2, 22, title),
    ...ticks(lowest, highest).map((exponent) => drawLevel(panel, exponent, `1e${exponent}`)),
    ...ticks(0, longest).map((iteration) => drawMark(panel, iteration, String(iteration))),
    drawText(panel.left + width / 2, HEIGHT - 12, 'iterations'),
    drawText(12, 22, 'theta', 'start'),
    drawFrame(panel),
    ...curves.map((curve, i) =>
      drawCurve(
        panel,
        curve.map((y, x) => [x, y]),
        colourOf(i),
      ),
    ),
    ...names.map((name, i) => drawKey(panel, name, i)),
  ]);
}

function logarithms(name: string, merits: readonly number[]): number[] {
  checkList(`merits of ${name}`, merits);
  if (merits.length === 0) refuse(`number of merits of ${name}`, 0, 'at least 1');
  return Array.from(merits, (merit, i) => {
    checkSize(`merit ${i} of ${name}`, merit);
    return log10(Math.max(merit, FLOOR));
  });
}
