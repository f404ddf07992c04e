// A worker that builds contact trees for whoever started it.

import { parentPort } from 'node:worker_threads';
import { serveTrees } from '../../dist/src/worker/index.js';

serveTrees(parentPort);
