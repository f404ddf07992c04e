// Makes of the rows that bench/gpu.mjs and bench/gpu-on-processor.mjs left in a folder one file of JSON and one of tables.
//
//   node bench/gpu-table.mjs --from FOLDER --to bench/results/gpu-NAME

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { from: { type: 'string', default: '.' }, to: { type: 'string', default: 'gpu' } },
});
const rows = readdirSync(options.from)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) =>
    readFileSync(`${options.from}/${name}`, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
const of = (part) => rows.filter((row) => row.part === part);
const text = (value) =>
  typeof value !== 'number'
    ? String(value ?? '')
    : Number.isInteger(value)
      ? value.toLocaleString('en')
      : String(Number(value.toPrecision(3)));
const table = (heads, lines) =>
  [
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_, i) => (i === 0 ? ' --- ' : ' ---: ')).join('|')}|`,
    ...lines.map((line) => `| ${line.map(text).join(' | ')} |`),
  ].join('\n');

const parts = [];
const add = (title, note, heads, lines) => {
  if (lines.length > 0) parts.push(`## ${title}\n\n${note}\n\n${table(heads, lines)}`);
};
const device = of('adapter')[0]?.description ?? 'unknown';
const stands = (row) => [
  row.name,
  row.bodies,
  row.verdict,
  row.depth,
  row.drift,
  row.sameBits ? 'yes' : 'no',
  row.msPerStepWithReads,
];
const STAND_HEADS = ['scene', 'bodies', 'verdict', 'depth [%]', 'drift [%]', 'same bits twice', 'ms a step'];
add('Stacks', "After 10 s at 1/100 s; depth and drift in hundredths of a brick's height.", STAND_HEADS, of('stacks').map(stands));
add('Large stacks', 'The same; ms with a read back every tenth step.', STAND_HEADS, of('large').map(stands));

/** Where the processor takes as long as the device, by straight lines between the logarithms. */
function crossing(points) {
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const [ha, hb] = [Math.log(a.here / a.there), Math.log(b.here / b.there)];
    if (ha > 0 && hb <= 0)
      return Math.round(Math.exp(Math.log(a.bodies) + ((Math.log(b.bodies) - Math.log(a.bodies)) * ha) / (ha - hb)));
  }
  return points[0]?.here < points[0]?.there ? `below ${text(points[0].bodies)}` : 'none';
}
const curve = of('curve');
const isNear = (a, b) => Math.abs(a.bodies - b.bodies) < 0.05 * a.bodies;
for (const scene of new Set(curve.map((row) => row.scene))) {
  const here = curve.filter((row) => row.scene === scene && row.engine !== 'processor').sort((a, b) => a.bodies - b.bodies);
  const there = curve.filter((row) => row.scene === scene && row.engine === 'processor');
  const pairs = here.map((row) => ({
    bodies: row.bodies,
    here: row.ms,
    first: row.first,
    there: there.find((other) => isNear(row, other))?.ms,
  }));
  const known = pairs.filter((pair) => pair.there !== undefined);
  const note = known.length > 0 ? `The two are alike at ${text(crossing(known))} bodies.` : 'The processor was not measured.';
  add(
    `Time of a step: ${scene}`,
    note,
    ['bodies', 'device [ms]', 'first step [ms]', 'processor [ms]'],
    pairs.map((pair) => [pair.bodies, pair.here, pair.first, pair.there]),
  );
}
add(
  'Phases',
  'Of the first step, of the second and at rest [ms].',
  ['bricks', 'phase', 'first', 'second', 'resting'],
  of('times')
    .filter((row) => row.first !== null)
    .flatMap((row) =>
      [...Object.keys(row.first.phases), 'total'].map((phase) => [
        row.bricks,
        phase,
        ...['first', 'second', 'resting'].map((when) => (phase === 'total' ? row[when].total : row[when].phases[phase])),
      ]),
    ),
);
add(
  'What is poured',
  'At the end of each run; depths in metres of bodies 1 m wide.',
  ['bodies', 'sweeps', 'step', 'ms', 'deepest [m]', 'mean depth [m]', 'median speed [m/s]', 'slower than 0.05 m/s [%]'],
  of('poured')
    .filter((row) => row.course?.length > 0)
    .map((row) => {
      const end = row.course.at(-1);
      return [
        row.count,
        row.sweeps,
        end.step,
        row.tenBySubmit,
        end.deepest,
        end.meanDepth,
        end.speed?.median,
        100 * end.speed?.slow,
      ];
    }),
);
add(
  'A ball into a wall',
  'Slowest step, and what it spends [ms].',
  ['bricks', 'slowest step', 'solve', 'shock propagation', 'median step'],
  of('ball').map((row) => [
    row.bricks,
    row.peak.total,
    row.peak.phases.solve,
    row.peak.phases['shock-propagation'],
    [...row.steps].sort((a, b) => a - b)[row.steps.length >> 1],
  ]),
);

writeFileSync(`${options.to}.json`, `${JSON.stringify({ device, rows }, null, 1)}\n`);
writeFileSync(
  `${options.to}.md`,
  `# The world on the GPU: ${device}\n\nMade by bench/gpu.mjs and bench/gpu-table.mjs.\n\n${parts.join('\n\n')}\n`,
);
