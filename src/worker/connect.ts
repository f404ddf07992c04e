// The program's side of a world in a worker: asynchronous proxies with the functions of a world and of a runner.
//
//   const remote = await connectWorld(new Worker(...), { dt: 1 / 60 });
//   const box = await remote.world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }] });
//   function frame(elapsed) { remote.advance(elapsed); remote.writePoses(poses); }
//
// Calls return promises, and are executed in order. Properties are read by get() and changed by set(); set() of the
// world itself changes settings. Functions cannot be passed to the worker: motions by keyframes and oscillations can,
// functions as motions and controls of multibodies cannot.

import type { Handle } from '../handles.js';
import { InputError, number, refuse } from '../input/fields.js';
import type { Coupling, Joint, JointCoordinate } from '../joint-handles.js';
import type { SettingName, Settings } from '../settings.js';
import type { PoseArray } from '../world/poses.js';
import { POSE_SIZE } from '../world/poses.js';
import type { Queries } from '../world/querying.js';
import type { WorldEvents } from '../world/world-events.js';
import type { World } from '../world.js';
import type { Port } from './port.js';
import { checkPort, listen } from './port.js';
import type { Answer, PosesMessage, Reference, Request, Target, WorkerWorldOptions } from './protocol.js';
import { exchangeWithin, isReference, WORLD_PARTS } from './protocol.js';
import { SharedPoses } from './shared-poses.js';

type AnyHandle = Handle | Joint | Coupling | JointCoordinate;
// biome-ignore lint/suspicious/noExplicitAny: whatever a function takes
type AnyFunction = (...args: any[]) => unknown;

/** The type in which a value of the worker is received: remote handles for handles, lists for generators. */
export type Received<T> = T extends AnyHandle
  ? Remote<T>
  : T extends Generator<infer Item>
    ? Received<Item>[]
    : T extends readonly (infer Item)[]
      ? number extends T['length']
        ? Received<Item>[]
        : T
      : T extends AnyFunction | ArrayBufferView | ArrayBuffer
        ? T
        : T extends object
          ? { [K in keyof T]: Received<T[K]> }
          : T;

/** The type in which a value is passed to the worker: remote handles for handles. */
export type Given<T> = T extends AnyHandle
  ? Remote<T>
  : T extends AnyFunction | ArrayBufferView
    ? T
    : T extends object
      ? { [K in keyof T]: Given<T[K]> }
      : T;

/** A proxy of an object in a worker, with the functions of the object. */
export type Remote<T> = {
  readonly [K in keyof T as T[K] extends AnyFunction ? K : never]: T[K] extends (...args: infer Args) => infer Result
    ? (...args: Given<Args> extends readonly unknown[] ? Given<Args> : never) => Promise<Received<Result>>
    : never;
} & {
  /** The value of a property. */
  get<K extends keyof T>(name: K): Promise<Received<T[K]>>;
  /** Changes a property. */
  set<K extends keyof T>(name: K, value: Given<T[K]>): Promise<void>;
} & (T extends { readonly id: number } ? { readonly id: number } : unknown);

/** A proxy of a world in a worker. Its `set` changes settings, as that of a world does. */
export type RemoteWorld = Omit<Remote<World>, 'set' | 'hookContacts' | 'input' | 'at' | 'createMeshAsync'> & {
  set<K extends SettingName>(name: K, value: Settings[K]): Promise<void>;
  /** Single queries only: the arrays that batched queries write would stay in the worker. */
  readonly queries: Omit<Remote<Queries>, 'castRays' | 'castShapes' | 'closestPoints' | 'hitOf' | 'prepareShape' | 'set'>;
  /** Events can be read and taken; callbacks cannot be passed to the worker. */
  readonly events: Omit<Remote<WorldEvents>, 'on' | 'set'>;
};

const elapsedField = number('[s]', { min: 0 });

/** Opens a world in a worker that calls serveWorld(). */
export async function connectWorld(port: Port, options: WorkerWorldOptions = {}): Promise<RemoteRunner> {
  checkPort(port);
  const line = new Line(port);
  const runner = new RemoteRunner(line);
  await runner.open(options);
  return runner;
}

/** A proxy of a runner and its world in a worker. */
export class RemoteRunner {
  /** The proxy of the world. */
  readonly world: RemoteWorld;
  readonly #line: Line;
  #poses = new Float32Array(0);
  #spare: ArrayBuffer | undefined;
  #shared: SharedPoses | undefined;
  #count = 0;
  #ids: readonly number[] = [];

  /** Called by connectWorld(), not by users. */
  constructor(line: Line) {
    this.#line = line;
    this.world = line.remote('world') as RemoteWorld;
  }

  async open(options: WorkerWorldOptions): Promise<void> {
    this.#take((await this.#line.ask({ ask: 'open', options })).poses);
  }

  /** Ids of the bodies whose poses writePoses() writes, in the same order. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  /** Advances by `elapsed` [s] and takes the steps that are due; returns their number. */
  async advance(elapsed: number): Promise<number> {
    elapsedField.check(elapsed, 'elapsed');
    const spare = this.#spare;
    this.#spare = undefined;
    const request = spare === undefined ? { elapsed } : { elapsed, spare };
    const { value, poses } = await this.#line.ask({ ask: 'advance', ...request }, spare);
    this.#take(poses);
    return value as number;
  }

  /** Takes steps at once, even while the runner is paused. */
  async step(count = 1): Promise<void> {
    await this.#line.ask({ ask: 'call', of: 'runner', name: 'step', args: [count] });
    await this.advance(0);
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#line.ask({ ask: 'set', of: 'runner', name: 'paused', value: paused });
  }

  async setTimeScale(timeScale: number): Promise<void> {
    await this.#line.ask({ ask: 'set', of: 'runner', name: 'timeScale', value: timeScale });
  }

  /**
   * Writes the poses received last, seven numbers per body in the order of `ids`; returns their number. Does not wait.
   */
  writePoses(out: PoseArray): number {
    if (!(out instanceof Float32Array || out instanceof Float64Array)) refuse('out', out, 'a Float32Array or a Float64Array');
    const count = this.#shared?.count ?? this.#count;
    if (out.length < POSE_SIZE * count)
      throw new InputError(`out has ${out.length} numbers, but the poses of ${count} bodies take ${POSE_SIZE * count}.`);
    if (this.#shared !== undefined) {
      if (this.#poses.length < POSE_SIZE * this.#shared.most) this.#poses = new Float32Array(POSE_SIZE * this.#shared.most);
      this.#count = this.#shared.read(this.#poses);
    }
    const written = Math.min(this.#count, Math.floor(out.length / POSE_SIZE));
    out.set(this.#poses.subarray(0, POSE_SIZE * written));
    return written;
  }

  #take(poses: PosesMessage | undefined): void {
    if (poses === undefined) return;
    if (poses.ids !== undefined) this.#ids = Object.freeze([...poses.ids]);
    this.#count = poses.count;
    if (poses.buffer instanceof ArrayBuffer) {
      // The former array is returned with the next request, for reuse.
      if (this.#poses.byteLength > 0) this.#spare = this.#poses.buffer as ArrayBuffer;
      this.#poses = new Float32Array(poses.buffer);
    } else if (poses.buffer !== undefined) this.#shared = new SharedPoses(poses.buffer);
  }
}

type Asked = Request extends infer R ? (R extends Request ? Omit<R, 'number'> : never) : never;
type Answered = Extract<Answer, { readonly value: unknown }>;

/** The connection to the worker, with the requests that wait for their answers. */
class Line {
  readonly #port: Port;
  readonly #waiting = new Map<number, { resolve: (answer: Answered) => void; reject: (error: Error) => void }>();
  #next = 0;

  constructor(port: Port) {
    this.#port = port;
    listen(port, (message) => this.#hear(message as Answer));
  }

  ask(request: Asked, spare?: ArrayBuffer): Promise<Answered> {
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      try {
        this.#port.postMessage({ ...request, number }, spare === undefined ? [] : [spare]);
        this.#waiting.set(number, { resolve, reject });
      } catch (error) {
        reject(new InputError(`What was given cannot be posted to a worker: ${(error as Error).message}`));
      }
    });
  }

  /** A proxy of an object in the worker: every unknown property is a function that calls the one of that name there. */
  remote(of: Target): unknown {
    const call = (name: string, args: readonly unknown[]) => this.#ask({ ask: 'call', of, name, args: args.map(sent) });
    const set = (name: string, value: unknown) => this.#ask({ ask: 'set', of, name, value: sent(value) });
    const own: Record<string | symbol, unknown> = {
      get: (name: string) => this.#ask({ ask: 'get', of, name }),
      // A world has its own function `set`, which changes settings, and proxies of its parts.
      ...(of === 'world' ? Object.fromEntries(WORLD_PARTS.map((part) => [part, this.remote(part)])) : { set }),
      ...(typeof of === 'object' && { id: of.id, [REFERENCE]: of }),
    };
    return new Proxy(Object.freeze(own), {
      get: (target, name) => {
        // `then` must be undefined: a promise that resolves to the proxy would take it for a promise.
        if (name in target || typeof name === 'symbol' || name === 'then') return target[name];
        return (...args: unknown[]) => call(name, args);
      },
    });
  }

  async #ask(request: Asked): Promise<unknown> {
    const { value } = await this.ask(request);
    return exchangeWithin(value, (item) => (isReference(item) ? this.remote(item) : undefined));
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.number);
    if ('error' in answer) waiting.reject(errorOf(answer.error));
    else waiting.resolve(answer);
  }
}

const REFERENCE = Symbol('reference');

function sent(value: unknown): unknown {
  return exchangeWithin(value, (item) => (item as { [REFERENCE]?: Reference })[REFERENCE]);
}

/** The error of an answer: InputError for input errors of the library. */
function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  if (name === 'InputError') return new InputError(message);
  const error = new Error(message);
  error.name = name;
  return error;
}
