// Live plots over the whole recorded time: step time by phase, contacts, groups, penetration, energies, residual. All are drawn at once, so
// that they show the same moment, and at most five times a second, so that they take little of the page's time.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { PHASES } from '../../../src/index.js';
import { STATISTICS } from '../protocol.js';
import { byId, format, make } from './elements.js';

type Column = (typeof STATISTICS)[number];
interface Curve {
  readonly column: Column;
  readonly label: string;
  readonly colour: string;
}
interface PlotKind {
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
  /** Curves on top of each other. */
  readonly isStacked?: boolean;
}

const PHASE_COLOURS = PHASES.map((_, i) => `hsl(${Math.round((200 + i * 137.5) % 360)} 55% 52%)`);
const PLOTS: readonly PlotKind[] = [
  {
    title: 'Step time by phase',
    unit: 'ms',
    isStacked: true,
    curves: PHASES.map((phase, i) => ({ column: phase, label: phase, colour: PHASE_COLOURS[i] })),
  },
  { title: 'Contacts', unit: '', curves: [{ column: 'contacts', label: 'contacts', colour: '#2f7fc1' }] },
  { title: 'Groups', unit: '', curves: [{ column: 'groupCount', label: 'groups', colour: '#7a5bc0' }] },
  { title: 'Penetration', unit: 'm', curves: [{ column: 'penetration', label: 'deepest', colour: '#d0552c' }] },
  {
    title: 'Energy',
    unit: 'J',
    curves: [
      { column: 'kinetic', label: 'kinetic', colour: '#d8402f' },
      { column: 'potential', label: 'potential', colour: '#2e8b57' },
    ],
  },
  { title: 'Residual', unit: '', curves: [{ column: 'residual', label: 'residual', colour: '#b0862a' }] },
];

/** Most points of a curve; where there are more steps, each is the mean of several. */
const POINTS = 300;
/** Least time between two drawings [ms]. */
const PAUSE = 200;
const WIDTH = STATISTICS.length;
const HEIGHT = 80;
/** Room for the numbers beside a plot, the same for all, so that times are below each other; the longest is like -2.50e+10 [px]. */
const LABELS = 60;

export class Plots {
  readonly #panel = byId('plots');
  readonly #plots: { kind: PlotKind; plot: uPlot; key: HTMLElement }[] = [];
  #rows = new Float32Array(WIDTH * 1024);
  #count = 0;
  /** Time that is shown in the picture [s]. */
  #now = 0;
  #step = 0;
  #isStale = false;
  #drawnAt = 0;

  clear(): void {
    this.#count = 0;
    this.#isStale = true;
  }

  /** Takes in the statistics of steps from `first` on; those after them are void. */
  add(first: number, rows: Float32Array, { time, step }: { time: number; step: number }): void {
    if (rows.length > 0 || first - 1 < this.#count) {
      this.#count = first - 1 + rows.length / WIDTH;
      if (this.#rows.length < WIDTH * this.#count) {
        const longer = new Float32Array(2 * WIDTH * this.#count);
        longer.set(this.#rows);
        this.#rows = longer;
      }
      this.#rows.set(rows, WIDTH * (first - 1));
      this.#isStale = true;
    }
    if (time !== this.#now) this.#isStale = true;
    this.#now = time;
    this.#step = step;
  }

  /** Draws all of them, when they are behind. */
  draw(now: number): void {
    if (this.#panel.hidden || !this.#isStale || now - this.#drawnAt < PAUSE) return;
    if (this.#plots.length === 0) for (const kind of PLOTS) this.#plots.push(this.#make(kind));
    this.#drawnAt = now;
    this.#isStale = false;
    for (const { kind, plot, key } of this.#plots) {
      plot.setData(this.#gather(kind));
      this.#showKey(kind, key);
    }
  }

  /** Colours of axes follow the theme. */
  restyle(): void {
    this.#panel.replaceChildren();
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
    this.#panel.append(figure);
    const axis = { stroke: ink, grid, ticks: { show: false }, font: '10px system-ui' };
    const plot = new uPlot(
      {
        width: this.#panel.clientWidth - 20,
        height: HEIGHT,
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: false }, y: { range: (plot, least, most) => rangeOf(kind, plot, least, most) } },
        axes: [
          { ...axis, size: 16, gap: 2 },
          { ...axis, size: LABELS, gap: 3, values: (_plot, values) => values.map(format), space: 24 },
        ],
        series: [
          {},
          // Stacked: the sum of all comes first, so that each covers what is above it.
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
    return { kind, plot, key };
  }

  /** A line at the moment that is shown. */
  #drawCursor(plot: uPlot, ink: string): void {
    const x = plot.valToPos(this.#now, 'x', true);
    const { left, top, width, height } = plot.bbox;
    if (!(x >= left && x <= left + width)) return;
    plot.ctx.strokeStyle = ink;
    plot.ctx.beginPath();
    plot.ctx.moveTo(x, top);
    plot.ctx.lineTo(x, top + height);
    plot.ctx.stroke();
  }

  /** Times, and each curve's values, over at most POINTS points. */
  #gather({ curves, isStacked }: PlotKind): uPlot.AlignedData {
    const per = Math.max(1, Math.ceil(this.#count / POINTS));
    const points = Math.floor(this.#count / per);
    const mean = (column: Column) => {
      const offset = STATISTICS.indexOf(column);
      return Float64Array.from({ length: points }, (_, point) => {
        let sum = 0;
        for (let i = point * per; i < (point + 1) * per; i++) sum += this.#rows[WIDTH * i + offset];
        return sum / per;
      });
    };
    const values = curves.map(({ column }) => mean(column));
    if (isStacked) {
      for (let k = values.length - 2; k >= 0; k--) for (let i = 0; i < points; i++) values[k][i] += values[k + 1][i];
    }
    return [mean('time'), ...values] as unknown as uPlot.AlignedData;
  }

  /** The title, and what the step had that led to the moment shown. */
  #showKey({ title, unit, curves, isStacked }: PlotKind, key: HTMLElement): void {
    // At the start, no step has been taken yet.
    const hasStep = this.#step >= 1 && this.#step <= this.#count;
    const row = WIDTH * (this.#step - 1);
    const value = (column: Column) => (hasStep ? this.#rows[row + STATISTICS.indexOf(column)] : Number.NaN);
    // Of phases, those that take any time.
    const shown = curves
      .map((curve) => ({ ...curve, value: value(curve.column) }))
      .filter((curve) => !isStacked || curve.value > 0.01);
    const largest = isStacked ? shown.sort((a, b) => b.value - a.value).slice(0, 4) : shown;
    const entries = largest.map(({ label, colour, value }) =>
      make(
        'span',
        {},
        make('i', { style: `background: ${colour}` }),
        `${curves.length > 1 ? `${label} ` : ''}${hasStep ? format(value) : '–'}`,
      ),
    );
    key.replaceChildren(make('b', {}, unit === '' ? title : `${title} [${unit}]`), ...entries);
  }
}

/** A step that took much longer than others, such as the first, may be cut off: this share of them is in view [1]. */
const IN_VIEW = 0.97;

function rangeOf({ curves, isStacked }: PlotKind, plot: uPlot, least: number, most: number): [number, number] {
  if (isStacked && plot.data[1].length > 0) {
    const sorted = Float64Array.from(plot.data[1] as ArrayLike<number>).sort();
    return [0, Math.max(0.1, 1.3 * sorted[Math.floor(IN_VIEW * (sorted.length - 1))])];
  }
  if (!(most > least)) return [Math.min(0, least), Math.max(least, 0) + (least === 0 ? 1 : 0.1 * Math.abs(least))];
  // All but energies begin at zero.
  return [curves.some(({ column }) => column === 'potential') ? Math.min(0, least) : 0, most * 1.05];
}
