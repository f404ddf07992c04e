// A worker that fails as soon as it is to determine contacts.

import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../dist/src/threads/index.js';
import { DETERMINE_CONTACTS, LOOPS } from '../../dist/src/threads/loops.js';

/** @type {any[]} */ (LOOPS)[DETERMINE_CONTACTS] = () => {
  throw new Error('no contacts today');
};
serveThread(parentPort);
