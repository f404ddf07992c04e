// Types of the part of WebGPU that this library uses. They are declared here so that the library depends neither on the
// types of browsers nor on a package.

export interface GpuBuffer {
  readonly size: number;
  mapAsync(mode: number): Promise<void>;
  getMappedRange(): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}
export interface GpuPass {
  setPipeline(pipeline: unknown): void;
  setBindGroup(index: number, group: unknown, offsets?: readonly number[]): void;
  dispatchWorkgroups(x: number): void;
  end(): void;
}
export interface GpuEncoder {
  beginComputePass(options?: object): GpuPass;
  clearBuffer(buffer: GpuBuffer): void;
  copyBufferToBuffer(from: GpuBuffer, fromOffset: number, to: GpuBuffer, toOffset: number, size: number): void;
  resolveQuerySet(set: unknown, first: number, count: number, to: GpuBuffer, offset: number): void;
  finish(): unknown;
}
export interface GpuDevice {
  readonly lost: Promise<{ readonly reason?: string; readonly message: string }>;
  readonly queue: {
    writeBuffer(buffer: GpuBuffer, offset: number, data: ArrayBufferView): void;
    submit(commands: readonly unknown[]): void;
    onSubmittedWorkDone(): Promise<void>;
  };
  readonly features: { has(name: string): boolean };
  readonly limits: object;
  createBuffer(options: object): GpuBuffer;
  createShaderModule(options: { code: string; label?: string }): {
    getCompilationInfo(): Promise<{ messages: readonly GpuMessage[] }>;
  };
  createBindGroupLayout(options: object): unknown;
  createPipelineLayout(options: object): unknown;
  createComputePipelineAsync(options: object): Promise<unknown>;
  createBindGroup(options: object): unknown;
  createCommandEncoder(): GpuEncoder;
  createQuerySet(options: object): unknown;
  pushErrorScope(filter: string): void;
  popErrorScope(): Promise<{ message: string } | null>;
  destroy(): void;
}
export interface GpuMessage {
  readonly type: string;
  readonly message: string;
  readonly lineNum: number;
}
export interface GpuAdapter {
  readonly limits: object;
  readonly features: { has(name: string): boolean };
  readonly info?: {
    readonly vendor: string;
    readonly architecture: string;
    readonly device: string;
    readonly description: string;
  };
  requestDevice(options: object): Promise<GpuDevice>;
}
export interface Gpu {
  requestAdapter(options?: object): Promise<GpuAdapter | null>;
}

/** Constants of the WebGPU standard. */
export const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128, queryResolve: 512 } as const;
export const MAP_READ = 1;
export const COMPUTE_STAGE = 4;
