// Drawing of a world on the GPU directly from its simulation buffers, without reading them back.

import { Box3, Vector3, WebGPUCoordinateSystem } from 'three';
import type { DeviceBody } from '../../../src/gpu/describe-bodies.js';
import { NOTHING } from '../../../src/gpu/describe-bodies.js';
import type { GpuWorld } from '../../../src/gpu/gpu-world.js';
import type { PlacedWorld } from '../../../src/gpu/index.js';
import { rotate } from '../../../src/math/vector.js';
import { HALF_SPACE } from '../../../src/shapes/shape-kinds.js';
import type { Range } from '../view/colours.js';
import type { Theme } from '../view/viewport.js';
import type { Batch } from './batches.js';
import { batchShapes } from './batches.js';
import { Eye } from './eye.js';
import type { Painter } from './painter.js';
import { rangeOf } from './painter.js';
import { BUFFER, type PictureSize, Pipelines } from './pipelines.js';
import type { Mode } from './shaders.js';
import { viewNumbers } from './view-numbers.js';

/** A body counts as at rest below this fraction of the speed that gravity adds in a step [1]. */
const AT_REST = 1e-3;

const NO_MASSES: Range = { least: Number.POSITIVE_INFINITY, most: 0 };

/** A batch on the device. */
interface Drawn {
  readonly corners: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly instances: GPUBuffer;
  readonly indexCount: number;
  readonly count: number;
}

export class DevicePainter implements Painter {
  readonly #eye: Eye;
  readonly #world: PlacedWorld;
  readonly #device: GPUDevice;
  readonly #pipelines: Pipelines;
  readonly #bounds = new Box3();
  #theme: Theme | null = null;
  #mode: Mode = 'stone';
  #masses: Range = NO_MASSES;
  /** The core that is drawn; the world replaces it by another when room runs out. */
  #core: GpuWorld | null = null;
  #revision = -1;
  #groups: { shadow: GPUBindGroup; picture: GPUBindGroup } | null = null;
  #solid: Drawn[] = [];
  #glass: Drawn[] = [];
  #grounds: Pick<Drawn, 'instances' | 'count'>[] = [];
  /** Number of rows that are drawn. */
  #rows = 0;
  #needsDrawing = true;
  #size: PictureSize = [0, 0];

  constructor(canvas: HTMLCanvasElement, device: GPUDevice, world: PlacedWorld) {
    this.#world = world;
    this.#device = device;
    this.#pipelines = new Pipelines(canvas, device);
    this.#eye = new Eye(canvas, () => {
      this.#needsDrawing = true;
    });
    this.camera.coordinateSystem = WebGPUCoordinateSystem;
    this.#take();
    for (const body of this.#core?.bodies ?? []) this.#bounds.union(boundsOf(body));
    if (this.#bounds.isEmpty()) this.#bounds.expandByPoint(new Vector3()).expandByScalar(2);
  }

  get camera() {
    return this.#eye.camera;
  }

  get controls() {
    return this.#eye.controls;
  }

  get reach() {
    return this.#eye.reach;
  }

  get range(): Range {
    return rangeOf(this.#mode, this.#masses, this.reach);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#needsDrawing = true;
  }

  setMode(mode: Mode): void {
    this.#mode = mode;
    this.#needsDrawing = true;
  }

  fit(): void {
    this.#eye.fit(this.#bounds);
    this.#needsDrawing = true;
  }

  async refresh(): Promise<void> {
    this.#needsDrawing = true;
  }

  /** Adds the shapes of new rows; of all rows if existing rows have changed. */
  #take(): void {
    const core = this.#world.device?.core ?? null;
    if (core === null) return;
    if (core !== this.#core || core.revision !== this.#revision) this.#begin(core);
    const from = this.#rows;
    if (core.bodies.length === from) return;
    this.#rows = core.bodies.length;
    this.#needsDrawing = true;
    const { solid, glass, grounds } = batchShapes(core.bodies, from === 0 ? vesselsOf(core.bodies) : new Set(), from);
    this.#solid.push(...solid.map((batch) => this.#send(batch)));
    this.#glass.push(...glass.map((batch) => this.#send(batch)));
    if (grounds.length > 0) {
      const instances = this.#pipelines.buffer(Uint32Array.from(grounds), BUFFER.vertex);
      this.#grounds.push({ instances, count: grounds.length });
    }
    let { least, most } = this.#masses;
    for (let row = from; row < core.bodies.length; row++) {
      const { mass, isFixed } = core.bodies[row];
      if (isFixed) continue;
      least = Math.min(least, mass);
      most = Math.max(most, mass);
    }
    this.#masses = { least, most };
  }

  /** Begins to draw from the buffers of another core, without any rows. */
  #begin(core: GpuWorld): void {
    const [bodies, colliders] = (['bodies', 'colliders'] as const).map(
      (name) => core.engine.buffer(name) as unknown as GPUBuffer,
    );
    this.#groups = this.#pipelines.bind(bodies, colliders);
    this.#core = core;
    this.#revision = core.revision;
    this.#rows = 0;
    this.#masses = NO_MASSES;
    this.#dispose();
    this.#solid = [];
    this.#glass = [];
    this.#grounds = [];
  }

  #send({ corners, indices, instances, count }: Batch): Drawn {
    return {
      corners: this.#pipelines.buffer(corners, BUFFER.vertex),
      indices: this.#pipelines.buffer(indices, BUFFER.index),
      instances: this.#pipelines.buffer(new Uint8Array(instances), BUFFER.vertex),
      indexCount: indices.length,
      count,
    };
  }

  draw(): void {
    this.#take();
    const size = this.#eye.resize();
    if (size[0] !== this.#size[0] || size[1] !== this.#size[1]) this.#needsDrawing = true;
    const { clientHeight } = this.#pipelines.canvas;
    if (!this.#needsDrawing || this.#core === null || this.#theme === null || this.#groups === null || clientHeight === 0) return;
    this.#needsDrawing = false;
    this.#size = size;
    const { cell, dt, gravity } = this.#core;
    const fall = Math.sqrt(gravity.reduce((sum, x) => sum + x * x, 0)) * dt;
    const seen = { camera: this.camera, reach: this.reach, theme: this.#theme, mode: this.#mode, range: this.range };
    this.#pipelines.write(viewNumbers({ ...seen, still: AT_REST * fall, cell }));
    const encoder = this.#device.createCommandEncoder();
    const shadow = this.#pipelines.beginShadows(encoder, this.#groups.shadow);
    for (const drawn of this.#solid) drawBatch(shadow, drawn);
    shadow.end();
    const pass = this.#pipelines.beginPicture(encoder, this.#groups.picture, size, this.#theme.background);
    pass.setPipeline(this.#pipelines.ground);
    for (const { instances, count } of this.#grounds) {
      pass.setVertexBuffer(1, instances);
      pass.draw(6, count);
    }
    pass.setPipeline(this.#pipelines.solid);
    for (const drawn of this.#solid) drawBatch(pass, drawn);
    pass.setPipeline(this.#pipelines.glass);
    for (const drawn of this.#glass) drawBatch(pass, drawn);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
  }

  #dispose(): void {
    for (const { corners, indices, instances } of [...this.#solid, ...this.#glass])
      for (const buffer of [corners, indices, instances]) buffer.destroy();
    for (const { instances } of this.#grounds) instances.destroy();
  }

  dispose(): void {
    this.#dispose();
    this.#pipelines.dispose();
    this.#eye.dispose();
  }
}

function drawBatch(pass: GPURenderPassEncoder, { corners, indices, instances, indexCount, count }: Drawn): void {
  pass.setVertexBuffer(0, corners);
  pass.setVertexBuffer(1, instances);
  pass.setIndexBuffer(indices, 'uint32');
  pass.drawIndexed(indexCount, count);
}

/** Bounding box of all shapes of a body at its initial pose. */
function boundsOf({ pose, shapes }: DeviceBody): Box3 {
  const box = new Box3();
  for (const { kind, pose: local, size } of shapes) {
    if (kind === HALF_SPACE || kind === NOTHING) continue;
    const turned = [0, 1, 2].map((k) =>
      rotate(
        pose.orientation,
        rotate(local.orientation, [0, 1, 2].map((i) => (i === k ? size[k] : 0)) as [number, number, number]),
      ),
    );
    const half = [0, 1, 2].map((k) => turned.reduce((sum, axis) => sum + Math.abs(axis[k]), 0));
    const offset = rotate(pose.orientation, local.position);
    const middle = pose.position.map((x, k) => x + offset[k]);
    box.expandByPoint(new Vector3(...middle.map((x, k) => x - half[k])));
    box.expandByPoint(new Vector3(...middle.map((x, k) => x + half[k])));
  }
  return box;
}

/** Rows of vessels, which are drawn transparent: fixed bodies with a moving body inside their bounds. */
function vesselsOf(bodies: readonly DeviceBody[]): Set<number> {
  const vessels = new Set<number>();
  const point = new Vector3();
  bodies.forEach((body, row) => {
    if (!body.isFixed) return;
    const box = boundsOf(body);
    if (!box.isEmpty() && bodies.some(({ isFixed, pose }) => !isFixed && box.containsPoint(point.set(...pose.position))))
      vessels.add(row);
  });
  return vessels;
}
