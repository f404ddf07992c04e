// Table 1 and figure 6 of the fast impulsive contact suite: the time saved by freezing. As in the paper, collisions are
// left to the QP (c_b = 0), a frame is 1/30 s and solves one QP of each kind for all bodies together, and c_f is 1, or
// 3 in cubejam.

import { SCENES } from '../../../scenes/index.js';
import { SuiteStatistics } from '../../../src/recording/suite-statistics.js';
import { Simulation } from '../../../src/scene/simulation.js';
import { processorTime } from '../../machine.js';
import { drawChart, short } from '../../page/charts.js';
import type { Json } from '../entry.js';
import { defineEntry } from '../entry.js';
import { mean, sum, takeSteps } from '../simulate.js';

type Options = {
  readonly scene: string;
  readonly options: { readonly [name: string]: Json };
  readonly freezing: 'on' | 'off';
  readonly freezeAfter: number;
  readonly restitution: number;
  /** Smallest speed of a colliding contact, relative to the velocity that gravity adds in a step [1]. */
  readonly slowest: number;
  readonly frames: number;
};

/** By frame: contacts, times of the collision and static QPs [ms], whether each was solved, number of frozen bodies. */
type Result = {
  readonly contacts: number[];
  readonly collisionMs: number[];
  readonly staticMs: number[];
  readonly hasCollision: number[];
  readonly hasStatic: number[];
  readonly frozen: number[];
  readonly bodies: number;
  readonly highest: number;
};

/** The paper's table: without and with freezing; times in seconds. */
const PUBLISHED: Readonly<
  Record<
    string,
    {
      contacts: [number | null, number];
      coTime: [number | null, number];
      coQPs: [number | null, number];
      scTime: [number | null, number];
      scQPs: [number | null, number];
    }
  >
> = {
  stack: { contacts: [28, 1], coTime: [0.18, 0.012], coQPs: [489, 145], scTime: [0.2, 0.008], scQPs: [480, 96] },
  cubejam: { contacts: [249, 15], coTime: [2.6, 0.12], coQPs: [822, 513], scTime: [2.8, 0.1], scQPs: [749, 428] },
  'cs-stack': { contacts: [13, 2], coTime: [0.1, 0.04], coQPs: [478, 388], scTime: [0.1, 0.03], scQPs: [469, 344] },
  cubeglass: { contacts: [null, 528], coTime: [null, 12], coQPs: [null, 493], scTime: [null, 11], scQPs: [null, 607] },
};
const DT = 1 / 30;
/**
 * Of cubeglass. Most collisions of its crowd are resolved one by one. At the scene's own tolerance, 1e-4, one static QP
 * a frame is often given up, and its cubes jam.
 */
const FLOWING = { 'impulsive.bounces': 'auto', 'impulsive.tolerance': 1e-6 } as const;
/** Our choice, since the paper gives no value [1]. */
const RESTITUTION = 0.5;

export const freezing = defineEntry<Options, Result>({
  name: 'impulsive-suite-table-1',
  paper: 'impulsive-suite',
  title: 'Table 1 and figure 6: what freezing saves',
  published:
    'Contacts a frame, time and number of collision QPs (coQP) and static contact QPs (scQP), without and with freezing, on a Pentium III of 450 MHz by CPLEX 7.0; "a tremendous speed-up by up to a factor 28". Of cubeglass only with freezing: 528 contacts a frame on average and over 4,000 at the peak, 9.5 hours in all. Figure 6: without freezing contacts of cubejam grow to about 500 and stay, with it they tend to zero. The text names no coefficient of restitution.',
  sizes: {
    full: 'stack for 500 frames, cubejam for 850, cs-stack for 500, as many as the paper has QPs; cubeglass with 1000 cubes for 780 frames, until all are through and frozen; restitution 0.5, in cubeglass 0 as in the scene.',
    quick:
      'stack and cs-stack for 150 frames, cubejam for 240, cubeglass with 30 cubes for 100 frames; restitution 0.5, in cubeglass 0 as in the scene.',
  },
  plan(size) {
    const isQuick = size === 'quick';
    const cases = [
      {
        scene: 'stack',
        options: {},
        freezeAfter: 1,
        restitution: RESTITUTION,
        slowest: 0,
        frames: isQuick ? 150 : 500,
        seconds: isQuick ? 1 : 4,
      },
      {
        scene: 'cubejam',
        options: {},
        freezeAfter: 3,
        restitution: RESTITUTION,
        slowest: 0,
        frames: isQuick ? 240 : 850,
        seconds: isQuick ? 4 : 60,
      },
      {
        scene: 'cs-stack',
        options: {},
        freezeAfter: 1,
        restitution: RESTITUTION,
        slowest: 0,
        frames: isQuick ? 150 : 500,
        seconds: isQuick ? 1 : 4,
      },
    ];
    const glass = {
      scene: 'cubeglass',
      options: { count: isQuick ? 30 : 1000 },
      freezeAfter: 3,
      restitution: 0,
      slowest: 1e-3,
      frames: isQuick ? 100 : 780,
      freezing: 'on' as const,
    };
    return [
      ...cases.flatMap(({ seconds, ...one }) =>
        (['off', 'on'] as const).map((freezing) => ({
          id: `${one.scene}-${freezing}`,
          options: { ...one, freezing },
          seconds: freezing === 'on' ? seconds / 2 : seconds,
        })),
      ),
      { id: 'cubeglass-on', options: glass, seconds: isQuick ? 2 : 800 },
    ];
  },
  async run({ scene, options, freezing, freezeAfter, restitution, slowest, frames }, task) {
    const made = SCENES[scene].make({ seed: 1, ...options });
    const bouncing = { ...made, materials: { ...made.materials, default: { ...made.materials?.default, restitution } } };
    const settings = {
      groups: 'all-in-one',
      'impulsive.freezing': freezing,
      'impulsive.freezeAfter': freezeAfter,
      'impulsive.slowestCollision': slowest,
      'impulsive.programs': 'one-of-each',
      ...(scene === 'cubeglass' ? FLOWING : { 'impulsive.bounces': 0 }),
    } as const;
    const simulation = new Simulation(bouncing, { method: 'impulsive', dt: DT, settings });
    const { world } = simulation;
    world.profiler.clock = processorTime;
    const statistics = new SuiteStatistics(world);
    await takeSteps(simulation, frames, task, () => statistics.record());
    const column = (pick: (frame: (typeof statistics.frames)[number]) => number) =>
      statistics.frames.map((frame) => short(pick(frame)));
    const moving = [...world.bodies()].filter(({ mass }) => mass > 0);
    return {
      contacts: column((frame) => frame.contacts),
      collisionMs: column((frame) => frame.collisionTime),
      staticMs: column((frame) => frame.staticTime),
      hasCollision: column((frame) => Math.min(1, frame.collisionQPs)),
      hasStatic: column((frame) => Math.min(1, frame.staticQPs)),
      frozen: column((frame) => frame.frozen),
      bodies: moving.length,
      highest: Math.max(...moving.map(({ position }) => position[1])),
    };
  },
  present(runs) {
    const find = (scene: string, freezing: string) =>
      runs.find(({ options }) => options.scene === scene && options.freezing === freezing)?.result;
    const rows = Object.keys(PUBLISHED).flatMap((scene) => rowsOf(scene, find(scene, 'off'), find(scene, 'on')));
    const jam = (freezing: string) => find('cubejam', freezing) as Result;
    const chart = (
      freezing: 'off' | 'on',
      name: string,
      what: string,
      y: string,
      picks: readonly (readonly [string, (result: Result) => number[]])[],
    ) =>
      drawChart({
        name,
        caption: `Figure 6 (${freezing === 'off' ? 'a) without' : 'b) with'} freezing: ${what} of cubejam.`,
        x: { label: 'frame', min: 0 },
        y: { label: y, min: 0 },
        series: picks.map(([label, pick]) => ({
          name: label,
          points: pick(jam(freezing)).map((value, i): [number, number] => [i + 1, value]),
        })),
        height: 240,
      });
    const qps = [
      ['collision QP', ({ collisionMs }: Result) => collisionMs] as const,
      ['static contact QP', ({ staticMs }: Result) => staticMs] as const,
    ];
    const contacts = [['contacts', (result: Result) => result.contacts] as const];
    return {
      blocks: [
        {
          kind: 'table',
          name: 'table-1',
          caption:
            'Without freezing and with it. Times of ours are processor times; frames with a QP are counted, as in the paper.',
          data: { columns: ['scene', 'quantity', 'paper, without', 'paper, with', 'ours, without', 'ours, with'], rows },
        },
        chart('off', 'contacts-off', 'contacts', 'contacts', contacts),
        chart('off', 'times-off', 'times of the QPs', 'time [ms]', qps),
        chart('on', 'contacts-on', 'contacts', 'contacts', contacts),
        chart('on', 'times-on', 'times of the QPs', 'time [ms]', qps),
      ],
      remark:
        'Restitution is 0.5, since the paper names none, and every contact that closes collides, however slowly, as the paper defines it; by default we count the slowest as at rest. One QP of a kind is solved a frame for all bodies together, as in the paper; by default each contact group has its own, stops for impacts within a step, and solves a static one again when it lets gaps close. Our QPs are solved by a method made for their structure, in milliseconds instead of seconds; in short runs with few QPs the first ones, which the compiler of JavaScript makes slow, outweigh what freezing saves of each; cubes have other sizes and drops, so contacts a frame are alike in kind and not in number.',
    };
  },
});

function rowsOf(scene: string, without: Result | undefined, frozen: Result | undefined): (string | number | null)[][] {
  const paper = PUBLISHED[scene];
  const perQP = (result: Result | undefined, ms: 'collisionMs' | 'staticMs', has: 'hasCollision' | 'hasStatic') =>
    result === undefined ? null : sum(result[ms]) / Math.max(1, sum(result[has]));
  const ratio = (one: number | null, other: number | null) =>
    one === null || other === null || !(other > 0) ? null : one / other;
  const co = [perQP(without, 'collisionMs', 'hasCollision'), perQP(frozen, 'collisionMs', 'hasCollision')];
  const sc = [perQP(without, 'staticMs', 'hasStatic'), perQP(frozen, 'staticMs', 'hasStatic')];
  const total = (result: Result | undefined) => (result === undefined ? null : sum(result.collisionMs) + sum(result.staticMs));
  const count = (result: Result | undefined, has: 'hasCollision' | 'hasStatic') =>
    result === undefined ? null : sum(result[has]);
  const contacts = (result: Result | undefined) => (result === undefined ? null : mean(result.contacts));
  const inMilliseconds = (seconds: number | null) => (seconds === null ? null : 1000 * seconds);
  return [
    [scene, 'contacts a frame', ...paper.contacts, contacts(without), contacts(frozen)],
    [scene, 'time of a coQP [ms]', ...paper.coTime.map(inMilliseconds), ...co],
    [scene, 'coQPs solved', ...paper.coQPs, count(without, 'hasCollision'), count(frozen, 'hasCollision')],
    [scene, 'coQP speed-up', null, ratio(...paper.coTime), null, ratio(co[0], co[1])],
    [scene, 'time of a scQP [ms]', ...paper.scTime.map(inMilliseconds), ...sc],
    [scene, 'scQPs solved', ...paper.scQPs, count(without, 'hasStatic'), count(frozen, 'hasStatic')],
    [scene, 'scQP speed-up', null, ratio(...paper.scTime), null, ratio(sc[0], sc[1])],
    [scene, 'all QPs, speed-up', null, null, null, ratio(total(without), total(frozen))],
    [
      scene,
      'bodies frozen at the end',
      null,
      null,
      null,
      frozen === undefined ? null : `${frozen.frozen.at(-1)} of ${frozen.bodies}`,
    ],
  ];
}
