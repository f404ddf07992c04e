// What contacts did in earlier stretches of a step that is taken in several. The impulses on contacts are those of the
// whole step, while each stretch writes its own: those of the stretches before the last one of a pair are added to it
// where the step ends. A pair that has parted since gets back one of the contacts it had, and counts as touching for
// this step: what hit is told, however far away it is by now. The next detection looks at it anew.

import { doubled } from '../../table/doubled.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';
import type { Detection } from '../detection.js';
import { TOUCHING } from '../narrow-phase/principal-contact.js';

/** Of a record: the two nodes, the stretch, the two shapes and the feature of the contact. */
const NODES = 0;
const STRETCH = 2;
const SHAPES = 3;
const FEATURE = 5;
const NAMES = 6;
/** And: the impulse on B as a vector of the world [N s], anchors and gap [m], normal, point and normal in the world. */
const IMPULSE = 0;
const ANCHOR_A = 3;
const ANCHOR_B = 6;
const NORMAL = 9;
const POINT = 12;
const WORLD_NORMAL = 15;
const GAP = 18;
const NUMBERS = 19;

export class KeptImpulses {
  /** Stretches so far, and by edge the last one that it took part in. */
  #stretch = 0;
  #last = new Int32Array(64);
  #names = new Int32Array(64 * NAMES);
  #numbers = new Float64Array(64 * NUMBERS);
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

  #push({ edges, contacts }: ContactGraph, edge: number, contact: number): void {
    if (NUMBERS * this.#count === this.#numbers.length) {
      this.#names = doubled(this.#names);
      this.#numbers = doubled(this.#numbers);
    }
    const { nodes: ends } = edges.columns;
    const { columns } = contacts;
    const names = NAMES * this.#count;
    const numbers = NUMBERS * this.#count++;
    for (let k = 0; k < 2; k++) {
      this.#names[names + NODES + k] = ends[2 * edge + k];
      this.#names[names + SHAPES + k] = columns.shapes[2 * contact + k];
    }
    this.#names[names + STRETCH] = this.#stretch;
    this.#names[names + FEATURE] = columns.feature[contact];
    for (let k = 0; k < 3; k++) {
      const along = columns.impulse[4 * contact] * columns.worldNormal[3 * contact + k];
      this.#numbers[numbers + IMPULSE + k] = along + columns.impulse[4 * contact + 1 + k];
      this.#numbers[numbers + ANCHOR_A + k] = columns.anchorA[3 * contact + k];
      this.#numbers[numbers + ANCHOR_B + k] = columns.anchorB[3 * contact + k];
      this.#numbers[numbers + NORMAL + k] = columns.normal[3 * contact + k];
      this.#numbers[numbers + POINT + k] = columns.worldPoint[3 * contact + k];
      this.#numbers[numbers + WORLD_NORMAL + k] = columns.worldNormal[3 * contact + k];
    }
    this.#numbers[numbers + GAP] = columns.gap[contact];
  }

  /** Where the step ends: adds to the impulses of contacts what was done before the last stretch of their pair. */
  giveBack(detection: Detection): void {
    const { graph } = detection;
    for (let i = 0; i < this.#count; i++) {
      const a = this.#names[NAMES * i + NODES];
      const b = this.#names[NAMES * i + NODES + 1];
      let edge = graph.find(a, b);
      if (edge < 0) edge = graph.insert(a, b);
      while (this.#last.length <= edge) this.#last = doubled(this.#last);
      if (graph.edges.columns.contactCount[edge] === 0) this.#restore(detection, edge, i);
      else if (this.#names[NAMES * i + STRETCH] !== this.#last[edge]) this.#add(graph, edge, i);
    }
  }

  /** Gives a pair that has parted the contact of a record. */
  #restore({ graph, stillness }: Detection, edge: number, i: number): void {
    const contact = graph.addContact(edge);
    const { proximity, contactState, placementKnown, still } = graph.edges.columns;
    const { columns } = graph.contacts;
    const numbers = NUMBERS * i;
    for (let k = 0; k < 2; k++) columns.shapes[2 * contact + k] = this.#names[NAMES * i + SHAPES + k];
    columns.feature[contact] = this.#names[NAMES * i + FEATURE];
    columns.gap[contact] = this.#numbers[numbers + GAP];
    columns.passing[contact] = 0;
    for (let k = 0; k < 3; k++) {
      columns.anchorA[3 * contact + k] = this.#numbers[numbers + ANCHOR_A + k];
      columns.anchorB[3 * contact + k] = this.#numbers[numbers + ANCHOR_B + k];
      columns.normal[3 * contact + k] = this.#numbers[numbers + NORMAL + k];
      columns.worldPoint[3 * contact + k] = this.#numbers[numbers + POINT + k];
      columns.worldNormal[3 * contact + k] = this.#numbers[numbers + WORLD_NORMAL + k];
    }
    columns.impulse.fill(0, 4 * contact, 4 * contact + 4);
    columns.load.fill(0, 4 * contact, 4 * contact + 4);
    proximity[edge] = 1;
    contactState[edge] = TOUCHING;
    placementKnown[edge] = 0;
    still[edge] = 0;
    stillness.restlessEdges++;
    this.#last[edge] = -1;
    this.#add(graph, edge, i);
  }

  /** Adds the impulse of a record to the contact of its feature, else to the one whose normal is nearest to it. */
  #add({ edges, contacts }: ContactGraph, edge: number, i: number): void {
    const { firstContact, contactCount } = edges.columns;
    const { feature, worldNormal: n, impulse } = contacts.columns;
    const numbers = NUMBERS * i + IMPULSE;
    let best = firstContact[edge];
    let most = Number.NEGATIVE_INFINITY;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      const isSame = feature[contact] === this.#names[NAMES * i + FEATURE];
      const along = isSame ? Number.POSITIVE_INFINITY : this.#along(numbers, n, 3 * contact);
      if (along > most) {
        most = along;
        best = contact;
      }
    }
    const along = this.#along(numbers, n, 3 * best);
    impulse[4 * best] += along;
    for (let k = 0; k < 3; k++) impulse[4 * best + 1 + k] += this.#numbers[numbers + k] - along * n[3 * best + k];
  }

  #along(numbers: number, n: Float64Array, at: number): number {
    const j = this.#numbers;
    return j[numbers] * n[at] + j[numbers + 1] * n[at + 1] + j[numbers + 2] * n[at + 2];
  }
}
