// A server that steps one world sixty times per second and streams its poses to all clients. A request to /push throws
// the boxes up.
//
//   npm run build && node examples/server.mjs
//   curl http://localhost:8080/poses        in another terminal, and
//   curl http://localhost:8080/push

import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { Runner, World } from 'drystone';

/** A server that is not listening yet; `close()` stops its world as well. */
export function makeServer() {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const boxes = Array.from({ length: 5 }, (_, i) =>
    world.createBody({ name: `box ${i}`, position: [0, i + 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
  );
  const runner = new Runner(world, { dt: 1 / 60 });
  const poses = new Float32Array(7 * boxes.length);
  const listeners = new Set();
  let last = performance.now();
  const clock = setInterval(() => {
    const now = performance.now();
    runner.advance((now - last) / 1000);
    last = now;
    runner.writePoses(poses, boxes);
    const line = JSON.stringify({ t: world.time, p: Array.from(poses, (x) => Math.round(1e4 * x) / 1e4) });
    for (const listener of listeners) listener.write(`${line}\n`);
  }, 1000 / 60);
  const server = createServer((request, response) => {
    if (request.url === '/push') {
      for (const box of boxes) box.applyImpulse([0, 4 * box.mass, 0]);
      response.end('pushed\n');
    } else if (request.url === '/poses') {
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else {
      response.writeHead(404).end('There is /poses and /push.\n');
    }
  });
  server.on('close', () => clearInterval(clock));
  return server;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  makeServer().listen(8080, () => console.log('http://localhost:8080/poses, http://localhost:8080/push'));
}
