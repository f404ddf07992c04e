// The default method does nothing worse than plain velocity dynamics:
// a short form of `npm run bench -- --parts against-ncp`.

import { describe, expect, it } from 'vitest';
import { compareScene } from '../../bench/against-ncp.mjs';
import { KINDS, randomScene } from '../../bench/random-scenes.mjs';

const SCENES_OF_A_KIND = 5;
/** Of each the first 0.6 or 1 s [1]. */
const MOST_STEPS = 60;
/** Runs of each method where one was worse [1], and by how much bodies are displaced in them [m]. */
const REPEATS = [
  { count: 3, jitter: 1e-3 },
  { count: 5, jitter: 1e-3 },
];
const kinds = Object.keys(KINDS);

/** The first scenes of a kind. */
function scenesOf(kind: string) {
  return Array.from({ length: SCENES_OF_A_KIND }, (_, i) => {
    const scene = randomScene(kinds.indexOf(kind) + kinds.length * i);
    return { ...scene, steps: Math.min(scene.steps, MOST_STEPS) };
  });
}

describe('gsp against ncp over random scenes', () => {
  it.each(['stack', 'pyramid', 'slope'])('of kind %s: never deeper, never more energy', (kind) => {
    expect(scenesOf(kind).flatMap((scene) => compareScene({ ...scene, restitution: 0 }, REPEATS).found)).toEqual([]);
  });

  it('of overfull rooms: never deeper', () => {
    // Where there is room above, it lifts bodies out of each other in fewer steps: energy rises by the same, but sooner.
    const found: { figure: string }[] = scenesOf('overfull').flatMap((scene) => compareScene(scene, REPEATS).found);
    expect(found.filter(({ figure }) => figure.endsWith('Depth'))).toEqual([]);
  });

  it('of kinds in which chance decides: less often deeper than less deep', () => {
    const compared = ['heap', 'wedged', 'thrown', 'play'].flatMap(scenesOf).map((scene) => compareScene(scene, []));
    const countOf = (list: 'worse' | 'better') => compared.filter((one) => one[list].includes('peakDepth')).length;
    expect(countOf('worse')).toBeLessThan(countOf('better'));
  });
});
