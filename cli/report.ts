// The result of a run as text.

import type { RunResult } from './measurement.js';
import { formatNumber, formatQuantity, formatTable } from './table.js';
import { timeRows } from './time-table.js';

export function formatResult(result: RunResult): string {
  const { stepMs, contacts, groups, penetration, drift, energy, kineticEnergy, residual, narrowPhase } = result;
  const ms = (value: number) => formatQuantity(value / 1000, 's');
  const m = (value: number) => formatQuantity(value, 'm');
  const J = (value: number) => formatQuantity(value, 'J');
  const n = formatNumber;
  const rows: [string, string][] = [
    ['scene', result.seed === null ? result.scene : `${result.scene} (seed ${result.seed})`],
    ['method', `${result.method}, scheduler ${result.scheduler}, solver ${result.solver}`],
    ['bodies', String(result.bodies)],
    ['steps', `${result.steps} of ${n(result.dt)} s: ${n(result.seconds)} s`],
    ['time a step', `median ${ms(stepMs.median)}, p99 ${ms(stepMs.p99)}, mean ${ms(stepMs.mean)}, total ${ms(stepMs.total)}`],
    ...phaseRows(result),
    ...(result.time === undefined ? [] : timeRows(result.time)),
    ['contacts', `mean ${n(contacts.mean)}, max ${n(contacts.max)}`],
    ['groups', `mean ${n(groups.mean)}, max ${n(groups.max)}`],
    ['penetration', `max ${m(penetration.max)}, settled ${m(penetration.settled)}, end ${m(penetration.end)}`],
    ['drift', `max ${m(drift.max)}`],
    ['energy', `start ${J(energy.start)}, end ${J(energy.end)}, of it kinetic ${J(kineticEnergy.end)}`],
    ['residual', `median ${residual.median.toExponential(2)}, max ${residual.max.toExponential(2)}`],
    ['narrow phase', `${narrowPhase.tests} tests, ${narrowPhase.skipped} skipped`],
    ['asleep', String(result.asleep)],
    ['hash', result.hash],
  ];
  return formatTable(rows);
}

/** One row for each phase that took time, with its percentage of the step. */
function phaseRows({ phasesMs, stepMs }: RunResult): [string, string][] {
  return Object.entries(phasesMs)
    .filter(([, ms]) => ms > 0)
    .map(([phase, ms]) => {
      const share = `${((100 * ms) / stepMs.mean).toFixed(0)} %`.padStart(5);
      return [`  ${phase}`, `${formatQuantity(ms / 1000, 's').padStart(9)} ${share}`];
    });
}
