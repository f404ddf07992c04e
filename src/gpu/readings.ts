// What users read of a world on the GPU, whichever place it runs at.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Vec3 } from '../math/vector.js';
import type { Snapshot } from '../recording/snapshot.js';
import type { DeviceBits } from './gpu-world.js';

/** One contact of the last step: where it was found, and what it did. */
export interface GpuContact {
  /** Ids of the two bodies. */
  readonly a: number;
  readonly b: number;
  /** [m] */
  readonly point: Vec3;
  /** Unit normal from A to B [1]. */
  readonly normal: Vec3;
  /** > 0 apart, < 0 penetrating [m]. */
  readonly gap: number;
  /** Along the normal, at least zero [N s]. */
  readonly normalImpulse: number;
  /** All that B got; A got the opposite [N s]. */
  readonly impulseOnB: Vec3;
}

/** Two bodies that touch or may within the step, with all contacts of their shapes. */
export interface GpuEdge {
  readonly a: number;
  readonly b: number;
  readonly isTouching: boolean;
  readonly contacts: readonly GpuContact[];
  /** Sum over the contacts: all that B got [N s]. */
  readonly impulseOnB: Vec3;
}

/** A touch that began or ended between two calls of `events()`. */
export interface GpuEvent {
  readonly kind: 'new-touching' | 'vanishing-touching';
  readonly a: number;
  readonly b: number;
  /** When it was noticed [s]. */
  readonly time: number;
}

export interface GpuEnergies {
  /** Sum over all bodies of m v^2 / 2 + w.I w / 2 [J]. */
  readonly kinetic: number;
  /** Sum over all bodies of -m g.x, zero at the world's origin [J]. */
  readonly potential: number;
}

/** Numbers of all bodies, one behind the other. */
export interface GpuNumbers {
  /** Ids of the bodies, rising. */
  readonly ids: readonly number[];
  /** Of poses seven a body: its origin [m] and orientation [1]. Of velocities six: that of its centre of mass [m/s] and its spin [rad/s]. */
  readonly values: Float64Array;
}

/** How one body stands: what it was made of, and seven and six numbers as in GpuNumbers. */
export interface SavedBody {
  readonly id: number;
  readonly descriptor: BodyDescriptor;
  readonly pose: readonly number[];
  readonly velocity: readonly number[];
}

/** A moment of a world, wherever it ran; nothing that happens afterwards changes it. */
export interface GpuSnapshot {
  readonly time: number;
  readonly stepCount: number;
  /** Id of the next body. */
  readonly nextId: number;
  readonly bodies: readonly SavedBody[];
  /** The bits of the device, so that the same device goes on exactly; or those of the processor's world. */
  readonly exact:
    | {
        readonly place: 'gpu';
        readonly rows: readonly number[];
        readonly shapeCounts: readonly number[];
        readonly bits: DeviceBits;
      }
    | { readonly place: 'cpu'; readonly snapshot: Snapshot; readonly owner: object; readonly handles: readonly number[] };
}

/** What a world does at either place. */
export interface WorldAtPlace {
  step(count: number, dt: number): Promise<void>;
  create(id: number, descriptor: BodyDescriptor, path: string): void;
  remove(id: number): void;
  poses(): Promise<GpuNumbers>;
  velocities(): Promise<GpuNumbers>;
  contacts(): Promise<GpuContact[]>;
  energies(): Promise<GpuEnergies>;
  /** Of the state at a time [s]. */
  hash(time: number): Promise<string>;
  save(): Promise<{ readonly bodies: readonly SavedBody[]; readonly exact: GpuSnapshot['exact'] }>;
  /** False where it does not fit: then a world of the bodies of the snapshot is to be made. */
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

/** The contact graph of a moment: bodies are its nodes, pairs that touch or may its edges. */
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
