// What is plotted: of one run, and of the two sides of a comparison.

import { PHASES } from '../../../src/index.js';
import { MEASURES, STATISTICS } from '../protocol.js';

export interface Curve {
  /** Which of the tables of the panel, and which of its columns. */
  readonly table: number;
  readonly column: number;
  readonly label: string;
  readonly colour: string;
}
export interface PlotKind {
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
  /** Curves on top of each other. */
  readonly isStacked?: boolean;
  /** Steps that took much longer than others may be cut off. */
  readonly hasOutliers?: boolean;
  /** Where values may be anywhere; all others begin at nought. */
  readonly isFree?: boolean;
}

type Column = (typeof STATISTICS)[number];
const curve = (column: Column, label: string, colour: string): Curve => ({
  table: 0,
  column: STATISTICS.indexOf(column),
  label,
  colour,
});
const PHASE_COLOURS = PHASES.map((_, i) => `hsl(${Math.round((200 + i * 137.5) % 360)} 55% 52%)`);

/** Of rows of STATISTICS. */
export const STEP_PLOTS: readonly PlotKind[] = [
  {
    title: 'Step time by phase',
    unit: 'ms',
    isStacked: true,
    hasOutliers: true,
    curves: PHASES.map((phase, i) => curve(phase, phase, PHASE_COLOURS[i])),
  },
  { title: 'Contacts', unit: '', curves: [curve('contacts', 'contacts', '#2f7fc1')] },
  { title: 'Groups', unit: '', curves: [curve('groupCount', 'groups', '#7a5bc0')] },
  { title: 'Penetration', unit: 'm', curves: [curve('penetration', 'deepest', '#d0552c')] },
  {
    title: 'Energy',
    unit: 'J',
    isFree: true,
    curves: [curve('kinetic', 'kinetic', '#d8402f'), curve('potential', 'potential', '#2e8b57')],
  },
  { title: 'Residual', unit: '', curves: [curve('residual', 'residual', '#b0862a')] },
];

/** Of the two sides. */
export const SIDE_COLOURS = ['#2f7fc1', '#d0552c'] as const;
const both = (column: (typeof MEASURES)[number]): Curve[] =>
  ['A', 'B'].map((label, table) => ({ table, column: MEASURES.indexOf(column), label, colour: SIDE_COLOURS[table] }));

/** Of rows of MEASURES of both. */
export const COMPARE_PLOTS: readonly PlotKind[] = [
  { title: 'Penetration', unit: 'm', curves: both('penetration') },
  { title: 'Drift', unit: 'm', curves: both('drift') },
  { title: 'Energy', unit: 'J', isFree: true, curves: both('energy') },
  { title: 'Step time', unit: 'ms', hasOutliers: true, curves: both('stepTime') },
];
