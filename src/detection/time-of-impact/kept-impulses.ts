// What contacts did in earlier stretches of a step that is taken in several. The impulses on contacts are those of the
// whole step, while each stretch writes its own: those of the stretches before the last one of a pair are added to it
// where the step ends. What has no contact by then is not told: nothing stands for it.

import { doubled } from '../../table/doubled.js';
import type { Detection } from '../detection.js';

export class KeptImpulses {
  /** Stretches so far, and by edge the last one that it took part in. */
  #stretch = 0;
  #last = new Int32Array(64);
  /** Of each record: edge, its two nodes, feature of the contact, stretch. */
  #names = new Int32Array(5 * 64);
  /** The impulse on B as a vector of the world [N s]. */
  #impulses = new Float64Array(3 * 64);
  #count = 0;

  /** A step begins. */
  begin(): void {
    this.#stretch = 0;
    this.#count = 0;
    this.#last.fill(0);
  }

  /** After a stretch: takes note of what the contacts at hand did. */
  note({ graph, contactEdges }: Detection): void {
    const { firstContact, contactCount } = graph.edges.columns;
    const { impulse } = graph.contacts.columns;
    while (this.#last.length < graph.edges.size) this.#last = doubled(this.#last);
    this.#stretch++;
    for (let i = 0; i < contactEdges.size; i++) {
      const edge = contactEdges.columns.edge[i];
      this.#last[edge] = this.#stretch;
      for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
        const k = 4 * contact;
        if (impulse[k] !== 0 || impulse[k + 1] !== 0 || impulse[k + 2] !== 0 || impulse[k + 3] !== 0)
          this.#push(graph, edge, contact);
      }
    }
  }

  #push({ edges, contacts }: Detection['graph'], edge: number, contact: number): void {
    if (3 * this.#count === this.#impulses.length) {
      this.#names = doubled(this.#names);
      this.#impulses = doubled(this.#impulses);
    }
    const { nodes: ends } = edges.columns;
    const { impulse, worldNormal: n, feature } = contacts.columns;
    const at = this.#count++;
    this.#names[5 * at] = edge;
    this.#names[5 * at + 1] = ends[2 * edge];
    this.#names[5 * at + 2] = ends[2 * edge + 1];
    this.#names[5 * at + 3] = feature[contact];
    this.#names[5 * at + 4] = this.#stretch;
    for (let k = 0; k < 3; k++)
      this.#impulses[3 * at + k] = impulse[4 * contact] * n[3 * contact + k] + impulse[4 * contact + 1 + k];
  }

  /** Where the step ends: adds to the impulses of contacts what was done before the last stretch of their pair. */
  giveBack({ graph }: Detection): void {
    const { edges, contacts } = graph;
    const { nodes: ends, contactCount } = edges.columns;
    const { impulse, worldNormal: n } = contacts.columns;
    for (let i = 0; i < this.#count; i++) {
      const edge = this.#names[5 * i];
      if (this.#names[5 * i + 4] === this.#last[edge] || !edges.isLive(edge) || contactCount[edge] === 0) continue;
      if (this.#names[5 * i + 1] !== ends[2 * edge] || this.#names[5 * i + 2] !== ends[2 * edge + 1]) continue;
      const contact = this.#contactFor(graph, i);
      let along = 0;
      for (let k = 0; k < 3; k++) along += this.#impulses[3 * i + k] * n[3 * contact + k];
      impulse[4 * contact] += along;
      for (let k = 0; k < 3; k++) impulse[4 * contact + 1 + k] += this.#impulses[3 * i + k] - along * n[3 * contact + k];
    }
  }

  /** The contact with the feature of a record, else the one whose normal is nearest to its impulse. */
  #contactFor({ edges, contacts }: Detection['graph'], i: number): number {
    const { firstContact, contactCount } = edges.columns;
    const { feature, worldNormal: n } = contacts.columns;
    const edge = this.#names[5 * i];
    let best = firstContact[edge];
    let most = Number.NEGATIVE_INFINITY;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (feature[contact] === this.#names[5 * i + 3]) return contact;
      let along = 0;
      for (let k = 0; k < 3; k++) along += this.#impulses[3 * i + k] * n[3 * contact + k];
      if (along > most) {
        most = along;
        best = contact;
      }
    }
    return best;
  }
}
