// The hot loops in AssemblyScript: f64 for what must keep momentum, f32x4 for the sweeps. Compiled by
// scripts/build.mjs; not part of the TypeScript project. contact-stream.ts says what each does and in which order they
// are called; screen-overlaps.ts, test-pairs.ts and determine-contacts.ts are loops of detection, over the same memory. What block-factorization.ts,
// forest.ts and tour.ts add are other matters, over memories of their own.

export { factorizeBlocks, solveBlocks } from './block-factorization';
export { twiceEnergy as twiceEnergyOfTree } from '../shared/end-links';
export { beginFlight as beginTree, endFlight as endTree, goOnFlight as goOnTree } from '../shared/fly-links';
export { noteFarMovers } from './far-movers';
export { countFlatContacts } from '../shared/count-flat-contacts';
export { fillLanes, findManifolds } from '../shared/find-manifolds';
export { isAnyPulled } from '../shared/find-pulls';
export { countEntries, listEntries, rankIslands } from '../shared/find-supports';
export { keepLoads, passStrikesDown } from '../shared/keep-loads';
export { listUncertain } from '../shared/list-uncertain';
export { nextToVanish } from '../shared/next-to-vanish';
export { markMoved } from './mark-moved';
export { moveBodies } from '../../bodies/move-bodies';
export { depthAhead, longestSlide } from '../shared/slides';
export { turnLoads } from '../shared/turn-loads';
export { placeLinks as placeTree } from '../shared/place-links';
export { limitApproaches, placePoints } from '../shared/place-points';
export { flyTree, landTree, readTree } from './flight';
export { updateBounds } from './bounds';
export { detectionBytes } from './detection-columns';
export { determineContacts } from './determine-contacts';
export { closeLinks, factorLinks, missGoals, respondLinks, solveLinks } from './forest';
export { applyImpulses, finish } from './impulses';
export { addDisplacements, correctContacts, deepestAhead, meanMobility, overlapLeft, predictGaps, squareCount, sweepPositions } from './positions';
export { solveContacts } from './solve-contacts';
export { leftBodies, moveIslands, sweepIslands } from './step-islands';
export { candidateCount, moveCandidates, screenOverlaps, storeResults, unchangedCount } from './screen-overlaps';
export { addUp, beginSweeps, carryOn, residual, sweepPacks, sweepVelocities } from './sweep-velocities';
export { testPairs } from './test-pairs';
export { sweepTour, sweepTourOfGaps } from './tour';
export { forgetSwept, writeRoots } from './write-roots';
export { prepare, prepareRanges, start } from './write-stream';
