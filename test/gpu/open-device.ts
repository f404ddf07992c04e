// A device for the tests: SwiftShader, which comes with every Chromium and draws by the processor.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GpuDevice } from '../../src/gpu/webgpu.js';
import { provideBrowser } from '../studio/provide-browser.js';

const DRIVER = 'vk_swiftshader_icd.json';

/** All devices end with what made them, so that is kept. */
let kept: unknown;
/** What the device complained of. */
export const deviceErrors: string[] = [];

/** Null, with a message, where there is none to be had. */
export async function openDevice(): Promise<GpuDevice | null> {
  const browser = provideBrowser();
  const folders = [...(browser === null ? [] : [dirname(realpathSync(browser))]), '/usr/lib/chromium'];
  const driver = folders.map((folder) => join(folder, DRIVER)).find((path) => existsSync(path));
  if (driver !== undefined) process.env.VK_ICD_FILENAMES ??= driver;
  process.env.XDG_RUNTIME_DIR ??= '/tmp';
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create(['backend=vulkan']);
  kept = gpu;
  const adapter = await gpu.requestAdapter();
  if (adapter === null || kept === undefined) {
    console.warn('The tests of the world on the GPU are skipped: there is no adapter, and no SwiftShader beside a Chromium.');
    return null;
  }
  const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 10 } });
  // Thrown from within the driver it would end the process.
  device.onuncapturederror = ({ error }) => {
    deviceErrors.push(error.message);
  };
  return device as unknown as GpuDevice;
}
