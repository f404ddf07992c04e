// A world in a worker thread. The main thread creates bodies and reads poses: calls return promises, and reading poses
// never waits.
//
//   npm run build && node examples/worker.mjs

import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { connectWorld, serveWorld } from 'drystone/worker';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const remote = await connectWorld(worker, { dt: 1 / 60 });
  await remote.world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const boxes = [];
  for (let i = 0; i < 5; i++) {
    boxes.push(await remote.world.createBody({ position: [0, 1 + 2 * i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }));
  }
  const poses = new Float32Array(7 * 6);
  for (let second = 1; second <= 3; second++) {
    for (let frame = 0; frame < 60; frame++) await remote.advance(1 / 60);
    remote.writePoses(poses);
    const heights = boxes.map((_, i) => poses[7 * (i + 1) + 1].toFixed(2));
    console.log(`after ${second} s the boxes are at ${heights.join(', ')} m`);
  }
  await worker.terminate();
} else {
  serveWorld(/** @type {import('node:worker_threads').MessagePort} */ (parentPort));
}
