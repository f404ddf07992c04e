// Rows of the report with a time scheduler's statistics, which are those of the time warp paper.

import type { TimeResult } from './measurement.js';
import { formatNumber, formatQuantity } from './table.js';

export function timeRows(time: TimeResult): [string, string][] {
  const s = (value: number) => formatQuantity(value, 's');
  const n = formatNumber;
  const { integrations, collisionChecks, collisionEvents, groupEvents, callbackEvents, redraws } = time;
  const events = `${integrations} integrations, ${collisionChecks} checks, ${collisionEvents} collisions`;
  const interval = Number.isFinite(time.discontinuityInterval) ? s(time.discontinuityInterval) : 'none';
  const rest = `${time.newContacts} new contacts in groups, ${time.fissions} fissions; ${time.callbacks} changes of control laws`;
  return [
    ['time', `${s(time.clockPerSecond)} a simulated second`],
    ['  events', `${events}, ${groupEvents} steps of groups, ${callbackEvents} callbacks, ${redraws} redraws`],
    ['  discontinuities', `${time.collisions} collisions, of them ${time.fusions} fusions; ${rest}`],
    ['  mean interval', interval],
    ['  integration step', `${s(time.integrationStep)}, ratio to the interval ${n(time.ratio)}`],
    ['  rollbacks', `${time.rollbacks}, bodies each: mean ${n(time.bodiesPerRollback)}, max ${time.mostBodiesRolledBack}`],
    ['  states discarded', String(time.statesDiscarded)],
    ['  groups formed', `${time.groups}, largest ${time.largestGroup} bodies, most contacts ${time.mostContacts}`],
    ['  GVT lag', s(time.gvtLag)],
  ];
}
