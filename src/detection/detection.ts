// What the phases of detection hand on to each other, and the choices they are run with.

import type { Bodies } from '../bodies/bodies.js';
import type { Settings } from '../settings.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import type { State } from '../state/state.js';
import { FIRST_ROWS, f64, i32, Table } from '../table/table.js';
import { Belts } from './belts.js';
import { BroadPhase } from './broad-phase/broad-phase.js';
import { CompiledLoops } from './compiled-loops.js';
import { ContactDetermination } from './contact-determination/determine-contacts.js';
import type { ContactGraph } from './contact-graph/contact-graph.js';
import { EdgePlaces } from './contact-graph/edge-places.js';
import { PLACEMENT_SIZE } from './contact-graph/edge-table.js';
import { PairOrder } from './contact-graph/pair-order.js';
import { ContactsNow } from './contacts-now.js';
import { DriveForesight } from './drive-foresight.js';
import { EVENT_CONTACT_SIZE } from './held-events.js';
import { Blow } from './islands/blow.js';
import { ContactGroups } from './islands/island.js';
import { Sleepers } from './islands/sleepers.js';
import { ContactList } from './narrow-phase/contact-list.js';
import { NarrowPhase } from './narrow-phase/pair-workspace.js';
import { PRINCIPAL_SIZE } from './narrow-phase/principal-contact.js';
import type { AskPair } from './pair-answer.js';
import { Extents } from './time-of-impact/extents.js';

/** Edges, listed in an order fixed by the numbers of their nodes. */
const EDGE_LIST_SCHEMA = { edge: i32(1, 'scratch') } as const;
/** Hits, each with the contact that is told of it (held-events.ts). */
const HIT_SCHEMA = { edge: i32(1, 'scratch'), contact: f64(EVENT_CONTACT_SIZE, 'scratch') } as const;

/** Overlapping edges in that order, with their nodes and the first of their pairs of shapes; one row more ends the last one's. */
const OVERLAP_SCHEMA = { edge: i32(1, 'scratch'), nodes: i32(2, 'scratch'), firstPair: i32(1, 'scratch') } as const;

/**
 * Overlaps that are tested, with what goes in and what comes out: edges are scattered over their table, so that the work is done
 * here, row after row, and taken over to them at the end.
 */
const CANDIDATE_SCHEMA = {
  ...OVERLAP_SCHEMA,
  /** The row behind its last pair of shapes. */
  endPair: i32(1, 'scratch'),
  /** The columns of the same names of edge-table.ts. */
  relative: f64(PLACEMENT_SIZE, 'scratch'),
  travel: f64(1, 'scratch'),
  gap: f64(1, 'scratch'),
  contactState: i32(1, 'scratch'),
  placementKnown: i32(1, 'scratch'),
  round: i32(1, 'scratch'),
  still: i32(1, 'scratch'),
  separatingAxis: i32(1, 'scratch'),
  room: f64(1, 'scratch'),
  /** Pairs of convex shapes that have contacts. */
  closePairs: i32(1, 'scratch'),
  /** Contacts of all its pairs with a mesh. */
  meshContacts: i32(1, 'scratch'),
  /** Whether the compiled kernel has tested it: NOT_OF_KERNEL, TESTED or UNPROVEN_BY_KERNEL of kernels/detection-layout.ts. */
  byKernel: i32(1, 'scratch'),
} as const;

/** Pairs of shapes that may touch, those of one edge in a row. */
const SHAPE_PAIR_SCHEMA = {
  /** Shape of the edge's A, and of its B. */
  shapes: i32(2, 'scratch'),
  /** Largest gap at which they have contacts: the envelope, and what they may close in the step to come [m]. */
  envelope: f64(1, 'scratch'),
  /** 1 when the narrow phase found them within that. */
  close: i32(1, 'scratch'),
  /** 1 when they are touching but only pass each other in the step to come. */
  passing: i32(1, 'scratch'),
  /** Their closest features: gap, normal, point on A, point on B, in A's frame; see principal-contact.ts. */
  principal: f64(PRINCIPAL_SIZE, 'scratch'),
  /**
   * Its first contact in the list of contacts, and how many it has there; -1 and 0 for convex shapes that are an edge's
   * only pair.
   */
  firstContact: i32(1, 'scratch'),
  contactCount: i32(1, 'scratch'),
} as const;

export interface DetectionOptions {
  /** Stop as soon as a pair penetrates; the rest is then left undone, for callers that will go back in time. */
  shortCircuit: boolean;
  /** Closest features only, no contacts. */
  onlyProximity: boolean;
  coherence: Settings['detection.coherence'];
}

/** What a detection was run with, as numbers. */
const CONDITIONS = 16;

/** What the last detection was run with, and what it left for the next. */
export class Stillness {
  /** False when the last detection was cut short, or something it found was changed from outside. */
  isKnown = false;
  /** Edges whose state may change although nothing moves: by the impulses of the step, or by what events have reported. */
  restlessEdges = 0;
  /** True when the last detection could be compared with the one before: then `moved` tells which nodes have changed. */
  isComparable = false;
  /** True when the last detection found the whole world as it was. */
  isWorldStill = false;
  /** The same of all edges: where nothing is near anything they stay as they are, however bodies move. */
  areEdgesStill = false;
  /** How often edges had come and gone. */
  edgeChanges = 0;
  /**
   * The same, and how often something was changed from outside, where the last detection found nothing near anything and
   * no edges but such as stay; else -1.
   */
  nothingNearAt = -1;
  nothingNearAfter = -1;
  nodeCount = 0;
  /** Of so many nodes the boxes are known, where they are fixed or sleep: those were made when they were last detected. */
  standingCount = 0;
  /** How many bodies were at hand. */
  bodyCount = 0;
  /** Counts the detections that did not find the whole world as it was: what is made of what one found is good for its number. */
  version = 0;
  readonly conditions = new Float64Array(CONDITIONS);
  /** How often something had been changed from outside when settings were last looked at; -1 before. */
  settingsAt = -1;
  /** Those of the detection at hand. */
  readonly now = new Float64Array(CONDITIONS);
}

/** The bodies that a detection and the step after it are of (at-hand.ts). */
export class BodiesAtHand {
  /** Whether all that there are: then `atHand` of the nodes and the lists below say nothing. */
  areAll = true;
  /** Whether some of them sleep, and are not stepped: there for all, as what does not move by itself. */
  leavesSleepers = false;
  /** Whether triggers are left out where bodies are detected without the others. */
  leavesTriggers = false;
  /**
   * Where the past of some is redone, whether a row is one of theirs. Others that sleep are then at another time, and are left
   * out as those that move are; undefined where all are at the time of the step.
   */
  isRedone: ((row: number) => boolean) | undefined = undefined;
  /** Whether all that there are but for those that sleep. */
  areAllAwake = true;
  /** The movers that were asked for; undefined for all. */
  asked: ArrayLike<number> | undefined = undefined;
  /** Where they are in time, or were when the step at hand began, and where they will be at its end [s]. */
  time = 0;
  end = 0;
  /**
   * The rows of some: movers, members of composites, and what does not move by itself but comes to what sleeps. In ascending
   * order, but that what begins to move in the step at hand is behind the others.
   */
  rows = new Int32Array(64);
  count = 0;
  /** The rows of all movers that do not sleep, in ascending order. */
  awake = new Int32Array(64);
  awakeCount = 0;
  /** The joints of some that act, in ascending order. */
  joints = new Int32Array(64);
  jointCount = 0;
  /** The rows of all that is there for everybody: those of fixed bodies and of what sleeps, and behind them those that may move. */
  standing = new Int32Array(64);
  standingCount = 0;
  fixedCount = 0;
  /**
   * After how many changes from outside nodes were marked, how many there were, and how often a node had fallen asleep or
   * woken; -1 where marks say nothing.
   */
  markedAfter = -1;
  markedNodes = 0;
  markedSleep = -1;
  /** Whether all were marked alike, nobody left out or redone, and whether among them are some that were changed before the step. */
  areMarkedAlike = false;
  areStirredMarked = false;
  /** Whether what sleeps is static to the broad phase, and only pairs of some are found. */
  areSleepersStatic = false;
  /** Shapes of some, and of what is there for all but not fixed. */
  shapes = new Int32Array(64);
  shapeCount = 0;
  /** Whether the boxes of what is fixed are known since then, and whether that has been detected once without having moved. */
  areFixedKnown = false;
  areFixedStill = false;
  /**
   * The rows that have fallen asleep or woken since these boxes were known, whose own are made anew. The first `turnedBefore` of them
   * have been detected since.
   */
  turned = new Int32Array(64);
  turnedCount = 0;
  turnedBefore = 0;
}

/** Pairs of each body in a pile, about [1]. */
const PAIRS_OF_A_BODY = 5;

export class Detection {
  /** What it works on; the next two are parts of it. */
  readonly state: State;
  readonly bodies: Bodies;
  readonly graph: ContactGraph;
  /** The bodies that it is of. */
  readonly atHand = new BodiesAtHand();
  readonly broadPhase = new BroadPhase();
  readonly pairOrder = new PairOrder();
  readonly edgePlaces = new EdgePlaces();
  readonly stillness = new Stillness();
  /** The shape whose box is made. */
  readonly placed = new PlacedShape();
  /** The largest half thickness of a shape [m], after how many changes from outside it was found, and of how many shapes. */
  readonly thickest = { value: 0, after: -1, shapeCount: 0 };
  readonly sleepers = new Sleepers();
  readonly extents: Extents;
  readonly drives = new DriveForesight();
  readonly narrowPhase = new NarrowPhase();
  readonly contactDetermination = new ContactDetermination();
  readonly contactsNow = new ContactsNow();
  /** The set O of the paper: edges whose nodes' boxes overlap. */
  readonly overlaps: Table<typeof OVERLAP_SCHEMA>;
  /** The set N: edges that go on to the narrow phase. */
  readonly candidates: Table<typeof CANDIDATE_SCHEMA>;
  /** Edges with contacts. */
  readonly contactEdges: Table<typeof EDGE_LIST_SCHEMA>;
  /** Edges that were separated when detected, but were hit since events were last raised. */
  readonly hitEdges: Table<typeof HIT_SCHEMA>;
  /** How many of them, the first ones, count as touching already. */
  markedHits = 0;
  readonly shapePairs: Table<typeof SHAPE_PAIR_SCHEMA>;
  /** Contacts of the pairs with a mesh, as the narrow phase has found them; then those of other pairs of edges with several. */
  readonly meshContacts = new ContactList();
  readonly groups: ContactGroups;
  readonly compiled: CompiledLoops;
  readonly blow = new Blow();
  /** Asks the user's hooks about an edge; undefined where there are none. */
  ask: AskPair | undefined = undefined;
  /** What hooks make of the surfaces of fixed bodies. */
  readonly belts = new Belts();
  /** Whether the stepper takes sleepers for fixed that bodies at hand touch, and watches their balance. */
  watchesSleepers = false;
  /** Time to look ahead: the step that follows the detection [s]. */
  ahead = 0;
  /** Number of this detection, to tell the edges it has seen. */
  stamp = 0;
  /** Pairs of bodies the narrow phase was run on, and those it was skipped for, in the last detection. */
  narrowPhaseTests = 0;
  narrowPhaseSkipped = 0;

  constructor(state: State) {
    const { memory } = state;
    this.state = state;
    this.bodies = state.bodies;
    this.graph = state.graph;
    this.overlaps = new Table(memory, OVERLAP_SCHEMA, FIRST_ROWS, PAIRS_OF_A_BODY);
    this.candidates = new Table(memory, CANDIDATE_SCHEMA, FIRST_ROWS, PAIRS_OF_A_BODY);
    this.contactEdges = new Table(memory, EDGE_LIST_SCHEMA, FIRST_ROWS, PAIRS_OF_A_BODY);
    this.hitEdges = new Table(memory, HIT_SCHEMA, FIRST_ROWS, PAIRS_OF_A_BODY);
    this.shapePairs = new Table(memory, SHAPE_PAIR_SCHEMA, FIRST_ROWS, PAIRS_OF_A_BODY);
    this.extents = new Extents(memory);
    this.groups = new ContactGroups(memory);
    this.compiled = new CompiledLoops(memory);
  }

  /** Rows of nodes and of belts: what is kept a mover has room for so many. */
  get rowCount(): number {
    return this.bodies.nodes.size + this.belts.count;
  }

  /** Forgets what is remembered to save work, after bodies or edges were changed from outside. */
  invalidate(): void {
    this.stillness.isKnown = false;
    this.stillness.standingCount = 0;
    this.broadPhase.invalidate();
    this.bodies.shapes.columns.centred.fill(0);
    this.graph.edges.columns.seen.fill(0);
    this.graph.edges.columns.room.fill(0);
    this.atHand.markedAfter = -1;
    this.thickest.after = -1;
    this.sleepers.forget();
    this.extents.forget();
    this.stamp = 0;
    this.forgetGroups();
  }

  /** The groups of the last step speak of edges and bodies that may be gone. */
  forgetGroups(): void {
    this.stillness.isKnown = false;
    this.contactEdges.size = 0;
    this.hitEdges.size = this.markedHits = 0;
    this.groups.count = 0;
    this.groups.sources.areKnown = false;
    this.bodies.nodes.columns.group.fill(-1);
  }
}
