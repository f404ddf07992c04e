// What users get, with the types they get.

export { loadOn } from '../../scenes/index.js';
export * from '../../src/index.js';
