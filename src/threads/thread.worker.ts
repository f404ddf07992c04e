// The module that createThreads() starts in workers, of browsers and of Node.

import { serveThread } from './serve-thread.js';
import { portOfWorker } from './start-workers.js';

void portOfWorker().then(serveThread);
