// Buffers and pipelines of a world on the device, and the recording of a step's kernels.

import type { BufferName, Rooms } from './buffers.js';
import { BUFFERS, ELEMENT_BYTES, lengthsOf } from './buffers.js';
import type { KernelName } from './kernels.js';
import { KERNELS, linkKernels } from './kernels.js';
import { checkSize } from './limits.js';
import type { Dispatch } from './plan.js';
import type { GpuBuffer, GpuDevice, GpuEncoder, GpuPass } from './webgpu.js';
import { COMPUTE_STAGE, MAP_READ, USAGE } from './webgpu.js';

/** Alignment of the uniform data of a stage [B]. */
const STAGE_BYTES = 256;
const PARAM_BYTES = 256;
/** Largest number of passes of a timed step [1]. */
const MOST_PHASES = 64;

interface Kernel {
  pipeline: unknown;
  layout: unknown;
  buffers: readonly string[];
}

/** The kernels, compiled for a device and shared by its worlds. */
export interface Pipelines {
  device: GpuDevice;
  kernels: ReadonlyMap<KernelName, Kernel>;
  stageLayout: unknown;
  /** The objects that made the device, if this library has: in Node the device ends when they are collected. */
  source?: unknown;
}

export async function compileKernels(device: GpuDevice): Promise<Pipelines> {
  const stageLayout = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: COMPUTE_STAGE, buffer: { type: 'uniform' } },
      { binding: 1, visibility: COMPUTE_STAGE, buffer: { type: 'uniform', hasDynamicOffset: true, minBindingSize: 16 } },
    ],
  });
  const linked = linkKernels();
  const entries = await Promise.all(
    KERNELS.map(async (name): Promise<[KernelName, Kernel]> => {
      const { code, buffers } = linked.get(name) as { code: string; buffers: readonly string[] };
      const layout = device.createBindGroupLayout({
        entries: buffers.map((_, binding) => ({ binding, visibility: COMPUTE_STAGE, buffer: { type: 'storage' } })),
      });
      const module = device.createShaderModule({ code, label: name });
      const pipeline = await device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout, stageLayout] }),
        compute: { module, entryPoint: name },
        label: name,
      });
      return [name, { pipeline, layout, buffers }];
    }),
  );
  return { device, kernels: new Map(entries), stageLayout };
}

export class Engine {
  readonly device: GpuDevice;
  readonly #kernels: ReadonlyMap<KernelName, Kernel>;
  readonly #stageLayout: unknown;
  readonly rooms: Rooms;
  readonly buffers = new Map<string, GpuBuffer>();
  readonly #params: GpuBuffer;
  #stages: GpuBuffer;
  #stageGroup: unknown;
  #stageRows: Uint32Array = new Uint32Array();
  readonly #groups = new Map<string, unknown>();
  /** Number of recorded steps. Even and odd steps write manifolds to different sets of buffers. */
  steps = 0;

  constructor({ device, kernels, stageLayout }: Pipelines, rooms: Rooms) {
    this.device = device;
    this.#kernels = kernels;
    this.#stageLayout = stageLayout;
    this.rooms = rooms;
    const sizes = Object.entries(lengthsOf(rooms)).map(([name, length]): [string, number] => [
      name,
      Math.max(16, length * ELEMENT_BYTES[BUFFERS[name as BufferName]]),
    ]);
    checkSize(device.limits, Math.max(...sizes.map(([, size]) => size)));
    const usage = USAGE.storage | USAGE.copyTarget | USAGE.copySource;
    for (const [name, size] of sizes) this.buffers.set(name, device.createBuffer({ size, usage, label: name }));
    this.#params = device.createBuffer({ size: PARAM_BYTES, usage: USAGE.uniform | USAGE.copyTarget });
    this.#stages = device.createBuffer({ size: STAGE_BYTES, usage: USAGE.uniform | USAGE.copyTarget });
    this.#stageGroup = null;
  }

  buffer(name: BufferName): GpuBuffer {
    return this.buffers.get(name) as GpuBuffer;
  }

  write(name: BufferName, data: ArrayBufferView, offset = 0): void {
    if (data.byteLength > 0) this.device.queue.writeBuffer(this.buffer(name), offset, data);
  }

  writeParams(data: ArrayBuffer): void {
    this.device.queue.writeBuffer(this.#params, 0, new Uint8Array(data));
  }

  /** Writes and binds the uniform data of stages, one row per dispatch, for this and later steps. */
  writeStages(dispatches: readonly Dispatch[]): void {
    const rows = new Uint32Array((STAGE_BYTES / 4) * dispatches.length);
    dispatches.forEach(({ stage }, i) => {
      rows.set(stage, (STAGE_BYTES / 4) * i);
    });
    const isSame = rows.length === this.#stageRows.length && rows.every((word, i) => word === this.#stageRows[i]);
    if (isSame && this.#stageGroup !== null) return;
    this.#stageRows = rows;
    if (rows.byteLength > this.#stages.size) {
      this.#stages.destroy();
      this.#stages = this.device.createBuffer({ size: rows.byteLength, usage: USAGE.uniform | USAGE.copyTarget });
      this.#stageGroup = null;
    }
    this.device.queue.writeBuffer(this.#stages, 0, rows);
    this.#stageGroup ??= this.device.createBindGroup({
      layout: this.#stageLayout,
      entries: [
        { binding: 0, resource: { buffer: this.#params } },
        { binding: 1, resource: { buffer: this.#stages, size: 16 } },
      ],
    });
  }

  /** Records one step. With `beginPhase`, each phase is a pass of its own, so that it can be timed. */
  record(encoder: GpuEncoder, dispatches: readonly Dispatch[], beginPhase?: (phase: string) => object): void {
    encoder.clearBuffer(this.buffer('cellEnds'));
    let pass: GpuPass | null = null;
    let phase = '';
    let bound: Dispatch | null = null;
    dispatches.forEach((dispatch, i) => {
      if (pass === null || (beginPhase !== undefined && dispatch.phase !== phase)) {
        pass?.end();
        phase = dispatch.phase;
        pass = encoder.beginComputePass(beginPhase?.(phase));
        bound = null;
      }
      if (bound === null || bound.kernel !== dispatch.kernel || bound.scanned !== dispatch.scanned) {
        pass.setPipeline(this.#kernels.get(dispatch.kernel)?.pipeline);
        pass.setBindGroup(0, this.#groupOf(dispatch.kernel, dispatch.scanned));
        bound = dispatch;
      }
      pass.setBindGroup(1, this.#stageGroup, [STAGE_BYTES * i]);
      pass.dispatchWorkgroups(dispatch.groups);
    });
    (pass as GpuPass | null)?.end();
    this.steps++;
  }

  /** Submits one step with timed phases; returns their times [ms]. */
  async recordTimed(dispatches: readonly Dispatch[]): Promise<Map<string, number>> {
    const { device } = this;
    const set = device.createQuerySet({ type: 'timestamp', count: 2 * MOST_PHASES });
    const resolved = device.createBuffer({ size: 16 * MOST_PHASES, usage: USAGE.queryResolve | USAGE.copySource });
    const encoder = device.createCommandEncoder();
    const phases: string[] = [];
    this.record(encoder, dispatches, (phase) => {
      const first = 2 * phases.length;
      phases.push(phase);
      return { timestampWrites: { querySet: set, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 } };
    });
    encoder.resolveQuerySet(set, 0, 2 * phases.length, resolved, 0);
    device.queue.submit([encoder.finish()]);
    const stamps = new BigUint64Array(await this.read(resolved));
    resolved.destroy();
    const times = new Map<string, number>();
    phases.forEach((phase, i) => {
      times.set(phase, (times.get(phase) ?? 0) + Number(stamps[2 * i + 1] - stamps[2 * i]) / 1e6);
    });
    return times;
  }

  #groupOf(name: KernelName, scanned: BufferName | undefined): unknown {
    const isOdd = this.steps % 2 === 1;
    const key = `${name} ${scanned ?? ''} ${isOdd}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const kernel = this.#kernels.get(name) as Kernel;
    const group = this.device.createBindGroup({
      layout: kernel.layout,
      entries: kernel.buffers.map((buffer, binding) => {
        const bound = buffer === 'scanned' ? (scanned as string) : isOdd ? swapped(buffer) : buffer;
        return { binding, resource: { buffer: this.buffers.get(bound) } };
      }),
    });
    this.#groups.set(key, group);
    return group;
  }

  /** The buffer that holds what the last recorded step wrote. */
  current(name: 'manifolds' | 'points'): GpuBuffer {
    return this.buffers.get(this.steps % 2 === 1 ? name : swapped(name)) as GpuBuffer;
  }

  async read(buffer: GpuBuffer, size = buffer.size, offset = 0): Promise<ArrayBuffer> {
    const staging = this.device.createBuffer({ size, usage: USAGE.mapRead | USAGE.copyTarget });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, offset, staging, 0, size);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ);
    const copy = staging.getMappedRange().slice(0);
    staging.destroy();
    return copy;
  }

  destroy(): void {
    for (const buffer of this.buffers.values()) buffer.destroy();
    this.#params.destroy();
    this.#stages.destroy();
  }
}

function swapped(name: string): string {
  const pairs: Record<string, string> = {
    manifolds: 'oldManifolds',
    oldManifolds: 'manifolds',
    points: 'oldPoints',
    oldPoints: 'points',
  };
  return pairs[name] ?? name;
}
