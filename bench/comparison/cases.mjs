// The scenes of the comparison and what is asked of each. A scene that the registry does not have is left out with a message.

import { NECK } from '../../dist/scenes/cubeglass.js';
import { SCENES } from '../../dist/scenes/index.js';
import { motionCases, sizeCases } from '../motion/kinds.mjs';

/** Of a stack after its time: nothing dropped, and depth and drift at most these shares of a brick's height [1]. */
const STACK = { depth: 0.01, drift: 0.01 };
/** Of the roof-tower: the blow may move bricks, but not press them into each other [1]. */
const STRUCK_TOWER = { depth: 0.02 };

/** A case; what is left out of one below is as here. */
const USUAL = {
  /** What its scene may be chosen by. */
  options: {},
  /** How long it runs [s]. */
  seconds: 10,
  /** { at [s], limits } of a scene: without limits nothing can drop, and depth is measured but not judged. */
  checks: checkStack,
  /** { from, to } of a scene: steps that count for the time of a step; bodies have first to find each other [s]. */
  timed: () => ({ from: 1, to: Infinity }),
  /** Steps that a contender takes before it is the next one's turn [1]. */
  turn: 50,
  /** Processor time after which a contender is stopped [s]. */
  budget: 12,
  /** Whether to leave out the tuned settings, where they would take too long. */
  defaultsOnly: false,
  /** Length of a step, where it is not that of the run [s]. */
  dt: undefined,
  /** Whether bodies may fall asleep. */
  maySleep: false,
  /** How much processor time runs take that are thrown away first, for the compilers [ms]. */
  warmUp: 500,
  /** Height below which bodies are counted at the end [m]. */
  below: undefined,
};

const CASES = [
  { name: 'box-stack' },
  { name: '100x', scene: 'heavy-on-light', options: { ratio: 100 } },
  { name: '1000x', scene: 'heavy-on-light', options: { ratio: 1000 } },
  { name: 'wall' },
  { name: 'tower' },
  { name: 'pyramid' },
  { name: 'ball-grid' },
  { name: 'lintel' },
  { name: 'arch' },
  { name: 'jenga' },
  { name: 'leaning-stack' },
  {
    name: 'roof-tower',
    seconds: 6,
    checks: checkRoofTower,
    timed: (scene) => ({ from: 1, to: lastAddition(scene) }),
    budget: 30,
  },
  { name: 'silo', seconds: 3, checks: checkPour, turn: 10, budget: 30, defaultsOnly: true },
];

/** What comes to rest, of the part `sleeping`: bodies may sleep, and the time of all steps counts. */
const RESTING = [
  { name: 'silo at rest', scene: 'silo', seconds: 40 },
  { name: 'cubeglass at rest', scene: 'cubeglass', seconds: 40, dt: 1 / 60, below: NECK.bottom },
  { name: 'field at rest', scene: 'field', seconds: 21 },
].map((one) => ({
  ...USUAL,
  ...one,
  checks: checkPour,
  timed: () => ({ from: 0, to: Infinity }),
  budget: Infinity,
  maySleep: true,
  // Long enough to come to where bodies sleep and wake.
  warmUp: 3000,
}));

/**
 * The cases of what comes to rest, by name, or all.
 * @param {string[] | null} names
 */
export function restingCases(names = null) {
  return RESTING.filter(({ name }) => names === null || names.includes(name));
}

/** The cases that stand, by name, or all; `say` gets a sentence for each that there is no scene for. */
export function chooseCases(names, say) {
  const known = [...CASES, ...RESTING].map(({ name }) => name);
  for (const name of names ?? []) {
    if (!known.includes(name)) throw new Error(`--only names ${name}, but must name some of ${known.join(', ')}.`);
  }
  return CASES.filter(({ name }) => names === null || names.includes(name))
    .map((one) => ({ ...USUAL, scene: one.name, ...one }))
    .filter(({ name, scene }) => {
      if (SCENES[scene] === undefined) say(`${name} is left out: there is no scene of the name ${scene}.`);
      return SCENES[scene] !== undefined;
    });
}

/**
 * Whatever case has this name; scenes of motion of a share of their size [1].
 * @returns {any}
 */
export function caseNamed(name, share = 1) {
  const moving = motionCases([name], share)[0] ?? sizeCases(name, share)[0];
  return RESTING.find((one) => one.name === name) ?? moving ?? chooseCases([name], () => {})[0];
}

export function makeScene({ scene, options }, { seed = 1, noise = 0 } = {}) {
  return SCENES[scene].make({ seed, ...options, ...(noise !== 0 && { noise }) });
}

export function hasNoise({ scene }) {
  return Object.hasOwn(SCENES[scene].options, 'noise');
}

/** Whether it is to stand as it was built. */
export function isStack({ checks }) {
  return checks === checkStack;
}

/** Nothing may have dropped after any second, and at the end all limits hold. */
function checkStack(_scene, seconds) {
  const before = Array.from({ length: Math.ceil(seconds) - 1 }, (_, i) => ({ at: i + 1, limits: {} }));
  return [...before, { at: seconds, limits: STACK }];
}

/** After one second, and when the block has landed: just before the cannonball, which is the last to join. */
function checkRoofTower(scene, seconds) {
  return [
    { at: 1, limits: STRUCK_TOWER },
    { at: Math.min(seconds, lastAddition(scene)), limits: STRUCK_TOWER },
    { at: seconds, limits: null },
  ];
}

function lastAddition({ additions = [] }) {
  return Math.max(...additions.map(({ at }) => at));
}

function checkPour(_scene, seconds) {
  return [{ at: seconds, limits: null }];
}
