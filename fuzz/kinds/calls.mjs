// Misuse of World, Body, the graph, events, Simulation and snapshots: every public call with values that are right, almost right and wrong,
// handles that are gone or of another world among them.

import {
  Body,
  Character,
  checkScene,
  compareRecordings,
  createVehicle,
  decodeRecording,
  decodeSnapshot,
  encodeRecording,
  encodeSnapshot,
  Handle,
  Joint,
  loadScene,
  METHODS,
  parseScene,
  plotSuite,
  Recorder,
  replay,
  SCHEDULERS,
  Simulation,
  SOLVERS,
  SuiteStatistics,
  World,
} from '../../dist/src/index.js';
import { SETTINGS } from '../../dist/src/settings.js';
import { mutate } from '../mutate.mjs';
import { attempt, attemptLater, expectSameAgain, expectSound } from '../oracle.mjs';
import { knowsJoints, METHOD_NAMES, makeWorld, SCENE, TETRAHEDRON, TREE } from '../sample-world.mjs';

const strangers = makeWorld('ncp');
const foreign = /** @type {Joint} */ (strangers.findJoint('rope'));
const BOX = { kind: 'box', size: [0.5, 0.5, 0.5] };

export async function run(dice) {
  const method = dice.pick(METHOD_NAMES);
  const world = makeWorld(method, dice.chance(0.3) ? { events: 'queue' } : {});
  const bench = { world, dice, handles: handlesOf(world), joints: jointsOf(world, method), past: [world.snapshot()] };
  for (let i = 0; i < 8; i++) {
    const [what, deed] = dice.pick(CALLS)(bench);
    const done = attempt(what, world, deed)?.value;
    if (done instanceof Promise) await attemptLater(what, () => done);
    if (done instanceof Handle) bench.handles.push(done);
    if (done instanceof Joint) bench.joints.push(done);
    if (dice.chance(0.2)) bench.past.push(world.snapshot());
    if (dice.chance(0.2)) attempt('step(0.01)', world, () => world.step(0.01));
  }
  expectSound(world);
  expectSameAgain(world, 0.01);
}

/** Those of the world, one that is gone, one of another world, and things that are none. */
function handlesOf(world) {
  const gone = world.createBody({ name: 'gone', position: [9, 9, 9], shapes: [BOX] });
  gone.remove();
  const own = ['ground', 'plate', 'box-0', 'box-1', 'hull', 'mesh', 'rod', 'pair', 'rule', 'gate', 'clock'].map((name) =>
    world.find(name),
  );
  const fakes = [new Body(world, -1), new Body(world, 1e12), new Handle(world, Number.NaN)];
  return [
    ...own,
    ...own,
    gone,
    strangers.find('rod'),
    strangers.find('gate'),
    { id: own[1].id, world },
    dicelessFake(),
    ...fakes,
  ];
}

/** Those of the world, one that is gone and one of another world; of a world without joints only such. */
function jointsOf(world, method) {
  if (!knowsJoints(method)) return [foreign];
  const gone = world.createJoint({ name: 'gone', kind: 'revolute', bodyB: 'rod', anchor: [0, 0, 0] });
  gone.remove();
  const own = ['foot', 'elbow', 'rope', 'wrist'].map((name) => world.findJoint(name));
  return [...own, ...own, gone, foreign];
}

function dicelessFake() {
  return { id: 1, row: 1, world: strangers };
}

/** The value, or something in its place, or with something in it changed. */
function spoil({ dice }, value) {
  if (dice.chance(0.45)) return value;
  if (dice.chance(0.4)) return dice.anyValue();
  return typeof value === 'object' && value !== null
    ? mutate(value, dice, 1 + dice.below(2), () => dice.anyValue())
    : dice.anyValue();
}

/** As many arguments as there are, now and then fewer. */
function argumentsFor(bench, values) {
  const given = values.map((value) => spoil(bench, value));
  return bench.dice.chance(0.05) ? given.slice(0, -1) : given;
}

function describe(name, args) {
  return `${name}(${args.map(show).join(', ')})`;
}

function show(value) {
  try {
    return typeof value === 'object' ? JSON.stringify(value).slice(0, 300) : String(value);
  } catch {
    return typeof value;
  }
}

/** A call of a method of something, with arguments that are made anew each time. */
function call(name, targetOf, makeArguments = (/** @type {any} */ _bench) => /** @type {any[]} */ ([])) {
  return (bench) => {
    const target = targetOf(bench);
    const args = argumentsFor(bench, makeArguments(bench));
    return [
      () => describe(name, args),
      () => {
        const result = target[name](...args);
        return typeof result?.next === 'function' ? [...result] : result;
      },
    ];
  };
}

function assignment(name, makeValue, targetOf = (/** @type {any} */ bench) => bodyOf(bench)) {
  return (bench) => {
    const handle = targetOf(bench);
    const value = spoil(bench, makeValue(bench));
    return [
      () => `${handle.id ?? handle.name}.${name} = ${show(value)}`,
      () => {
        handle[name] = value;
      },
    ];
  };
}

function reading(name, targetOf) {
  return (bench) => [`reading ${name}`, () => targetOf(bench)[name]];
}

function free(name, deed, makeArguments) {
  return (bench) => {
    const args = argumentsFor(bench, makeArguments(bench));
    return [() => describe(name, args), () => deed(...args)];
  };
}

const worldOf = ({ world }) => world;
const walkerOf = ({ world }) => new Character(world, { position: [0, 6, 0] });
const graphOf = ({ world }) => world.graph;
const eventsOf = ({ world }) => world.events;
const anyHandle = ({ dice, handles }) => dice.pick(handles);
const nodeOf = ({ dice, handles }) => dice.pick(handles.filter((handle) => handle instanceof Handle));
const vector = ({ dice }) => dice.vector(3);
const jointOf = ({ dice, joints }) => dice.pick(joints);
const coordinateOf = (bench) => bench.dice.pick(jointOf(bench).coordinates.concat(foreign.coordinates));
const bodyOf = ({ dice, handles }) => dice.pick(handles.filter((handle) => handle instanceof Body));

function descriptorOfVehicle(dice) {
  const wheel = (ahead, right) => ({
    position: [ahead, -0.3, right],
    radius: dice.magnitude(1e-3, 1e3),
    width: 0.2,
    mass: dice.magnitude(1e-3, 1e6),
    suspension: { stiffness: dice.magnitude(1, 1e9), damping: 1000, rest: -0.1, limits: [-0.2, 0.2] },
    drive: 1,
    steered: ahead > 0,
    brake: 1000,
    handBrake: 1000,
  });
  return {
    chassis: { position: [9, 2, 9], shapes: [BOX], mass: dice.magnitude(1e-3, 1e6) },
    wheels: [wheel(1, 0), wheel(-1, -0.5), wheel(-1, 0.5)],
    engine: {
      torque: dice.pick([
        100,
        [
          [0, 50],
          [3000, 100],
        ],
      ]),
      power: 1e4,
      maxRpm: 5000,
      gears: [9, 6],
      shift: { up: 4000, down: 1500 },
    },
    steering: { maxAngle: 0.5, rate: 1 },
  };
}

function descriptorOfBody({ dice }) {
  const kind = dice.pick(['rigid', 'rigid', 'fixed', 'scripted']);
  const motion = dice.pick([
    { kind: 'oscillation', translation: [0.1, 0, 0], frequency: 1 },
    { kind: 'keyframes', keyframes: [{ time: 0 }, { time: 1, position: [1, 1, 1] }] },
    { kind: 'function', pose: (_, position) => position.fill(1) },
  ]);
  const shape = dice.pick([
    BOX,
    { kind: 'sphere', radius: 0.3 },
    { kind: 'mesh', mesh: 'tetrahedron' },
    { kind: 'capsule', radius: 0.1, length: 1 },
  ]);
  const name = dice.chance(0.3) ? { name: dice.pick(['a', 'b', 'ground', 'rod']) } : {};
  return { kind, ...name, position: dice.vector(3), shapes: [shape], ...(kind === 'scripted' && { motion }) };
}

const KINDS = [
  'fixed',
  'revolute',
  'prismatic',
  'cylindrical',
  'ball',
  'universal',
  'planar',
  'distance',
  'wheel',
  'free',
  'generic',
];
const motorOf = ({ dice }) => ({
  kind: dice.pick(['velocity', 'force']),
  target: dice.between(-5, 5),
  maxForce: dice.magnitude(1e-3, 1e4),
});
const limitsOf = ({ dice }) => dice.pick([[0, 1], [-1, 1], [0, dice.magnitude(1e-3, 10)]]); // biome-ignore format: a list

function descriptorOfJoint(bench, bodyA, bodyB) {
  const { dice } = bench;
  const kind = dice.pick(KINDS);
  const place = kind === 'distance' ? { frameA: {} } : { anchor: dice.vector(3), axis: dice.vector(1) };
  const name = dice.pick(['angle', 'slide', 'twist', 'swing', 'length', 'spin', 'slideX', 'turnZ']);
  const law = dice.pick([{ limits: limitsOf(bench) }, { motor: motorOf(bench) }, { spring: { stiffness: 9 } }, { friction: 1 }]);
  return { kind, ...place, bodyA, bodyB, ...(dice.chance(0.5) && { coordinates: { [name]: law } }) };
}

function descriptorOfMultibody(bench) {
  const body = () => ({ position: bench.dice.vector(3), shapes: [BOX] });
  return {
    links: [body(), bench.dice.pick([body(), bodyOf(bench)]), body()],
    joints: [descriptorOfJoint(bench, undefined, 0), descriptorOfJoint(bench, 0, 1), descriptorOfJoint(bench, 1, 2)],
    loops: bench.dice.chance(0.3) ? [descriptorOfJoint(bench, 0, 2)] : [],
    slots: [1, 2],
  };
}

const settingOf = ({ dice, world }) => {
  const name = dice.pick(Object.keys(SETTINGS));
  return [name, world.settings[name]];
};
const trouble = { friction: 0.2, restitution: 0.1 };

const CALLS = [
  ...[
    call('createBody', worldOf, (bench) => [descriptorOfBody(bench)]),
    call('createTrigger', worldOf, ({ dice }) => [{ position: dice.vector(2), shapes: [BOX] }]),
    call('createTimer', worldOf, ({ dice }) => [{ period: dice.magnitude(1e-4, 10), start: dice.between(0, 1) }]),
    call('createRule', worldOf, (bench) => [{ kind: 'ignore', between: [anyHandle(bench)], and: ['rod', anyHandle(bench)] }]),
    call('changeRule', worldOf, (bench) => [anyHandle(bench), { kind: 'only', and: ['rod', anyHandle(bench)] }]),
    call('setMasks', worldOf, (bench) => [anyHandle(bench), bench.dice.below(16), bench.dice.below(16)]),
    call('setMaterial', worldOf, (bench) => [bodyOf(bench), bench.dice.pick(['ice', 'default'])]),
    call('changeBody', worldOf, (bench) => [
      bodyOf(bench),
      { kind: bench.dice.pick(['rigid', 'fixed', 'scripted']), ...(bench.dice.chance(0.5) && { shapes: [BOX] }) },
    ]),
    call('createComposite', worldOf, (bench) => [{ members: [anyHandle(bench), anyHandle(bench), 'rod'] }]),
    call('createJoint', worldOf, (bench) => [descriptorOfJoint(bench, bodyOf(bench), bodyOf(bench))]),
    call('createJoint', worldOf, (bench) => [descriptorOfJoint(bench, undefined, 'rod')]),
    call('createCoupling', worldOf, (bench) => [
      {
        first: { joint: jointOf(bench), coordinate: 'angle' },
        second: { joint: 'foot', coordinate: 'angle' },
        ratio: bench.dice.between(-3, 3),
      },
    ]),
    call('createMultibody', worldOf, (bench) => [descriptorOfMultibody(bench)]),
    ...['findJoint', 'findCoupling'].map((name) =>
      call(name, worldOf, ({ dice }) => [dice.pick(['foot', 'gear', 'nobody', '__proto__'])]),
    ),
    call('createMaterial', worldOf, ({ dice }) => [dice.pick(['ice', 'glass', 'default']), trouble]),
    call('setMaterialPair', worldOf, () => ['ice', 'default', { friction: 0.1, budget: { nodes: 10 } }]),
    call('createSurface', worldOf, ({ dice }) => [
      dice.pick(['sheet', 'another']),
      dice.pick([
        { ...TETRAHEDRON, sides: dice.pick(['front', 'both']) },
        { heights: [0, 1, 0, dice.between(-1, 1)], columns: 2, rows: 2, spacing: [1, dice.magnitude(1e-6, 1e6)] },
      ]),
    ]),
    call('createMesh', worldOf, ({ dice }) => [
      dice.pick(['thing', 'tetrahedron']),
      dice.pick([TREE, { ...TETRAHEDRON, error: 0.2 }]),
    ]),
    call('set', worldOf, settingOf),
    call('set', worldOf, ({ dice }) => [dice.anyValue(), dice.anyValue()]),
    call('remove', worldOf, (bench) => [anyHandle(bench)]),
    call('find', worldOf, ({ dice }) => [dice.pick(['rod', 'nobody', '__proto__'])]),
    call('setActive', worldOf, (bench) => [anyHandle(bench), bench.dice.chance(0.5)]),
    call('setPose', worldOf, (bench) => [anyHandle(bench), vector(bench), bench.dice.turn()]),
    call('moveTo', worldOf, (bench) => [anyHandle(bench), vector(bench), bench.dice.turn()]),
    call('thaw', worldOf, (bench) => [anyHandle(bench)]),
    call('noteChange', worldOf, (bench) => [anyHandle(bench)]),
    call('step', worldOf, ({ dice }) => [dice.magnitude(1e-6, 1)]),
    call('closestPoints', worldOf, (bench) => [anyHandle(bench), anyHandle(bench), bench.dice.between(0, 9)]),
    call('detect', worldOf, ({ dice }) => [{ onlyProximity: dice.chance(0.5), untilPenetration: dice.chance(0.5) }]),
    call('contactProblems', worldOf, ({ dice }) => [dice.magnitude(1e-6, 1)]),
    call('impulseProblems', worldOf, ({ dice }) => [dice.magnitude(1e-6, 1)]),
    call('restore', worldOf, ({ dice, past }) => [dice.pick(past)]),
    ...[
      'bodies',
      'joints',
      'couplings',
      'multibodies',
      'kineticEnergy',
      'potentialEnergy',
      'measurePenetration',
      'snapshot',
      'hash',
    ].map((name) => call(name, worldOf)),
    ...['time', 'settings', 'meshes', 'kernel', 'report'].map((name) => reading(name, worldOf)),
  ],
  ...['position', 'velocity', 'angularVelocity', 'surfaceVelocity'].map((name) => assignment(name, vector)),
  ...['linearDamping', 'angularDamping', 'gravityScale'].map((name) => assignment(name, ({ dice }) => dice.magnitude(1e-3, 1e3))),
  ...[
    assignment('orientation', ({ dice }) => dice.turn()),
    assignment('active', ({ dice }) => dice.chance(0.5)),
    assignment('locks', ({ dice }) => ['x', 'y', 'z', 'rx', 'ry', 'rz'].filter(() => dice.chance(0.4))),
    assignment('kind', ({ dice }) => dice.pick(['rigid', 'fixed', 'scripted'])),
    assignment('shapes', () => [BOX]),
    assignment('mass', ({ dice }) => dice.magnitude(1e-3, 1e3)),
    assignment('material', ({ dice }) => dice.pick(['ice', 'default'])),
    ...['category', 'mask'].map((name) => assignment(name, ({ dice }) => dice.below(16), nodeOf)),
    call('applyForce', bodyOf, (bench) => [vector(bench), vector(bench)]),
    call('applyTorque', bodyOf, (bench) => [vector(bench)]),
    call('applyImpulse', bodyOf, (bench) => [vector(bench), vector(bench)]),
    call('applyAngularImpulse', bodyOf, (bench) => [vector(bench)]),
    free(
      'new Character',
      (world, options) => new Character(world, options).body,
      (bench) => [bench.world, { position: vector(bench), maxStep: 0.2, pushForce: 100 }],
    ),
    call('move', walkerOf, (bench) => [vector(bench), bench.dice.magnitude(1e-6, 1)]),
    call('jump', walkerOf, ({ dice }) => [dice.magnitude(1e-3, 1e3)]),
    (bench) => {
      const walker = walkerOf(bench);
      const [wish] = argumentsFor(bench, [vector(bench)]);
      return [
        () => describe('wish =', [wish]),
        () => {
          walker.wish = wish;
        },
      ];
    },
    call('moveTo', bodyOf, (bench) => [vector(bench), bench.dice.turn()]),
    call('velocityAt', bodyOf, (bench) => [vector(bench)]),
    call('thaw', bodyOf),
    call('remove', bodyOf),
    ...['isAlive', 'row', 'name', 'kind', 'mass', 'centerOfMass', 'isFrozen', 'shapes', 'position', 'active'].map((name) =>
      reading(name, bodyOf),
    ),
  ],
  ...[
    assignment('active', ({ dice }) => dice.chance(0.5), jointOf),
    assignment('limits', limitsOf, coordinateOf),
    assignment('motor', motorOf, coordinateOf),
    assignment('spring', () => ({ stiffness: 10, damping: 1 }), coordinateOf),
    assignment('target', ({ dice }) => dice.between(-3, 3), coordinateOf),
    ...['damping', 'friction'].map((name) => assignment(name, ({ dice }) => dice.magnitude(1e-3, 1e3), coordinateOf)),
    call('coordinate', jointOf, ({ dice }) => [dice.pick(['angle', 'length', 'none'])]),
    call('remove', jointOf),
    ...['isAlive', 'row', 'name', 'kind', 'bodyA', 'bodyB', 'active', 'isBroken', 'wrench'].map((name) => reading(name, jointOf)),
    ...['value', 'velocity', 'force', 'limits', 'motor', 'spring', 'target'].map((name) => reading(name, coordinateOf)),
    assignment(
      'control',
      () => () => {},
      ({ world }) => world.find('arm') ?? world.find('rod'),
    ),
    ...['links', 'joints', 'loops', 'slots', 'control'].map((name) => reading(name, ({ world }) => world.find('arm') ?? {})),
  ],
  ...[
    ...['nodes', 'edges', 'groups'].map((name) => call(name, graphOf)),
    call('edgesOf', graphOf, (bench) => [anyHandle(bench)]),
    call('edgeBetween', graphOf, (bench) => [anyHandle(bench), anyHandle(bench)]),
    call('at', eventsOf, ({ dice }) => [dice.below(5)]),
    call('countOf', eventsOf, () => ['timer-tick']),
    call('unwind', eventsOf, ({ dice }) => [dice.between(0, 0.1)]),
    call('on', eventsOf, (bench) => ['new-touching', () => {}, { of: anyHandle(bench), category: 3 }]),
    call('take', eventsOf),
    call('clear', eventsOf),
  ],
  ...[
    free(
      'new World',
      (options) => new World(options),
      ({ dice }) => [
        {
          stepper: METHODS[dice.pick(METHOD_NAMES)],
          solver: dice.pick(Object.values(SOLVERS)),
          scheduler: dice.pick(Object.values(SCHEDULERS)),
          settings: { events: 'off' },
          memory: dice.pick(['own', 'shared']),
        },
      ],
    ),
    free(
      'new Simulation',
      (scene, options) => new Simulation(scene, options),
      ({ dice }) => [SCENE, { method: dice.pick(METHOD_NAMES), dt: 0.01, settings: {}, controls: { nod: () => {} } }],
    ),
    free('createVehicle', createVehicle, ({ world, dice }) => [world, descriptorOfVehicle(dice)]),
    free('checkScene', checkScene, () => [SCENE]),
    free('parseScene', parseScene, () => [JSON.stringify(SCENE), 'a.json']),
    free('loadScene', loadScene, () => [
      JSON.stringify({ ...SCENE, meshes: { thing: { file: 'a.obj' } } }),
      async () => TREE,
      'a.json',
    ]),
    free(
      'new Recorder',
      (world, dt) => new Recorder(world).step(dt),
      ({ world }) => [world, 0.01],
    ),
    free('replay', replay, ({ world }) => [new Recorder(world).recording, world]),
    free('compareRecordings', compareRecordings, ({ world }) => [
      new Recorder(world).recording,
      new Recorder(world).recording,
      world,
    ]),
    free('encodeRecording', encodeRecording, ({ world }) => [new Recorder(world).recording]),
    free('encodeSnapshot', encodeSnapshot, ({ world }) => [world.snapshot()]),
    free('decodeSnapshot', decodeSnapshot, () => [new Uint8Array(100)]),
    free('decodeRecording', decodeRecording, () => [new Uint8Array(100)]),
    free(
      'new SuiteStatistics',
      (world) => new SuiteStatistics(world),
      ({ world }) => [world],
    ),
    free('plotSuite', plotSuite, () => [[{ contacts: 1 }]]),
  ],
];
