// The worker's side of a world in a worker: owns the world and its runner, and executes requests one after the other.

import { Body, Handle } from '../handles.js';
import { InputError, number, object, oneOf, refuse, show, text } from '../input/fields.js';
import { Coupling, Joint, JointCoordinate } from '../joint-handles.js';
import type { RunnerOptions } from '../runner/runner.js';
import { Runner } from '../runner/runner.js';
import type { Scene } from '../scene/scene.js';
import { Simulation } from '../scene/simulation.js';
import { countBodies, POSE_SIZE } from '../world/poses.js';
import { WorldEvent } from '../world/world-events.js';
import type { World } from '../world.js';
import type { Port } from './port.js';
import { checkPort, listen } from './port.js';
import type { Answer, PosesMessage, PoseWay, Reference, Request, Target, WorkerWorldOptions } from './protocol.js';
import { exchangeWithin, isReference, POSE_WAYS } from './protocol.js';
import { SharedPoses } from './shared-poses.js';

const EMPTY: Scene = { drystone: 1, name: 'world of a worker' };
const posesField = oneOf('', POSE_WAYS);

/** Serves a world to the program at the other end of a port: the global of a worker, or its `parentPort` in Node. */
export function serveWorld(port: Port): void {
  checkPort(port);
  const server = new Server();
  listen(port, (message) => {
    const request = message as Request;
    try {
      const { answer, transfer } = server.answer(request);
      port.postMessage(answer, transfer);
    } catch (error) {
      const { name, message: sentence } = error as Error;
      const answer: Answer = { number: request.number, error: { name, message: sentence } };
      port.postMessage(answer);
    }
  });
}

class Server {
  #runner: Runner | undefined;
  #way: PoseWay = 'transfer';
  #shared: SharedPoses | undefined;
  /** Ids of the bodies whose poses were sent last. */
  #ids = new Float64Array(0);

  answer(request: Request): { answer: Answer; transfer: ArrayBuffer[] } {
    const { number: of } = request;
    if (request.ask === 'open') {
      this.#open(request.options);
      return { answer: { number: of, value: undefined, poses: this.#poses() }, transfer: [] };
    }
    if (request.ask !== 'advance') return { answer: { number: of, value: this.#ask(request) }, transfer: [] };
    const value = this.#running.advance(request.elapsed);
    const poses = this.#poses(request.spare);
    return { answer: { number: of, value, poses }, transfer: poses.buffer instanceof ArrayBuffer ? [poses.buffer] : [] };
  }

  #open({ scene = EMPTY, poses = 'transfer', maxSteps, timeScale, paused, ...options }: WorkerWorldOptions): void {
    if (this.#runner !== undefined) throw new InputError('This worker has a world already.');
    posesField.check(poses, 'options.poses');
    if (poses === 'shared' && typeof SharedArrayBuffer === 'undefined')
      throw new InputError('options.poses is "shared", but there is no shared memory here; allowed is "transfer".');
    const given = Object.entries({ maxSteps, timeScale, paused }).filter(([, value]) => value !== undefined);
    const running = Object.fromEntries(given) as RunnerOptions;
    this.#runner = new Runner(new Simulation(scene, options), running);
    this.#way = poses;
  }

  get #running(): Runner {
    if (this.#runner === undefined) throw new InputError('This worker has no world yet: it is to be opened first.');
    return this.#runner;
  }

  #ask(request: Exclude<Request, { ask: 'open' | 'advance' }>): unknown {
    const { world } = this.#running;
    const target = this.#targetOf(request.of) as Record<string, unknown>;
    const { name } = request;
    if (typeof name !== 'string' || name in Object.prototype || !(name in target))
      refuse('name', name, 'the name of something that the target has');
    if (request.ask === 'get') {
      if (hasFunctions(target[name])) refuse('name', name, 'that of a property of plain data or of handles');
      return sent(target[name]);
    }
    if (request.ask === 'set') {
      if (!isSettable(target, name)) refuse('name', name, 'the name of a property that can be changed');
      target[name] = received(world, request.value);
      return undefined;
    }
    const method = target[name];
    if (typeof method !== 'function') refuse('name', name, 'the name of a function of the target');
    return sent(
      method.apply(
        target,
        request.args.map((argument) => received(world, argument)),
      ),
    );
  }

  #targetOf(target: Target): unknown {
    if (target === 'world') return this.#running.world;
    if (target === 'queries' || target === 'events') return this.#running.world[target];
    return target === 'runner' ? this.#running : handleOf(this.#running.world, target);
  }

  /** The poses to show now, written to the returned array `spare` if it is long enough. */
  #poses(spare?: ArrayBuffer): PosesMessage {
    const runner = this.#running;
    const ids = this.#newIds();
    const most = countBodies(runner.world);
    if (this.#way === 'transfer') {
      const bytes = 4 * POSE_SIZE * most;
      const buffer = spare !== undefined && spare.byteLength >= bytes ? spare : new ArrayBuffer(2 * bytes);
      return { count: runner.writePoses(new Float32Array(buffer, 0, POSE_SIZE * most)), buffer, ...ids };
    }
    const isNew = this.#shared === undefined || this.#shared.most < most;
    if (isNew) this.#shared = SharedPoses.make(Math.max(2 * most, 64));
    const shared = this.#shared as SharedPoses;
    const count = shared.write((out) => runner.writePoses(out));
    return { count, ...(isNew && { buffer: shared.buffer }), ...ids };
  }

  #newIds(): { ids?: Float64Array } {
    const { nodes } = this.#running.world.store;
    const now = Float64Array.from([...this.#running.world.bodies()], ({ row }) => nodes.idOf(row));
    if (now.length === this.#ids.length && now.every((id, i) => id === this.#ids[i])) return {};
    this.#ids = now;
    return { ids: now };
  }
}

/** Whether a property has a setter. */
function isSettable(target: object, name: string): boolean {
  for (let holder: object | null = target; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    const property = Object.getOwnPropertyDescriptor(holder, name);
    if (property !== undefined) return property.set !== undefined;
  }
  return false;
}

/** Whether a value is a function or an object of a class, which cannot be sent to the program. */
function hasFunctions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  if (isHandle(value) || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}

function isHandle(value: object): boolean {
  return [Handle, Joint, Coupling, JointCoordinate].some((kind) => value instanceof kind);
}

/** Converts a value for sending: references for handles, also in events, and lists for generators. */
function sent(value: unknown): unknown {
  if (isGenerator(value)) return [...value].map(sent);
  return exchangeWithin(value, (item): object | undefined => {
    if (item instanceof WorldEvent) return { ...item, nodeA: sent(item.nodeA), nodeB: sent(item.nodeB) };
    if (item instanceof Handle) return { $handle: item instanceof Body ? 'body' : 'node', id: item.id };
    if (item instanceof Joint) return { $handle: 'joint', id: item.id };
    if (item instanceof Coupling) return { $handle: 'coupling', id: item.id };
    return item instanceof JointCoordinate ? { $handle: 'coordinate', id: item.joint.id, name: item.name } : undefined;
  });
}

function isGenerator(value: unknown): value is Generator {
  return (
    typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value && typeof value.next === 'function'
  );
}

function received(world: World, value: unknown): unknown {
  return exchangeWithin(value, (item) => (isReference(item) ? handleOf(world, item) : undefined));
}

const HANDLES = ['body', 'node', 'joint', 'coupling', 'coordinate'] as const;
const referenceField = object<Reference>('', 'a handle', { $handle: oneOf('', HANDLES), id: number('') }, { name: text('') });

function handleOf(world: World, reference: Reference): object {
  referenceField.check(reference, 'handle');
  const { $handle, id, name } = reference;
  const found = findHandle(world, reference);
  if (found === undefined) throw new InputError(`The ${$handle} of id ${show(id)} is no longer in the world.`);
  return found instanceof Joint && name !== undefined ? found.coordinate(name) : found;
}

function findHandle(world: World, { $handle, id }: Reference): Handle | Joint | Coupling | undefined {
  if ($handle === 'body' || $handle === 'node') return world.node(id);
  const all: Iterable<Joint | Coupling> = $handle === 'coupling' ? world.couplings() : world.joints();
  for (const other of all) if (other.id === id) return other;
  return undefined;
}
