// The kernel of a world that several threads step: the kernel of one thread, with the costly loops replaced by shared
// ones.

import type { Kernel, KernelMemory } from '../kernels/kernel.js';
import type { Crew } from './crew.js';
import { SharedDetection } from './shared-detection.js';
import { SharedStream } from './shared-stream.js';

export function shareKernel(own: Kernel, crew: Crew, index: number, memory: KernelMemory): Kernel {
  const detection = new SharedDetection(own, crew, index, memory);
  const stream = new SharedStream(own, crew, index, memory);
  const { residual, deepestAhead } = stream;
  const { candidateCount, unchangedCount } = detection;
  return {
    ...own,
    residual,
    deepestAhead,
    candidateCount,
    unchangedCount,
    screenOverlaps: detection.screenOverlaps.bind(detection),
    testPairs: detection.testPairs.bind(detection),
    storeResults: detection.storeResults.bind(detection),
    determineContacts: detection.determineContacts.bind(detection),
    moveBodies: detection.moveBodies.bind(detection),
    placePoints: detection.placePoints.bind(detection),
    limitApproaches: detection.limitApproaches.bind(detection),
    listUncertain: detection.listUncertain.bind(detection),
    prepareRanges: stream.prepareRanges.bind(stream),
    applyImpulses: stream.applyImpulses.bind(stream),
    solveContacts: stream.solveContacts.bind(stream),
    correctContacts: stream.correctContacts.bind(stream),
    overlapLeft: stream.overlapLeft.bind(stream),
    predictGaps: stream.predictGaps.bind(stream),
  };
}
