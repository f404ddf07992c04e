// The hot loops in AssemblyScript: f64 for what must keep momentum, f32x4 for the sweeps. Compiled by scripts/build.mjs; not part
// of the TypeScript project. contact-stream.ts says what each does and in which order they are called; what block-factorization.ts adds
// is another matter, over a memory of its own.

export { factorizeBlocks, solveBlocks } from './block-factorization';
export { applyImpulses, finish } from './impulses';
export { meanMobility, penetrates, predictGaps, sweepPositions } from './positions';
export { residual, sweepVelocities } from './sweep-velocities';
export { prepare, start } from './write-stream';
