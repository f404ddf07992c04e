// What createThreads() starts, as a module of its own, in workers of pages and of Node.

import { serveThread } from './serve-thread.js';
import { portOfWorker } from './start-workers.js';

void portOfWorker().then(serveThread);
