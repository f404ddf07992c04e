// A stack that leans too far and falls, seen from the side on a canvas.

import { Runner, World } from 'drystone';

const world = new World();
world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
const boxes = Array.from({ length: 8 }, (_, i) =>
  world.createBody({ position: [0.17 * i, i + 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
);

const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
const runner = new Runner(world, { dt: 1 / 60 });
const poses = new Float32Array(7 * boxes.length);

let last = performance.now();
function frame(now) {
  runner.advance(Math.max(now - last, 0) / 1000);
  last = now;
  runner.writePoses(poses, boxes);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#d3d5d2';
  pen.fillRect(0, 480, canvas.width, 20); // the ground
  for (let k = 0; k < poses.length; k += 7) {
    const angle = 2 * Math.atan2(poses[k + 5], poses[k + 6]);
    pen.setTransform(45, 0, 0, -45, 100, 480);
    pen.translate(poses[k], poses[k + 1]);
    pen.rotate(angle);
    pen.fillStyle = '#b9ad98';
    pen.fillRect(-0.49, -0.49, 0.98, 0.98);
  }
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);

Object.assign(globalThis, { world });
