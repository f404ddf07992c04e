// Opening of a device for worlds, from what the user gives or from the page; or the reason why there is none.

import type { Pipelines } from './engine.js';
import { compileKernels } from './engine.js';
import { LARGEST, LEAST_LIMITS, lackOf, limitOf } from './limits.js';
import type { Gpu, GpuAdapter, GpuDevice } from './webgpu.js';

/** The device of a world on the GPU: at most one of these. Without any, that of the page is opened. */
export interface DeviceChoice {
  /** The WebGPU entry point: `navigator.gpu` of a page, or `create([])` of the npm package webgpu. */
  gpu?: Gpu;
  adapter?: GpuAdapter;
  /** A device, or the compiled kernels of a device. */
  device?: GpuDevice | Pipelines;
}

/** Compiles the kernels for a device, for several worlds to share. Throws if there is no device. */
export async function prepareDevice(choice: DeviceChoice = {}): Promise<Pipelines> {
  const found = await openDevice(choice);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** The compiled kernels of a device, or the reason why there is none. */
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

export function lostSentence(message: string): string {
  const why = message.trim().replace(/\.$/, '');
  return `The device was lost${why === '' ? '' : ` (${why})`}.`;
}
