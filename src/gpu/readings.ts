// The readings of a world on the GPU, for users, whether it runs on the device or on the processor.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Vec3 } from '../math/vector.js';
import type { Snapshot } from '../recording/snapshot.js';
import type { DeviceBits } from './gpu-world.js';

/** A contact of the last step, with its impulse. */
export interface GpuContact {
  /** Ids of the two bodies. */
  readonly a: number;
  readonly b: number;
  /** Contact point [m]. */
  readonly point: Vec3;
  /** Unit normal from A to B [1]. */
  readonly normal: Vec3;
  /** Signed distance: > 0 separated, < 0 penetrating [m]. */
  readonly gap: number;
  /** Impulse along the normal, at least zero [N s]. */
  readonly normalImpulse: number;
  /** Total impulse on B; that on A is opposite [N s]. */
  readonly impulseOnB: Vec3;
}

/** Two bodies that touch or may touch within the step, with all contacts of their shapes. */
export interface GpuEdge {
  readonly a: number;
  readonly b: number;
  readonly isTouching: boolean;
  readonly contacts: readonly GpuContact[];
  /** Total impulse on B, over all contacts [N s]. */
  readonly impulseOnB: Vec3;
}

/** Touching that began or ended between two calls of `events()`. */
export interface GpuEvent {
  readonly kind: 'new-touching' | 'vanishing-touching';
  readonly a: number;
  readonly b: number;
  /** Time of the call of `events()` [s]. */
  readonly time: number;
}

export interface GpuEnergies {
  /** Sum over all bodies of m v^2 / 2 + w.I w / 2 [J]. */
  readonly kinetic: number;
  /** Sum over all bodies of -m g.x, zero at the world's origin [J]. */
  readonly potential: number;
}

/** Poses or velocities of all bodies. */
export interface GpuNumbers {
  /** Ids of the bodies, ascending. */
  readonly ids: readonly number[];
  /**
   * Poses, seven numbers per body: position of the origin [m] and orientation [1]; or velocities, six numbers per body:
   * velocity of the centre of mass [m/s] and angular velocity [rad/s].
   */
  readonly values: Float64Array;
}

/** A saved body: its descriptor, with pose and velocity as in GpuNumbers. */
export interface SavedBody {
  readonly id: number;
  readonly descriptor: BodyDescriptor;
  readonly pose: readonly number[];
  readonly velocity: readonly number[];
}

/** The state of a world at one time, immutable, whether it ran on the device or on the processor. */
export interface GpuSnapshot {
  readonly time: number;
  readonly stepCount: number;
  /** Id that the next created body gets. */
  readonly nextId: number;
  readonly bodies: readonly SavedBody[];
  /** Bits of the device, with which the same device continues exactly; or a snapshot of the world on the processor. */
  readonly exact:
    | {
        readonly place: 'gpu';
        readonly rows: readonly number[];
        readonly shapeCounts: readonly number[];
        readonly bits: DeviceBits;
      }
    | { readonly place: 'cpu'; readonly snapshot: Snapshot; readonly owner: object; readonly handles: readonly number[] };
}

/** Functions of a world on the device and on the processor. */
export interface WorldAtPlace {
  step(count: number, dt: number): Promise<void>;
  create(id: number, descriptor: BodyDescriptor, path: string): void;
  /** Removes a body; does nothing where it is gone, as after a snapshot without it was restored. */
  remove(id: number): void;
  /** Ids of the bodies, ascending. */
  ids(): number[];
  poses(): Promise<GpuNumbers>;
  velocities(): Promise<GpuNumbers>;
  contacts(): Promise<GpuContact[]>;
  energies(): Promise<GpuEnergies>;
  /** Hash of the state at a time [s]. */
  hash(time: number): Promise<string>;
  save(): Promise<{ readonly bodies: readonly SavedBody[]; readonly exact: GpuSnapshot['exact'] }>;
  /** Restores the exact state; returns false if it does not fit: the caller then makes a world from `bodies`. */
  restore(exact: GpuSnapshot['exact'], bodies: readonly SavedBody[]): boolean;
  destroy(): void;
}

export function edgesOf(contacts: readonly GpuContact[], isTouching: (contact: GpuContact) => boolean): GpuEdge[] {
  const edges = new Map<string, GpuContact[]>();
  for (const contact of contacts) {
    const key = pairKey(contact.a, contact.b);
    const known = edges.get(key);
    if (known === undefined) edges.set(key, [contact]);
    else known.push(contact);
  }
  return [...edges.values()].map((own) => {
    const impulseOnB: Vec3 = [0, 0, 0];
    for (const { impulseOnB: j } of own) for (let k = 0; k < 3; k++) impulseOnB[k] += j[k];
    return { a: own[0].a, b: own[0].b, isTouching: own.some(isTouching), contacts: own, impulseOnB };
  });
}

export function pairKey(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** The contact graph after a step: nodes are ids of bodies, edges are pairs that touch or may touch within the step. */
export class GpuGraph {
  readonly nodes: readonly number[];
  readonly edges: readonly GpuEdge[];
  readonly #ofNode = new Map<number, GpuEdge[]>();
  readonly #ofPair = new Map<string, GpuEdge>();

  constructor(nodes: readonly number[], edges: readonly GpuEdge[]) {
    this.nodes = nodes;
    this.edges = edges;
    for (const node of nodes) this.#ofNode.set(node, []);
    for (const edge of edges) {
      this.#ofNode.get(edge.a)?.push(edge);
      this.#ofNode.get(edge.b)?.push(edge);
      this.#ofPair.set(pairKey(edge.a, edge.b), edge);
    }
  }

  edgesOf(id: number): readonly GpuEdge[] {
    return this.#ofNode.get(id) ?? [];
  }

  edgeBetween(a: number, b: number): GpuEdge | undefined {
    return this.#ofPair.get(pairKey(a, b));
  }
}
