// Triggers under the schedulers of time. What passes a trigger is known when a step of the world ends: from where every
// body was in the history that holds. So triggers see all bodies alike, be they in flight or in contact groups, and
// however fast they pass; groups are stepped without them.
//
// A body enters when it first meets the trigger, to the tolerance of times of impact. It leaves by the end of a step at
// which it is outside.

import { TRIGGER } from '../../bodies/node-kinds.js';
import type { Detection } from '../../detection/detection.js';
import type { HeldEvents } from '../../detection/held-events.js';
import { IN_TRIGGER, OUT_TRIGGER } from '../../detection/held-events.js';
import { TOUCHING } from '../../detection/narrow-phase/principal-contact.js';
import { mayHit } from '../../detection/time-of-impact/impact-search.js';
import type { Anchors } from './anchors.js';
import type { Flights } from './flights.js';

/** The histories of bodies, as triggers need them (histories.ts). */
interface BodyHistories {
  readonly detection: Detection;
  readonly anchors: Anchors;
  readonly flights: Flights;
  /** By row: newest anchor. */
  readonly newest: Int32Array;
}

/** A body that a trigger has seen in a step. */
interface Visit {
  readonly trigger: number;
  readonly node: number;
  /** Whether it was inside when the step began. */
  readonly wasInside: boolean;
  /** When they met in the step; infinite where they have not [s]. */
  time: number;
}

export class Gates {
  readonly #histories: BodyHistories;
  /** Rows of the triggers that take part. */
  readonly #triggers: number[] = [];
  /** By both rows. */
  readonly #visits = new Map<number, Visit>();
  readonly #box = new Float64Array(6);
  readonly #gate = new Float64Array(6);
  /** From when to when a trigger is looked at, which does not move [s]. */
  readonly #moment = new Float64Array(2);

  constructor(histories: BodyHistories) {
    this.#histories = histories;
  }

  get areAny(): boolean {
    return this.#triggers.length > 0;
  }

  /** Begins a step: those that were inside before, of the bodies that take part. Their edges are made anew at its end. */
  begin(takesPart: (row: number) => boolean): void {
    const { bodies, graph } = this.#histories.detection;
    const { kind, active, mover, firstDynamicEdge } = bodies.nodes.columns;
    this.#triggers.length = 0;
    this.#visits.clear();
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (kind[row] !== TRIGGER || !bodies.nodes.isLive(row)) continue;
      if (active[row] !== 0) this.#triggers.push(row);
      const { nodes: ends, next, reportedTouching } = graph.edges.columns;
      for (let entry = firstDynamicEdge[row]; entry >= 0; ) {
        const edge = entry >> 1;
        const node = ends[entry ^ 1];
        entry = next[entry];
        if (!takesPart(mover[node])) continue;
        if (reportedTouching[edge] !== 0) this.#visit(row, node, true);
        graph.remove(edge);
      }
    }
  }

  #visit(trigger: number, node: number, wasInside: boolean): Visit {
    const key = trigger * this.#histories.detection.bodies.nodes.size + node;
    let visit = this.#visits.get(key);
    if (visit === undefined) {
      visit = { trigger, node, wasInside, time: Number.POSITIVE_INFINITY };
      this.#visits.set(key, visit);
    }
    return visit;
  }

  /** A body was on the flight from an anchor from span[0] to span[1] [s], by the history that holds; no slack is at span[2]. */
  note(row: number, anchor: number, span: Float64Array): void {
    const { flights } = this.#histories;
    for (let shape = flights.firstShape(row); shape >= 0 && this.areAny; shape = flights.nextShape(shape)) {
      flights.writeBox(anchor, shape, span, this.#box, 0);
      for (const trigger of this.#triggers) this.#look(trigger, anchor, shape, span);
    }
  }

  #look(trigger: number, anchor: number, shape: number, span: Float64Array): void {
    const { flights, newest, detection } = this.#histories;
    const { owner } = detection.bodies.shapes.columns;
    this.#moment.fill(span[0]);
    for (let gate = flights.firstShape(trigger); gate >= 0; gate = flights.nextShape(gate)) {
      flights.writeBox(newest[trigger], gate, this.#moment, this.#gate, 0);
      if (!this.#areNear() || !mayHit(detection, shape, gate)) continue;
      const visit = this.#visit(trigger, owner[shape], false);
      if (visit.wasInside || visit.time < Number.POSITIVE_INFINITY) continue;
      // A body that is inside already may be on its way out.
      if (flights.isNearAt(newest[trigger], anchor, gate, shape, span[0])) visit.time = span[0];
      else if (flights.findImpact(newest[trigger], anchor, gate, shape, span) && flights.query.time <= span[1])
        visit.time = flights.query.time;
    }
  }

  #areNear(): boolean {
    const a = this.#box;
    const b = this.#gate;
    for (let k = 0; k < 3; k++) if (a[k] > b[k + 3] || b[k] > a[k + 3]) return false;
    return true;
  }

  /** Ends the step at a time [s]: what has entered or left is told, and who is inside has an edge. */
  end(time: number, events: HeldEvents): void {
    const { graph, state } = this.#histories.detection;
    const visits = [...this.#visits.values()].sort((v, w) => v.trigger - w.trigger || v.node - w.node);
    for (const { trigger, node, wasInside, time: met } of visits) {
      const isInside = this.#isInside(trigger, node, time);
      const isSeen = isInside || met < Number.POSITIVE_INFINITY;
      if (isSeen && !wasInside) tell(events, IN_TRIGGER, trigger, node, Math.min(met, time));
      if (!isInside && (isSeen || wasInside)) tell(events, OUT_TRIGGER, trigger, node, time);
      if (!isInside) continue;
      const edge = graph.insert(trigger, node);
      const { contactState, proximity, reportedTouching } = graph.edges.columns;
      proximity[edge] = 1;
      contactState[edge] = TOUCHING;
      reportedTouching[edge] = state.settings.events === 'off' ? 0 : 1;
    }
  }

  /** Whether a body is inside at the time of its newest flight [s]; what takes no part is nowhere. */
  #isInside(trigger: number, node: number, time: number): boolean {
    const { flights, anchors, newest, detection } = this.#histories;
    const { nodes, shapes } = detection.bodies;
    const row = nodes.columns.mover[node];
    let anchor = newest[row];
    if (newest[trigger] < 0) return false;
    while (anchor >= 0 && anchors.timeOf(anchor) > time) anchor = anchors.before[anchor];
    for (let shape = flights.firstShape(row); anchor >= 0 && shape >= 0; shape = flights.nextShape(shape)) {
      if (shapes.columns.owner[shape] !== node) continue;
      for (let gate = flights.firstShape(trigger); gate >= 0; gate = flights.nextShape(gate)) {
        if (mayHit(detection, shape, gate) && flights.isNearAt(newest[trigger], anchor, gate, shape, time)) return true;
      }
    }
    return false;
  }
}

function tell(events: HeldEvents, kind: number, trigger: number, node: number, time: number): void {
  const at = events.add();
  events.kind[at] = kind;
  events.nodes[2 * at] = Math.min(trigger, node);
  events.nodes[2 * at + 1] = Math.max(trigger, node);
  events.time[at] = time;
}
