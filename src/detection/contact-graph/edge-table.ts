// The columns of edges and contacts: the one place where the layout of the contact graph is declared.

import { f64, i32 } from '../../table/table.js';

/** Numbers of a placement: position, then orientation. */
export const PLACEMENT_SIZE = 7;

export const EDGE_SCHEMA = {
  /** The two nodes, A < B. */
  nodes: i32(2),
  /** One of edge-kinds.ts. */
  kind: i32(),
  /** The edge's neighbours in the chains of A and of B, as entries 2 edge + side, -1 at the ends. */
  next: i32(2, 'link'),
  previous: i32(2, 'link'),
  /** Of a rule's edge: on which sides of the rule the body is, 1 `between`, 2 `and`. */
  sides: i32(),
  /** 1 while the broad phase reports the pair and both take part. */
  proximity: i32(1, 'motion'),
  /** SEPARATED, TOUCHING or PENETRATING; of a trigger's edge, TOUCHING is inside. */
  contactState: i32(1, 'motion'),
  /** What the last events said: e_old of the paper's figures 3, 5 and 10. */
  reportedProximity: i32(1, 'motion'),
  reportedTouching: i32(1, 'motion'),
  /** The events of the last delivery, one bit for each kind: the paper's marks. */
  marks: i32(1, 'motion'),
  /** What is known at the placement `relative`: 0 nothing, 1 the gap, 2 the contacts as well. */
  placementKnown: i32(1, 'motion'),
  /** Position [m] and orientation [1] of B in the frame of A when they were last tested: xform(e) of figure 4. */
  relative: f64(PLACEMENT_SIZE, 'motion'),
  /**
   * How far the bodies could move against each other in the step to come, when they were last tested, or how far they may without other
   * contacts being found [m].
   */
  travel: f64(1, 'motion'),
  /** 1 when a shape of the pair is round, so that its contacts wander over its surface as it turns. */
  round: i32(1, 'motion'),
  /** Smallest signed distance found [m]. */
  gap: f64(1, 'motion'),
  /** The block of contacts: its first row, rows used, rows it has. */
  firstContact: i32(1, 'link'),
  contactCount: i32(1, 'motion'),
  contactRoom: i32(1, 'link'),
  /** Chain of joints through `nextOfEdge` of the joint table, -1 at its end. */
  firstJoint: i32(1, 'link'),

  /** Number of the detection that last saw the pair overlap. */
  seen: i32(1, 'scratch'),
  /** 1 when what is known of the pair holds as long as neither body moves: it did not depend on where they are going. */
  still: i32(1, 'scratch'),
  /** The face axis, plus one, that last showed two boxes to be apart (box-box.ts), 0 for none: the first to be tried again. */
  separatingAxis: i32(1, 'scratch'),
  /**
   * Of two bodies of one shape each that are apart: how much nearer they may come to each other than they are at `relative`, or look further
   * ahead, and still be so; 0 where nothing is known [m].
   */
  room: f64(1, 'scratch'),
  /** What contact hooks said of the pair (detection/ask-hooks.ts): 1 where it is refused; friction and restitution, below 0 for none [1]. */
  refused: i32(1, 'scratch'),
  ownFriction: f64(1, 'scratch'),
  ownRestitution: f64(1, 'scratch'),
  /** The same of rolling and spinning friction [m]. */
  ownRolling: f64(1, 'scratch'),
  ownSpinning: f64(1, 'scratch'),
  /** 1 where they gave the surface of the pair's fixed body a velocity of its own, and which [m/s]. */
  isBelt: i32(1, 'scratch'),
  ownVelocity: f64(3, 'scratch'),
  /** Of an edge with contacts: whose motion its sides have, the mover of A and of B or a belt (detection/find-movers.ts). */
  movers: i32(2, 'scratch'),
  /** Its row among the hits, plus one (events/hits.ts); what it says holds only where that row is of this edge. */
  hit: i32(1, 'scratch'),
  /** Pairs of shapes whose boxes overlap. */
  pairCount: i32(1, 'scratch'),
} as const;

export const CONTACT_SCHEMA = {
  /** The shapes of A and B that meet. */
  shapes: i32(2, 'link'),
  /** Names the features that meet, the same from step to step. */
  feature: i32(1, 'motion'),
  /** The point on A in A's frame and on B in B's [m]. */
  anchorA: f64(3, 'motion'),
  anchorB: f64(3, 'motion'),
  /** Unit normal from A to B in A's frame [1]. */
  normal: f64(3, 'motion'),
  /** 1 when the two only pass each other in the step to come, 2 when one rolls over a joint: the contact must not act. */
  passing: i32(1, 'motion'),
  /** > 0 apart, < 0 penetrating, at the beginning of the last step [m]. */
  gap: f64(1, 'motion'),
  /**
   * Where impulses acted during the last step, half way between the surfaces, and the normal then, both in the world [m], [1].
   */
  worldPoint: f64(3, 'motion'),
  worldNormal: f64(3, 'motion'),
  /** What A did to B during the last step: the normal impulse, then the friction impulse as a vector of the world [N s]. */
  impulse: f64(4, 'motion'),
  /** The part of it that is expected to last, which the next solve starts from [N s]. */
  load: f64(4, 'motion'),
  /** How fast it closes when the step begins [m/s]. */
  closing: f64(1, 'scratch'),
  /** What the step at hand adds to the closing speed: 0 for a contact that is closed and does not bounce [m/s]. */
  bias: f64(1, 'scratch'),
  /** Whether the contact bounces in the step at hand, or waits to: RESTS, BOUNCES or WAITS of place-contacts.ts. */
  bounce: i32(1, 'scratch'),
  /** The impulse with which it bounces, while it is asked what the energy allows of it [N s]. */
  bounced: f64(4, 'scratch'),
  /** The sum of what the substeps of an island with joints have given it so far [N s]. */
  added: f64(4, 'scratch'),
  /** What the contact carries if the body on it is held at rest [N s]. */
  held: f64(4, 'scratch'),
  /** What the body below it then feels beyond the load, as a vector of the world [N s]. */
  push: f64(3, 'scratch'),
  /** What contact hooks gave it: bits that say which, friction and restitution of its own [1]. */
  ownSurface: i32(1, 'scratch'),
  ownFriction: f64(1, 'scratch'),
  ownRestitution: f64(1, 'scratch'),
  ownRolling: f64(1, 'scratch'),
  ownSpinning: f64(1, 'scratch'),
  /** The torque by which A turned B during the last step, beyond that of the impulse: rolling and spinning friction [N m s]. */
  torque: f64(3, 'scratch'),
  /** What it is if the body on it is held at rest [N m s]. */
  heldTorque: f64(3, 'scratch'),
  /** What it is with bounces, while it is asked what the energy allows of them [N m s]. */
  bouncedTorque: f64(3, 'scratch'),
  /** Of the first row of a free block: the next free block of its size, -1 at the end. */
  nextFreeBlock: i32(1, 'link'),
} as const;

/** Heads of the chains of free blocks of 1, 2, 4, 8, ... contacts; those of 2 are not used. */
export const BLOCK_SCHEMA = { firstFree: i32(1, 'link') } as const;
export const CONTACTS_OF_A_FACE = 4;
export const BLOCK_SIZES = 20;
