// Entry point of the GPU page.

import '../style/index.css';
import './gpu.css';
import { GpuStudio } from './gpu-studio.js';

const studio = new GpuStudio();
// For tests, which control the page from outside.
Object.assign(globalThis, { studio });
void studio.openAddress();
