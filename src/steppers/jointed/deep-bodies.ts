// The bodies of an island that began the step deeper in each other than a gap may be wide that counts as closed.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import type { Detection } from '../../detection/detection.js';
import type { Settings } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { INERTIA_LENGTH } from '../../solvers/tree/joint-block.js';

export class DeepBodies {
  /** Mass of all of them; 0 where there are none [kg]. */
  mass = 0;
  /** One a mover: 1 where it is counted. */
  #isCounted = new Int32Array();

  find(problem: JointProblem, { table }: ContactProblem, { bodies, graph }: Detection, settings: Settings): void {
    const { movers, contactMovers, inertia } = problem;
    const { thickness } = bodies.shapes.columns;
    const { gap, shapes } = graph.contacts.columns;
    const closed = settings['contact.touching'] * settings['detection.envelope'];
    this.#isCounted = grown(this.#isCounted, movers);
    this.#isCounted.fill(0, 0, movers);
    this.mass = 0;
    for (let i = 0; i < table.size; i++) {
      const c = table.columns.contact[i];
      if (-gap[c] <= closed * Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]])) continue;
      for (let side = 0; side < 2; side++) {
        const body = contactMovers[2 * i + side] / 6;
        if (body >= movers || this.#isCounted[body] === 1) continue;
        this.#isCounted[body] = 1;
        this.mass += inertia[INERTIA_LENGTH * body];
      }
    }
  }
}
