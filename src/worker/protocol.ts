// What a program and the worker of its world say to each other. Every request has one answer. Handles travel as references.

import type { RunnerOptions } from '../runner/runner.js';
import type { Scene } from '../scene/scene.js';
import type { SimulationOptions } from '../scene/simulation.js';

/** What has functions of its own beside the world. */
export const WORLD_PARTS = ['queries', 'events'] as const;
export type WorldPart = (typeof WORLD_PARTS)[number];

/** What a call is of: the world, a part of it, its runner, or something in the world. */
export type Target = 'world' | WorldPart | 'runner' | Reference;

/** A handle, as it travels. */
export interface Reference {
  readonly $handle: 'body' | 'node' | 'joint' | 'coupling' | 'coordinate';
  /** Of a coordinate, that of its joint. */
  readonly id: number;
  /** Of a coordinate, its name. */
  readonly name?: string;
}

/** How poses come to the program: in arrays that are handed over, or in memory that both threads see. */
export const POSE_WAYS = ['transfer', 'shared'] as const;
export type PoseWay = (typeof POSE_WAYS)[number];

/** What a world in a worker is made of: plain data alone. */
export interface WorkerWorldOptions
  extends Pick<SimulationOptions, 'method' | 'scheduler' | 'solver' | 'settings' | 'dt'>,
    Omit<RunnerOptions, 'beforeStep' | 'dt'> {
  /** What is in it at the beginning; default nothing. */
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

/** Poses as they are to be shown after an advance. */
export interface PosesMessage {
  /** How many bodies. */
  readonly count: number;
  /** Where the poses are: an array that is handed over, or shared memory, which is only told when it is another. */
  readonly buffer?: ArrayBuffer | SharedArrayBuffer;
  /** Ids of the bodies in the order of their poses; only told when they are others. */
  readonly ids?: Float64Array;
}

export type Answer =
  | { readonly number: number; readonly value: unknown; readonly poses?: PosesMessage }
  | { readonly number: number; readonly error: { readonly name: string; readonly message: string } };

export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$handle' in value;
}

/** Nothing that has handles in it is nested deeper. */
const DEEPEST = 12;

/** Copies plain objects and lists, with `exchange` put in the place of what it does not return undefined for. */
export function exchangeWithin(value: unknown, exchange: (value: object) => unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > DEEPEST) return value;
  const other = exchange(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((item) => exchangeWithin(item, exchange, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exchangeWithin(item, exchange, depth + 1)]));
}
