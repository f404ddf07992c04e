// Addresses that open a run in the studio at the moment of interest.

import { DEFAULT_PORT } from '../studio-port.js';
import type { Plan } from './plan.js';
import type { ReadyStudy } from './targets.js';
import { setUp } from './targets.js';

/** Where `drystone studio` serves it by default. */
export const STUDIO = `http://127.0.0.1:${DEFAULT_PORT}/`;

/** A built-in scene is told by its options; all else the studio asks of `drystone studio --runs`. */
export function studioLink(ready: ReadyStudy, plan: Plan, run: number, moment: number | null): string {
  const words = wordsOf(ready, plan, run) ?? [['run', String(run)]];
  if (moment !== null && moment > 0) words.push(['at', String(Number(moment.toFixed(4)))]);
  return `${STUDIO}#${words.map(([key, word]) => `${key}=${encodeURIComponent(word)}`).join('&')}`;
}

function wordsOf(ready: ReadyStudy, plan: Plan, run: number): [string, string][] | undefined {
  const planned = plan.at(run);
  try {
    const { builtIn, choices } = setUp(ready, planned);
    if (builtIn === undefined) return undefined;
    const { settings = {}, ...named } = choices;
    const given = { seed: planned.seed, ...builtIn.options, ...named, ...settings };
    const word = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    return [['scene', builtIn.name], ...Object.entries(given).map(([key, value]): [string, string] => [key, word(value)])];
  } catch {
    // What cannot be set up cannot be looked at; the studio will say why.
    return undefined;
  }
}
