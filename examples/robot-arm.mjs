// An arm of three links from an MJCF file. A control is called before each step. It compensates gravity, and pulls the
// tip to a point with a spring force, by the transpose of the Jacobian.
//
//   npm run build && node examples/robot-arm.mjs

import { checkScene, Simulation } from 'drystone';
import { readMjcf } from 'drystone/robots';

const joint = (name) => `<joint name="${name}" type="hinge" axis="0 1 0" damping="2"/>`;
const link = (inside) => `<geom type="capsule" fromto="0 0 0 0 0 0.5" size="0.05"/>${inside}`;
const MJCF = `<mujoco>
  <worldbody>
    <body name="upper" pos="0 0 1">${joint('shoulder')}${link(`
      <body name="fore" pos="0 0 0.5">${joint('elbow')}${link(`
        <body name="hand" pos="0 0 0.5">${joint('wrist')}${link('')}</body>`)}
      </body>`)}
    </body>
  </worldbody>
  <actuator>
    <motor joint="shoulder" ctrlrange="-500 500" ctrllimited="true"/>
    <motor joint="elbow" ctrlrange="-500 500" ctrllimited="true"/>
    <motor joint="wrist" ctrlrange="-500 500" ctrllimited="true"/>
  </actuator>
</mujoco>`;
const TARGET = [0.8, 0, 1.6];
/** Stiffness of the spring [N/m]. */
const STIFFNESS = 120;

const { scene } = await readMjcf(MJCF, { coordinates: { shoulder: 0.3, elbow: 0.4, wrist: 0.2 } });
const { world } = new Simulation(checkScene(scene));
const [arm] = world.multibodies();
const hand = /** @type {import('drystone').Body} */ (world.find('hand'));
/** The tip of the hand, in its frame [m]. */
const TIP = /** @type {[number, number, number]} */ ([0, 0, 0.5]);

/** Position of the tip, and its Jacobian: three rows with a number per joint. */
function readTip() {
  const jacobian = arm.jacobian(hand, TIP);
  const [x, y, z, w] = hand.orientation;
  const along = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  return { jacobian, tip: hand.position.map((p, k) => p + TIP[2] * along[k]) };
}

arm.control = (own) => {
  const torques = own.gravityCompensation();
  const { jacobian, tip } = readTip();
  for (const joint of own.joints) {
    const column = own.placeOf(joint).velocity;
    const pull = TARGET.reduce((sum, goal, k) => sum + jacobian[k * own.velocityCount + column] * STIFFNESS * (goal - tip[k]), 0);
    joint.coordinate('angle').target = torques[column] + pull;
  }
};

for (let second = 0; second <= 4; second++) {
  const { tip } = readTip();
  const off = Math.hypot(...tip.map((p, k) => p - TARGET[k]));
  console.log(`after ${second} s the tip is ${(1000 * off).toFixed(1)} mm from its target`);
  for (let i = 0; i < 100; i++) world.step(1 / 100);
}
