// Functions of users that the library calls: motions, clocks, probes, readers, properties that are functions. They throw, call back into
// the world, change the arrays they are given or give garbage back.

import { ContactTree, loadScene, METHODS, Recorder, World } from '../../dist/src/index.js';
import { attempt, attemptLater, expectSameAgain, expectSound, Finding, fingerprint, Thrown } from '../oracle.mjs';
import { knowsJoints, MESH_SCENE, METHOD_NAMES, makeWorld, TETRAHEDRON, TREE } from '../sample-world.mjs';

const BOX = { kind: 'box', size: [0.5, 0.5, 0.5] };

export async function run(dice) {
  const method = dice.pick(METHOD_NAMES);
  const world = makeWorld(method, dice.chance(0.3) ? { events: 'queue' } : {});
  world.step(0.01);
  const control = knowsJoints(method) ? [controlByFunction, controlByFunction] : [];
  await dice.pick([
    ...control,
    hookContacts,
    moveByFunction,
    moveByFunction,
    measureByClock,
    describeByProperties,
    readMeshes,
    keepArrays,
  ])(world, dice);
  expectSound(world);
}

/** What a function may try while the world is at work; each must be refused. */
function meddle(world, dice) {
  // An earlier case of the same world may have removed it.
  const rod = world.find('rod') ?? [...world.bodies()][0];
  const deeds = [
    () => world.step(0.01),
    () => world.createBody({ shapes: [BOX] }),
    () => world.remove(rod),
    () => world.setPose(rod, [0, 5, 0], [0, 0, 0, 1]),
    () => world.setActive(rod, false),
    () => world.set('gravity', [0, 1, 0]),
    () => world.createMaterial('new', {}),
    () => world.createMesh('new', TREE),
    () => world.createTimer({ period: 1 }),
    () => world.createRule({ kind: 'ignore', between: ['rod'] }),
    () => world.restore(world.snapshot()),
    () => world.detect(),
    () => world.contactProblems(0.01),
    () => world.events.take(),
    () => world.events.unwind(0),
    () => {
      rod.velocity = [1, 2, 3];
    },
    () => rod.applyImpulse([1, 2, 3]),
    () => rod.applyForce([1, 2, 3]),
    () => {
      rod.linearDamping = 1;
    },
    () => world.setMaterialPair('ice', 'ice', { friction: 1 }),
    () => rod.thaw(),
    () => world.noteChange(rod),
    () => world.measurePenetration(),
    () => world.hash(),
    () => [...world.graph.edges()],
  ];
  const deed = dice.pick(deeds);
  attempt(`${deed} within a callback`, world, deed);
}

/** One of the things that functions should not do. */
function misbehave(world, dice, ...given) {
  dice.pick([
    () => meddle(world, dice),
    () => meddle(world, dice),
    () => {
      throw new Thrown('from a callback');
    },
    () => {
      throw dice.pick([new Thrown('again'), Object.assign(new Thrown('strange'), { message: 7 })]);
    },
    () => spoilArray(dice.pick(given), dice),
    () => spoilArray(dice.pick(given), dice),
  ])();
}

/** What has been frozen before can't be spoiled, which is the mistake of the callback and not of the engine. */
function spoilArray(array, dice) {
  if (!Array.isArray(array)) return;
  const spoil = dice.pick([
    () => (array.length = dice.below(3)),
    () => array.push(dice.anyValue()),
    () => (array[dice.below(5)] = dice.anyValue()),
    () => array.fill(dice.edgeNumber()),
    () => Object.freeze(array),
    () => Object.defineProperty(array, 0, { get: () => Number.NaN }),
  ]);
  try {
    spoil();
  } catch {
    throw new Thrown('cannot be spoiled');
  }
}

/** A motion that behaves until it is told not to, at any of its evaluations. */
function moveByFunction(world, dice) {
  let calls = 0;
  const wrongAt = dice.below(6);
  const pose = (t, position, orientation) => {
    position[1] += 0.1 * t;
    if (calls++ === wrongAt) misbehave(world, dice, position, orientation);
    return dice.chance(0.2) ? dice.anyValue() : undefined;
  };
  const body = attempt('createBody()', world, () => {
    return world.createBody({
      kind: 'scripted',
      name: 'moved',
      position: [0, 4, 0],
      shapes: [BOX],
      motion: { kind: 'function', pose },
    });
  })?.value;
  if (body === undefined) return;
  for (let i = 0; i < 3; i++) attempt('step(0.01)', world, () => world.step(0.01));
  attempt('setPose()', world, () => world.setPose(body, [1, 1, 1], [0, 0, 0, 1]));
  for (const active of [false, true])
    attempt('active', world, () => {
      body.active = active;
    });
  // From here on it depends on the time alone, as it must to be repeated.
  calls = wrongAt + 1;
  expectSameAgain(world, 0.01);
}

/** A control that sets what its joints are to do, until it is told not to, at any of its calls. */
function controlByFunction(world, dice) {
  let calls = 0;
  const wrongAt = dice.below(4);
  world.find('arm').control = (multibody, t) => {
    multibody.slots[0] += 1;
    const angle = multibody.joints[1].coordinate('angle');
    angle.motor ??= { kind: 'velocity', target: 0, maxForce: 100 };
    angle.target = multibody.slots[0] - t;
    if (calls++ !== wrongAt) return;
    dice.pick([
      () => misbehave(world, dice, multibody.joints, multibody.links),
      () => (angle.target = dice.anyValue()),
      () => (angle.limits = dice.anyValue()),
      () => (angle.motor = dice.anyValue()),
      () => multibody.slots.fill(dice.edgeNumber()),
      () => dice.pick([multibody, multibody.joints[0], multibody.links[0]]).remove(),
      () => (world.findJoint('rope').coordinate('length').limits = [0, 1]),
    ])();
  };
  for (let i = 0; i < 4; i++) attempt('step(0.01)', world, () => world.step(0.01));
  // Nothing is wrong from here on.
  calls = wrongAt + 1;
  expectSameAgain(world, 0.01);
}

/** A contact hook that says something of each pair, until it is told not to, at any of its calls. */
function hookContacts(world, dice) {
  let calls = 0;
  const wrongAt = dice.below(8);
  const unhook = world.hookContacts((pair) => {
    pair.friction = pair.bodyA.id % 2;
    pair.restitution = 0.2;
    if (calls++ !== wrongAt) return;
    dice.pick([
      () => misbehave(world, dice, pair.materials, pair.normalInA),
      () => (pair.friction = dice.anyValue()),
      () => (pair.restitution = dice.edgeNumber()),
      () => (pair.rollingFriction = dice.edgeNumber()),
      () => (pair.spinningFriction = dice.anyValue()),
      () => pair.refuse(),
    ])();
  });
  for (let i = 0; i < 4; i++) attempt('step(0.01)', world, () => world.step(0.01));
  // From here on what it says depends on the pair alone.
  calls = wrongAt + 1;
  expectSameAgain(world, 0.01);
  if (dice.chance(0.5)) unhook();
}

/** Clocks and probes are called between the phases of a step. */
function measureByClock(world, dice) {
  const wrongAt = dice.below(30);
  let calls = 0;
  const hook = () => {
    if (calls++ === wrongAt) misbehave(world, dice, undefined);
    return dice.chance(0.1) ? dice.anyValue() : calls;
  };
  if (dice.chance(0.5)) world.profiler.clock = hook;
  else world.profiler.probe = hook;
  for (let i = 0; i < 2; i++) attempt('step(0.01)', world, () => world.step(0.01));
  attempt('detect()', undefined, () => world.detect());
  attempt('contactProblems()', world, () => world.contactProblems(0.01));
  world.profiler.clock = world.profiler.probe = null;
  expectSameAgain(world, 0.01);
}

/** Descriptors whose properties are functions: they throw, change from one reading to the next, or change the world. */
function describeByProperties(world, dice) {
  const descriptor = { name: 'new', position: [0, 5, 0], shapes: [{ ...BOX }], density: 100, material: 'ice' };
  const key = dice.pick(Object.keys(descriptor));
  const owner = dice.chance(0.3) ? descriptor.shapes[0] : descriptor;
  const name = owner === descriptor ? key : dice.pick(Object.keys(owner));
  const value = owner[name];
  const wrongAt = dice.below(3);
  const how = dice.below(3);
  let reads = 0;
  Object.defineProperty(owner, name, {
    enumerable: true,
    get() {
      if (reads++ !== wrongAt) return value;
      if (how === 0) throw new Thrown('from a property');
      if (how === 1) return dice.anyValue();
      attempt('remove() within a property', undefined, () => world.remove(world.find('rod')));
      return value;
    },
  });
  const deed = () => (dice.chance(0.7) ? world.createBody(descriptor) : world.createTrigger({ shapes: descriptor.shapes }));
  // A world that is changed on the way is not as it was.
  attempt('creating by properties', how === 2 ? undefined : world, deed);
  attempt('step(0.01)', world, () => world.step(0.01));
}

async function readMeshes(world, dice) {
  const read = dice.pick([
    () => TREE,
    async () => TREE.mesh,
    () => dice.anyValue(),
    async () => dice.anyValue(),
    () => Promise.reject(new Thrown('from a reader')),
    () => {
      throw new Thrown('from a reader');
    },
  ]);
  const text = JSON.stringify({ ...MESH_SCENE, meshes: { thing: { file: 'a.obj' } } });
  await attemptLater('loadScene()', () => loadScene(text, read));
  const mesh = { positions: Float64Array.from(TETRAHEDRON.vertices), triangles: Uint32Array.from(TETRAHEDRON.triangles) };
  const onProgress = dice.pick([
    () => dice.anyValue(),
    () => mesh.positions.fill(dice.edgeNumber()),
    () => misbehave(world, dice, undefined),
    dice.anyValue(),
  ]);
  attempt('ContactTree.build()', undefined, () => ContactTree.build(mesh, { error: 0.2, margin: 0 }, onProgress));
}

/** Arrays that were given, or are given back, are changed afterwards: nothing in the world may follow. */
function keepArrays(world, dice) {
  const position = [0, 6, 0];
  const size = [0.5, 0.5, 0.5];
  const gravity = [0, -5, 0];
  const keyframes = [
    { time: 0, position: [0, 8, 0] },
    { time: 1, position: [1, 8, 0] },
  ];
  const body = world.createBody({ position, shapes: [{ kind: 'box', size }] });
  world.createBody({ kind: 'scripted', shapes: [{ kind: 'box', size }], motion: { kind: 'keyframes', keyframes } });
  world.set('gravity', gravity);
  const before = fingerprint(world);
  const twin = world.snapshot();
  for (const array of [position, size, gravity, keyframes[0].position, body.position, body.velocity, body.shapes, world.meshes])
    spoilArray(array, dice);
  keyframes.pop();
  attempt('changing settings', world, () => {
    try {
      world.settings.gravity[0] = 3;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  });
  for (const problem of world.contactProblems(0.01)) problem.b.fill(Number.NaN);
  if (fingerprint(world) !== before) throw new Finding('an array changed afterwards has changed the world');
  attempt('step(0.01)', world, () => world.step(0.01));
  const after = world.hash();
  world.restore(twin);
  attempt('step(0.01)', world, () => world.step(0.01));
  if (world.hash() !== after) throw new Finding('an array changed afterwards has changed a snapshot');
  recordAgain(dice);
}

/** A recorder's list is its own. */
function recordAgain(dice) {
  const world = new World({ stepper: METHODS[dice.pick(METHOD_NAMES)] });
  const recorder = new Recorder(world);
  recorder.step(0.01);
  /** @type {any} */ (recorder.recording.steps).length = 0;
  if (recorder.recording.steps.length !== 1) throw new Finding('the steps of a recorder can be taken from it');
}
