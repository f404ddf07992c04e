// The edges of joints. The pair of a joint has an edge as long as the joint lives, whether or not the broad phase sees the pair.
// Several joints may join the same two bodies. A joint to the world has no edge.

import { WORLD_END } from '../../joints/joint-table.js';
import type { ContactGraph } from './contact-graph.js';

/** Gives a joint its place in the chain of its edge, which is made where there is none. The chain goes by rows. */
export function holdEdge(graph: ContactGraph, joint: number): void {
  const { nodes, edge: edgeOf, nextOfEdge } = graph.joints.table.columns;
  const a = nodes[2 * joint];
  const b = nodes[2 * joint + 1];
  if (a === WORLD_END) return;
  let edge = graph.find(a, b);
  if (edge < 0) edge = graph.insert(a, b);
  const { firstJoint } = graph.edges.columns;
  let before = -1;
  let next = firstJoint[edge];
  for (; next >= 0 && next < joint; next = nextOfEdge[next]) before = next;
  edgeOf[joint] = edge;
  nextOfEdge[joint] = next;
  if (before >= 0) nextOfEdge[before] = joint;
  else firstJoint[edge] = joint;
}

/** Takes a joint out of the chain of its edge. The edge goes with the next detection that finds its nodes far apart. */
export function letEdgeGo(graph: ContactGraph, joint: number): void {
  const { edge: edgeOf, nextOfEdge } = graph.joints.table.columns;
  const edge = edgeOf[joint];
  if (edge < 0) return;
  const { firstJoint } = graph.edges.columns;
  let before = -1;
  for (let other = firstJoint[edge]; other !== joint; other = nextOfEdge[other]) before = other;
  if (before >= 0) nextOfEdge[before] = nextOfEdge[joint];
  else firstJoint[edge] = nextOfEdge[joint];
  edgeOf[joint] = -1;
}

/** The joints of an edge in the order of their rows. */
export function* jointsOf(graph: ContactGraph, edge: number): Generator<number> {
  const { nextOfEdge } = graph.joints.table.columns;
  for (let joint = graph.edges.columns.firstJoint[edge]; joint >= 0; joint = nextOfEdge[joint]) yield joint;
}

/** Whether a joint of the edge lets its two bodies pass through each other. One that is passive or broken does not. */
export function isJoinedApart(graph: ContactGraph, edge: number): boolean {
  const { collide, active, broken, nextOfEdge } = graph.joints.table.columns;
  for (let joint = graph.edges.columns.firstJoint[edge]; joint >= 0; joint = nextOfEdge[joint]) {
    if (collide[joint] === 0 && active[joint] !== 0 && broken[joint] === 0) return true;
  }
  return false;
}
