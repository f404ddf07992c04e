// What contacts and joints carried before an impact they carry after it. Loads are forces times the length of a step,
// and are carried on in proportion: what an impact gives within next to no time is no load.

import { MOST_ROWS } from '../../joints/joint-table.js';
import { doubled } from '../../table/doubled.js';
import type { Detection } from '../detection.js';

export class KeptLoads {
  /** Edges at hand, and where the contacts of each begin in the columns below; one place more ends the last one's. */
  #edges = new Int32Array(64);
  #firsts = new Int32Array(64);
  #edgeCount = 0;
  #features = new Int32Array(256);
  #loads = new Float64Array(1024);
  /** Joints at hand with their impulses, and movers at hand with the length of the step before. */
  #joints = new Int32Array(64);
  #impulses = new Float64Array(64 * MOST_ROWS);
  #jointCount = 0;
  #movers = new Int32Array(64);
  #lastSteps = new Float64Array(64);
  #moverCount = 0;
  /** By edge, its place among those at hand, plus one; 0 for others. */
  #places = new Int32Array(64);

  /** Keeps what the bodies at hand carry: to be called after their detection. */
  keep(detection: Detection): void {
    this.#keepContacts(detection);
    const { groups, state, bodies } = detection;
    const { free } = groups;
    const { impulse } = state.joints.table.columns;
    this.#jointCount = free.firstJoint + free.jointCount;
    while (this.#joints.length < this.#jointCount) {
      this.#joints = doubled(this.#joints);
      this.#impulses = doubled(this.#impulses);
    }
    for (let i = 0; i < this.#jointCount; i++) {
      this.#joints[i] = groups.joints.columns.member[i];
      for (let k = 0; k < MOST_ROWS; k++) this.#impulses[MOST_ROWS * i + k] = impulse[MOST_ROWS * this.#joints[i] + k];
    }
    this.#moverCount = groups.moverCount;
    while (this.#movers.length < this.#moverCount) {
      this.#movers = doubled(this.#movers);
      this.#lastSteps = doubled(this.#lastSteps);
    }
    for (let i = 0; i < this.#moverCount; i++) {
      this.#movers[i] = groups.movers.columns.member[i];
      this.#lastSteps[i] = bodies.nodes.columns.lastStep[this.#movers[i]];
    }
  }

  #keepContacts({ graph, contactEdges }: Detection): void {
    const { firstContact, contactCount } = graph.edges.columns;
    const { load, feature } = graph.contacts.columns;
    this.#edgeCount = contactEdges.size;
    while (this.#edges.length <= this.#edgeCount) {
      this.#edges = doubled(this.#edges);
      this.#firsts = doubled(this.#firsts);
    }
    let at = 0;
    for (let i = 0; i < this.#edgeCount; i++) {
      const edge = contactEdges.columns.edge[i];
      this.#edges[i] = edge;
      this.#firsts[i] = at;
      for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++, at++) {
        if (at === this.#features.length) {
          this.#features = doubled(this.#features);
          this.#loads = doubled(this.#loads);
        }
        this.#features[at] = feature[contact];
        for (let k = 0; k < 4; k++) this.#loads[4 * at + k] = load[4 * contact + k];
      }
    }
    this.#firsts[this.#edgeCount] = at;
  }

  /** Gives the bodies at hand the loads that they had; contacts that were not there have none. */
  putBack({ graph, contactEdges, state, bodies }: Detection): void {
    const { firstContact, contactCount } = graph.edges.columns;
    const { load, feature } = graph.contacts.columns;
    while (this.#places.length < graph.edges.size) this.#places = doubled(this.#places);
    for (let i = 0; i < this.#edgeCount; i++) this.#places[this.#edges[i]] = i + 1;
    for (let i = 0; i < contactEdges.size; i++) {
      const edge = contactEdges.columns.edge[i];
      for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
        const kept = this.#find(edge, feature[contact]);
        for (let k = 0; k < 4; k++) load[4 * contact + k] = kept < 0 ? 0 : this.#loads[4 * kept + k];
      }
    }
    for (let i = 0; i < this.#edgeCount; i++) this.#places[this.#edges[i]] = 0;
    const { impulse } = state.joints.table.columns;
    for (let i = 0; i < this.#jointCount; i++)
      for (let k = 0; k < MOST_ROWS; k++) impulse[MOST_ROWS * this.#joints[i] + k] = this.#impulses[MOST_ROWS * i + k];
    for (let i = 0; i < this.#moverCount; i++) bodies.nodes.columns.lastStep[this.#movers[i]] = this.#lastSteps[i];
  }

  /** The place of the contact of an edge with a feature; -1 where there was none. */
  #find(edge: number, feature: number): number {
    const place = this.#places[edge] - 1;
    if (place < 0) return -1;
    for (let at = this.#firsts[place]; at < this.#firsts[place + 1]; at++) if (this.#features[at] === feature) return at;
    return -1;
  }
}
