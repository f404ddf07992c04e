// Scenes with joints that Drystone and Rapier both understand: bodies of one shape, centred on their centres of mass, and
// joints by points and axes of the world as the bodies stand at the beginning.

/**
 * Sizes and positions [m], masses [kg]; `a` and `b` are numbers of bodies, a = -1 is the world.
 * @typedef {{ shape: { kind: 'box', size: number[] } | { kind: 'sphere', radius: number }, position: number[], orientation: number[],
 *   mass: number }} JointedBody
 * @typedef {{ kind: 'ball' | 'revolute', a: number, b: number, anchor: number[], axis?: number[], limits?: number[] }} PlainJoint
 * @typedef {{ name: string, hasGround: boolean, dt: number, seconds: number, bodies: JointedBody[], joints: PlainJoint[] }} JointedScene
 */

const LINKS = 100;
/** A link [m], [kg], and how many times its mass hangs at the end. */
const LINK = { length: 0.2, width: 0.05, mass: 1, times: 100 };

/**
 * A chain that is let go from the horizontal, with a heavy ball at its end.
 * @returns {JointedScene}
 */
export function makeChain() {
  /** @type {JointedBody[]} */
  const bodies = Array.from({ length: LINKS }, (_, i) => ({
    shape: { kind: 'box', size: [LINK.length, LINK.width, LINK.width] },
    position: [(i + 0.5) * LINK.length, 0, 0],
    orientation: [0, 0, 0, 1],
    mass: LINK.mass,
  }));
  const radius = 0.3;
  bodies.push({
    shape: { kind: 'sphere', radius },
    position: [LINKS * LINK.length + radius, 0, 0],
    orientation: [0, 0, 0, 1],
    mass: LINK.times * LINK.mass,
  });
  /** @type {PlainJoint[]} */
  const joints = bodies.map((_, i) => ({ kind: 'ball', a: i - 1, b: i, anchor: [i * LINK.length, 0, 0] }));
  return {
    name: `chain of ${LINKS} links, ${LINK.times} times a link at its end`,
    hasGround: false,
    dt: 1 / 60,
    seconds: 6,
    bodies,
    joints,
  };
}

/**
 * The links of a ragdoll that lies on its back, head towards +x: where they are and how large [m].
 * @type {[number[], number[]][]}
 */
const DOLL = [
  [
    [0, 0, 0],
    [0.2, 0.16, 0.3],
  ],
  [
    [0.33, 0, 0],
    [0.4, 0.2, 0.36],
  ],
  ...[-1, 1].flatMap(
    (side) =>
      /** @type {[number[], number[]][]} */ ([
        [
          [0.32, 0, 0.25 * side],
          [0.3, 0.09, 0.09],
        ],
        [
          [0.04, 0, 0.25 * side],
          [0.24, 0.08, 0.08],
        ],
        [
          [-0.18, 0, 0.25 * side],
          [0.18, 0.04, 0.08],
        ],
        [
          [-0.32, 0, 0.09 * side],
          [0.42, 0.13, 0.13],
        ],
        [
          [-0.75, 0, 0.09 * side],
          [0.42, 0.1, 0.1],
        ],
        [
          [-1.0, 0.03, 0.09 * side],
          [0.06, 0.22, 0.1],
        ],
      ]),
  ),
];
const HEAD = { at: [0.66, 0, 0], radius: 0.12 };
/** Joints of the links of DOLL, of which the head is the last: which, where [m], and the limits of a hinge about z [rad]. */
const DOLL_JOINTS = [
  [0, 1, [0.115, 0, 0]],
  [1, 14, [0.535, 0, 0]],
  ...[-1, 1].flatMap((side, i) => {
    const first = 2 + 6 * i;
    return [
      [1, first, [0.46, 0, 0.25 * side]],
      [first, first + 1, [0.165, 0, 0.25 * side], [-0.1, 2.2]],
      [first + 1, first + 2, [-0.085, 0, 0.25 * side], [-1, 1]],
      [0, first + 3, [-0.105, 0, 0.09 * side]],
      [first + 3, first + 4, [-0.535, 0, 0.09 * side], [-2.2, 0.1]],
      [first + 4, first + 5, [-0.965, 0, 0.09 * side], [-0.6, 0.6]],
    ];
  }),
];
const DENSITY = 700;
const DOLLS = 50;
const A_LAYER = 3;

/**
 * Ragdolls that fall on each other, crosswise.
 * @returns {JointedScene}
 */
export function makeRagdolls() {
  /** @type {JointedBody[]} */
  const bodies = [];
  /** @type {PlainJoint[]} */
  const joints = [];
  for (let doll = 0; doll < DOLLS; doll++) {
    const layer = Math.floor(doll / A_LAYER);
    const first = bodies.length;
    // A quarter turn about y from layer to layer.
    const isTurned = layer % 2 === 1;
    const turn = (/** @type {number[]} */ [x, y, z]) => (isTurned ? [z, y, -x] : [x, y, z]);
    const aside = 0.75 * ((doll % A_LAYER) - 1) + 0.03 * (layer % 5);
    const place = (/** @type {number[]} */ [x, y, z]) => {
      const [px, py, pz] = turn([x + 0.15, y, z + aside]);
      return [px, py + 0.3 + 0.35 * layer, pz];
    };
    const orientation = isTurned ? [0, Math.SQRT1_2, 0, Math.SQRT1_2] : [0, 0, 0, 1];
    for (const [at, size] of DOLL) {
      const mass = DENSITY * size[0] * size[1] * size[2];
      bodies.push({ shape: { kind: 'box', size }, position: place(at), orientation, mass });
    }
    const { radius } = HEAD;
    const mass = DENSITY * (4 / 3) * Math.PI * radius ** 3;
    bodies.push({ shape: { kind: 'sphere', radius }, position: place(HEAD.at), orientation, mass });
    for (const [a, b, at, limits] of /** @type {any[]} */ (DOLL_JOINTS)) {
      const between = { a: first + a, b: first + b, anchor: place(at) };
      joints.push(limits ? { ...between, kind: 'revolute', axis: turn([0, 0, 1]), limits } : { ...between, kind: 'ball' });
    }
  }
  return { name: `${DOLLS} ragdolls of 15 links in a heap`, hasGround: true, dt: 1 / 60, seconds: 3, bodies, joints };
}
