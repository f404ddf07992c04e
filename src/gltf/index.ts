// Runs as animated glTF files, which other programs open. The package drystone/gltf.

export type { GlbOptions } from './glb-recorder.js';
export { GlbRecorder } from './glb-recorder.js';
