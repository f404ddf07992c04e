/**
 * Writes runs as animated glTF files for other programs; reads and writes glTF scenes with rigid bodies. The package
 * drystone/gltf.
 *
 * @module drystone/gltf
 */

export type { GlbOptions } from './glb-recorder.js';
export { GlbRecorder } from './glb-recorder.js';
export type { GltfSceneOptions } from './read-scene.js';
export { readGltfScene } from './read-scene.js';
export { writeGltfScene } from './write-scene.js';
