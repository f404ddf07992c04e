// The displays of a frame beside the picture: numbers, plots, local times, legend, matrix.

import type { Frame, GroupMatrix, Look, Opened } from '../protocol.js';
import { STATISTICS } from '../protocol.js';
import { StepTable } from '../step-table.js';
import { firstRange, widen } from '../view/colours.js';
import type { Viewport } from '../view/viewport.js';
import type { Compare } from './compare.js';
import { byId } from './elements.js';
import { Inspector } from './inspector.js';
import { JointInspector, type JointUse } from './joint-inspector.js';
import { showLegend } from './legend.js';
import { MatrixPanel } from './matrix-panel.js';
import { STEP_PLOTS } from './plot-kinds.js';
import { Plots } from './plots.js';
import { TimesPanel } from './times-panel.js';

export interface DisplayUse extends JointUse {
  seek(time: number): void;
  findMatrix(body: number): Promise<GroupMatrix | null>;
}

/** Shortest time between updates of the inspector while the simulation plays [ms]. */
const NUMBERS_PAUSE = 150;
const NOBODY = new Uint8Array();

export class Display {
  readonly #viewport: Viewport;
  readonly #compare: Compare;
  readonly #run = { table: new StepTable(STATISTICS.length), dt: 1 };
  readonly #plots: Plots;
  readonly #inspector: Inspector;
  readonly #joints: JointInspector;
  readonly #matrix: MatrixPanel;
  readonly #times = new TimesPanel();
  /** Values at the ends of the colour ramp: the smallest and the largest seen so far. */
  #range = firstRange('stone');
  #numbersAt = 0;

  constructor(viewport: Viewport, compare: Compare, use: DisplayUse) {
    this.#viewport = viewport;
    this.#compare = compare;
    this.#plots = new Plots(STEP_PLOTS, [this.#run], use.seek);
    this.#inspector = new Inspector(use.select, use.selectJoint);
    this.#joints = new JointInspector(use);
    this.#matrix = new MatrixPanel(use.findMatrix);
  }

  /** Resets the displays for another scene. */
  begin({ name, description, dt }: Opened, { colour }: Look): void {
    this.#range = firstRange(colour);
    this.#run.table.cut(0);
    this.#run.dt = dt;
    byId('scene-name').textContent = name;
    byId('scene-description').textContent = description;
    document.title = `${name} · Drystone Studio`;
  }

  /** Resets the range of the ramp for another colour mode. */
  recolour({ colour }: Look): void {
    this.#range = firstRange(colour);
  }

  /** Makes the next frame update the inspector at once. */
  hurry(): void {
    this.#numbersAt = 0;
  }

  restyle(): void {
    this.#plots.restyle();
  }

  show(frame: Frame, look: Look, isRunning: boolean): void {
    const { statistics, selected, joint, last, time } = frame;
    if (frame.bodies !== null) this.#inspector.setBodies(frame.bodies);
    if (frame.joints !== null) this.#joints.setJoints(frame.joints);
    this.#viewport.show(frame, look);
    this.#range = widen(look.colour, this.#range, frame.values);
    this.#viewport.showRollbacks(frame.times?.rolledBack ?? NOBODY);
    this.#viewport.showColours(look.colour, frame.values, this.#range, look.selected);
    this.showOther(frame, look);
    this.#times.show(frame);
    const { table, dt } = this.#run;
    if (statistics.rows.length > 0 || statistics.first - 1 < table.count) table.put(statistics.first, statistics.rows);
    this.#plots.show({ now: time, end: last * dt });
    const now = performance.now();
    if (isRunning && now - this.#numbersAt <= NUMBERS_PAUSE) return;
    this.#numbersAt = now;
    this.#inspector.show(selected);
    this.#joints.show(joint);
    this.#matrix.show(selected?.id ?? null);
    showLegend(look, this.#range, this.#viewport.overlays);
    this.#viewport.keepInView();
  }

  /** Shows the other side of a comparison, beside a frame of the first. */
  showOther(frame: Frame, look: Look): void {
    this.#plots.hidden = this.#compare.isOn;
    if (!this.#compare.isOn) return;
    this.#range = widen(look.colour, this.#range, this.#compare.side.frame?.values ?? new Float32Array());
    this.#compare.show(frame, look, this.#range);
  }

  /** Draws plots in each frame of the screen. */
  draw(now: number, isRunning: boolean): void {
    this.#plots.draw(now, isRunning);
    this.#compare.plots.draw(now, isRunning);
  }
}
