// Writes the text of a setting. The same text appears in the doc comment of its type, in `drystone settings`, in
// docs/settings.md and in the studio.

import type { SettingName } from './settings.js';
import { SETTINGS } from './settings.js';

/** The text of a setting: its purpose, the allowed values, and its default with the unit. */
export function explainSetting(name: SettingName): string {
  const { why, unit, default: value } = SETTINGS[name];
  const range = explainRange(SETTINGS[name].field.schema());
  const ofUnit = unit === '' || unit === '1' ? '' : ` [${unit}]`;
  return [why, range, `Default ${JSON.stringify(value)}${ofUnit}.`].filter((part) => part !== '').join(' ');
}

/** The allowed values of a field as a sentence; empty where every number is allowed. */
export function explainRange(schema: Record<string, unknown>): string {
  const { enum: names, exclusiveMinimum: above, minimum, maximum, type } = schema;
  if (Array.isArray(names)) return `One of ${names.map((name) => JSON.stringify(name)).join(', ')}.`;
  if (type !== 'number' && type !== 'integer') return '';
  // A bound this large is no real limit, so it is left out.
  const isSaid = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < 1e15;
  const bounds = [
    ...(isSaid(above) ? [`above ${above}`] : isSaid(minimum) ? [`of at least ${minimum}`] : []),
    ...(isSaid(maximum) ? [`of at most ${maximum}`] : []),
  ];
  const noun = type === 'integer' ? 'A whole number' : 'A number';
  return bounds.length === 0 && type === 'number' ? '' : `${[noun, bounds.join(' and ')].join(' ').trim()}.`;
}
