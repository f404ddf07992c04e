#!/usr/bin/env node
// The command line, and the processes that it starts for itself: these begin with nothing that only commands need.

import { PROCESSES } from './processes.js';

const [, , word] = process.argv;
if (Object.hasOwn(PROCESSES, word)) await PROCESSES[word as keyof typeof PROCESSES]();
else await (await import('./program.js')).runProgram();
