/**
 * Drystone with three.js: bodies as instanced meshes, objects as bodies, debug lines of a world, picking. The package
 * drystone/three; three is a peer dependency.
 *
 * @module drystone/three
 */

export type { GeometryForm, ObjectBodyOptions } from './body-from-object.js';
export { createBodyFrom } from './body-from-object.js';
export type { DebugViewOptions } from './debug-view.js';
export { DebugView } from './debug-view.js';
export { Followers } from './followers.js';
export { pick, pickByRay } from './pick.js';
export type { PoseSource } from './pose-source.js';
export type { ShownWorld, ShowOptions } from './show-world.js';
export { showWorld } from './show-world.js';
export type { WorldViewOptions } from './world-view.js';
export { WorldView } from './world-view.js';
