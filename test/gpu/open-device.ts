// A device for the tests: SwiftShader, which comes with every Chromium and draws by the processor.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileKernels } from '../../src/gpu/engine.js';
import type { Pipelines } from '../../src/gpu/engine.js';
import { provideBrowser } from '../studio/provide-browser.js';

const DRIVER = 'vk_swiftshader_icd.json';

/** Null, with a message, where there is none to be had. */
export async function openDevice(): Promise<Pipelines | null> {
  const browser = provideBrowser();
  const folders = [...(browser === null ? [] : [dirname(realpathSync(browser))]), '/usr/lib/chromium'];
  const driver = folders.map((folder) => join(folder, DRIVER)).find((path) => existsSync(path));
  if (driver !== undefined) process.env.VK_ICD_FILENAMES ??= driver;
  process.env.XDG_RUNTIME_DIR ??= '/tmp';
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const adapter = await create([`backend=vulkan`]).requestAdapter();
  if (adapter === null) {
    console.warn('The tests of the world on the GPU are skipped: there is no adapter, and no SwiftShader beside a Chromium.');
    return null;
  }
  const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 10 } });
  device.onuncapturederror = ({ error }: { error: Error }) => {
    throw error;
  };
  return compileKernels(device as never);
}
