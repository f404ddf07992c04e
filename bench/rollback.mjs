// What rollback costs: a late input, as a share of stepping the world again, and a history, as a share of a step. 200
// piles of five bodies; an input half a second in the past to one body of one pile.
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

/** { method, lateMs, againMs, share, historyShare, restShare, bytesOfStep } */
export function measureRollback(method) {
  const push = (body) => body.applyImpulse([300, 100, 0]);
  const stepper = METHODS[method];
  const [kept, plain] = [{ seconds: 1 }, undefined].map((history) => makePiles(stepper, history));
  const times = [0, 0];
  let againMs = 0;
  for (let i = 0; i < BEFORE + LATE; i++) {
    [kept, plain].forEach(({ world }, which) => {
      const start = processorTime();
      world.step(DT);
      const spent = processorTime() - start;
      if (i >= BEFORE) times[which] += spent;
      if (i >= BEFORE && which === 1) againMs += spent;
    });
  }
  const bytesOfStep = (kept.world.history?.bytes ?? 0) / (BEFORE + LATE);
  const time = BEFORE * DT + DT / 2;
  let lateMs = 0;
  for (let k = 0; k < WARM + MEASURED; k++) {
    const start = processorTime();
    kept.world.input(kept.bodies[5 * (3 * k + 1) + 2], push, { time });
    if (k >= WARM) lateMs += (processorTime() - start) / MEASURED;
  }
  return { method, lateMs, againMs, share: lateMs / againMs, historyShare: times[0] / times[1] - 1, bytesOfStep };
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

const chosen = process.argv.slice(2);
for (const method of chosen.length > 0 ? chosen : Object.keys(METHODS)) {
  const { lateMs, againMs, share, historyShare, bytesOfStep } = measureRollback(method);
  console.log(
    `${method}: late input ${lateMs.toFixed(1)} ms, stepping again ${againMs.toFixed(0)} ms: ${(100 * share).toFixed(1)} %; ` +
      `history adds ${(100 * historyShare).toFixed(0)} % to a step and ${(bytesOfStep / 1024).toFixed(0)} KiB`,
  );
}
const rest = measureRest();
console.log(
  `at rest: ${rest.withMs.toFixed(2)} ms a step with a history, ${rest.withoutMs.toFixed(2)} without; ${(rest.bytesOfStep / 1024).toFixed(0)} KiB`,
);
