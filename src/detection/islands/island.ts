// An island: bodies that move together, with the edges and joints between them and to what does not move. It is what is stepped:
// nothing that one island undergoes in a step depends on another.

import type { Memory } from '../../table/memory.js';
import { i32, Table } from '../../table/table.js';

export class Island {
  /** Its place in the list of islands. */
  readonly number: number;
  /** Its edges and its movers are so many members, from the first, of the lists of all islands'. */
  firstEdge = 0;
  edgeCount = 0;
  firstBody = 0;
  bodyCount = 0;
  /** Its joints likewise. */
  firstJoint = 0;
  jointCount = 0;
  /** How many of its movers have locked axes. */
  lockedCount = 0;
  /** Where its bodies are in time, or were when the step at hand began [s]. */
  time = 0;

  constructor(number: number) {
    this.number = number;
  }

  /** Whether joints hold its bodies, or locks do: then all of them are links, and it is stepped as a forest of these. */
  get isTied(): boolean {
    return this.jointCount > 0 || this.lockedCount > 0;
  }
}

/** What groups were found of: as long as it is the same, they are. Where it is not known, nothing is. */
export class GroupSources {
  areKnown = false;
  areAllInOne = false;
  /** How often something was changed from outside, but for targets of motors; and how often edges came or went. */
  changes = 0;
  edgeChanges = 0;
  /** The edges with contacts, in the order of their list. */
  edges = new Int32Array(0);
  edgeCount = 0;
}

const MEMBER_SCHEMA = { member: i32(1, 'scratch') } as const;

/** The edges of an island are `edges[firstEdge .. + edgeCount)`, and the rows it moves `movers[firstBody .. + bodyCount)`. */
export class ContactGroups {
  readonly edges: Table<typeof MEMBER_SCHEMA>;
  readonly movers: Table<typeof MEMBER_SCHEMA>;
  readonly joints: Table<typeof MEMBER_SCHEMA>;
  /** Number of contact groups. */
  count = 0;
  /**
   * The groups as islands, the first `count` of them, and behind them the bodies that touch nothing that moves. They are kept from step
   * to step and written anew, so that nothing is allocated in a warm step.
   */
  readonly list: Island[] = [];
  readonly sources = new GroupSources();
  /** How often they were found: those of one number have the same members. */
  version = 0;

  constructor(memory: Memory) {
    this.edges = new Table(memory, MEMBER_SCHEMA);
    this.movers = new Table(memory, MEMBER_SCHEMA);
    this.joints = new Table(memory, MEMBER_SCHEMA);
    this.list.push(new Island(0));
  }

  /** The bodies that touch nothing that moves. */
  get free(): Island {
    return this.list[this.count];
  }

  /** How many movers there are in all islands. */
  get moverCount(): number {
    return this.free.firstBody + this.free.bodyCount;
  }
}
