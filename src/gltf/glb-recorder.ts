// A run as an animated GLB file: one node a body, keys where it moves. Bodies may come, go and change their shapes on the way.

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
  /** The name of the glTF scene; default 'drystone'. */
  name?: string;
  /** The colour of a body as 0xrrggbb. Default stone for what moves, grey for what is fixed or scripted. */
  colour?: (body: Body) => number;
  /** Half-spaces have no end: they are drawn as squares of this width [m]; default 200. */
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

/** A body that is there, or was. */
interface Recorded extends ModelBody {
  /** Its shapes, to see when they change. */
  readonly form: string;
  went?: number;
}

export class GlbRecorder {
  readonly world: World;
  readonly #options: GlbOptions;
  readonly #all: Recorded[] = [];
  /** What is there, by the ids of bodies. */
  readonly #present = new Map<number, Recorded>();
  #poses = new Float32Array(0);
  /** How often shapes had come and gone. */
  #turnover = -1;
  #bodies: readonly Body[] = [];
  /** Of the world [s]. */
  #start = 0;
  #last = Number.NEGATIVE_INFINITY;

  constructor(world: World, options: GlbOptions = {}) {
    if (!(world instanceof World)) refuse('world', world, 'a World');
    glbOptionsField.check(options, 'options');
    this.world = world;
    this.#options = options;
  }

  /** Notes where all bodies are. To be called at the start and after each step, or after as many as a key is wanted for. */
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

  /** The bytes of the file. What is captured later may be written again. */
  async write(): Promise<Uint8Array> {
    if (this.#all.length === 0) throw new InputError('There is nothing to write: no body has been captured.');
    const { name = 'drystone', groundWidth = GROUND_WIDTH } = this.#options;
    return writeGlb({ name, groundWidth, bodies: this.#all });
  }

  /** Begins and ends the tracks of bodies that have come, gone or changed their shapes. */
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
