// Live plots over the whole recorded time. All are drawn at once, so that they show the same moment, and at most five
// times per second while the simulation plays, to save time. They have the width of the timeline: clicking a plot seeks
// there.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { StepTable } from '../step-table.js';
import { byId, format, make } from './elements.js';
import type { PlotKind } from './plot-kinds.js';

/** A run: the numbers of its steps, and the length of a step [s]. */
export interface Run {
  readonly table: StepTable;
  dt: number;
}

/** The shown time and the end of the recording [s]. */
export interface Moment {
  readonly now: number;
  readonly end: number;
}

/** Largest number of points of a curve; with more steps, a point is the mean of several. */
const POINTS = 300;
/** Shortest time between drawings while the simulation plays [ms]. */
const PAUSE = 200;
const HEIGHT = 80;
/** Width of the axis labels, equal for all plots so that times align; the longest is like -2.50e+10 [px]. */
const LABELS = 60;

export class Plots {
  readonly #panel = byId('plots');
  readonly #own = make('div');
  readonly #plots: { kind: PlotKind; plot: uPlot; key: HTMLElement }[] = [];
  readonly #kinds: readonly PlotKind[];
  readonly #runs: readonly Run[];
  readonly #seek: (time: number) => void;
  #moment: Moment = { now: 0, end: 0 };
  #isStale = false;
  #drawnAt = 0;

  constructor(kinds: readonly PlotKind[], runs: readonly Run[], seek: (time: number) => void) {
    this.#kinds = kinds;
    this.#runs = runs;
    this.#seek = seek;
    this.#panel.append(this.#own);
  }

  set hidden(isHidden: boolean) {
    this.#own.hidden = isHidden;
    this.#isStale = true;
  }

  /** Sets the shown moment, and marks the plots as stale: the tables may have changed. */
  show(moment: Moment): void {
    this.#moment = moment;
    this.#isStale = true;
  }

  /** Draws all plots if they are stale. */
  draw(now: number, isRunning: boolean): void {
    if (this.#panel.hidden || this.#own.hidden || !this.#isStale || (isRunning && now - this.#drawnAt < PAUSE)) return;
    if (this.#plots.length === 0) for (const kind of this.#kinds) this.#plots.push(this.#make(kind));
    this.#drawnAt = now;
    this.#isStale = false;
    for (const { kind, plot, key } of this.#plots) {
      plot.setData(this.#gather(kind));
      this.#showKey(kind, key);
    }
  }

  /** Makes the plots anew, with colours of the theme. */
  restyle(): void {
    this.#own.replaceChildren();
    this.#plots.length = 0;
    this.#isStale = true;
  }

  #make(kind: PlotKind): { kind: PlotKind; plot: uPlot; key: HTMLElement } {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--muted');
    const grid = { stroke: style.getPropertyValue('--line'), width: 1 };
    const figure = make('figure', {});
    const key = make('figcaption', {});
    figure.append(key);
    this.#own.append(figure);
    const axis = { stroke: ink, grid, ticks: { show: false }, font: '10px system-ui' };
    const plot = new uPlot(
      {
        width: this.#panel.clientWidth - 20,
        height: HEIGHT,
        cursor: { show: false },
        legend: { show: false },
        scales: {
          x: { time: false, range: () => [0, Math.max(this.#moment.end, 0.1)] },
          y: { range: (plot, least, most) => rangeOf(kind, plot, least, most) },
        },
        axes: [
          { ...axis, size: 16, gap: 2 },
          { ...axis, size: LABELS, gap: 3, values: (_plot, values) => values.map(format), space: 24 },
        ],
        series: [
          {},
          // Stacked curves: the sum of all is drawn first, and each next sum covers its lower part.
          ...kind.curves.map(({ label, colour }) => ({
            label,
            stroke: colour,
            width: kind.isStacked ? 0.5 : 1.4,
            points: { show: false },
            ...(kind.isStacked && { fill: colour }),
          })),
        ],
        hooks: { draw: [(plot) => this.#drawCursor(plot, ink)] },
      },
      [[], ...kind.curves.map(() => [])] as unknown as uPlot.AlignedData,
      figure,
    );
    this.#followPointer(plot);
    return { kind, plot, key };
  }

  /** Seeks to the time at which the pointer is pressed. */
  #followPointer(plot: uPlot): void {
    const go = ({ clientX, buttons }: PointerEvent) => {
      if (buttons !== 1) return;
      const { left, width } = plot.over.getBoundingClientRect();
      const share = Math.min(Math.max((clientX - left) / width, 0), 1);
      this.#seek(share * this.#moment.end);
    };
    plot.over.addEventListener('pointerdown', (event) => {
      plot.over.setPointerCapture(event.pointerId);
      go(event);
    });
    plot.over.addEventListener('pointermove', go);
  }

  /** Draws a line at the shown time. */
  #drawCursor(plot: uPlot, ink: string): void {
    const x = plot.valToPos(this.#moment.now, 'x', true);
    const { left, top, width, height } = plot.bbox;
    if (!(x >= left - 1 && x <= left + width + 1)) return;
    plot.ctx.save();
    plot.ctx.strokeStyle = ink;
    plot.ctx.beginPath();
    plot.ctx.moveTo(x, top);
    plot.ctx.lineTo(x, top + height);
    plot.ctx.stroke();
    // uPlot caches the state of the context, so it must be restored.
    plot.ctx.restore();
  }

  /** Times and values of each curve, as at most POINTS points. */
  #gather({ curves, isStacked }: PlotKind): uPlot.AlignedData {
    const { dt, table } = this.#runs.reduce((a, b) => (b.table.count * b.dt > a.table.count * a.dt ? b : a));
    const per = Math.max(1, Math.ceil(table.count / POINTS));
    const points = Math.floor(table.count / per);
    const values = curves.map(({ table, column }) => {
      const run = this.#runs[table];
      // A run with another step length is sampled over the same intervals of time.
      const stepAt = (point: number) => Math.round((point * per * dt) / run.dt);
      return Array.from({ length: points }, (_, point) => {
        const to = stepAt(point + 1);
        return to > run.table.count ? null : run.table.mean(column, Math.min(stepAt(point), to - 1), to);
      });
    });
    if (isStacked) {
      for (let k = values.length - 2; k >= 0; k--) {
        for (let i = 0; i < points; i++) values[k][i] = (values[k][i] ?? 0) + (values[k + 1][i] ?? 0);
      }
    }
    const times = Array.from({ length: points }, (_, point) => dt * (point * per + (per + 1) / 2));
    return [times, ...values] as uPlot.AlignedData;
  }

  /** Shows the title, and the values of the step that ended at the shown time. */
  #showKey({ title, unit, curves, isStacked }: PlotKind, key: HTMLElement): void {
    const value = (table: number, column: number) => {
      const { dt, table: steps } = this.#runs[table];
      return steps.at(Math.round(this.#moment.now / dt), column);
    };
    // Only phases that take noticeable time.
    const shown = curves
      .map((curve) => ({ ...curve, value: value(curve.table, curve.column) }))
      .filter((curve) => !isStacked || curve.value > 0.01);
    const largest = isStacked ? shown.sort((a, b) => b.value - a.value).slice(0, 4) : shown;
    const entries = largest.map(({ label, colour, value }) =>
      make(
        'span',
        {},
        make('i', { style: `background: ${colour}` }),
        // NaN at the start, where no step was taken yet.
        `${curves.length > 1 ? `${label} ` : ''}${Number.isNaN(value) ? '–' : format(value)}`,
      ),
    );
    key.replaceChildren(make('b', {}, unit === '' ? title : `${title} [${unit}]`), ...entries);
  }
}

/** Fraction of steps that must be in view; the slowest, such as the first, may be cut off [1]. */
const IN_VIEW = 0.97;

function rangeOf({ isStacked, hasOutliers, isFree }: PlotKind, plot: uPlot, least: number, most: number): [number, number] {
  if (hasOutliers && plot.data[1].length > 0) {
    const tops = plot.data.slice(1, isStacked ? 2 : undefined).map((values) => {
      const sorted = Float64Array.from((values as (number | null)[]).filter((value) => value !== null)).sort();
      return sorted.length === 0 ? 0 : sorted[Math.floor(IN_VIEW * (sorted.length - 1))];
    });
    return [0, Math.max(0.1, 1.3 * Math.max(...tops))];
  }
  if (!(most > least)) return [Math.min(0, least), Math.max(least, 0) + (least === 0 ? 1 : 0.1 * Math.abs(least))];
  return [isFree ? Math.min(0, least) : 0, most * 1.05];
}
