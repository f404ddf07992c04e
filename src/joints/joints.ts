// The joints of a world and their couplings: tables, names, and the chains by which a body finds its joints. With them is what
// multibodies have beyond their node: the callback that controls one.

import type { Bodies } from '../bodies/bodies.js';
import { InputError, show } from '../input/fields.js';
import type { Memory } from '../table/memory.js';
import { SlotTable } from '../table/slots.js';
import { JointFrames } from './joint-frames.js';
import { COUPLING_SCHEMA, JOINT_SCHEMA, WORLD_END } from './joint-table.js';
import { TargetLog } from './target-log.js';

/** Most worlds have no joints. */
const FIRST_CAPACITY = 4;

/** Called with a handle of the multibody before each step from time t by dt [s]; it may set what its own joints are to do. */
export type Control = (multibody: never, t: number, dt: number) => void;
/** In place of a control that a file cannot hold: the one that the world has in the same place. */
export const CONTROL_OF_THE_WORLD = 'of the world';
export type SavedControl = Control | typeof CONTROL_OF_THE_WORLD;

export class Joints {
  readonly table: SlotTable<typeof JOINT_SCHEMA>;
  readonly couplings: SlotTable<typeof COUPLING_SCHEMA>;
  /** Names by row, and rows by name. */
  readonly names: (string | undefined)[] = [];
  readonly rowsByName = new Map<string, number>();
  readonly couplingNames: (string | undefined)[] = [];
  readonly couplingsByName = new Map<string, number>();
  /** Of multibodies, by the row of their node. */
  readonly controls: (Control | undefined)[] = [];
  /** The multibody whose control is being called, plus one; 0 for none. It may change its own joints within the step. */
  controlled = 0;
  /** The joint that is asked for its values. */
  readonly frames = new JointFrames();
  /** How often joints came or went. */
  changes = 0;
  readonly targets = new TargetLog();
  readonly #bodies: Bodies;

  constructor(memory: Memory, bodies: Bodies) {
    this.#bodies = bodies;
    this.table = new SlotTable(memory, JOINT_SCHEMA, FIRST_CAPACITY);
    this.couplings = new SlotTable(memory, COUPLING_SCHEMA, FIRST_CAPACITY);
  }

  /** A new joint between two nodes, of which the first may be WORLD_END; its columns are for the caller to fill. */
  add(nodeA: number, nodeB: number, name?: string): number {
    refuseName(this.rowsByName, name, 'joint');
    this.changes++;
    const joint = this.table.allocate();
    const { nodes, edge, nextOfEdge, active } = this.table.columns;
    nodes[2 * joint] = nodeA;
    nodes[2 * joint + 1] = nodeB;
    active[joint] = 1;
    edge[joint] = -1;
    nextOfEdge[joint] = -1;
    this.#link(joint, 0);
    this.#link(joint, 1);
    this.names[joint] = name;
    if (name !== undefined) this.rowsByName.set(name, joint);
    return joint;
  }

  /** Takes a joint out, and the couplings with it; its edge must have let it go. */
  remove(joint: number): void {
    this.changes++;
    const { joints: coupled } = this.couplings.columns;
    for (let coupling = 0; coupling < this.couplings.size; coupling++) {
      const isOf = coupled[2 * coupling] === joint || coupled[2 * coupling + 1] === joint;
      if (isOf && this.couplings.isLive(coupling)) this.removeCoupling(coupling);
    }
    this.#unlink(joint, 0);
    this.#unlink(joint, 1);
    const name = this.names[joint];
    if (name !== undefined) this.rowsByName.delete(name);
    this.names[joint] = undefined;
    this.table.release(joint);
  }

  addCoupling(name?: string): number {
    refuseName(this.couplingsByName, name, 'coupling');
    const coupling = this.couplings.allocate();
    this.couplings.columns.active[coupling] = 1;
    this.couplingNames[coupling] = name;
    if (name !== undefined) this.couplingsByName.set(name, coupling);
    return coupling;
  }

  removeCoupling(coupling: number): void {
    const name = this.couplingNames[coupling];
    if (name !== undefined) this.couplingsByName.delete(name);
    this.couplingNames[coupling] = undefined;
    this.couplings.release(coupling);
  }

  /** The joints of a node, in the order of their rows. */
  *of(node: number): Generator<number> {
    const { nextOfNode } = this.table.columns;
    for (let entry = this.#bodies.nodes.columns.firstJoint[node]; entry >= 0; entry = nextOfNode[entry]) yield entry >> 1;
  }

  /** Makes anew what follows from the tables, after a restore. */
  renew(): void {
    this.changes++;
    fillMap(this.names, this.rowsByName);
    fillMap(this.couplingNames, this.couplingsByName);
  }

  /** Chains go by rows, so that they depend on what there is and not on how it came to be. */
  #link(joint: number, side: number): void {
    const { nodes, nextOfNode } = this.table.columns;
    const entry = 2 * joint + side;
    const node = nodes[entry];
    nextOfNode[entry] = -1;
    if (node === WORLD_END) return;
    const { firstJoint } = this.#bodies.nodes.columns;
    let before = -1;
    let next = firstJoint[node];
    for (; next >= 0 && next < entry; next = nextOfNode[next]) before = next;
    nextOfNode[entry] = next;
    if (before >= 0) nextOfNode[before] = entry;
    else firstJoint[node] = entry;
  }

  #unlink(joint: number, side: number): void {
    const { nodes, nextOfNode } = this.table.columns;
    const entry = 2 * joint + side;
    const node = nodes[entry];
    if (node === WORLD_END) return;
    const { firstJoint } = this.#bodies.nodes.columns;
    let before = -1;
    for (let other = firstJoint[node]; other !== entry; other = nextOfNode[other]) before = other;
    if (before >= 0) nextOfNode[before] = nextOfNode[entry];
    else firstJoint[node] = nextOfNode[entry];
  }
}

function refuseName(taken: ReadonlyMap<string, number>, name: string | undefined, noun: string): void {
  if (name !== undefined && taken.has(name))
    throw new InputError(`name is ${show(name)}, but must be unique, and there is a ${noun} of that name already.`);
}

function fillMap(names: readonly (string | undefined)[], map: Map<string, number>): void {
  map.clear();
  names.forEach((name, row) => {
    if (name !== undefined) map.set(name, row);
  });
}
