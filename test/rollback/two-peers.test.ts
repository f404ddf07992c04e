// The example of two peers: over whatever line, both end with the world of players who sit at one table.

import { expect, it } from 'vitest';
import { playTwoPeers } from '../../examples/two-peers.mjs';

it.each([
  ['200 ms of delay, reordered, 10 % lost', { delay: 0.2, jitter: 0.08, loss: 0.1 }, 200],
  ['400 ms of delay, 40 % lost', { delay: 0.4, jitter: 0.2, loss: 0.4 }, 100],
  ['a second and more: peers wait for each other', { delay: 1.2, jitter: 0.4, loss: 0.2 }, 120],
  ['no delay', { delay: 0, jitter: 0, loss: 0 }, 60],
])('%s', (_, line, ticks) => {
  const { hashes, inTime, lateInputs, lost, frames } = playTwoPeers({ ...line, ticks, seed: 3 });
  expect(hashes).toEqual([inTime, inTime]);
  expect(Math.min(...lateInputs)).toBeGreaterThan(line.delay > 0 ? 5 : -1);
  expect(Math.min(...lost)).toBeGreaterThanOrEqual(line.loss > 0 ? 5 : 0);
  if (line.delay > 1) expect(frames).toBeGreaterThan(ticks + 20);
});
