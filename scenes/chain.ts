// A chain of a hundred links with a heavy ball at its end, let go from the side. Links are pulled a thousand times as hard as they weigh, and
// the chain must not stretch; a little drag of the ball and friction of the links bring it to rest, hanging straight down.

import { number } from '../src/input/fields.js';
import type { JointDescriptor } from '../src/joints/descriptors.js';
import { cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stone, stoneScene } from './parts.js';

export interface ChainOptions extends SceneOptions {
  /** Links [1]. */
  links?: number;
  /** Mass of the ball, in links [1]. */
  ratio?: number;
  /** Where it is let go, from straight down [degrees]. */
  angle?: number;
}

export const about: About<ChainOptions> = {
  name: 'chain',
  description: "100 links with a ball of 1000 times a link's mass at their end must not stretch.",
  source: 'not in the papers; joints under loads far above what their links weigh',
  options: {
    links: number('Links [1]', { min: 1, max: 1000, integer: true }),
    ratio: number('Mass of the ball, in links [1]', { above: 0, max: 1e6 }),
    angle: number('Where it is let go, from straight down [degrees]', { min: 0, max: 90 }),
  },
};

/** From joint to joint, and how much of that is a link [m]. */
const PITCH = 0.2;
const LINK: Vec3 = [0.06, 0.16, 0.06];
const BALL_RADIUS = 0.5;
/** From the hook down to what it is fastened to, and from the ball at its lowest to the ground [m]. */
const HOOK = 0.1;
const CLEARANCE = 1;
/** Of the ball [1/s], and of the joints [N m]. */
const DRAG = 0.3;
const FRICTION = 0.05;

export function chain({ links = 100, ratio = 1000, angle = 60 }: ChainOptions): Scene {
  const turn = (angle * Math.PI) / 180;
  const height = links * PITCH + 2 * BALL_RADIUS + CLEARANCE;
  const at = (way: number): Vec3 => [way * sin(turn), height - way * cos(turn), 0];
  const orientation = rotation([0, 0, 1], turn);
  const bodies: SceneBody[] = Array.from({ length: links }, (_, i) =>
    stone(`link-${i}`, { kind: 'box', size: LINK }, at((i + 0.5) * PITCH), { orientation }),
  );
  const { density = 1 } = bodies[0];
  const mass = ratio * density * LINK[0] * LINK[1] * LINK[2];
  bodies.push({
    name: 'ball',
    position: at(links * PITCH + BALL_RADIUS),
    shapes: [{ kind: 'sphere', radius: BALL_RADIUS }],
    mass,
    linearDamping: DRAG,
  });
  const names = ['hook', ...bodies.map(({ name = '' }) => name)];
  const rubbing = { friction: FRICTION };
  const joints = bodies.map(
    (_, i): JointDescriptor<string> => ({
      name: `joint-${i}`,
      kind: 'ball',
      bodyA: names[i],
      bodyB: names[i + 1],
      anchor: at(i * PITCH),
      axis: [sin(turn), -cos(turn), 0],
      coordinates: { twist: rubbing, swing: rubbing, roll: rubbing },
    }),
  );
  const hook = fixture('hook', [{ kind: 'box', size: [0.5, 0.1, 0.5] }], [0, height + HOOK, 0]);
  const multibodies = [{ name: 'chain', links: names.slice(1), joints }];
  return stoneScene(about, [hook, ...bodies], { seconds: 20, multibodies });
}
