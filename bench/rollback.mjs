// What rollback costs: a late input, as a share of stepping the world again, and a history, as a share of a step. 200
// piles of five bodies; an input half a second in the past to one body of one pile. A history costs most where all is in
// motion: the piles while they fall, and a pit of balls that is stirred, both with a history that is full.
//
//   npm run build && node bench/rollback.mjs [METHOD ...]

import { METHODS, Random, World } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';

const DT = 1 / 100;
/** Steps before the input, and after it. */
const BEFORE = 10;
const LATE = 50;
/** Late inputs that are measured, each of another pile; the compilers need some to warm up. */
const WARM = 10;
const MEASURED = 20;

function makePiles(stepper, history) {
  const world = new World({ stepper, history });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const random = new Random(3);
  const bodies = Array.from({ length: 1000 }, (_, k) => {
    const [pile, i] = [Math.floor(k / 5), k % 5];
    const [x, z] = [6 * (pile % 20) + random.uniform(-0.2, 0.2), 6 * Math.floor(pile / 20) + random.uniform(-0.2, 0.2)];
    const box = /** @type {const} */ ({ kind: 'box', size: [0.7, 0.5, 0.8] });
    return world.createBody({ position: [x, 0.3 + 0.7 * i, z], shapes: [i % 2 === 1 ? { kind: 'sphere', radius: 0.3 } : box] });
  });
  return { world, bodies };
}

/** { lateMs, againMs } of a method. */
export function measureLate(method) {
  const push = (body) => body.applyImpulse([300, 100, 0]);
  const { world, bodies } = makePiles(METHODS[method], { seconds: 1 });
  let againMs = 0;
  for (let i = 0; i < BEFORE + LATE; i++) {
    const start = processorTime();
    world.step(DT);
    if (i >= BEFORE) againMs += processorTime() - start;
  }
  const time = BEFORE * DT + DT / 2;
  const costs = Array.from({ length: WARM + MEASURED }, (_, k) => {
    const start = processorTime();
    world.input(bodies[5 * (3 * k + 1) + 2], push, { time });
    return processorTime() - start;
  });
  const measured = costs.slice(WARM).sort((a, b) => a - b);
  return { lateMs: measured[MEASURED >> 1], againMs };
}

/** 800 balls and boxes in a pit. */
function makePit(stepper, history) {
  const world = new World({ stepper, history });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (const [x, z, wide, deep] of [
    [-3.2, 0, 0.4, 6.8],
    [3.2, 0, 0.4, 6.8],
    [0, -3.2, 6.8, 0.4],
    [0, 3.2, 6.8, 0.4],
  ])
    world.createBody({ kind: 'fixed', position: [x, 5, z], shapes: [{ kind: 'box', size: [wide, 10, deep] }] });
  const bodies = Array.from({ length: 800 }, (_, i) => {
    const position = /** @type {const} */ ([
      0.6 * (i % 10) - 2.7,
      0.4 + 0.6 * Math.floor(i / 100),
      0.6 * (Math.floor(i / 10) % 10) - 2.7,
    ]);
    /** @type {import('../dist/src/index.js').ShapeDescriptor} */
    const shape = i % 2 === 0 ? { kind: 'sphere', radius: 0.27 } : { kind: 'box', size: [0.45, 0.45, 0.45] };
    return world.createBody({ position, velocity: [(i % 7) - 3, 2, (i % 5) - 2], shapes: [shape] });
  });
  return { world, bodies };
}

/**
 * What a history adds to a step, as a share of it, once it is full. Two worlds take turns, so that both have the same of
 * the machine; the middle of the ratios of single steps.
 */
export function measureHistory(make, method, seconds = 0.1) {
  const [kept, plain] = [{ seconds }, undefined].map((history) => make(METHODS[method], history).world);
  const ratios = [];
  for (let i = 0; i < 100; i++) {
    const times = [kept, plain].map((world) => {
      const start = processorTime();
      world.step(DT);
      return processorTime() - start;
    });
    if (i >= 40) ratios.push(times[0] / times[1]);
  }
  ratios.sort((a, b) => a - b);
  return { share: ratios[ratios.length >> 1] - 1, bytesOfStep: (kept.history?.bytes ?? 0) / (seconds / DT) };
}

/** The same for piles that lie still: what a history adds to a step of a world at rest. */
export function measureRest() {
  const worlds = [{ seconds: 1 }, undefined].map((history) => {
    const world = new World({ history });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let k = 0; k < 1000; k++) {
      const position = /** @type {const} */ ([3 * Math.floor(k / 5), 0.5 + (k % 5), 0]);
      world.createBody({ position, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    }
    return world;
  });
  const times = [0, 0];
  for (let i = 0; i < 400; i++) {
    worlds.forEach((world, which) => {
      const start = processorTime();
      world.step(DT);
      if (i >= 200) times[which] += processorTime() - start;
    });
  }
  return { withMs: times[0] / 200, withoutMs: times[1] / 200, bytesOfStep: (worlds[0].history?.bytes ?? 0) / 100 };
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const chosen = process.argv.slice(2);
for (const method of chosen.length > 0 ? chosen : Object.keys(METHODS)) {
  const { lateMs, againMs } = measureLate(method);
  const [piles, pit] = [makePiles, makePit].map((make) => measureHistory(make, method));
  console.log(
    `${method}: late input ${lateMs.toFixed(1)} ms, stepping again ${againMs.toFixed(0)} ms: ${percent(lateMs / againMs)}; ` +
      `history adds ${percent(piles.share)} to a step of piles and ${(piles.bytesOfStep / 1024).toFixed(0)} KiB, ` +
      `${percent(pit.share)} to one of a pit and ${(pit.bytesOfStep / 1024).toFixed(0)} KiB`,
  );
}
const rest = measureRest();
console.log(
  `at rest: ${rest.withMs.toFixed(2)} ms a step with a history, ${rest.withoutMs.toFixed(2)} without; ${(rest.bytesOfStep / 1024).toFixed(0)} KiB`,
);
