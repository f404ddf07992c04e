// A device for worlds, of what the user gives or of what the page has; or the sentence that says why there is none.

import type { Pipelines } from './engine.js';
import { compileKernels } from './engine.js';
import type { Gpu, GpuAdapter, GpuDevice } from './webgpu.js';

/** Most storage buffers of one kernel [1], and what a device must allow for it. */
const LEAST_LIMITS: Readonly<Record<string, number>> = {
  maxStorageBuffersPerShaderStage: 10,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
};
/** Asked for as much as there is. */
const LARGEST = ['maxStorageBufferBindingSize', 'maxBufferSize'];

/** What a world on the GPU may be given: one of these, or nothing where the page has WebGPU. */
export interface DeviceChoice {
  /** As `navigator.gpu` of a page, or `create([])` of the npm package webgpu. */
  gpu?: Gpu;
  adapter?: GpuAdapter;
  /** A device, or one whose kernels are compiled already. */
  device?: GpuDevice | Pipelines;
}

/** Compiles the kernels for a device, so that several worlds share them. Throws a sentence where there is no device. */
export async function prepareDevice(choice: DeviceChoice = {}): Promise<Pipelines> {
  const found = await openDevice(choice);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** The compiled kernels of a device, or why there is none. */
export async function openDevice({ gpu, adapter, device }: DeviceChoice): Promise<Pipelines | string> {
  if (device !== undefined && 'kernels' in device) return device;
  try {
    const opened = device ?? (await requestDevice(gpu, adapter));
    if (typeof opened === 'string') return opened;
    const lack = lackOf(opened.limits, 'The device');
    if (lack !== null) return lack;
    const lost = opened.lost.then(({ message }) => lostSentence(message));
    const pipelines = await Promise.race([compileKernels(opened), lost]);
    return typeof pipelines === 'string' ? pipelines : { ...pipelines, source: [gpu, adapter] };
  } catch (error) {
    return `The device cannot be used: ${(error as Error).message.trim()}`;
  }
}

async function requestDevice(given: Gpu | undefined, known: GpuAdapter | undefined): Promise<GpuDevice | string> {
  const gpu = given ?? (globalThis as { navigator?: { gpu?: Gpu } }).navigator?.gpu;
  if (known === undefined && gpu === undefined) return 'There is no WebGPU here: navigator.gpu is missing.';
  const adapter = known ?? (await (gpu as Gpu).requestAdapter({ powerPreference: 'high-performance' }));
  if (adapter === null) return 'WebGPU has no adapter here.';
  const lack = lackOf(adapter.limits, 'The adapter');
  if (lack !== null) return lack;
  const asked = [...Object.keys(LEAST_LIMITS), ...LARGEST].map((name) => [
    name,
    LEAST_LIMITS[name] ?? limitOf(adapter.limits, name),
  ]);
  return adapter.requestDevice({ requiredLimits: Object.fromEntries(asked) });
}

function lackOf(limits: object, who: string): string | null {
  for (const [name, least] of Object.entries(LEAST_LIMITS)) {
    const limit = limitOf(limits, name);
    if (limit < least) return `${who} allows ${limit} for ${name}, but a world on the GPU needs ${least}.`;
  }
  return null;
}

function limitOf(limits: object, name: string): number {
  return (limits as Readonly<Record<string, number>>)[name];
}

export function lostSentence(message: string): string {
  const why = message.trim().replace(/\.$/, '');
  return `The device was lost${why === '' ? '' : ` (${why})`}.`;
}
