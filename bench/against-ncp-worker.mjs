// A thread of against-ncp.mjs: compares both methods on the scenes whose seeds it is sent.

import { parentPort } from 'node:worker_threads';
import { compareScene } from './against-ncp.mjs';
import { randomScene } from './random-scenes.mjs';

parentPort?.on('message', (seed) => parentPort?.postMessage(compareScene(randomScene(seed))));
