// The table of all settings: default, unit, allowed values and purpose of each. World settings, scene files, the
// command line's --set, doc comments, docs/settings.md and panels are made from it. Run scripts/write-settings.mjs
// after a change.

import { BUDGET_LIMITS } from './bodies/descriptors.js';
import type { Field } from './input/fields.js';
import { either, InputError, list, number, oneOf, refuse, show, tuple, vec3 } from './input/fields.js';
import type { Vec3 } from './math/vector.js';
import type { Settings } from './setting-types.js';

interface Setting<T> {
  readonly default: T;
  /** SI unit or MiB, "1" for a pure number, "" for a choice. */
  readonly unit: string;
  readonly why: string;
  readonly field: Field;
}

function real(value: number, unit: string, why: string, limits: Parameters<typeof number>[1]): Setting<number> {
  return { default: value, unit, why, field: number(`${why} [${unit}]`, limits) };
}
function choice<const T extends string>(names: readonly T[], value: T, why: string): Setting<T> {
  return { default: value, unit: '', why, field: oneOf(why, names) };
}

export const SETTINGS = {
  gravity: {
    default: [0, -9.81, 0] as Readonly<Vec3>,
    unit: 'm/s^2',
    why: 'Acceleration of free fall; its direction is what "down" means.',
    field: vec3('Acceleration of free fall [m/s^2]'),
  } as Setting<Readonly<Vec3>>,
  'damping.linear': real(0, '1/s', 'Rate at which every body loses speed, added to its own damping.', { min: 0 }),
  'damping.angular': real(0, '1/s', 'Rate at which every body loses spin, added to its own damping.', { min: 0 }),

  'detection.envelope': real(
    0.02,
    '1',
    "Contacts are kept while the gap is below this fraction of the smaller shape's half thickness, so that bodies at rest keep theirs through rounding and small bumps.",
    { above: 0, max: 0.5 },
  ),
  'detection.lookAhead': real(
    1,
    '1',
    "Contacts are also found ahead of time where bodies may close the gap within the step, up to this many times the smaller shape's half thickness, or the reach of a link: what falls is stopped at the surface instead of inside.",
    { min: 0, max: 10 },
  ),
  'detection.penetrationTolerance': real(
    0.1,
    '1',
    'A pair counts as penetrating when it is deeper than this fraction of its envelope: what events and time control call penetration.',
    { min: 0, max: 10 },
  ),
  'detection.continuous': real(
    1,
    '1',
    'Whether bodies may pass what they hit within a step. 1: a last look sends what has passed something another way from where they met. Above 1: most impacts in a step that a body is followed through before it stops. 0: nobody looks, and they may.',
    { min: 0, max: 1e6, integer: true },
  ),
  'detection.maxContacts': real(
    8,
    '1',
    'Most contact points of one pair of convex shapes; the deepest and the widest support are kept.',
    {
      min: 1,
      max: 64,
      integer: true,
    },
  ),
  'detection.coherence': choice(
    ['tolerant', 'exact', 'off'],
    'tolerant',
    'When the narrow phase is skipped: relative placement unchanged within the tolerance, bit for bit, or never.',
  ),
  'detection.coherenceTolerance': real(
    0.1,
    '1',
    'Relative placement counts as unchanged while no point of the pair has moved by more than this fraction of its envelope. Contacts are carried along with both bodies meanwhile, and their gaps err by no more than twice that; 0 finds them anew whenever a body has moved.',
    { min: 0, max: 1 },
  ),

  'mesh.maxContacts': real(
    16,
    '1',
    'Most contacts of one pair of shapes of which one is a mesh; more cost more, and a body needs few to stand firmly.',
    BUDGET_LIMITS.contacts,
  ),
  'mesh.maxNodes': real(
    1e6,
    '1',
    'Most nodes of contact trees that are visited for one pair of shapes: what bounds the time of a pair that is deep inside each other.',
    BUDGET_LIMITS.nodes,
  ),
  'mesh.error': real(
    0,
    '1',
    "Contact trees are not descended further where they err by less than this fraction of the smaller shape's half thickness: coarser contacts for less work; 0 descends to the leaves.",
    BUDGET_LIMITS.error,
  ),

  groups: choice(
    ['by-group', 'all-in-one'],
    'by-group',
    'Contact groups are independent problems; all-in-one puts every contact in one, to check that nothing depends on the split.',
  ),
  events: choice(
    ['safe', 'queue', 'off'],
    'safe',
    'safe: what changed since the last step ended. queue: everything detected, time-stamped, kept until taken, unwound by restore.',
  ),
  'events.persistent': choice(
    ['off', 'on'],
    'off',
    'Whether it is told in every step which pairs still touch or are near: nearly all events of a world at rest. Subscribing to these kinds asks for them too.',
  ),

  'sleeping.enabled': choice(
    ['off', 'on'],
    'off',
    'Whether an island whose bodies have all been slow for long enough sleeps: it is neither detected nor stepped until something wakes it.',
  ),
  'sleeping.energy': real(
    1e-3,
    '1',
    'A body is slow while its kinetic energy is below this share of what it takes to lift it by its smallest radius of gyration: of masses and scale it does not depend. A cube of 1 m is slow below 9 cm/s.',
    { min: 0, max: 1 },
  ),
  'sleeping.steps': real(
    50,
    '1',
    'Steps on end for which a body must be slow to be sleepy: too few leave it hanging where it is about to fall, too many cost.',
    { min: 1, max: 1e6, integer: true },
  ),
  'sleeping.balance': real(
    0.25,
    '1',
    'With speedups.subgrouping: a body falls asleep by itself, and stays so, while contacts and weight cancel but for this share of what presses on it.',
    { min: 0, max: 1 },
  ),

  'speedups.caching': choice(
    ['on', 'off'],
    'on',
    'Whether contact points are kept while bodies are at rest, and the solve starts from the impulses of the last step.',
  ),
  'speedups.tweaking': choice(
    ['off', 'on'],
    'off',
    'Whether the solver is stopped after speedups.tweakedIterations, converged or not.',
  ),
  'speedups.tweakedIterations': real(15, '1', 'Most iterations of the solver with speedups.tweaking.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),
  'speedups.reduction': choice(
    ['off', 'on'],
    'off',
    'Whether pairs that penetrate keep their deepest contact alone: fewer variables, other torques.',
  ),
  'speedups.zeroing': choice(
    ['off', 'on'],
    'off',
    'Whether contacts of sleepy bodies bounce with restitution 0, so that they stay sleepy. Needs sleeping.',
  ),
  'speedups.damping': choice(
    ['off', 'on'],
    'off',
    'Whether all bodies are slowed by speedups.dampingRate, so that they become sleepy sooner.',
  ),
  'speedups.dampingRate': real(0.5, '1/s', 'Rate at which every body loses speed and spin with speedups.damping.', { min: 0 }),
  'speedups.subgrouping': choice(
    ['off', 'on'],
    'off',
    'Whether sleepy bodies separate groups as fixed ones do, so that these become smaller. Needs sleeping.',
  ),
  'speedups.fixation': choice(
    ['off', 'on'],
    'off',
    'Whether sleepy bodies have no inverse mass, so that they stay sleepy. Needs speedups.subgrouping.',
  ),

  kernel: choice(
    ['auto', 'compiled', 'reference'],
    'auto',
    'What sweeps: the compiled kernel, four manifolds at a time in single precision, or its reference in TypeScript in double precision; auto takes the kernel wherever it can be compiled. The two give different bits, and hashes of the reference say so.',
  ),

  'contact.touching': real(
    0.1,
    '1',
    'A gap below this fraction of the envelope counts as closed: what the projection has lifted by a hair keeps its load, instead of falling back in every step.',
    { min: 0, max: 1 },
  ),
  'contact.warmStart': real(1, '1', "Share of the last step's impulses that the solve starts from.", { min: 0, max: 1 }),
  'contact.friction': choice(
    ['cone', 'pyramid'],
    'cone',
    "cone: Coulomb's disc, alike in every direction. pyramid: the paper's square, stronger along its diagonals.",
  ),
  'contact.restitutionThreshold': real(
    1,
    '1',
    'A contact bounces when it closes faster than this many times what gravity adds in one step; slower ones are at rest.',
    { min: 0 },
  ),

  'gsp.iterations': real(12, '1', 'Most sweeps over the velocity problem of a large group: of Gauss-Seidel, with momentum.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),
  'gsp.effort': real(
    20_000,
    '1',
    'A small group is swept more often than that, where it needs it, while its sweeps visit no more contacts than this: a fifth of a millisecond or so. While a group hardly moves, as before it comes to rest, they may visit ten times as many.',
    { min: 0, max: 1e9 },
  ),
  'gsp.tolerance': real(
    1e-3,
    '1',
    'Sweeps end when the last one changed no relative velocity by more than this many times what gravity adds in one step, by a tenth of that while a small group hardly moves, or by more where bodies are so fast that nobody sees it; 0 never ends early.',
    { min: 0 },
  ),
  'gsp.still': real(
    1e-5,
    '1',
    'What is slower against its support than this many times what gravity adds in one step is at rest there; shock propagation brings to rest exactly whatever can be.',
    { min: 0, max: 1 },
  ),
  'gsp.correctionIterations': real(
    5,
    '1',
    'Gauss-Seidel sweeps of the projection that removes what penetration is left after bodies have been lifted out of what they stand on.',
    { min: 0, max: 1e6, integer: true },
  ),

  'ncp.iterations': real(50, '1', 'Most iterations of the solver, sweeps as a rule, over the velocity problem of each group.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),
  'ncp.tolerance': real(
    1e-3,
    '1',
    'Sweeps end when the last one changed no relative velocity by more than this many times what gravity adds in one step; 0 never ends early.',
    { min: 0 },
  ),
  'ncp.correctionIterations': real(5, '1', 'Iterations of the solver for the projection that removes penetration.', {
    min: 0,
    max: 1e6,
    integer: true,
  }),

  'joints.iterations': real(
    50,
    '1',
    'Most sweeps over the contacts of a group with joints, by every method that knows joints; joints themselves are solved exactly.',
    { min: 1, max: 1e6, integer: true },
  ),
  'joints.tolerance': real(
    1e-3,
    '1',
    'These sweeps end when the last one changed no relative velocity by more than this many times what gravity adds in one step; 0 never ends early.',
    { min: 0 },
  ),
  'joints.correctionIterations': real(
    10,
    '1',
    'Sweeps of the projection that moves the bodies of a group with joints out of each other.',
    { min: 0, max: 1e6, integer: true },
  ),

  'sor.omega': real(
    1.3,
    '1',
    'How far the solver sor goes of each step of Gauss-Seidel: above 1 it converges faster where steps keep their direction, up to the point where they swing.',
    { above: 0, max: 1.99 },
  ),

  'vsp.weight': real(
    0.01,
    '1',
    'Share of the step that goes through plain dynamics before shock propagation: the larger, the better bodies feel each other, and the more of the errors of an unconverged solve remain.',
    { min: 0, max: 1 },
  ),
  'vsp.iterations': real(10, '1', 'Gauss-Seidel sweeps of each dynamics step, over the group and over each of its layers.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),
  'vsp.correctionIterations': real(5, '1', 'Gauss-Seidel sweeps of each correction, over each layer and over the group.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),

  'isp.collisionRounds': real(5, '1', 'Rounds of collisions with restitution before the velocity update.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),
  'isp.contactRounds': real(10, '1', 'Rounds of contacts after it, with restitution rising from just above -1 to 0.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),
  'isp.shockRounds': real(10, '1', 'Such rounds over the contacts of each layer in the pass upward.', {
    min: 1,
    max: 1e6,
    integer: true,
  }),

  'substeps.count': real(8, '1', 'Substeps of a step; 64 are the reference that other methods are measured against.', {
    min: 1,
    max: 1e4,
    integer: true,
  }),
  'substeps.hertz': real(
    1000,
    '1/s',
    'Natural frequency of the springs that push penetration out, at most a sixth of the rate of substeps: the higher, the less stacks give under their load.',
    { above: 0 },
  ),
  'substeps.dampingRatio': real(1, '1', 'Damping of these springs, 1 being critical: they push without swinging.', { above: 0 }),
  'substeps.pushRate': real(
    6,
    '1/s',
    'Most that penetration is pushed out in a second, in half thicknesses of the thinner shape: bodies that began inside each other part without a bang.',
    { above: 0 },
  ),
  'substeps.bounceIterations': real(
    20,
    '1',
    'Gauss-Seidel sweeps over the bounces at the end of a step in which something bounces.',
    {
      min: 1,
      max: 1e6,
      integer: true,
    },
  ),

  'impulsive.bounces': {
    default: 'auto' as number | 'auto',
    unit: '1',
    why: 'Most collisions of a group that are resolved one by one, c_b; auto: as many as bodies, or a tenth of the contacts from 50 bodies on. The collision QP does the rest.',
    field: either('c_b [1]', 'auto', number('c_b [1]', { min: 0, max: 1e9, integer: true })),
  } as Setting<number | 'auto'>,
  'impulsive.formula': choice(
    ['friction-after', 'friction-within'],
    'friction-after',
    'Friction of a collision resolved by itself: added to the frictionless impulse (5), or taken into account in it (6).',
  ),
  'impulsive.slowestCollision': real(
    1e-3,
    '1',
    'A contact collides when it closes faster than this many times what gravity adds in one step; slower ones are at rest.',
    { min: 0 },
  ),
  'impulsive.lift': choice(
    ['as-published', 'removed'],
    'as-published',
    'The QPs of the paper let what slides lift off, at up to mu cos(pi / 8) times its speed; removed solves them again until it stays.',
  ),
  'impulsive.programs': choice(['as-needed', 'one-of-each'], 'as-needed', 'QPs of a step; the paper has one of each kind.'),
  'impulsive.position': choice(
    ['optimised', 'plain'],
    'optimised',
    'How bodies move: along their velocities, and to the nearest positions where nothing overlaps, by a QP; or along their velocities alone.',
  ),
  'impulsive.freezing': choice(['on', 'off'], 'on', 'Whether bodies that lie still are frozen, which leaves their contacts out.'),
  'impulsive.freezeAfter': real(
    30,
    '1',
    'A body is frozen when it has been still for more than this many steps, c_f; too few freeze what is about to tip.',
    { min: 0, max: 1e9, integer: true },
  ),
  'impulsive.coldVolumes': {
    default: [] as readonly (readonly number[])[],
    unit: 'm',
    why: 'Boxes [min x, y, z, max x, y, z] in which bodies may freeze; everywhere when there are none.',
    field: list('Boxes in which bodies may freeze [m]', tuple('[min x, y, z, max x, y, z] [m]', 6)),
  } as Setting<readonly (readonly number[])[]>,
  'impulsive.tolerance': real(1e-9, '1', 'KKT residual at which a QP is solved.', { above: 0, max: 1e-3 }),
  'impulsive.iterations': real(60, '1', 'Most steps of the interior-point method of a QP.', { min: 1, max: 1000, integer: true }),

  'limits.memory': real(
    1024,
    'MiB',
    'Most memory of the tables that bodies, pairs and contacts are kept in: what would need more is refused, and changes nothing. A contact takes about 2 kB.',
    { min: 1, max: 4096 },
  ),
} as const satisfies Record<string, Setting<unknown>>;

/** Allowed lengths of a step [s]. Shorter steps underflow times, longer ones overflow velocities. */
export const STEP_LIMITS = { min: 1e-9, max: 1e3 };

export type { Settings };
export type SettingName = keyof Settings;

/** The speed that gravity adds to a falling body in a step [m/s]. Tolerances of speed are multiples of it. */
export function gravityOfStep({ gravity: g }: Settings, dt: number): number {
  return dt * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/** Former names of settings, from when they belonged to a single method. */
const RENAMED: Readonly<Record<string, SettingName>> = {
  'ncp.touching': 'contact.touching',
  'ncp.warmStart': 'contact.warmStart',
  'ncp.friction': 'contact.friction',
  'ncp.restitutionThreshold': 'contact.restitutionThreshold',
};

/** Throws for a former name of a setting. `said` names the place where it was given. */
export function refuseOldName(name: string, said: string): void {
  if (Object.hasOwn(RENAMED, name)) throw new InputError(`${said} is not a setting any more; it is called ${RENAMED[name]}.`);
}

/** Throws unless `name` is a setting that allows `value`. */
export function checkSetting(name: string, value: unknown): asserts name is SettingName {
  if (typeof name !== 'string') refuse('name', name, 'the name of a setting');
  refuseOldName(name, `settings.${name}`);
  if (!Object.hasOwn(SETTINGS, name)) {
    throw new InputError(`settings.${name} is not a setting; allowed are ${Object.keys(SETTINGS).join(', ')}.`);
  }
  SETTINGS[name as SettingName].field.check(value, `settings.${name}`);
}

/** A copy of a value, so that the caller cannot change the setting through the array it gave. */
export function copySetting<T>(value: T): T {
  return Array.isArray(value) ? (value.map(copySetting) as T) : value;
}

/**
 * All settings: the given ones, and defaults for the rest. Throws for an unknown name or a value that is not allowed.
 */
export function makeSettings(given: Partial<Settings> = {}): Settings {
  if (typeof given !== 'object' || given === null) throw new InputError(`settings is ${show(given)}, but must be an object.`);
  const settings: Record<string, unknown> = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, copySetting(setting.default)]),
  );
  for (const [name, value] of Object.entries(given)) {
    checkSetting(name, value);
    settings[name] = copySetting(value);
  }
  return settings as unknown as Settings;
}
