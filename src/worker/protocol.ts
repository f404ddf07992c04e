// Messages between a program and the worker of its world. Every request has one answer. Handles are sent as references.

import type { RunnerOptions } from '../runner/runner.js';
import type { Scene } from '../scene/scene.js';
import type { SimulationOptions } from '../scene/simulation.js';

/** Parts of the world that have their own functions. */
export const WORLD_PARTS = ['queries', 'events'] as const;
export type WorldPart = (typeof WORLD_PARTS)[number];

/** Target of a call: the world, a part of it, its runner, or a handle. */
export type Target = 'world' | WorldPart | 'runner' | Reference;

/** A handle in a message. */
export interface Reference {
  readonly $handle: 'body' | 'node' | 'joint' | 'coupling' | 'coordinate';
  /** Id of the node, joint or coupling; for a coordinate, id of its joint. */
  readonly id: number;
  /** Name of a coordinate. */
  readonly name?: string;
}

/** How poses get to the program: in transferred arrays, or in memory that both threads share. */
export const POSE_WAYS = ['transfer', 'shared'] as const;
export type PoseWay = (typeof POSE_WAYS)[number];

/** Options of a world in a worker: plain data only. */
export interface WorkerWorldOptions
  extends Pick<SimulationOptions, 'method' | 'scheduler' | 'solver' | 'settings' | 'dt'>,
    Omit<RunnerOptions, 'beforeStep' | 'dt'> {
  /** Initial contents; default an empty scene. */
  scene?: Scene;
  /** Default transfer. */
  poses?: PoseWay;
}

export type Request =
  | { readonly ask: 'open'; readonly number: number; readonly options: WorkerWorldOptions }
  | {
      readonly ask: 'call';
      readonly number: number;
      readonly of: Target;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | { readonly ask: 'get'; readonly number: number; readonly of: Target; readonly name: string }
  | { readonly ask: 'set'; readonly number: number; readonly of: Target; readonly name: string; readonly value: unknown }
  | { readonly ask: 'advance'; readonly number: number; readonly elapsed: number; readonly spare?: ArrayBuffer };

/** Poses to show after an advance. */
export interface PosesMessage {
  /** Number of poses. */
  readonly count: number;
  /** The poses: a transferred array; or shared memory, which is sent only when it is new. */
  readonly buffer?: ArrayBuffer | SharedArrayBuffer;
  /** Ids of the bodies in the order of their poses; sent only when they have changed. */
  readonly ids?: Float64Array;
}

export type Answer =
  | { readonly number: number; readonly value: unknown; readonly poses?: PosesMessage }
  | { readonly number: number; readonly error: { readonly name: string; readonly message: string } };

export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$handle' in value;
}

/** Largest depth of nesting at which handles are replaced; no message with handles is nested deeper. */
const DEEPEST = 12;

/** Copies plain objects and lists; objects for which `exchange` returns a value are replaced by it. */
export function exchangeWithin(value: unknown, exchange: (value: object) => unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > DEEPEST) return value;
  const other = exchange(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((item) => exchangeWithin(item, exchange, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exchangeWithin(item, exchange, depth + 1)]));
}
