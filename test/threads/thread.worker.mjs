// A worker that helps with the steps of whoever started it.

import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../dist/src/threads/index.js';

serveThread(parentPort);
