// Entry point of the studio's page.

import './style/index.css';
import { byId } from './page/elements.js';
import { Studio } from './studio.js';

try {
  const studio = new Studio();
  // For `drystone shot`, tests and benchmarks, which control the page from outside.
  Object.assign(globalThis, { studio });
  void studio.start();
} catch (error) {
  // Most likely there is no WebGL.
  byId('message').hidden = false;
  byId('message-text').textContent = `The studio cannot draw here: ${(error as Error).message}`;
}
