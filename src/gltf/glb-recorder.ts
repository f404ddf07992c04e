// Records a run as an animated GLB file: one node for each body, with keys while it moves. Bodies may be added, removed
// and get other shapes during the run.

import type { Body } from '../handles.js';
import { InputError, number, object, refuse } from '../input/fields.js';
import { defaultColour, GROUND_WIDTH } from '../three/default-look.js';
import { trianglesOf } from '../three/shape-triangles.js';
import { POSE_SIZE } from '../world/poses.js';
import { World } from '../world.js';
import { writeGlb } from './libraries.js';
import type { ModelBody, ModelShape } from './model.js';
import { Track } from './tracks.js';

export interface GlbOptions {
  /** Name of the glTF scene; default 'drystone'. */
  name?: string;
  /** Returns the colour of a body as 0xrrggbb. Default: stone for rigid bodies, grey for fixed and scripted ones. */
  colour?: (body: Body) => number;
  /** Width of the squares that are drawn for half-spaces, which are infinite [m]; default 200. */
  groundWidth?: number;
}

export const glbOptionsField = object<GlbOptions>(
  '',
  'how a run is written',
  {},
  {
    name: {
      check(value: unknown, path: string): void {
        if (typeof value !== 'string') refuse(path, value, 'a string');
      },
      schema: () => ({ type: 'string' }),
    },
    colour: {
      check(value: unknown, path: string): void {
        if (typeof value !== 'function') refuse(path, value, 'a function of a body');
      },
      schema: () => ({}),
    },
    groundWidth: number('[m]', { above: 0 }),
  },
);

/** A present or former body. */
interface Recorded extends ModelBody {
  /** Text of its shapes, to detect changes. */
  readonly form: string;
  went?: number;
}

/** Records a world as an animated GLB file. */
export class GlbRecorder {
  readonly world: World;
  readonly #options: GlbOptions;
  readonly #all: Recorded[] = [];
  /** The present bodies, by id. */
  readonly #present = new Map<number, Recorded>();
  #poses = new Float32Array(0);
  /** Turnover of the table of shapes at the last capture. */
  #turnover = -1;
  #bodies: readonly Body[] = [];
  /** World times of the first and the last capture [s]. */
  #start = 0;
  #last = Number.NEGATIVE_INFINITY;

  constructor(world: World, options: GlbOptions = {}) {
    if (!(world instanceof World)) refuse('world', world, 'a World');
    glbOptionsField.check(options, 'options');
    this.world = world;
    this.#options = options;
  }

  /** Records the poses of all bodies. To be called at the start and after each step, or after every few steps. */
  capture(): void {
    const { world } = this;
    const { time } = world;
    if (time <= this.#last) throw new InputError(`The time is ${time} s, but must be after ${this.#last} s, which is captured.`);
    if (this.#all.length === 0) this.#start = time;
    const moment = time - this.#start;
    this.#meetBodies(moment);
    world.writePoses(this.#poses, this.#bodies);
    this.#bodies.forEach(({ id }, i) => {
      this.#present.get(id)?.track.add(moment, this.#poses, POSE_SIZE * i);
    });
    this.#last = time;
  }

  /** The bytes of the file. May be called again after further captures. */
  async write(): Promise<Uint8Array> {
    if (this.#all.length === 0) throw new InputError('There is nothing to write: no body has been captured.');
    const { name = 'drystone', groundWidth = GROUND_WIDTH } = this.#options;
    return writeGlb({ name, groundWidth, bodies: this.#all });
  }

  /** Begins and ends the tracks of bodies that were added, removed or got other shapes. */
  #meetBodies(moment: number): void {
    this.#bodies = [...this.world.bodies()];
    if (this.#poses.length < POSE_SIZE * this.#bodies.length) this.#poses = new Float32Array(POSE_SIZE * this.#bodies.length);
    const { turnover } = this.world.store.shapes;
    const mayHaveChanged = turnover !== this.#turnover;
    this.#turnover = turnover;
    const here = new Map(this.#bodies.map((body) => [body.id, body]));
    for (const [id, recorded] of this.#present) {
      const body = here.get(id);
      if (body !== undefined && !(mayHaveChanged && JSON.stringify(body.shapes) !== recorded.form)) continue;
      recorded.went = moment;
      this.#present.delete(id);
    }
    for (const body of this.#bodies) if (!this.#present.has(body.id)) this.#begin(body, moment);
  }

  #begin(body: Body, moment: number): void {
    const { colour = defaultColour } = this.#options;
    const shapes: ModelShape[] = body.shapes.map((shape) => ({ shape, triangles: trianglesOf(this.world, shape) }));
    const recorded: Recorded = {
      name: body.name ?? `body ${body.id}`,
      colour: checkColour(colour(body)),
      shapes,
      form: JSON.stringify(body.shapes),
      track: new Track(),
      ...(moment > 0 && { came: moment }),
    };
    this.#present.set(body.id, recorded);
    this.#all.push(recorded);
  }
}

export function checkColour(colour: number): number {
  if (!Number.isInteger(colour) || colour < 0 || colour > 0xffffff)
    refuse('what options.colour returned', colour, 'an integer from 0 to 0xffffff');
  return colour;
}
