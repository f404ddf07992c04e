// Drystone behind the same interface as its rivals: by whatever method is its default, and by the two methods of shock propagation
// that the paper compares.

import { METHODS, World } from '../../dist/src/index.js';

/** @type {import('./index.mjs').Rival} */
export const drystone = rivalOf({ METHODS, World });

/**
 * The same of another build, by what its src/index.js has. `world` is its own.
 * @param {{ METHODS: any, World: any }} library
 */
export function rivalOf({ METHODS, World }) {
  return {
    settings: { default: {}, vsp: { method: 'vsp' }, isp: { method: 'isp' } },
    sleepingSettings: { subgrouping: { 'speedups.subgrouping': 'on' } },
    /** @param {import('./index.mjs').Task} task */
    async create({ dt, gravity, friction, restitution, settings, maySleep = false }) {
      const { method, ...numbers } = settings;
      const world = new World({
        settings: { ...numbers, gravity, 'sleeping.enabled': maySleep ? 'on' : 'off' },
        ...(method && { stepper: METHODS[method] }),
      });
      world.createMaterial('default', { friction, restitution });
      const moving = [];
      return {
        world,
        /** @param {import('../plain-scene.mjs').PlainBody} body */
        addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, motion }) {
          if (motion !== undefined) {
            world.createBody({ kind: 'scripted', position, orientation, shapes: [shape], motion: scriptOf(motion) });
            return;
          }
          const body = isFixed
            ? world.createBody({ kind: 'fixed', position, orientation, shapes: [shape] })
            : world.createBody({ position, orientation, velocity, angularVelocity, mass, shapes: [shape] });
          if (!isFixed) moving.push(body);
        },
        step() {
          world.step(dt);
        },
        poses(out) {
          moving.forEach((body, i) => {
            out.set([...body.position, ...body.orientation], 7 * i);
          });
        },
        /** Contacts of the last step [1]; the rivals do not tell. */
        get contacts() {
          return world.report.contacts;
        },
        asleep: () => world.report.asleep,
        dispose() {},
      };
    },
  };
}

/** The same motion as a function that writes the pose. */
function scriptOf(motion) {
  return {
    kind: /** @type {const} */ ('function'),
    pose(time, position, orientation) {
      const pose = motion(time);
      for (let k = 0; k < 3; k++) position[k] = pose.position[k];
      for (let k = 0; k < 4; k++) orientation[k] = pose.orientation[k];
    },
  };
}
