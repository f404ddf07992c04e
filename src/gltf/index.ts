/**
 * Runs as animated glTF files, which other programs open, and scenes with rigid bodies as glTF files. The package drystone/gltf.
 *
 * @module drystone/gltf
 */

export type { GlbOptions } from './glb-recorder.js';
export { GlbRecorder } from './glb-recorder.js';
export type { GltfSceneOptions } from './read-scene.js';
export { readGltfScene } from './read-scene.js';
export { writeGltfScene } from './write-scene.js';
