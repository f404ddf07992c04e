// How far contacts are from what they should do.

import { BLOCK, INVERSE_NORMAL, TANGENT_STEP, TOURED_LENGTH } from '../../kernels/tour-layout.js';
import * as contact from '../contact-record.js';
import { rowVelocity } from '../projected-gauss-seidel.js';
import type { TreeProblem } from './joint-block.js';
import type { TouredContacts } from './toured-contacts.js';

/** The largest lambda - project(lambda - w) of (37), with each row scaled by its response, as a velocity [m/s]. */
export function contactResidual(
  { record, contactMovers, u }: TreeProblem,
  { count, order, room: { toured } }: TouredContacts,
  pyramid: boolean,
): number {
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const at = i * TOURED_LENGTH;
    if (toured[at + INVERSE_NORMAL] === 0) continue;
    const k = order[i] * contact.RECORD_LENGTH;
    const a = contactMovers[2 * order[i]];
    const b = contactMovers[2 * order[i] + 1];
    const normal = record[k + contact.LAMBDA];
    const pushed = normal - toured[at + INVERSE_NORMAL] * (rowVelocity(record, k, 0, u, a, b) + record[k + contact.BIAS]);
    largest = Math.max(largest, toured[at + BLOCK] * Math.abs(normal - Math.max(0, pushed)));
    const step = toured[at + TANGENT_STEP];
    if (step === 0) continue;
    const limit = record[k + contact.FRICTION] * normal;
    const lambda1 = record[k + contact.LAMBDA + 1];
    const lambda2 = record[k + contact.LAMBDA + 2];
    let p1 = lambda1 - step * rowVelocity(record, k, 1, u, a, b);
    let p2 = lambda2 - step * rowVelocity(record, k, 2, u, a, b);
    if (pyramid) {
      p1 = Math.max(-limit, Math.min(limit, p1));
      p2 = Math.max(-limit, Math.min(limit, p2));
    } else {
      const length = Math.sqrt(p1 * p1 + p2 * p2);
      const shrink = length > limit ? limit / length : 1;
      p1 *= shrink;
      p2 *= shrink;
    }
    largest = Math.max(largest, (Math.abs(lambda1 - p1) + Math.abs(lambda2 - p2)) / step);
  }
  return largest;
}
