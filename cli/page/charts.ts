// Charts as SVG text, drawn by Apache ECharts without a browser. Colours are CSS variables of the page, so that one
// picture serves the light and the dark theme.

import { LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Block, DataTable } from './blocks.js';

type Point = readonly [x: number, y: number];

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** Dots, a line, a line with dots, or steps that begin at each point; default a line. */
  readonly look?: 'line' | 'dots' | 'both' | 'steps';
}

export interface Axis {
  /** Label, including the unit. */
  readonly label: string;
  readonly isLogarithmic?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface Chart {
  /** Name of its files. */
  readonly name: string;
  readonly caption: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly height?: number;
}

const WIDTH = 640;
const HEIGHT = 340;
/** Largest number of drawn points of a series, about the resolution of a picture; the data have all points. */
const MOST_POINTS = 500;
/** Number of series colours of the page. */
const COLOURS = 10;
const TEXT = 'var(--text-soft)';

/** The CSS colour of the series with this index. */
export function colourOf(index: number): string {
  return `var(--series-${index % COLOURS})`;
}

/** A figure with its legend and data. */
export function drawChart(chart: Chart): Block {
  return {
    kind: 'figure',
    name: chart.name,
    caption: chart.caption,
    svg: renderSvg(chart),
    key: chart.series.length > 1 ? chart.series.map(({ name }, i) => [name, colourOf(i)] as const) : [],
    data: dataOf(chart),
  };
}

function renderSvg({ x, y, series, height = HEIGHT }: Chart): string {
  use([LineChart, ScatterChart, GridComponent, SVGRenderer]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  try {
    chart.setOption({
      animation: false,
      textStyle: { fontFamily: 'inherit' },
      grid: { left: 8, right: 20, top: 14, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      xAxis: { ...axisOf(x), nameLocation: 'middle', nameGap: 28 },
      yAxis: { ...axisOf(y), nameLocation: 'middle', nameGap: 44 },
      series: series.map((one, i) => seriesOf(one, i, isDrawable(x, y))),
    });
    return plainSvg(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

function axisOf({ label, isLogarithmic = false, min, max }: Axis) {
  const line = { lineStyle: { color: 'var(--line)' } };
  return {
    type: isLogarithmic ? 'log' : 'value',
    scale: true,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    name: label,
    nameTextStyle: { color: TEXT, fontSize: 13 },
    axisLabel: { color: TEXT, hideOverlap: true, formatter: isLogarithmic ? powerOfTen : plainNumber },
    axisLine: { show: true, onZero: false, ...line },
    axisTick: { show: true, ...line },
    splitLine: { show: true, lineStyle: { color: 'var(--grid)' } },
    minorSplitLine: { show: false },
  };
}

const plainNumber = (value: number) => String(Number(value.toPrecision(4)));
const powerOfTen = (value: number) => (value >= 0.001 && value < 100_000 ? plainNumber(value) : value.toExponential(0));

/** A path for all dots of a series: an element for each takes three times as long, and as much room. */
const ONE_PATH = { large: true, largeThreshold: 0, progressive: 0 };

function seriesOf({ points, look = 'line' }: Series, index: number, keep: (point: Point) => boolean) {
  const color = colourOf(index);
  const data = thin(points.filter(keep)).map(([x, y]) => [x, y]);
  const common = { data, silent: true, color, itemStyle: { color }, z: 2 + index };
  if (look === 'dots') return { ...common, ...ONE_PATH, type: 'scatter', symbolSize: 4, itemStyle: { color, opacity: 0.65 } };
  const lineStyle = { color, width: 1.8 };
  const filled = look === 'steps' ? { step: 'end', areaStyle: { color, opacity: 0.25 } } : {};
  return { ...common, ...filled, type: 'line', showSymbol: look === 'both', symbol: 'circle', symbolSize: 6, lineStyle };
}

/** Whether axes can show a point: finite numbers, above 0 on logarithmic axes. */
function isDrawable(x: Axis, y: Axis) {
  const can = (value: number, axis: Axis) => Number.isFinite(value) && (!axis.isLogarithmic || value > 0);
  return (point: Point) => can(point[0], x) && can(point[1], y);
}

/** Thins a series with too many points: keeps the lowest and the highest point of each group. */
function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= MOST_POINTS) return points;
  const stretch = Math.ceil((2 * points.length) / MOST_POINTS);
  const kept: Point[] = [];
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(from, from + stretch);
    const lowest = part.reduce((low, point) => (point[1] < low[1] ? point : low));
    const highest = part.reduce((high, point) => (point[1] > high[1] ? point : high));
    kept.push(...(part.indexOf(lowest) < part.indexOf(highest) ? [lowest, highest] : [highest, lowest]));
  }
  return kept;
}

/** Removes parts for interaction from an SVG, and makes it as wide as the page allows. */
function plainSvg(svg: string): string {
  return svg
    .replace(/<style\s*>[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|ecmeta_\w+|pointer-events|xmlns:xlink|baseProfile|version)="[^"]*"/g, '')
    .replace(/<svg width="\d+" height="\d+"/, '<svg role="img"')
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

/** The points of all series, with the name of the series. */
function dataOf({ x, y, series }: Chart): DataTable {
  return {
    columns: ['series', x.label, y.label],
    rows: series.flatMap(({ name, points }) => points.map(([px, py]) => [name, short(px), short(py)])),
  };
}

/** Rounds to seven digits, more than the accuracy of the data. */
export function short(value: number): number {
  return Number(value.toPrecision(7));
}
