// Makes of the rows that bench/gpu.mjs, bench/gpu-studio.mjs and bench/gpu-on-processor.mjs left in a folder one file of JSON and
// one of tables.
//
//   node bench/gpu-table.mjs --from FOLDER --to bench/results/gpu-NAME --device "one NAME"

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readOptions } from '../scripts/read-options.mjs';
import { crossingOf, curvesOf, partnerOf } from './gpu-curves.mjs';

const options = readOptions({
  from: { type: 'string', default: '.' },
  to: { type: 'string', default: 'gpu' },
  /** The machine in words, where its driver does not name it. */
  device: { type: 'string' },
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
const device = options.device ?? of('adapter')[0]?.description ?? 'unknown';
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

const processor = of('processor').at(-1);
/** What one sentence says of two curves. */
function compare(curves) {
  if (curves.processor.length === 0) return 'The processor was not measured.';
  const place = `one core of ${processor?.description}, Node ${processor?.node}, by the time that it took of the processor`;
  const crossing = crossingOf(curves);
  const [first] = curves.device;
  const isFaster = first.ms < (partnerOf(first, curves.processor)?.ms ?? 0);
  const where =
    crossing === null
      ? `The device is ${isFaster ? 'faster' : 'slower'} at every size`
      : `From about ${text(crossing.bodies)} bodies on the device is faster`;
  return `Processor: ${place}. ${where}.`;
}
for (const scene of new Set(of('curve').map((row) => row.scene))) {
  const curves = curvesOf(rows, scene);
  const refused = of('refused').filter((row) => row.scene === scene);
  const isShort = curves.processor.length > 0 && curves.processor.length < curves.device.length;
  const why = refused.length > 0 ? 'more than the 4 GiB that tables of a world on the processor may take' : 'not measured';
  const beyond = isShort ? ` Empty: ${why}.` : '';
  add(
    `Time of a step: ${scene}`,
    compare(curves) + beyond,
    ['bodies', 'device [ms]', 'processor [ms]', 'first step, device [ms]', 'first step, processor [ms]'],
    curves.device.map((row) => {
      const there = partnerOf(row, curves.processor);
      return [row.bodies, row.ms, there?.ms, row.first, there?.first];
    }),
  );
}
const WHEN = ['first', 'second', 'resting'];
add(
  'Solver and whole step',
  'Of bricks built touching: the first step, the second, and the hundred after the fourth [ms]. The solver is all but what finds contacts.',
  ['bricks', 'step', 'solver, mean', 'solver, most', 'whole, mean', 'whole, most'],
  of('times')
    .filter((row) => row.first !== null)
    .flatMap((row) =>
      WHEN.map((when) => {
        const { solver, whole } = row[when];
        return [row.bricks, when, solver.mean, solver.most, whole.mean, whole.most];
      }),
    ),
);
add(
  'Phases',
  'Of the first step, of the second, and the least at rest [ms].',
  ['bricks', 'phase', ...WHEN],
  of('times')
    .filter((row) => row.first !== null)
    .flatMap((row) =>
      [...Object.keys(row.first.phases), 'total'].map((phase) => [
        row.bricks,
        phase,
        ...WHEN.map((when) => (phase === 'total' ? row[when].whole.least : row[when].phases[phase])),
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
/** Of each scene of the studio, what its first run and what all runs have told. */
const shown = new Map();
for (const row of of('studio')) shown.set(row.scene, { ...shown.get(row.scene), ...row });
add(
  'Scenes of the studio',
  'Steps of four sent at once, the first four apart from *most*; a picture by the painter of the studio, off the screen.',
  [
    'scene',
    'bodies',
    'verdict',
    'dropped',
    'deepest [m]',
    'same bits twice',
    'first [ms]',
    'most [ms]',
    'late [ms]',
    'picture [ms]',
  ],
  [...shown.values()]
    .filter(({ step }) => step !== undefined)
    .map(({ scene, bodies, verdict, dropped, depths, sameBits, step, draw }) => [
      scene,
      bodies,
      verdict ?? 'moves',
      dropped,
      depths.deepest,
      sameBits === undefined ? '' : sameBits ? 'yes' : 'no',
      step.first,
      step.most,
      step.late,
      draw,
    ]),
);

writeFileSync(`${options.to}.json`, `${JSON.stringify({ device, processor: processor?.description ?? null, rows }, null, 1)}\n`);
writeFileSync(
  `${options.to}.md`,
  `# The world on the GPU: ${device}\n\nMade by bench/gpu.mjs, bench/gpu-studio.mjs and bench/gpu-table.mjs.\n\n${parts.join('\n\n')}\n`,
);
