/**
 * A world whose state stays on the GPU, and falls back to the processor. The package drystone/gpu.
 *
 * @module drystone/gpu
 */

export type { GpuWorldOptions } from './create-gpu-world.js';
export { createGpuWorld } from './create-gpu-world.js';
export type { DeviceWorld } from './device-world.js';
export type { Pipelines } from './engine.js';
export type { DeviceBits, GpuWorld } from './gpu-world.js';
export type { DeviceChoice } from './open-device.js';
export { prepareDevice } from './open-device.js';
export { PlacedWorld } from './placed-world.js';
export type {
  GpuContact,
  GpuEdge,
  GpuEnergies,
  GpuEvent,
  GpuNumbers,
  GpuSnapshot,
  SavedBody,
  WorldAtPlace,
} from './readings.js';
export { GpuGraph } from './readings.js';
export type { Gpu, GpuAdapter, GpuDevice } from './webgpu.js';
