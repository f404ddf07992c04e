// Render pipelines on the device, for shadows, bodies, vessels and the ground, and their render targets.

import { Color } from 'three';
import { CORNER_WIDTH, INSTANCE_BYTES } from './batches.js';
import { PICTURE_CODE, SHADOW_CODE } from './shaders.js';
import { SHADOW_MAP, VIEW_BYTES } from './view-numbers.js';

/** Width and height [px]. */
export type PictureSize = readonly [number, number];

/** Constants of the WebGPU standard, which TypeScript's browser types do not have. */
export const BUFFER = { copyTarget: 8, index: 16, vertex: 32, uniform: 64 } as const;
const TEXTURE = { bound: 4, target: 16 } as const;
const STAGE = { vertex: 1, fragment: 2 } as const;

const DEPTH = 'depth32float';
const SAMPLES = 4;
const CORNERS: GPUVertexBufferLayout = {
  arrayStride: 4 * CORNER_WIDTH,
  attributes: [
    { shaderLocation: 0, offset: 0, format: 'float32x3' },
    { shaderLocation: 1, offset: 12, format: 'float32x3' },
    { shaderLocation: 2, offset: 24, format: 'float32x3' },
    { shaderLocation: 3, offset: 36, format: 'float32' },
  ],
};
const INSTANCES: GPUVertexBufferLayout = {
  arrayStride: INSTANCE_BYTES,
  stepMode: 'instance',
  attributes: [
    { shaderLocation: 4, offset: 0, format: 'uint32' },
    { shaderLocation: 5, offset: 4, format: 'float32x3' },
  ],
};
const GROUNDS: GPUVertexBufferLayout = {
  arrayStride: 4,
  stepMode: 'instance',
  attributes: [{ shaderLocation: 4, offset: 0, format: 'uint32' }],
};
const BLENDED: GPUBlendState = {
  color: { srcFactor: 'src-alpha', dstFactor: 'one-minus-src-alpha' },
  alpha: { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' },
};

export class Pipelines {
  readonly canvas: HTMLCanvasElement;
  readonly ground: GPURenderPipeline;
  readonly solid: GPURenderPipeline;
  readonly glass: GPURenderPipeline;
  readonly #device: GPUDevice;
  readonly #context: GPUCanvasContext;
  readonly #format: GPUTextureFormat;
  readonly #shadow: GPURenderPipeline;
  readonly #layouts: { shadow: GPUBindGroupLayout; picture: GPUBindGroupLayout };
  readonly #view: GPUBuffer;
  readonly #shadows: GPUTexture;
  #targets: { colour: GPUTexture; depth: GPUTexture } | null = null;

  constructor(canvas: HTMLCanvasElement, device: GPUDevice) {
    this.canvas = canvas;
    this.#device = device;
    this.#context = canvas.getContext('webgpu') as GPUCanvasContext;
    this.#format = navigator.gpu.getPreferredCanvasFormat();
    this.#context.configure({ device, format: this.#format, alphaMode: 'opaque' });
    this.#view = device.createBuffer({ size: VIEW_BYTES, usage: BUFFER.uniform | BUFFER.copyTarget });
    this.#shadows = this.#texture([SHADOW_MAP, SHADOW_MAP], DEPTH, 1, TEXTURE.bound);
    const both = STAGE.vertex | STAGE.fragment;
    const shared: GPUBindGroupLayoutEntry[] = [
      { binding: 0, visibility: both, buffer: {} },
      { binding: 1, visibility: STAGE.vertex, buffer: { type: 'read-only-storage' } },
      { binding: 2, visibility: STAGE.vertex, buffer: { type: 'read-only-storage' } },
    ];
    const lighted: GPUBindGroupLayoutEntry[] = [
      { binding: 3, visibility: STAGE.fragment, texture: { sampleType: 'depth' } },
      { binding: 4, visibility: STAGE.fragment, sampler: { type: 'comparison' } },
    ];
    this.#layouts = {
      shadow: device.createBindGroupLayout({ entries: shared }),
      picture: device.createBindGroupLayout({ entries: [...shared, ...lighted] }),
    };
    this.#shadow = this.#pipeline({
      vertex: { module: device.createShaderModule({ code: SHADOW_CODE }), entryPoint: 'castBody', buffers: [CORNERS, INSTANCES] },
      depthStencil: { format: DEPTH, depthWriteEnabled: true, depthCompare: 'less', depthBiasSlopeScale: 2 },
      primitive: { topology: 'triangle-list' },
      layout: this.#layouts.shadow,
    });
    const module = device.createShaderModule({ code: PICTURE_CODE });
    const picture = (vertex: string, fragment: string, buffers: (GPUVertexBufferLayout | null)[], blend?: GPUBlendState) =>
      this.#pipeline({
        vertex: { module, entryPoint: vertex, buffers },
        fragment: {
          module,
          entryPoint: fragment,
          targets: [{ format: this.#format, ...(blend !== undefined && { blend }) }],
        },
        depthStencil: { format: DEPTH, depthWriteEnabled: blend === undefined, depthCompare: 'less' },
        // The ground is drawn from both sides.
        primitive: { topology: 'triangle-list', cullMode: buffers[0] === null ? 'none' : 'back' },
        multisample: { count: SAMPLES },
        layout: this.#layouts.picture,
      });
    this.solid = picture('showBody', 'paintBody', [CORNERS, INSTANCES]);
    this.glass = picture('showBody', 'paintGlass', [CORNERS, INSTANCES], BLENDED);
    this.ground = picture('showGround', 'paintGround', [null, GROUNDS]);
  }

  #pipeline({
    layout,
    ...rest
  }: Omit<GPURenderPipelineDescriptor, 'layout'> & { layout: GPUBindGroupLayout }): GPURenderPipeline {
    return this.#device.createRenderPipeline({
      ...rest,
      layout: this.#device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    });
  }

  #texture(size: PictureSize, format: GPUTextureFormat, sampleCount: number, usage = 0): GPUTexture {
    return this.#device.createTexture({ size: [...size], format, sampleCount, usage: usage | TEXTURE.target });
  }

  /** Creates a buffer with these contents. */
  buffer(data: Float32Array | Uint32Array | Uint8Array, usage: number): GPUBuffer {
    const buffer = this.#device.createBuffer({ size: Math.max(16, data.byteLength), usage: usage | BUFFER.copyTarget });
    this.#device.queue.writeBuffer(buffer, 0, data as Float32Array<ArrayBuffer>);
    return buffer;
  }

  /** Bind groups of the simulation buffers that are drawn. */
  bind(bodies: GPUBuffer, colliders: GPUBuffer): { shadow: GPUBindGroup; picture: GPUBindGroup } {
    const shared: GPUBindGroupEntry[] = [this.#view, bodies, colliders].map((buffer, binding) => ({
      binding,
      resource: { buffer },
    }));
    const compared = this.#device.createSampler({ compare: 'less', magFilter: 'linear', minFilter: 'linear' });
    return {
      shadow: this.#device.createBindGroup({ layout: this.#layouts.shadow, entries: shared }),
      picture: this.#device.createBindGroup({
        layout: this.#layouts.picture,
        entries: [...shared, { binding: 3, resource: this.#shadows.createView() }, { binding: 4, resource: compared }],
      }),
    };
  }

  write(view: ArrayBuffer): void {
    this.#device.queue.writeBuffer(this.#view, 0, view);
  }

  beginShadows(encoder: GPUCommandEncoder, group: GPUBindGroup): GPURenderPassEncoder {
    const pass = encoder.beginRenderPass({
      colorAttachments: [],
      depthStencilAttachment: {
        view: this.#shadows.createView(),
        depthClearValue: 1,
        depthLoadOp: 'clear',
        depthStoreOp: 'store',
      },
    });
    pass.setBindGroup(0, group);
    pass.setPipeline(this.#shadow);
    return pass;
  }

  beginPicture(encoder: GPUCommandEncoder, group: GPUBindGroup, size: PictureSize, background: string): GPURenderPassEncoder {
    const { colour, depth } = this.#targetsOf(size);
    const [r, g, b] = new Color(background).convertLinearToSRGB().toArray();
    const pass = encoder.beginRenderPass({
      colorAttachments: [
        {
          view: colour.createView(),
          resolveTarget: this.#context.getCurrentTexture().createView(),
          clearValue: [r, g, b, 1],
          loadOp: 'clear',
          storeOp: 'discard',
        },
      ],
      depthStencilAttachment: { view: depth.createView(), depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'discard' },
    });
    pass.setBindGroup(0, group);
    return pass;
  }

  #targetsOf(size: PictureSize): { colour: GPUTexture; depth: GPUTexture } {
    const [width, height] = size;
    if (this.#targets === null || this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.#release();
      this.#targets = { colour: this.#texture(size, this.#format, SAMPLES), depth: this.#texture(size, DEPTH, SAMPLES) };
    }
    return this.#targets;
  }

  #release(): void {
    this.#targets?.colour.destroy();
    this.#targets?.depth.destroy();
  }

  dispose(): void {
    this.#release();
    this.#shadows.destroy();
    this.#view.destroy();
    this.#context.unconfigure();
  }
}
