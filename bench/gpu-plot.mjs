// The curve of step time over the number of bodies, of the device and of the processor: by Apache ECharts, as the other plots are.
//
//   node bench/gpu-plot.mjs --from bench/results/gpu-nvidia-h200.json --to docs/images/gpu-curve.svg

import { readFileSync, writeFileSync } from 'node:fs';
import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkPointComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { readOptions } from '../scripts/read-options.mjs';
import { crossingOf, curvesOf } from './gpu-curves.mjs';

const WIDTH = 860;
const HEIGHT = 460;
/** Of what is poured, and of walls at rest. */
const COLOURS = { poured: '#d0552c', wall: '#2f7fc1' };
const NAMES = { poured: 'poured', wall: 'wall at rest' };

const options = readOptions({
  from: { type: 'string', default: 'bench/results/gpu-nvidia-h200.json' },
  to: { type: 'string', default: 'docs/images/gpu-curve.svg' },
});
const { device, processor, rows } = JSON.parse(readFileSync(options.from, 'utf8'));

use([LineChart, GridComponent, LegendComponent, MarkPointComponent, TitleComponent, SVGRenderer]);
const series = Object.keys(COLOURS).flatMap((scene) => {
  const curves = curvesOf(rows, scene);
  const crossing = crossingOf(curves);
  const line = (place, points) => ({
    type: 'line',
    name: `${NAMES[scene]}, ${place}`,
    color: COLOURS[scene],
    lineStyle: { width: 2, type: place === 'processor' ? 'dashed' : 'solid' },
    symbol: place === 'processor' ? 'emptyCircle' : 'circle',
    symbolSize: 6,
    data: points.map(({ bodies, ms }) => [bodies, ms]),
  });
  const mark = {
    symbol: 'pin',
    symbolSize: 34,
    label: { show: true, position: 'top', color: '#222', formatter: `alike at about ${crossing?.bodies.toLocaleString('en')}` },
    data: crossing === null ? [] : [{ coord: [crossing.bodies, crossing.ms] }],
  };
  return [{ ...line('GPU', curves.device), markPoint: mark }, line('processor', curves.processor)];
});
const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
const axis = { type: 'log', nameLocation: 'middle', minorSplitLine: { show: true } };
chart.setOption({
  animation: false,
  backgroundColor: '#ffffff',
  title: { text: 'Time of a step [ms]', subtext: `${device}; one core of ${processor}`, left: 10, top: 4 },
  legend: { right: 10, top: 8, width: 460 },
  grid: { left: 62, right: 30, top: 76, bottom: 52 },
  xAxis: { ...axis, name: 'bodies', nameGap: 30, min: 1000, max: 1e6, axisLabel: { formatter: (x) => x.toLocaleString('en') } },
  yAxis: { ...axis, name: '', axisLabel: { formatter: (y) => String(y) } },
  series,
});
// The style is for what is pointed at, which a picture in a page never is; the title is for who cannot see it.
const svg = chart
  .renderToSVGString()
  .replace(/<style[\s\S]*?<\/style>\s*/g, '')
  .replace(/^<svg[^>]*>/, (head) => `${head}\n<title>Time of a step over the number of bodies</title>`);
writeFileSync(options.to, `${svg}\n`);
chart.dispose();
