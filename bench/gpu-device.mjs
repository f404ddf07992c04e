// The device of the benchmarks of the world on the GPU, with its kernels, and the file of their rows.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { compileKernels } from '../dist/src/gpu/engine.js';

/** Rows as lines of JSON, on the screen and in a file of a folder. */
export function tellInto(folder, name) {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${name}`;
  writeFileSync(file, '');
  return (row) => {
    const text = JSON.stringify(row, (_, value) =>
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
    );
    console.log(text);
    appendFileSync(file, `${text}\n`);
  };
}

/** The fastest device that the package `webgpu` has; where it is elsewhere, DRYSTONE_WEBGPU names its index.js. */
export async function openDevice(tell) {
  const { create, globals } = await import(process.env.DRYSTONE_WEBGPU ?? 'webgpu');
  Object.assign(globalThis, globals);
  // Times of phases as they are: what a page may read is rounded to 65,536 ns, which is as long as many of them.
  const gpu = create(['backend=vulkan', 'disable-dawn-features=timestamp_quantization']);
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) throw new Error('There is no WebGPU adapter.');
  const { limits } = adapter;
  const hasTimes = adapter.features.has('timestamp-query');
  const device = await adapter.requestDevice({
    requiredFeatures: hasTimes ? ['timestamp-query'] : [],
    requiredLimits: {
      maxStorageBuffersPerShaderStage: 10,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxBufferSize: limits.maxBufferSize,
    },
  });
  device.onuncapturederror = (event) => tell({ part: 'error', message: event.error.message.slice(0, 2000) });
  const before = performance.now();
  // The device ends when what made it is collected.
  const pipelines = { ...(await compileKernels(device)), source: [gpu, adapter] };
  const { description, vendor } = adapter.info;
  tell({ part: 'adapter', description, vendor, compiling: performance.now() - before });
  return { device, hasTimes, pipelines };
}

/**
 * Keeps the device busy for so long [ms]. A device that has nothing to do lowers its clock while the processor makes the next scene, and
 * what is timed at once then takes up to three times as long.
 */
export async function raiseClock(device, milliseconds = 500) {
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var<storage, read_write> data: array<f32>;
      @compute @workgroup_size(256) fn work(@builtin(global_invocation_id) id: vec3u) {
        var x = data[id.x];
        for (var i = 0u; i < 1000u; i++) { x = fma(x, 1.0001, 1.0); }
        data[id.x] = x;
      }`,
  });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'work' } });
  // Storage.
  const storage = device.createBuffer({ size: 1 << 20, usage: 128 });
  const entries = [{ binding: 0, resource: { buffer: storage } }];
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  for (const begin = performance.now(); performance.now() - begin < milliseconds; ) {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let i = 0; i < 100; i++) pass.dispatchWorkgroups(1024);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  }
  storage.destroy();
}
