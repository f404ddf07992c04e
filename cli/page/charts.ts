// Charts as SVG text, by Apache ECharts without a browser. Colours are names of CSS colours of the page, so that one picture is
// for light and for dark.

import { LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Block, DataTable } from './blocks.js';

type Point = readonly [x: number, y: number];

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** Dots alone, a line alone, a line with a dot at each point, or steps that begin at each point; a line by default. */
  readonly look?: 'line' | 'dots' | 'both' | 'steps';
}

export interface Axis {
  /** With its unit. */
  readonly label: string;
  readonly isLogarithmic?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface Chart {
  /** Of its files. */
  readonly name: string;
  readonly caption: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly height?: number;
}

const WIDTH = 640;
const HEIGHT = 340;
/** Points of a series that are drawn at the most: a picture does not show more. All are in the data. */
const MOST_POINTS = 500;
/** How many colours the page has. */
const COLOURS = 10;
const TEXT = 'var(--text-soft)';

/** The CSS colour of the series of this index. */
export function colourOf(index: number): string {
  return `var(--series-${index % COLOURS})`;
}

/** A figure with what its colours mean, and its numbers. */
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

function seriesOf({ points, look = 'line' }: Series, index: number, keep: (point: Point) => boolean) {
  const color = colourOf(index);
  const data = thin(points.filter(keep)).map(([x, y]) => [x, y]);
  const common = { data, silent: true, color, itemStyle: { color }, z: 2 + index };
  if (look === 'dots') return { ...common, type: 'scatter', symbolSize: 4, itemStyle: { color, opacity: 0.65 } };
  const lineStyle = { color, width: 1.8 };
  const filled = look === 'steps' ? { step: 'end', areaStyle: { color, opacity: 0.25 } } : {};
  return { ...common, ...filled, type: 'line', showSymbol: look === 'both', symbol: 'circle', symbolSize: 6, lineStyle };
}

/** What axes can show: numbers, of logarithmic ones those above 0. */
function isDrawable(x: Axis, y: Axis) {
  const can = (value: number, axis: Axis) => Number.isFinite(value) && (!axis.isLogarithmic || value > 0);
  return (point: Point) => can(point[0], x) && can(point[1], y);
}

/** Of each stretch of points its lowest and its highest, where there are too many. */
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

/** Without what a mouse would need, and as wide as the page lets it be. */
function plainSvg(svg: string): string {
  return svg
    .replace(/<style\s*>[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|ecmeta_\w+|pointer-events|xmlns:xlink|baseProfile|version)="[^"]*"/g, '')
    .replace(/<svg width="\d+" height="\d+"/, '<svg role="img"')
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

/** Series by name, then their points. */
function dataOf({ x, y, series }: Chart): DataTable {
  return {
    columns: ['series', x.label, y.label],
    rows: series.flatMap(({ name, points }) => points.map(([px, py]) => [name, short(px), short(py)])),
  };
}

/** Seven digits: more than any of these is good for. */
export function short(value: number): number {
  return Number(value.toPrecision(7));
}
