// The device that worlds of the page run on, with their kernels; it is looked for anew once it is lost.

import type { GpuAdapter, Pipelines } from '../../../src/gpu/index.js';
import { prepareDevice } from '../../../src/gpu/index.js';

export interface Found {
  readonly device: GPUDevice;
  readonly kernels: Pipelines;
  /** Whether the processor does what a GPU would do. */
  readonly isSoftware: boolean;
}

export class Devices {
  #found: Promise<Found | string> | null = null;

  /** The device, or the sentence that says why there is none. */
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
