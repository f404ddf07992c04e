// Engines without a half-space get a box below its plane instead.

/**
 * Wide enough for what flies off, small enough for single precision [m].
 * @type {{ halfExtents: import('../plain-scene.mjs').Vec3 }}
 */
export const GROUND = { halfExtents: [200, 10, 200] };
