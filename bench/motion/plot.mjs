// Time of a step over the run, a line an engine, drawn by Apache ECharts as the reports of `drystone reproduce` are.

import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

const WIDTH = 820;
const HEIGHT = 340;
/** The scale ends at this share of all steps, so that the first steps, which compile, do not flatten the others [1]. */
const SHOWN = 0.995;

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

/** `lines` are { name, values: [ms] } of steps of dt [s]; as SVG. */
export function plotSteps(title, lines, dt) {
  const worst = Math.max(...lines.flatMap(({ values }) => values));
  const sorted = lines.flatMap(({ values }) => values).sort((a, b) => a - b);
  const top = roundUp(sorted[Math.ceil(SHOWN * sorted.length) - 1] ?? worst);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: {
      text: `${title}: processor time of a step [ms]`,
      subtext: `worst step ${worst.toPrecision(2)} ms`,
      left: 10,
      top: 4,
    },
    legend: { right: 10, top: 10 },
    grid: { left: 60, right: 20, top: 64, bottom: 44 },
    xAxis: { type: 'value', name: 'time of the scene [s]', nameLocation: 'middle', nameGap: 26, splitLine: { show: false } },
    yAxis: { type: 'value', min: 0, max: top },
    series: lines.map(({ name, values }) => ({
      type: 'line',
      name,
      showSymbol: false,
      lineStyle: { width: 1.5 },
      data: values.map((value, step) => [step * dt, value]),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** The next of 1, 2 or 5 times a power of ten. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10);
}
