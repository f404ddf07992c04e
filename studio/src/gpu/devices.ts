// The device of the page's worlds, with compiled kernels. After a loss a new one is requested.

import type { GpuAdapter, Pipelines } from '../../../src/gpu/index.js';
import { prepareDevice } from '../../../src/gpu/index.js';

export interface Found {
  readonly device: GPUDevice;
  readonly kernels: Pipelines;
  /** Whether the device is emulated by the processor. */
  readonly isSoftware: boolean;
}

export class Devices {
  #found: Promise<Found | string> | null = null;

  /** The device, or the reason why there is none as a sentence. */
  find(): Promise<Found | string> {
    this.#found ??= this.#look();
    return this.#found;
  }

  async #look(): Promise<Found | string> {
    try {
      const adapter = (await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined;
      const kernels = await prepareDevice(adapter === undefined ? {} : { adapter: adapter as unknown as GpuAdapter });
      const device = kernels.device as unknown as GPUDevice;
      void device.lost.then(() => {
        this.#found = null;
      });
      return { device, kernels, isSoftware: adapter?.info.isFallbackAdapter === true };
    } catch (error) {
      return (error as Error).message;
    }
  }
}
