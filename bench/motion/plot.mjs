// Time of a step over the run, a line an engine.

import {
  colourOf,
  drawCurve,
  drawFrame,
  drawKey,
  drawLevel,
  drawMark,
  drawPicture,
  drawText,
} from '../../dist/src/solvers/matrix/svg.js';

const WIDTH = 820;
const HEIGHT = 320;

/** `lines` are { name, values: [ms] } of steps of dt [s]; as SVG. */
export function plotSteps(title, lines, dt) {
  const steps = Math.max(...lines.map(({ values }) => values.length));
  const highest = Math.max(...lines.flatMap(({ values }) => values));
  /** @type {import('../../dist/src/solvers/matrix/svg.js').Panel} */
  const panel = { left: 60, top: 40, width: 620, height: 240, x: [0, steps * dt], y: [0, highest] };
  const levels = [0.25, 0.5, 0.75, 1].map((share) => drawLevel(panel, share * highest, `${(share * highest).toPrecision(2)} ms`));
  const marks = [0, 0.5, 1].map((share) => drawMark(panel, share * steps * dt, `${(share * steps * dt).toFixed(1)} s`));
  const curves = lines.flatMap(({ name, values }, i) => [
    drawCurve(
      panel,
      values.map((value, step) => [step * dt, value]),
      colourOf(i),
    ),
    drawKey(panel, name, i),
  ]);
  return drawPicture(WIDTH, HEIGHT, [
    drawText(panel.left, 24, `${title}: processor time of a step`),
    drawFrame(panel),
    ...levels,
    ...marks,
    ...curves,
  ]);
}
