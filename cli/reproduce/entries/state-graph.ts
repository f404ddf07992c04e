// Figure 2 of the time warp report: the state graph of a few bodies, from a real run. States are read from the
// scheduler's queues at each redraw, where states that were rolled back are removed.

import { SCHEDULERS } from '../../../src/methods.js';
import type { Clockwork } from '../../../src/schedulers/time/clockwork.js';
import { World } from '../../../src/world.js';
import { colourOf, short } from '../../page/charts.js';
import type { DrawnShape } from '../drawing/picture.js';
import { boundsOf, drawShapes, shapesOf } from '../drawing/picture.js';
import { defineEntry } from '../entry.js';
import { drawPanels } from '../panels.js';

type Options = { readonly steps: number; readonly dt: number };
/** A state of a body at a discontinuity; `members` are the bodies of its contact group, or the body alone. */
type BodyState = { readonly body: number; readonly time: number; readonly members: number[] };
type Result = {
  readonly bodies: string[];
  readonly states: BodyState[];
  readonly seconds: number;
  readonly rollbacks: number;
  readonly discarded: number;
  readonly pictures: { readonly time: number; readonly shapes: DrawnShape[] }[];
};

/** Positions and velocities of the balls [m], [m/s]. */
const BALLS: readonly (readonly [x: number, y: number, vx: number])[] = [
  [-3, 1.2, 3],
  [-1.2, 1.3, 0],
  [0, 0.25, 0],
  [0.62, 2.4, 0],
  [2, 0.25, -1.2],
  [3.2, 1, -2.5],
];
const RADIUS = 0.25;
const MOMENTS = [0.1, 0.5, 1.1];

export const stateGraph = defineEntry<Options, Result>({
  name: 'time-warp-figure-2',
  paper: 'time-warp',
  title: 'Figure 2: a state graph',
  published:
    'Figure 2: "the state graph for a portion of a six body simulation. Circles are isolated body states and squares are contact group states", above the configurations at three times. The text has the caption alone.',
  sizes: {
    full: 'Six balls over a floor for 1.2 s by timewarp, redraws 120 times a second.',
    quick: 'Six balls over a floor for 1.2 s by timewarp, redraws 120 times a second.',
  },
  plan: () => [{ id: 'graph', options: { steps: 144, dt: 1 / 120 }, seconds: 1 }],
  async run({ steps, dt }, task) {
    const world = new World({ scheduler: SCHEDULERS.timewarp });
    world.createMaterial('default', { friction: 0.3, restitution: 0.4 });
    world.createBody({ kind: 'fixed', name: 'floor', shapes: [{ kind: 'box', size: [12, 0.2, 2], position: [0, -0.1, 0] }] });
    const balls = BALLS.map(([x, y, vx], i) =>
      world.createBody({
        name: `ball ${i + 1}`,
        position: [x, y, 0],
        velocity: [vx, 0, 0],
        shapes: [{ kind: 'sphere', radius: RADIUS }],
      }),
    );
    const rows = balls.map(({ row }) => row);
    const states = new Map<string, BodyState>();
    const pictures: Result['pictures'] = [];
    for (let step = 1; step <= steps; step++) {
      world.step(dt);
      collect(world.localTimes as Clockwork, rows, world.time, states);
      if (MOMENTS.some((moment) => Math.round(moment / dt) === step))
        pictures.push({ time: short(world.time), shapes: shapesOf(balls, (_, i) => i) });
      await task.pulse(step / steps);
    }
    const { rollbacks = 0, statesDiscarded = 0 } = world.timeStatistics ?? {};
    const inOrder = [...states.values()].sort((a, b) => a.time - b.time || a.body - b.body);
    return {
      bodies: balls.map(({ name }) => name ?? ''),
      states: changesOf(inOrder),
      seconds: steps * dt,
      rollbacks,
      discarded: statesDiscarded,
      pictures,
    };
  },
  present(runs) {
    const { bodies, states, seconds, rollbacks, discarded, pictures } = runs[0].result;
    const isGroup = ({ members }: BodyState) => members.length > 0;
    const bounds = boundsOf(pictures[0].shapes);
    const camera = { from: [0, 0.12, 1] as const, bounds: [-4, 0, -0.5, 4.2, bounds[4] + 0.3, 0.5], width: 300, height: 140 };
    return {
      blocks: [
        {
          kind: 'figure',
          name: 'figure-2',
          caption:
            'Figure 2: a line a body, a circle a state of a body that flies, a square a state of a contact group; states of one collision or one group are joined. Groups that do not change are not drawn again.',
          svg: draw(bodies, states, seconds),
          key: [],
          data: {
            columns: ['body', 'time [s]', 'kind', 'bodies of the group'],
            rows: states.map((state) => [
              bodies[state.body],
              state.time,
              isGroup(state) ? 'group' : 'isolated',
              state.members.map((i) => bodies[i]).join(' + '),
            ]),
          },
        },
        {
          kind: 'figure',
          name: 'configurations',
          caption: 'The balls at three times.',
          svg: drawPanels(
            pictures.map(({ time, shapes }) => [`${time} s`, drawShapes(shapes, camera)] as const),
            3,
          ),
          key: bodies.map((name, i) => [name, colourOf(i)] as const),
          data: { columns: ['time [s]'], rows: pictures.map(({ time }) => [time]) },
        },
        {
          kind: 'table',
          name: 'counts',
          caption: 'What is in the graph, and what is not any more.',
          data: {
            columns: ['quantity', 'the paper', 'ours'],
            rows: [
              ['bodies', 6, bodies.length],
              ['states of isolated bodies', null, states.filter((state) => !isGroup(state)).length],
              ['states of groups, by body', null, states.filter(isGroup).length],
              ['rollbacks on the way', null, rollbacks],
              ['states discarded by them', null, discarded],
            ],
          },
        },
      ],
      remark:
        'The configuration of the figure is not in the text, so the balls are ours. States of ours are at discontinuities alone: between them a body follows a closed form and needs no state, where the report has one for each integration step.',
    };
  },
});

/** Adds the states of these bodies up to a time [s]; later states may still be rolled back. */
function collect({ histories }: Clockwork, rows: readonly number[], until: number, states: Map<string, BodyState>): void {
  const { anchors, newest, grouping } = histories;
  rows.forEach((row, body) => {
    for (let anchor = newest[row]; anchor >= 0; anchor = anchors.before[anchor]) {
      const time = anchors.timeOf(anchor);
      const key = `${body} ${time}`;
      if (time > until || states.has(key)) continue;
      const members: number[] = [];
      if (anchors.era[anchor] >= 0) grouping.forEachMember(anchors.era[anchor], (member) => members.push(rows.indexOf(member)));
      states.set(key, { body, time: short(time), members });
    }
  });
}

/** The states at which the members of a group have changed; a group has a state at each redraw. */
function changesOf(states: readonly BodyState[]): BodyState[] {
  const last = new Map<number, string>();
  return states.filter(({ body, members }) => {
    const now = members.join(' ');
    const isNews = now === '' || last.get(body) !== now;
    last.set(body, now);
    return isNews;
  });
}

const [WIDTH, ROW, LEFT] = [1240, 74, 90];

function draw(bodies: readonly string[], states: readonly BodyState[], seconds: number): string {
  const x = (time: number) => Math.round(LEFT + (time / seconds) * (WIDTH - LEFT - 20));
  const y = (body: number) => 40 + ROW * body;
  const lanes = bodies.map(
    (name, i) =>
      `<line x1="${LEFT}" y1="${y(i)}" x2="${WIDTH - 10}" y2="${y(i)}" stroke="var(--line)" stroke-width="2"/><text x="0" y="${y(i) + 7}">${name}</text>`,
  );
  const links = states.flatMap((state, i) => {
    const partner = states.slice(i + 1).find(({ time, body }) => time === state.time && body !== state.body);
    // The initial state is no collision.
    if (partner === undefined || state.time === 0) return [];
    return [
      `<line x1="${x(state.time)}" y1="${y(state.body)}" x2="${x(state.time)}" y2="${y(partner.body)}" stroke="var(--text-soft)" stroke-width="2"/>`,
    ];
  });
  const marks = states.map(({ body, time, members }) => {
    const [cx, cy, colour] = [x(time), y(body), colourOf(body)];
    if (members.length === 0)
      return `<circle cx="${cx}" cy="${cy}" r="9" fill="${colour}" stroke="var(--card)" stroke-width="2"/>`;
    return `<rect x="${cx - 9}" y="${cy - 9}" width="18" height="18" fill="${colourOf(Math.min(...members.filter((i) => i >= 0)))}" stroke="var(--card)" stroke-width="2"/>`;
  });
  const bottom = y(bodies.length - 1) + 50;
  const ticks = Array.from(
    { length: Math.floor(seconds / 0.2) + 1 },
    (_, i) =>
      `<text x="${x(0.2 * i)}" y="${bottom}" text-anchor="middle" style="fill:var(--text-soft)">${(0.2 * i).toFixed(1)} s</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="graph" viewBox="0 0 ${WIDTH} ${bottom + 14}">${[...lanes, ...links, ...marks, ...ticks].join('\n')}</svg>`;
}
