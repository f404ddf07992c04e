// A worker that has a world for whoever started it.

import { parentPort } from 'node:worker_threads';
import { serveWorld } from '../../dist/src/worker/index.js';

serveWorld(parentPort);
