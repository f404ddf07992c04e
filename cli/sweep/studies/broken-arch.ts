// Which seeds break the arch. Its stones are of various masses and depths, by chance. Leaning by some degrees all arches stand, and by some more
// none does; between these the draw decides.

import { arch } from '../../../scenes/index.js';
import { cos, sin } from '../../../src/math/portable.js';
import type { Scene } from '../../../src/scene/scene.js';
import type { RunSoFar, Study } from '../study.js';

const KEYSTONE = 'voussoir-7';
/** Who has sunk by more does not stand [m]. */
const BROKEN = 0.05;

/** The arch stays upright, and gravity leans. */
function scene({ lean }: Readonly<Record<string, unknown>>, { seed }: { seed: number }): Scene {
  const angle = ((lean as number) * Math.PI) / 180;
  const made = arch({ seed, noise: 1 });
  return { ...made, settings: { ...made.settings, gravity: [9.81 * sin(angle), -9.81 * cos(angle), 0] } };
}

function sag({ world, scene: { bodies = [] } }: RunSoFar): number {
  const start = bodies.find(({ name }) => name === KEYSTONE)?.position?.[1] ?? 0;
  const end = [...world.bodies()].find(({ name }) => name === KEYSTONE)?.position[1] ?? 0;
  return start - end;
}

export const brokenArch: Study = {
  sweep: 1,
  name: 'broken-arch',
  description: 'Which seeds break the arch, and at how many degrees of lean.',
  scene,
  parameters: { lean: { from: 9, to: 15, count: 7 }, seed: { values: Array.from({ length: 24 }, (_, i) => i + 1) } },
  seconds: 4,
  measures: { broken: (run) => sag(run) > BROKEN, sag, fall: { firstContact: [KEYSTONE, 'ground'] } },
  moment: 'fall',
};
