// Definitions of the plots of one run, and of the two sides of a comparison.

import { PHASES } from '../../../src/index.js';
import { MEASURES, STATISTICS } from '../protocol.js';

export interface Curve {
  /** Indices of the table and of its column. */
  readonly table: number;
  readonly column: number;
  readonly label: string;
  readonly colour: string;
}
export interface PlotKind {
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
  /** Whether curves are stacked. */
  readonly isStacked?: boolean;
  /** Whether steps that took much longer than others may be cut off. */
  readonly hasOutliers?: boolean;
  /** Whether the axis may begin anywhere; otherwise it begins at zero. */
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

/** Plots of rows of STATISTICS. */
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

/** Colours of the two sides. */
export const SIDE_COLOURS = ['#2f7fc1', '#d0552c'] as const;
const both = (column: (typeof MEASURES)[number]): Curve[] =>
  ['A', 'B'].map((label, table) => ({ table, column: MEASURES.indexOf(column), label, colour: SIDE_COLOURS[table] }));

/** Plots of rows of MEASURES of both sides. */
export const COMPARE_PLOTS: readonly PlotKind[] = [
  { title: 'Penetration', unit: 'm', curves: both('penetration') },
  { title: 'Drift', unit: 'm', curves: both('drift') },
  { title: 'Energy', unit: 'J', isFree: true, curves: both('energy') },
  { title: 'Step time', unit: 'ms', hasOutliers: true, curves: both('stepTime') },
];
