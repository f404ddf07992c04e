// Drawing of a world that runs on the processor, by the studio's viewport, from poses that are read after every step.

import { describeBody } from '../../../src/gpu/describe-bodies.js';
import type { GpuNumbers, PlacedWorld } from '../../../src/gpu/index.js';
import type { BodyDescriptor } from '../../../src/index.js';
import type { BodyPicture, Frame } from '../protocol.js';
import { ACTIVITIES, FIRST_LOOK, isMoved } from '../protocol.js';
import type { Range } from '../view/colours.js';
import { type Theme, Viewport } from '../view/viewport.js';
import type { Painter } from './painter.js';
import { rangeOf } from './painter.js';
import type { Mode } from './shaders.js';

/** A body below this speed counts as at rest [m/s]. */
const SLOW = 1e-4;

interface Known {
  readonly picture: BodyPicture;
  /** [kg] */
  readonly mass: number;
}

export class ProcessorPainter implements Painter {
  readonly #viewport: Viewport;
  readonly #world: PlacedWorld;
  /** The descriptor of a body, by id. */
  readonly #descriptorOf: (id: number) => BodyDescriptor;
  readonly #known = new Map<number, Known>();
  #drawn = '';
  #mode: Mode = 'stone';
  #masses: Range = { least: 0, most: 0 };

  constructor(canvas: HTMLCanvasElement, world: PlacedWorld, descriptorOf: (id: number) => BodyDescriptor) {
    this.#viewport = new Viewport(canvas);
    this.#world = world;
    this.#descriptorOf = descriptorOf;
  }

  get camera() {
    return this.#viewport.camera;
  }

  get controls() {
    return this.#viewport.controls;
  }

  get reach() {
    return this.#viewport.reach;
  }

  get range(): Range {
    return rangeOf(this.#mode, this.#masses, this.reach);
  }

  setTheme(theme: Theme): void {
    this.#viewport.setTheme(theme);
    this.#viewport.requestDrawing();
  }

  setMode(mode: Mode): void {
    this.#mode = mode;
    void this.refresh();
  }

  fit(): void {
    this.#viewport.fit();
  }

  async refresh(): Promise<void> {
    const { ids, values } = await this.#world.poses();
    const known = ids.map((id) => this.#know(id));
    const drawn = ids.join();
    const bodies = drawn === this.#drawn ? null : known.map(({ picture }) => picture);
    this.#drawn = drawn;
    const masses = known.flatMap(({ picture, mass }) => (isMoved(picture.kind) ? [mass] : []));
    this.#masses = { least: Math.min(...masses), most: Math.max(...masses) };
    const colours = this.#valuesOf(known, await this.#world.velocities());
    this.#viewport.show(frameOf(bodies, Float32Array.from(values)), FIRST_LOOK);
    this.#viewport.showColours(this.#mode, colours, this.range, null);
  }

  #know(id: number): Known {
    const before = this.#known.get(id);
    if (before !== undefined) return before;
    const body = this.#descriptorOf(id);
    const shapes = body.shapes.map((shape) => ({
      shape,
      position: shape.position ?? [0, 0, 0],
      orientation: shape.orientation ?? [0, 0, 0, 1],
      mesh: null,
    }));
    const picture = { id, name: body.name ?? '', kind: body.kind ?? 'rigid', shapes };
    const known = { picture, mass: describeBody(body, body.name ?? 'body').mass };
    this.#known.set(id, known);
    return known;
  }

  #valuesOf(known: readonly Known[], { values }: GpuNumbers): Float32Array {
    return Float32Array.from(known, ({ picture, mass }, i) => {
      const speed = Math.hypot(values[6 * i], values[6 * i + 1], values[6 * i + 2]);
      if (this.#mode === 'mass') return mass;
      if (this.#mode === 'speed') return speed;
      return ACTIVITIES.indexOf(!isMoved(picture.kind) ? 'fixed' : speed <= SLOW ? 'at rest' : 'moving');
    });
  }

  draw(): void {
    this.#viewport.draw();
  }

  dispose(): void {
    this.#viewport.controls.dispose();
  }
}

/** A frame with bodies and poses only. */
function frameOf(bodies: Frame['bodies'], poses: Float32Array): Frame {
  const unseen = { contacts: null, edges: null, boxes: null, jointRows: null, ropes: null, cells: null };
  const nothing = { ...unseen, measures: null, times: null };
  return {
    ...nothing,
    bodies,
    poses,
    joints: bodies === null ? null : [],
    values: new Float32Array(),
    statistics: { first: 0, rows: new Float32Array() },
    step: 0,
    time: 0,
    last: 0,
    hash: null,
    selected: null,
    joint: null,
    notice: null,
  };
}
