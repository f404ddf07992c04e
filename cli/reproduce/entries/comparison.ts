// Figures 20 to 27 of velocity-based shock propagation: one tower, a block that falls on it and a cannonball, by
// several methods and, in a clone, by the engines of bench/. All are measured in the same way: by their poses in a
// world of ours.

import { SCENES } from '../../../scenes/index.js';
import type { MethodName } from '../../../src/methods.js';
import { Simulation } from '../../../src/scene/simulation.js';
import { processorTime } from '../../machine.js';
import { drawChart, short } from '../../page/charts.js';
import type { DrawnShape } from '../drawing/picture.js';
import { ASLANT, boundsOf, drawShapes, shapesOf } from '../drawing/picture.js';
import type { Task } from '../entry.js';
import { defineEntry } from '../entry.js';
import { drawPanels } from '../panels.js';
import { hasRivals, makeRival } from '../rivals.js';
import { largest, mean } from '../simulate.js';

type Options = { readonly engine: string; readonly layers: number; readonly seconds: number };

type Result = {
  /** Every STRIDE steps: time [s], deepest overlap and highest body [m], mean processor time of a step [ms]. */
  readonly times: number[];
  readonly depths: number[];
  readonly heights: number[];
  readonly stepMs: number[];
  /** Shapes at the times of the pictures. */
  readonly pictures: { readonly time: number; readonly shapes: DrawnShape[] }[];
};

const OURS: readonly MethodName[] = ['vsp', 'isp', 'gsp'];
const RIVALS = ['rapier', 'jolt', 'havok', 'physx', 'bullet', 'cannon', 'crashcat'];
const STRIDE = 10;
const DT = 0.01;
/** Times of the pictures: before the block, under it, and after the ball [s]. */
const MOMENTS = [0.9, 3, 4.6];

/** A simulation that takes steps, ours or of another engine. */
interface Contender {
  step(): void;
  /** Position and orientation of each body that moves. */
  poses(): Float64Array;
}

export const comparison = defineEntry<Options, Result>({
  name: 'shock-propagation-figures-20-27',
  paper: 'shock-propagation',
  title: 'Figures 20 to 27: the tower under a block and a cannonball, by several engines',
  published:
    'A tower of 40 layers and 800 objects: VSP stands, and "forms a nice crack" under the cannonball; ISP tends to "shake and rattle objects apart" and is slower, with 15 collision queries a frame against 2; Novodex is "extremely fast" with large penetrations, or explodes at default settings; ODE could not simulate more than 6 layers and knocks boxes into the ground; Maya was stopped after 2 hours. Times are in figure 27, of which the text has the caption alone.',
  sizes: {
    full: 'The roof-tower of 40 rings of 20 bricks for 6 s at 0.01 s: the block is let go at 1 s, the ball is shot at 4 s.',
    quick: 'A roof-tower of 4 rings for 4.8 s at 0.01 s: the block is let go at 1 s, the ball is shot at 4 s.',
  },
  plan(size) {
    const [layers, seconds] = size === 'quick' ? [4, 4.8] : [40, 6];
    const engines = [...OURS, ...(hasRivals() ? RIVALS : [])];
    return engines.map((engine) => ({ id: engine, options: { engine, layers, seconds }, seconds: size === 'quick' ? 2 : 15 }));
  },
  async run({ engine, layers, seconds }, task) {
    const scene = SCENES['roof-tower'].make({ seed: 1, layers });
    const isOurs = (OURS as readonly string[]).includes(engine);
    const contender = isOurs ? ownContender(scene, engine as MethodName) : await rivalContender(scene, engine);
    return measure(contender, new Simulation(scene, { dt: DT }), Math.round(seconds / DT), task);
  },
  present(runs) {
    const nameOf = (id: string) => ((OURS as readonly string[]).includes(id) ? `drystone ${id}` : id);
    const series = (pick: (result: Result) => number[]) =>
      runs.map(({ id, result }) => ({
        name: nameOf(id),
        points: result.times.map((time, i): [number, number] => [time, pick(result)[i]]),
      }));
    const shown = runs.filter(({ id }) => ['gsp', 'vsp', 'isp', 'rapier', 'jolt', 'bullet'].includes(id));
    const bounds = boundsOf(shown[0].result.pictures[0].shapes);
    const camera = {
      from: ASLANT,
      bounds: [bounds[0] - 1, 0, bounds[2] - 1, bounds[3] + 1, bounds[4] + 3, bounds[5] + 1],
      width: 280,
      height: 300,
    };
    const panels = shown.flatMap(({ id, result }) =>
      result.pictures.map(({ time, shapes }) => [`${nameOf(id)}, ${time} s`, drawShapes(shapes, camera)] as const),
    );
    const standing = (result: Result) => result.times.findLastIndex((time) => time < 1);
    return {
      blocks: [
        {
          kind: 'table',
          name: 'engines',
          caption:
            'Deepest overlap while the tower stands alone, under the block and after the ball; how far the top has sunk by 0.9 s; processor time of a step.',
          data: {
            columns: [
              'engine',
              'standing [mm]',
              'under the block [mm]',
              'after the ball [mm]',
              'top sunk at 0.9 s [mm]',
              'mean step [ms]',
              'worst step [ms]',
            ],
            rows: runs.map(({ id, result }) => {
              const deepest = (from: number, to: number) =>
                1e3 * largest(result.depths.filter((_, i) => result.times[i] > from && result.times[i] <= to));
              const sunk = 1e3 * (result.heights[0] - result.heights[standing(result)]);
              return [
                nameOf(id),
                deepest(0, 1),
                deepest(1, 4),
                deepest(4, 100),
                Math.max(0, sunk),
                mean(result.stepMs),
                largest(result.stepMs),
              ];
            }),
          },
        },
        drawChart({
          name: 'figure-27',
          caption: 'Figure 27: processor time of a step.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'step [ms]', isLogarithmic: true },
          series: series(({ stepMs }) => stepMs),
        }),
        drawChart({
          name: 'overlap',
          caption: 'Figures 23 to 26 in numbers: the deepest overlap of any two bodies.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'depth [m]', isLogarithmic: true, min: 1e-5 },
          series: series(({ depths }) => depths.map((depth) => Math.max(depth, 1e-5))),
        }),
        {
          kind: 'figure',
          name: 'pictures',
          caption: 'Figures 20 to 22: before the block, under it, and when the ball has hit.',
          svg: drawPanels(panels, 3),
          key: [],
          data: { columns: ['picture'], rows: panels.map(([name]) => [name]) },
        },
      ],
      remark: `${hasRivalsIn(runs) ? 'The rivals are engines of today at their defaults, in the place of Maya, Novodex and ODE, which are not to be had any more.' : "The rivals are not here: they are part of a clone of the repository (bench/), and in the published package Drystone's own methods stand alone."} isp redoes detection far more often than vsp and costs more, as the paper says. The ruler is our own detection for all of them, on poses alone. Bricks and masses are ours, since the paper gives none.`,
    };
  },
});

function hasRivalsIn(runs: readonly { readonly id: string }[]): boolean {
  return runs.some(({ id }) => RIVALS.includes(id));
}

type RoofTower = ReturnType<(typeof SCENES)[string]['make']>;

function ownContender(scene: RoofTower, method: MethodName): Contender {
  const simulation = new Simulation(scene, { method, dt: DT });
  return {
    step: () => simulation.step(),
    poses: () =>
      Float64Array.from(
        [...simulation.world.bodies()]
          .filter(({ mass }) => mass > 0)
          .flatMap(({ position, orientation }) => [...position, ...orientation]),
      ),
  };
}

async function rivalContender(scene: RoofTower, engine: string): Promise<Contender> {
  const { world, plain } = await makeRival(engine, scene, DT);
  let steps = 0;
  let moving = plain.bodies.filter(({ isFixed }) => !isFixed).length;
  return {
    step() {
      for (const { at, bodies } of plain.additions) {
        if (Math.floor(at / DT + 1e-9) !== steps) continue;
        for (const body of bodies) world.addBody(body);
        moving += bodies.length;
      }
      world.step();
      steps++;
    },
    poses() {
      const out = new Float64Array(7 * moving);
      world.poses(out);
      return out;
    },
  };
}

/** Measures a run. `ruler` is a simulation of the same scene that takes no steps; bodies are added when they join. */
async function measure(contender: Contender, ruler: Simulation, steps: number, task: Task): Promise<Result> {
  const result: Result = { times: [], depths: [], heights: [], stepMs: [], pictures: [] };
  const { world } = ruler;
  let spent = 0;
  for (let step = 0; step < steps; step++) {
    const start = processorTime();
    contender.step();
    spent += processorTime() - start;
    if ((step + 1) % STRIDE !== 0) continue;
    const time = short((step + 1) * DT);
    placeBodies(ruler, contender.poses());
    const bodies = [...world.bodies()].filter(({ mass }) => mass > 0);
    result.times.push(time);
    result.depths.push(short(world.measurePenetration()));
    result.heights.push(
      short(Math.max(...bodies.filter(({ name }) => name?.startsWith('brick')).map(({ position }) => position[1]))),
    );
    result.stepMs.push(short(spent / STRIDE));
    if (MOMENTS.includes(time))
      result.pictures.push({ time, shapes: shapesOf(bodies, (body) => (body.name?.startsWith('brick') ? 0 : 1)) });
    spent = 0;
    await task.pulse((step + 1) / steps);
  }
  return result;
}

function placeBodies(ruler: Simulation, poses: Float64Array): void {
  const { world, scene } = ruler;
  const count = poses.length / 7;
  // Bodies that have joined the contender are added to the ruler, in the same order, which is that of the scene.
  for (const { bodies = [] } of scene.additions ?? []) {
    const moving = [...world.bodies()].filter(({ mass }) => mass > 0).length;
    if (moving >= count) break;
    for (const body of bodies) if (world.find(body.name ?? '') === undefined) world.createBody(body);
  }
  [...world.bodies()]
    .filter(({ mass }) => mass > 0)
    .forEach((body, i) => {
      const [x, y, z, qx, qy, qz, qw] = poses.subarray(7 * i, 7 * i + 7);
      body.position = [x, y, z];
      body.orientation = [qx, qy, qz, qw];
    });
}
