// Statistics of the impulsive suite, frame by frame, for comparison with its paper (Schmidl and Milenkovic 2004): the
// numbers of table 1 and the curves of figure 6.

import { number, refuse } from '../input/fields.js';
import { ticks } from '../math/ticks.js';
import { PHASES } from '../phases.js';
import type { Panel } from '../solvers/matrix/svg.js';
import { colourOf, drawCurve, drawFrame, drawKey, drawLevel, drawMark, drawPicture, drawText } from '../solvers/matrix/svg.js';
import type { World } from '../world.js';
import { checkWorld } from './recording.js';

/** Statistics of one step. */
export interface SuiteFrame {
  /** Time at the end of the step [s]. */
  time: number;
  /** Number of contacts in the static QPs. */
  contacts: number;
  /** Number of collisions resolved one by one. */
  bounces: number;
  /** Number of QPs solved, of collisions and of static contacts, and their total times [ms]. */
  collisionQPs: number;
  staticQPs: number;
  collisionTime: number;
  staticTime: number;
  /** Number of frozen bodies. */
  frozen: number;
}

/** The quantities of table 1. */
export interface SuiteSummary {
  frames: number;
  /** Mean number of contacts in a frame. */
  contacts: number;
  collisionQPs: number;
  staticQPs: number;
  /** Mean time of a QP [ms]; 0 if there was none. */
  collisionTime: number;
  staticTime: number;
  /** Time of all QPs of both kinds [ms]. */
  totalTime: number;
}

const COLLISION = PHASES.indexOf('collision-qp');
const STATIC = PHASES.indexOf('static-qp');

/**
 * Records a world stepped by the impulsive suite. Times need a clock: `world.profiler.clock = () => performance.now()`.
 */
export class SuiteStatistics {
  readonly frames: SuiteFrame[] = [];
  readonly #world: World;
  #collisionTime: number;
  #staticTime: number;

  constructor(world: World) {
    checkWorld(world);
    this.#world = world;
    this.#collisionTime = world.profiler.milliseconds[COLLISION];
    this.#staticTime = world.profiler.milliseconds[STATIC];
  }

  /** To be called after every step. */
  record(): void {
    const { report, profiler, time } = this.#world;
    const { bounces, collisionQPs, staticQPs } = report.impulsive;
    const collisionTime = profiler.milliseconds[COLLISION];
    const staticTime = profiler.milliseconds[STATIC];
    this.frames.push({
      time,
      contacts: report.contacts,
      bounces,
      collisionQPs,
      staticQPs,
      collisionTime: collisionTime - this.#collisionTime,
      staticTime: staticTime - this.#staticTime,
      frozen: report.asleep,
    });
    this.#collisionTime = collisionTime;
    this.#staticTime = staticTime;
  }

  summarise(): SuiteSummary {
    const { frames } = this;
    const sum = (name: keyof SuiteFrame) => frames.reduce((total, frame) => total + frame[name], 0);
    const mean = (total: number, count: number) => (count > 0 ? total / count : 0);
    return {
      frames: frames.length,
      contacts: mean(sum('contacts'), frames.length),
      collisionQPs: sum('collisionQPs'),
      staticQPs: sum('staticQPs'),
      collisionTime: mean(sum('collisionTime'), sum('collisionQPs')),
      staticTime: mean(sum('staticTime'), sum('staticQPs')),
      totalTime: sum('collisionTime') + sum('staticTime'),
    };
  }
}

const WIDTH = 760;
const PANEL_HEIGHT = 180;
const KEY_WIDTH = 150;

/** Figure 6 of the paper as an SVG picture: contacts over frames, and below them the times of the two kinds of QP. */
export function plotSuite(frames: readonly SuiteFrame[], title = 'impulsive suite'): string {
  checkFrames(frames);
  const upper = makePanel(0, frames, ['contacts']);
  const lower = makePanel(1, frames, ['collisionTime', 'staticTime']);
  return drawPicture(WIDTH, 2 * (PANEL_HEIGHT + 60) + 30, [
    drawText(upper.left + upper.width / 2, 20, title),
    ...drawPanel(upper, frames, [['contacts', 'contacts']], ''),
    ...drawPanel(
      lower,
      frames,
      [
        ['collisionTime', 'collision QP'],
        ['staticTime', 'static contact QP'],
      ],
      ' ms',
    ),
    drawText(lower.left + lower.width / 2, lower.top + PANEL_HEIGHT + 36, 'frames'),
  ]);
}

function checkFrames(frames: readonly SuiteFrame[]): void {
  if (!Array.isArray(frames)) refuse('frames', frames, 'a list of frames');
  if (frames.length === 0) throw new RangeError('frames is empty, but must have at least 1.');
  frames.forEach((frame: SuiteFrame | null | undefined, i) => {
    for (const name of ['contacts', 'collisionTime', 'staticTime'] as const)
      number('').check(frame?.[name], `frames[${i}].${name}`);
  });
}

function makePanel(index: number, frames: readonly SuiteFrame[], names: readonly (keyof SuiteFrame)[]): Panel {
  const most = names.reduce((largest, name) => frames.reduce((value, frame) => Math.max(value, frame[name]), largest), 0);
  const top = 40 + index * (PANEL_HEIGHT + 60);
  const x: [number, number] = [0, Math.max(1, frames.length - 1)];
  return { left: 70, top, width: WIDTH - KEY_WIDTH - 70, height: PANEL_HEIGHT, x, y: [0, most > 0 ? most : 1] };
}

function drawPanel(
  panel: Panel,
  frames: readonly SuiteFrame[],
  curves: readonly (readonly [keyof SuiteFrame, string])[],
  unit: string,
): string[] {
  return [
    ...ticks(0, panel.y[1]).map((value) => drawLevel(panel, value, `${value}${unit}`)),
    ...ticks(0, panel.x[1]).map((frame) => drawMark(panel, frame, String(frame))),
    drawFrame(panel),
    ...curves.flatMap(([name, label], i) => [
      drawCurve(
        panel,
        frames.map((frame, x) => [x, frame[name]]),
        colourOf(i),
      ),
      drawKey(panel, label, i),
    ]),
  ];
}
