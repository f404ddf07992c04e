// The hot loops in AssemblyScript: f64 for what must keep momentum, f32x4 for the sweeps. Compiled by
// scripts/build.mjs; not part of the TypeScript project. contact-stream.ts says what each does and in which order they
// are called; what block-factorization.ts, forest.ts and tour.ts add are other matters, over memories of their own.

export { factorizeBlocks, solveBlocks } from './block-factorization';
export {
  arriveLinks as arriveTree, coastLinks as coastTree, endLinks as endTree, mayBeStiff as mayTreeBeStiff, readRows as readRowsOfTree,
  twiceEnergy as twiceEnergyOfTree, workOfForces as workOnTree,
} from '../shared/end-links';
export { factorLinks as factorTree, respondLinks as respondTree } from '../shared/factor-links';
export { moveLinks as moveTree } from '../shared/move-links';
export { placeLinks as placeTree, readRates as readRatesOfTree } from '../shared/place-links';
export { closeLinks, factorLinks, missGoals, respondLinks, solveLinks } from './forest';
export { applyImpulses, finish } from './impulses';
export { meanMobility, penetrates, predictGaps, sweepPositions } from './positions';
export { residual, sweepVelocities } from './sweep-velocities';
export { sweepTour, sweepTourOfGaps } from './tour';
export { prepare, start } from './write-stream';
