// The other thread of shared-memory.test.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { Simulation } from '../dist/src/index.js';

const { task } = workerData;

if (task === 'read') {
  const { position } = workerData;
  parentPort.on('message', (rows) => {
    parentPort.postMessage(rows.map((row) => [...position.subarray(3 * row, 3 * row + 3)]));
  });
} else {
  const { memory, begun, method, scene, steps } = workerData;
  const simulation = new Simulation(scene, { method, memory });
  const hashes = [];
  for (let step = 1; step <= steps; step++) {
    begin(begun, 1, step);
    simulation.step();
    hashes.push(simulation.world.hash());
  }
  parentPort.postMessage(hashes);
}

/** Waits until the other thread begins the step as well. */
function begin(begun, own, step) {
  Atomics.store(begun, own, step);
  Atomics.notify(begun, own);
  for (let other = 0; other < step; other = Atomics.load(begun, 1 - own)) Atomics.wait(begun, 1 - own, other);
}
