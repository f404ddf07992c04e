// The page.

import './style.css';
import { Studio } from './studio.js';

const studio = new Studio();
// For `drystone shot`, tests and benchmarks, which work the page from outside.
Object.assign(globalThis, { studio });
void studio.start();
