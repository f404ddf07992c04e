// The tables of a run, each from the rows that go to the results file.

import { formatTable, millimetres, short } from './tables.mjs';

const NAMES = {
  drystone: 'Drystone',
  rapier: 'Rapier',
  jolt: 'Jolt',
  havok: 'Havok',
  physx: 'PhysX',
  bullet: 'Bullet',
  crashcat: 'crashcat',
  cannon: 'cannon-es',
};
const nameOf = (engine) => NAMES[engine] ?? engine;
const distinct = (values) => [...new Set(values)];

/**
 * All results that there are, as Markdown.
 * @param {Record<string, any>} results
 */
export function makeReport({
  conformity,
  comparison,
  steadiness,
  growth,
  quadratic,
  freezing,
  contactTrees,
  studio,
  joints,
  time,
  queries,
  sleeping,
  motion,
  'motion-quality': quality,
  'motion-sizes': sizes,
  'against-ncp': againstNcp,
  clusters,
  edges,
  broadPhase,
  scenes,
}) {
  const sections = [
    ...(conformity ? [conformitySection(conformity)] : []),
    ...(comparison ? comparisonSections(comparison) : []),
    ...(steadiness ? [steadinessSection(steadiness)] : []),
    ...(growth ? [growthSection(growth), exponentSection(growth)] : []),
    ...(quadratic ? quadraticSections(quadratic) : []),
    ...(freezing ? [freezingSection(freezing)] : []),
    ...(contactTrees ? treeSections(contactTrees) : []),
    ...(studio ? [studioSection(studio)] : []),
    ...(joints ? [jointSection(joints), accuracySection(joints)] : []),
    ...(time ? timeSections(time) : []),
    ...(queries ? [querySection(queries)] : []),
    ...(sleeping ? [sleepingSection(sleeping)] : []),
    ...(motion ? motionSections(motion) : []),
    ...(quality ? [qualitySection(quality)] : []),
    ...(sizes ? [sizeSection(sizes)] : []),
    ...(againstNcp ? againstNcpSections(againstNcp) : []),
    ...(clusters ? [clusterSection(clusters)] : []),
    ...(edges ? [plainSection('Contact graph', 'ns an operation.', edges)] : []),
    ...(broadPhase ? [plainSection('Broad phase', 'ns a box.', broadPhase)] : []),
    ...(scenes ? [plainSection('Scenes', 'ms a step, share of narrow-phase tests skipped.', scenes)] : []),
  ];
  return sections.map(({ title, note, table }) => `## ${title}\n\n${note}\n\n${table}\n`).join('\n');
}

function querySection(rows) {
  return {
    title: 'Queries',
    note: [
      'Microseconds of processor time a question, Drystone by batches, and the ratio of the two; how many of the questions hit, and how many have the',
      "same answer in both to a centimetre. Rapier's ground is a box of 400 m, and its numbers have 32 bits: of the balls that",
      'are cast at the wall one of ten stops 1 to 17 cm before it. Ours stop where an exact twin says (test/queries/wall-casts.test.ts).',
    ].join('\n'),
    table: formatTable(
      ['scene', 'shapes', 'question', 'Drystone', 'Rapier', 'ratio', 'hit', 'same'],
      rows.map(({ scene, shapes, question, drystone, rapier, ratio, hits, agree }) => [
        scene,
        shapes,
        question,
        short(drystone / 1e3),
        short(rapier / 1e3),
        short(ratio),
        short(hits),
        short(agree),
      ]),
    ),
  };
}

function sleepingSection(rows) {
  return {
    title: 'Sleeping',
    note: [
      'Worlds that come to rest, with sleeping on for all: processor time of all steps [s], how many bodies sleep at the end, and how deep the',
      'deepest pair is then [mm]. With subgrouping bodies of Drystone sleep each by itself. Of the hourglass it tells how many cubes have passed',
      'the neck: where they jam, what is left to do is less.',
    ].join('\n'),
    table: formatTable(
      ['scene', 'seconds', 'engine', 'setting', 'whole time', 'asleep', 'passed', 'depth'],
      rows.map(({ scene, seconds, engine, setting, whole, asleep, below, depth, failure }) =>
        failure === undefined
          ? [scene, short(seconds), nameOf(engine), setting, short(whole), asleep, below ?? '', millimetres(depth)]
          : [scene, '', nameOf(engine), setting, failure, '', '', ''],
      ),
    ),
  };
}

function motionSections(rows) {
  const engines = distinct(rows.map(({ engine }) => engine));
  const kinds = distinct(rows.map(({ kind }) => kind));
  const cross = (cell) =>
    formatTable(
      ['kind', 'bodies', ...engines.map(nameOf)],
      kinds.map((kind) => [
        kind,
        rows.find((row) => row.kind === kind && row.bodies !== undefined)?.bodies,
        ...engines.map((engine) => {
          const row = rows.find((other) => other.kind === kind && other.engine === engine);
          return row === undefined ? '' : (row.failure ?? cell(row));
        }),
      ]),
    );
  const kilo = (energy) => short(energy / 1e3);
  return [
    {
      title: 'Bodies in motion',
      note: 'Processor time of a step, ms: mean / median / worst. Sleeping is off for all. Steps over the run are drawn in motion-*.svg.',
      table: cross((row) => [row.mean, row.median, row.worst].map((value) => short(value)).join(' / ')),
    },
    {
      title: 'Uneven steps',
      note: 'The largest ratio of a step to the mean of the second around it.',
      table: cross(({ spike }) => short(spike, 2)),
    },
    {
      title: 'How deep bodies in motion are in each other',
      note: 'The deepest pair at four times of the run, mm, as the ruler finds it.',
      table: cross(({ depth }) => millimetres(depth)),
    },
    {
      title: 'Energy of bodies in motion',
      note: 'Kinetic and potential energy at the start and at the end, kJ.',
      table: cross(({ start, end }) => `${kilo(start)}, ${kilo(end)}`),
    },
  ];
}

function qualitySection(rows) {
  const engines = distinct(rows.map(({ engine }) => engine));
  const kilo = (energy) => short(energy / 1e3);
  const cell = ({ substeps, mean, depth, start, end }) =>
    `${substeps} x, ${short(mean)} ms: ${millimetres(depth)} mm, ${kilo(start)} to ${kilo(end)} kJ`;
  return {
    title: 'Bodies in motion at equal time',
    note: [
      "Every engine takes as many smaller steps in the place of one as Drystone's time pays for: their number, processor time of them all, the",
      'deepest pair at four times of the run, and kinetic and potential energy at the start and at the end.',
    ].join('\n'),
    table: formatTable(
      ['kind', ...engines.map(nameOf)],
      distinct(rows.map(({ kind }) => kind)).map((kind) => [
        kind,
        ...engines.map((engine) => {
          const row = rows.find((other) => other.kind === kind && other.engine === engine);
          return row === undefined ? '' : (row.failure ?? cell(row));
        }),
      ]),
    ),
  };
}

function sizeSection({ rows, exponents }) {
  const engines = distinct(rows.map(({ engine }) => engine));
  const cell = (row) => {
    if (row === undefined) return '';
    if (row.failure !== undefined) return row.failure;
    const memory = row.bytes === undefined ? '' : `, ${short(row.bytes / 1024)} KiB`;
    return `${short(row.mean)} ms, ${short(row.perBody)} us${memory}; ${millimetres(row.depth)} mm`;
  };
  return {
    title: 'Ever more bodies in motion',
    note:
      'Boxes and balls poured into a pit: processor time of a step, the same a body, memory a body beyond what the smallest scene takes, ' +
      `and the deepest pair. Time grows as the number of bodies to the power of ${engines
        .map((engine) => `${short(exponents[engine])} (${nameOf(engine)})`)
        .join(', ')}.`,
    table: formatTable(
      ['bodies', ...engines.map(nameOf)],
      distinct(rows.map(({ kind }) => kind)).map((kind) => [
        rows.find((row) => row.kind === kind && row.bodies !== undefined)?.bodies,
        ...engines.map((engine) => cell(rows.find((row) => row.kind === kind && row.engine === engine))),
      ]),
    ),
  };
}

function timeSections({ gas, summary, scenes }) {
  const { flatness, at, factors } = summary;
  const names = distinct(gas.map(({ scheduler }) => scheduler));
  const costOf = (bodies, name) => gas.find((row) => row.bodies === bodies && row.scheduler === name)?.microseconds;
  const faster = Object.entries(factors).map(([name, factor]) => `${short(factor)} times as fast as ${name}`);
  return [
    {
      title: 'Schedulers of time',
      note: [
        'Spheres in a box, 5 % of its volume: microseconds of processor time for a body and a second. `conservative` creeps by bounds, as the',
        'paper has it; `conservative-exact` knows the times of impact. An empty cell was not measured: it takes too long.',
        `Of timewarp the dearest is ${short(flatness)} times the cheapest; with ${at} bodies it is ${faster.join(', ')}.`,
      ].join('\n'),
      table: formatTable(
        ['bodies', ...names],
        distinct(gas.map(({ bodies }) => bodies)).map((bodies) => [bodies, ...names.map((name) => short(costOf(bodies, name)))]),
      ),
    },
    {
      title: 'Time warp by the statistics of the paper',
      note: [
        'The paper has integration steps of 2 to 16 times the mean interval between discontinuities, and of its avalanche over 16,000 groups',
        'with up to 64 bodies and 217 contacts. A scene that is refused or fails says why.',
      ].join('\n'),
      table: formatTable(
        [
          'scene',
          'seconds',
          'interval [ms]',
          'step [ms]',
          'ratio',
          'bodies a rollback',
          'groups',
          'largest',
          'contacts',
          'failure',
        ],
        scenes.map(({ scene, seconds, statistics, figures, failure }) =>
          failure === undefined
            ? [
                scene,
                short(seconds),
                short(1e3 * figures.discontinuityInterval),
                short(1e3 * figures.integrationStep),
                short(figures.ratio),
                short(figures.bodiesPerRollback),
                statistics.groups,
                statistics.largestGroup,
                statistics.mostContacts,
                '',
              ]
            : [scene, '', '', '', '', '', '', '', '', failure],
        ),
      ),
    },
  ];
}

function jointSection({ rows }) {
  return {
    title: 'Joints',
    note: 'Processor time, ms a step, steps taken in turn; the largest gap of a joint that was seen after a batch of steps, mm.',
    table: formatTable(
      ['scene', 'engine', 'bodies', 'mean', 'median', 'gap', 'failed'],
      rows.map(({ scene, engine, bodies, milliseconds, median, gap, failed }) => [
        scene,
        engine,
        bodies,
        short(milliseconds),
        short(median),
        gap === null ? '' : (1e3 * gap).toExponential(1),
        failed,
      ]),
    ),
  };
}

function accuracySection({ accuracy }) {
  return {
    title: 'The arm at equal accuracy',
    note: 'The longest step, s, after 2 s of which no angle is off by more than 1e-3 rad, and processor time, ms a second of motion.',
    table: formatTable(
      ['engine', 'step', 'error', 'time'],
      accuracy.map(({ engine, dt, error, milliseconds }) => [
        engine,
        dt === null ? 'none' : `1/${Math.round(1 / dt)}`,
        error.toExponential(1),
        short(milliseconds),
      ]),
    ),
  };
}

function studioSection(rows) {
  return {
    title: 'Studio',
    note: "Work of the page's own code, ms a frame, without the calls that draw and with them; drawn by the processor, without a graphics card.",
    table: formatTable(
      ['silo of 1000', 'bodies', 'moving', 'own work', 'with drawing'],
      rows.map(({ name, bodies, moving, own, withDrawing }) => [name, bodies, moving, short(own), short(withDrawing)]),
    ),
  };
}

function againstNcpSections({ kinds, exceptions }) {
  return [
    {
      title: '`gsp` against `ncp`',
      note:
        'Random scenes by both methods: in how many one is deeper or has more energy than the other at first sight (most are chaotic, and ' +
        'each can be in some figure), and in how many `gsp` is so in three quarters of its runs against three quarters of those of `ncp`, twice.',
      table: formatTable(
        ['kind', 'scenes', 'gsp worse once', 'ncp worse once', 'gsp worse', 'unexplained'],
        kinds.map(({ kind, scenes, gspWorse, ncpWorse, exceptions, unexplained }) => [
          kind,
          scenes,
          gspWorse,
          ncpWorse,
          exceptions,
          unexplained,
        ]),
      ),
    },
    {
      title: 'Where `gsp` is worse than `ncp`',
      note: 'Medians of eleven runs: depths [mm], the largest rise of energy in a step, all rises together and the kinetic energy at the end [J].',
      table: formatTable(
        ['kind', 'seed', 'dt', 'friction', 'restitution', 'figure', 'gsp', 'ncp', 'explanation'],
        exceptions.map(({ kind, seed, dt, friction, restitution, figure, gsp, ncp, explanation }) => {
          const show = figure.endsWith('Depth') ? millimetres : short;
          const about = [kind, seed, `1/${Math.round(1 / dt)}`, short(friction, 2), short(restitution, 2)];
          return [...about, figure, show(gsp), show(ncp), explanation];
        }),
      ),
    },
  ];
}

function clusterSection(rows) {
  const share = (value) => value.toExponential(1);
  return {
    title: 'Random clusters',
    note:
      'The worst step of all clusters. Isolated: change of momentum and of angular momentum, relative to the sums of their sizes, and gain ' +
      'of energy, relative to that at the start. On the ground: gain of kinetic and potential energy, of clusters that begin apart or touching, ' +
      'and of those that begin in each other; steps that gain.',
    table: formatTable(
      ['method', 'momentum', 'angular', 'energy', 'on the ground', 'in each other', 'gaining', 'steps'],
      rows.map(({ method, linear, angular, gain, gainOnGround, gainFromOverlap, gaining, steps }) => [
        method,
        ...[linear, angular, gain, gainOnGround, gainFromOverlap].map(share),
        gaining,
        steps,
      ]),
    ),
  };
}

function conformitySection(rows) {
  return {
    title: 'What the engines were given',
    note:
      'How far a box, a ball and a wedge at rest on the ground and a box on a box are from where they should be [mm], by what ' +
      'friction a box comes to rest that slides (0.5 was asked for), and how far a body is after falling for 1 s from where it should be [mm].',
    table: formatTable(
      ['engine', 'box', 'ball', 'wedge', 'box on box', 'friction', 'fall'],
      rows.map(({ engine, failure, box, ball, hull, onBox, friction, fall }) =>
        failure === undefined
          ? [nameOf(engine), ...[box, ball, hull, onBox].map((x) => x.toFixed(3)), friction.toFixed(3), fall.toFixed(1)]
          : [nameOf(engine), failure],
      ),
    ),
  };
}

function comparisonSections(rows) {
  return [verdictSection(rows), timeSection(rows), ratioSection(rows), markSection(rows), detailSection(rows)];
}

const contenderOf = ({ engine, setting }) => (setting === 'default' ? nameOf(engine) : `${nameOf(engine)}, ${setting}`);

/** One row a contender, one column a case, each cell by `cell` of the result. */
function crossTable(rows, cell) {
  const cases = distinct(rows.map((row) => row.case));
  const contenders = distinct(rows.map(contenderOf));
  return formatTable(
    ['', ...cases],
    contenders.map((contender) => [
      contender,
      ...cases.map((one) => {
        const row = rows.find((other) => other.case === one && contenderOf(other) === contender);
        return row === undefined ? '' : cell(row);
      }),
    ]),
  );
}

function verdictSection(rows) {
  return {
    title: 'Verdicts',
    note:
      'PASS: nothing dropped, depth and drift at most 1 % of a brick (roof-tower: depth at most 2 % before and after the block). ' +
      'Otherwise, when it stands, its depth / drift [mm].',
    table: crossTable(rows, ({ verdict, checks }) => {
      const { depth, drift } = worstOf(checks ?? []);
      return verdict === 'stands' ? `stands ${millimetres(depth)} / ${millimetres(drift)}` : verdict;
    }),
  };
}

function timeSection(rows) {
  return {
    title: 'Time',
    note: 'Processor time of a step [ms], median over the turns; * where it passes.',
    table: crossTable(rows, ({ cpu, verdict }) => `${short(cpu)}${verdict === 'PASS' ? ' *' : ''}`),
  };
}

function ratioSection(rows) {
  return {
    title: "Time against Rapier's default",
    note: "Median over the turns of the processor time over that of Rapier's default in the same turn.",
    table: crossTable(rows, ({ ratio }) => short(ratio)),
  };
}

/** What Drystone is measured by, case by case. */
function markSection(rows) {
  const table = distinct(rows.map((row) => row.case)).map((one) => {
    const own = rows.filter((row) => row.case === one);
    const base = own.find(({ engine, setting }) => engine === 'rapier' && setting === 'default');
    const [cheapest] = own
      .filter(({ engine, verdict }) => engine !== 'drystone' && verdict === 'PASS')
      .sort((p, q) => p.ratio - q.ratio || p.cpu - q.cpu);
    const drystone = own.find(({ engine, setting }) => engine === 'drystone' && setting === 'default');
    // By turns, since other programs on the machine slow some turns more than others.
    const against = (other) => (drystone && other ? short(drystone.ratio / other.ratio) : '');
    return [
      one,
      drystone?.verdict,
      short(drystone?.cpu),
      short(base?.cpu),
      against(base),
      short(cheapest?.cpu),
      cheapest === undefined ? 'none passes' : contenderOf(cheapest),
      against(cheapest),
    ];
  });
  return {
    title: 'The marks',
    note: "Drystone against Rapier's default step and against the cheapest setting of any rival that passes; processor time of a step [ms].",
    table: formatTable(['case', 'Drystone', 'ms', 'Rapier', 'ratio', 'cheapest', 'that passes', 'ratio'], table),
  };
}

function detailSection(rows) {
  return {
    title: 'In detail',
    note:
      'At the last check: deepest overlap, farthest drift sideways and sag [mm], bodies dropped and below the ground, kinetic ' +
      'energy to be seen [J]; time of a step by the clock [ms].',
    table: formatTable(
      ['case', 'contender', 'verdict', 'depth', 'drift', 'sag', 'dropped', 'lost', 'energy', 'median', 'p99', 'reached', ''],
      rows.map((row) => {
        const { depth, drift, sag, dropped, lost } = row.checks?.at(-1) ?? {};
        return [
          row.case,
          contenderOf(row),
          row.verdict,
          ...[depth, drift, sag].map((length) => (length === undefined ? '' : millimetres(length))),
          dropped,
          lost,
          Number.isFinite(row.kineticEnergy) ? row.kineticEnergy.toExponential(1) : '',
          short(row.median),
          short(row.p99),
          row.reached === undefined ? '' : `${short(row.reached)} s`,
          row.failure ?? '',
        ];
      }),
    ),
  };
}

/** The deepest and farthest of all checks that judge them. */
function worstOf(checks) {
  const judging = checks.filter(({ limits }) => limits?.depth !== undefined);
  return { depth: Math.max(...judging.map(({ depth }) => depth)), drift: Math.max(...judging.map(({ drift }) => drift)) };
}

function steadinessSection(rows) {
  return {
    title: 'Steadiness',
    note: 'Every stack as built and with noise over ten seeds, with steps of 1/100 s and 1/60 s; the worst depth and drift [mm].',
    table: formatTable(
      ['engine', 'case', 'noise', 'dt', 'passes', 'of', 'depth', 'drift', 'others'],
      rows.map(({ engine, case: one, noise, dt, passes, runs, depth, drift, verdicts }) => [
        nameOf(engine),
        one,
        noise,
        `1/${Math.round(1 / dt)}`,
        passes,
        runs,
        millimetres(depth),
        millimetres(drift),
        distinct(verdicts.filter((verdict) => verdict !== 'PASS')).join(', '),
      ]),
    ),
  };
}

function growthSection({ rows }) {
  return {
    title: 'Growth',
    note: 'Time of a step against the number of contacts.',
    table: formatTable(
      ['scene', 'bodies', 'contacts', 'ms a step', 'ns a contact'],
      rows.map(({ scene, bodies, contacts, step, perContact }) => [scene, bodies, contacts, short(step), short(perContact)]),
    ),
  };
}

function exponentSection({ exponents }) {
  return {
    title: 'Exponents of growth',
    note: 'p of time = c * contacts^p, fitted; 1 is linear.',
    table: formatTable(
      ['scene', 'p'],
      exponents.map(({ scene, exponent }) => [scene, exponent.toFixed(3)]),
    ),
  };
}

function quadraticSections({ stacks, growth, exponents }) {
  const own = ({ milliseconds, iterations, residual, status }) => [
    short(milliseconds),
    iterations,
    residual.toExponential(1),
    status,
  ];
  return [
    {
      title: 'The structured QP against HiGHS',
      note:
        'The static contact QP of a stack, from no impulses, processor time [ms]: median of several solutions, and the fastest of several settings of HiGHS ' +
        'that ended within 5 s, without reading the problem; none where none did.',
      table: formatTable(
        ['boxes', 'contacts', 'ms', 'iterations', 'residual', '', 'HiGHS', 'times as long'],
        stacks.map((row) => [
          row.boxes,
          row.contacts,
          ...own(row),
          Number.isFinite(row.oracle) ? short(row.oracle) : 'none',
          short(row.ratio),
        ]),
      ),
    },
    {
      title: 'Growth of the structured QP',
      note: 'The static contact QP of ever more boxes, from no impulses, processor time [ms].',
      table: formatTable(
        ['scene', 'bodies', 'contacts', 'ms', 'iterations', 'residual', ''],
        growth.map((row) => [row.scene, row.bodies, row.contacts, ...own(row)]),
      ),
    },
    { ...exponentSection({ exponents }), title: 'Exponents of growth of the structured QP' },
  ];
}

function freezingSection({ rows }) {
  return {
    title: 'Freezing',
    note:
      'Table 1 of the impulsive contact suite: contacts a frame, QPs of collisions and of static contacts and the time of each, processor time [ms]; the ' +
      'speed-up is that of all QPs together. Heights are of centres at the end [m].',
    table: formatTable(
      [
        'scene',
        'freezing',
        'frames',
        'contacts',
        'ms/coQP',
        'coQPs',
        'ms/scQP',
        'scQPs',
        'QPs, ms',
        'all, ms',
        'speed-up',
        'highest',
        'mean height',
      ],
      rows.map((row) => [
        row.scene,
        row.freezing,
        row.frames,
        short(row.contacts),
        short(row.collisionTime),
        row.collisionQPs,
        short(row.staticTime),
        row.staticQPs,
        short(row.totalTime),
        short(row.milliseconds),
        row.speedUp === null ? '' : short(row.speedUp),
        row.highest.toFixed(3),
        row.meanHeight.toFixed(3),
      ]),
    ),
  };
}

function treeSections({ builds, queries, flat, cows }) {
  return [
    plainSection(
      'Contact trees',
      "At the default error, processor time [ms]. The grid of the same rule has the tree's finest cells everywhere in its root cell, single precision; that of the same error is fitted to " +
        'the mesh and its margin, and only as fine as its largest error at 20,000 random points there needs to be that of the tree.',
      builds,
    ),
    plainSection(
      'Distance queries',
      'ns a query at the same random points: the tree, its exact distance, three-mesh-bvh.',
      queries,
    ),
    plainSection('A large flat face', 'The narrow phase of a cube on the ground, asked again in every step [us].', flat),
    plainSection('cow-pile', 'Figures 18 and 19 are in cow-pile.svg. Processor time [ms], energies [J], lengths [m].', [cows]),
  ];
}

/** One column for each field of the rows that is a number or a word. */
function plainSection(title, note, rows) {
  const fields = Object.keys(rows[0]).filter((field) => typeof rows[0][field] !== 'object');
  const show = (value) => (typeof value === 'number' ? (Number.isInteger(value) ? value : short(value)) : value);
  return {
    title,
    note,
    table: formatTable(
      fields,
      rows.map((row) => fields.map((field) => show(row[field]))),
    ),
  };
}
