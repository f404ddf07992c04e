// A world to which everything happens that can: nodes of all kinds come, change and go, settings and materials change, time goes back.
// Everything follows from a seed. A second world, the shadow, has the same materials, meshes and settings and nothing else: before every
// step it is given the first one's snapshot, and must come to the same hash.

import {
  decodeSnapshot,
  describeDifference,
  encodeSnapshot,
  METHODS,
  Recorder,
  replay,
  StepError,
  World,
} from '../dist/src/index.js';
import { Chance } from './chance.mjs';
import { RandomHistory } from './random-history.mjs';
import { RandomJoints } from './random-joints.mjs';

const MOST_BODIES = 16;
/** Bodies beyond this are taken out: nobody meets them any more [m]. */
const FAR = 60;
const TETRAHEDRON = {
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  error: 0.1,
};

/** Rows and columns of the ground that some worlds have, wide enough for all that is not taken out; such worlds have no meshes that move. */
const SIDE = 61;
const HILLS = {
  heights: Array.from({ length: SIDE * SIDE }, (_, i) => 0.3 * ((i * 7919) % 5) * ((i % SIDE) % 3)),
  columns: SIDE,
  rows: SIDE,
  spacing: /** @type {const} */ ([2, 2]),
};

/** @type {import('../dist/src/index.js').AxisLock[]} */
const AXES = ['x', 'y', 'z', 'rx', 'ry', 'rz'];

/** What a query found, with its body by number. */
const plain = ({ body, ...rest }) => ({ body: body.id, ...rest });

export class RandomLife {
  /** Steps that failed by a number that is not finite, and were seen to leave the world as it was. */
  refusals = 0;
  #chance;
  #world;
  #shadow;
  #handles = [];
  #past = [];
  #knowsJoints;
  #knowsResistance;
  #knowsLocks;
  #hasSurface;
  #joints;
  #history;

  constructor(method, seed) {
    this.#knowsJoints = METHODS[method].blocks?.includes('joint') ?? false;
    this.#knowsResistance = METHODS[method].blocks?.includes('resistance') ?? false;
    this.#knowsLocks = METHODS[method].blocks?.includes('lock') ?? false;
    this.#chance = new Chance(seed);
    this.#world = new World({ stepper: METHODS[method], history: { seconds: 0.3 } });
    // Where its tables lie makes no difference.
    this.#shadow = new World({ stepper: METHODS[method], memory: 'shared' });
    this.#joints = new RandomJoints(this.#world, this.#chance, MOST_BODIES, (handle) => this.#keep(handle));
    this.#history = new RandomHistory(this.#world, this.#shadow, this.#chance, this.#knowsLocks);
    this.#both((world) => world.createMesh('tetrahedron', TETRAHEDRON));
    this.#hasSurface = this.#chance.chance(0.4);
    if (this.#hasSurface) this.#both((world) => world.createSurface('hills', HILLS));
    this.#world.createBody({
      kind: 'fixed',
      shapes: [this.#hasSurface ? { kind: 'surface', surface: 'hills' } : { kind: 'half-space' }],
    });
    for (let i = 0; i < 6; i++) this.#createBody();
  }

  /** A few deeds and a step; a sentence where something differs, else undefined. */
  live() {
    while (this.#chance.chance(0.35)) this.#act();
    const dt = this.#chance.pick([1 / 240, 1 / 100, 1 / 60, 1 / 60, 1 / 60, 1 / 30]);
    const before = this.#world.hash();
    let snapshot = this.#world.snapshot();
    const hasFunctions = snapshot.motions.some((motion) => motion?.kind === 'function') || snapshot.controls.some(Boolean);
    if (this.#chance.chance(0.1) && !hasFunctions) snapshot = decodeSnapshot(encodeSnapshot(snapshot));
    this.#shadow.restore(snapshot);
    if (this.#shadow.hash() !== before) return 'a snapshot, restored, has another hash';
    const [own, redone] = [this.#world, this.#shadow].map((world) => stepOf(world, dt));
    if (own !== redone) return `the step gives ${own}, and redone from a snapshot ${redone}`;
    if (own.startsWith('refused')) {
      this.refusals++;
      if (this.#world.hash() !== before) return 'a step that was refused has changed the world';
      for (const body of this.#bodies('rigid'))
        if (body.isAlive && this.#isFree(body)) body.velocity = body.angularVelocity = [0, 0, 0];
    }
    if (this.#chance.chance(0.1)) this.#past.push(this.#world.snapshot());
    if (this.#past.length > 4) this.#past.shift();
    this.#forgetTheFar();
    return undefined;
  }

  #act() {
    /** @type {[weight: number, deed: () => void][]} */
    const deeds = [
      [6, () => this.#bodies().length < MOST_BODIES && this.#createBody()],
      [2, () => this.#handles.length > 0 && this.#chance.pick(this.#handles).remove()],
      [1, () => this.#keep(this.#world.createTrigger({ position: this.#chance.place(), shapes: [this.#shape()] }))],
      [1, () => this.#keep(this.#world.createTimer({ period: this.#chance.between(0.003, 0.2) }))],
      [1, () => this.#createRule()],
      [1, () => this.#createComposite()],
      ...(this.#knowsJoints ? this.#joints.deeds() : []),
      [2, () => this.#history.playLate()],
      [1, () => this.#history.rewind()],
      [2, () => this.#change()],
      [2, () => this.#set()],
      [1, () => this.#changeMaterials()],
      [1, () => this.#past.length > 0 && this.#world.restore(this.#chance.pick(this.#past))],
      [1, () => this.#world.detect({ onlyProximity: this.#chance.chance(0.5), untilPenetration: this.#chance.chance(0.5) })],
      [1, () => this.#world.contactProblems(1 / 60)],
      [1, () => this.#world.events.take()],
      [1, () => this.#world.events.unwind(this.#world.time - this.#chance.between(0, 0.05))],
      [1, () => this.#createMesh()],
      [1, () => this.#look()],
      [1, () => this.#record()],
    ];
    let at = this.#chance.between(
      0,
      deeds.reduce((sum, [weight]) => sum + weight, 0),
    );
    for (const [weight, deed] of deeds) {
      at -= weight;
      if (at < 0) {
        deed();
        break;
      }
    }
    // What time was taken back from, or went with another, is gone.
    this.#handles = this.#handles.filter((handle) => handle.isAlive);
  }

  #createBody() {
    const kind = this.#chance.pick(['rigid', 'rigid', 'rigid', 'rigid', 'rigid', 'fixed', 'scripted']);
    const shapes = Array.from({ length: this.#chance.pick([1, 1, 1, 2, 3]) }, () => this.#shape());
    const position = this.#chance.place();
    /** @type {Record<string, any>} */
    const descriptor = {
      kind,
      position,
      orientation: this.#chance.turn(),
      shapes,
      material: this.#chance.pick(this.#materials()),
      active: this.#chance.chance(0.95),
    };
    if (kind === 'rigid')
      Object.assign(descriptor, {
        velocity: this.#chance.vector(3),
        angularVelocity: this.#chance.vector(3),
        density: this.#chance.pick([10, 1000, 1e5]),
      });
    if (kind === 'scripted') descriptor.motion = this.#motion(position);
    return this.#keep(this.#world.createBody(/** @type {any} */ (descriptor)));
  }

  #motion(position) {
    const frequency = this.#chance.between(0.1, 3);
    const far = position.map((x) => x + this.#chance.between(-1, 1));
    return this.#chance.pick([
      { kind: 'oscillation', translation: this.#chance.vector(0.5), rotation: this.#chance.vector(0.5), frequency },
      {
        kind: 'keyframes',
        keyframes: [
          { time: 0, position },
          { time: 0.5, position: far },
          { time: 1, position },
        ],
        repeat: true,
      },
      { kind: 'function', pose: (t, p) => (p[1] += 0.3 * Math.abs((t * frequency) % 1)) },
    ]);
  }

  #shape() {
    const size = () => this.#chance.between(0.3, 1.2);
    const points = Array.from({ length: 8 }, () => this.#chance.vector(0.6));
    const placement = this.#chance.chance(0.5) ? {} : { position: this.#chance.vector(0.5), orientation: this.#chance.turn() };
    const own = this.#chance.chance(0.8) ? {} : { material: this.#chance.pick(this.#materials()) };
    const shape = this.#chance.pick([
      { kind: 'sphere', radius: size() / 2 },
      { kind: 'box', size: [size(), size(), size()] },
      { kind: 'box', size: [size(), size(), size()] },
      { kind: 'capsule', radius: size() / 2, length: size() },
      { kind: 'cylinder', radius: size() / 2, height: size() },
      { kind: 'hull', points },
      this.#chance.chance(0.2) && !this.#hasSurface
        ? { kind: 'mesh', mesh: this.#chance.pick(this.#world.meshes).name }
        : { kind: 'sphere', radius: 0.3 },
    ]);
    return { ...shape, ...placement, ...own };
  }

  /** Another mesh, in both worlds, of few sizes: trees are built once a process. */
  #createMesh() {
    const names = this.#world.meshes.map(({ name }) => name);
    const scale = this.#chance.pick([0.6, 1.3]);
    if (names.length > 3) return;
    const vertices = TETRAHEDRON.vertices.map((x) => scale * x);
    this.#both((world) => world.createMesh(`mesh ${names.length}`, { ...TETRAHEDRON, vertices }));
  }

  /** What only looks changes nothing. */
  #look() {
    const [world, before] = [this.#world, this.#world.hash()];
    const [a, b] = [this.#chance.pick([...world.bodies()]), this.#chance.pick([...world.bodies()])];
    world.closestPoints(a, b, this.#chance.between(0, 3));
    world.measurePenetration();
    this.#ask();
    for (const edge of world.graph.edgesOf(a)) if (edge.contacts.length > 64) throw new Error('An edge has too many contacts.');
    if (world.hash() !== before) throw new Error('A look at the world has changed it.');
  }

  /** Queries answer alike here, in the shadow that takes the state over, and of a snapshot of it. */
  #ask() {
    const snapshot = this.#world.snapshot();
    this.#shadow.restore(snapshot);
    const [origin, direction, shape] = [
      this.#chance.place(),
      this.#chance.vector(5),
      { kind: 'capsule', radius: 0.2, length: 0.5 },
    ];
    const [here, there, then] = [this.#world.queries, this.#shadow.queries, this.#world.at(snapshot)].map((queries) =>
      JSON.stringify([
        queries.castRayAll(origin, direction).map(plain),
        queries.castShapeAll(/** @type {any} */ (shape), { position: origin }, direction).map(plain),
        queries.closestPointAll(origin).map(plain),
        queries.overlapBox([-2, 0, -2], [2, 2, 2]).map(plain),
      ]),
    );
    if (here !== there || here !== then) throw new Error(`Queries answer ${here}, ${there} and ${then}.`);
  }

  /** A few steps recorded, as the shadow plays them to the same hashes. */
  #record() {
    const recorder = new Recorder(this.#world);
    try {
      for (let i = 0; i < 3; i++) recorder.step(1 / 60);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
    }
    const difference = replay(recorder.recording, this.#shadow);
    if (difference !== undefined) throw new Error(`A recording plays otherwise. ${describeDifference(difference)}`);
  }

  #createRule() {
    const bodies = this.#bodies();
    if (bodies.length < 2) return;
    this.#keep(
      this.#world.createRule({
        kind: this.#chance.pick(['ignore', 'ignore', 'only']),
        between: [this.#chance.pick(bodies)],
        and: [this.#chance.pick(bodies)],
      }),
    );
  }

  #createComposite() {
    const [a, b] = this.#bodies('rigid').filter((body) => body.active && this.#isFree(body));
    if (b !== undefined && (this.#world.graph.edgeBetween(a, b)?.joints.length ?? 0) > 0) return;
    if (b !== undefined) this.#keep(this.#world.createComposite({ members: [a, b] }));
  }

  /** Makes a body another; what its joints hold to the world stays rigid. */
  #redefine(body) {
    const hasJoints = [...this.#world.joints()].some((joint) => joint.bodyA === body || joint.bodyB === body);
    const kind = hasJoints ? body.kind : this.#chance.pick(['rigid', 'rigid', 'fixed', 'scripted']);
    const hasMesh = body.shapes.some((shape) => shape.kind === 'mesh' || shape.kind === 'surface' || shape.kind === 'half-space');
    if (kind === 'link' || hasMesh) return;
    const shapes = this.#chance.chance(0.5) ? { shapes: [this.#shape()] } : {};
    this.#world.changeBody(body, { kind, ...shapes });
  }

  /** Locks some of its axes, where the method knows that. */
  #lock(body) {
    if (!this.#knowsLocks) return;
    const share = this.#chance.pick([0, 0.3, 0.6]);
    body.locks = AXES.filter(() => this.#chance.chance(share));
  }

  /** Something of a body. */
  #change() {
    const body = this.#chance.pick(this.#bodies());
    if (body === undefined || !this.#isFree(body)) return;
    if (this.#chance.chance(0.1)) {
      this.#redefine(body);
      return;
    }
    if (body.kind !== 'rigid' || this.#chance.chance(0.3)) {
      if (this.#chance.chance(0.5)) body.active = !body.active;
      else if (body.kind === 'fixed' && this.#chance.chance(0.3)) body.surfaceVelocity = this.#chance.vector(2);
      // Keyframes say where it is, but not how it is turned.
      else if (this.#world.store.motions[body.row]?.kind === 'keyframes') body.orientation = this.#chance.turn();
      else if (body.kind === 'scripted' && this.#chance.chance(0.6)) {
        const [shift, place] = [this.#chance.vector(0.05), body.position];
        this.#world.moveTo(body, [place[0] + shift[0], place[1] + shift[1], place[2] + shift[2]], body.orientation);
      } else this.#world.setPose(body, this.#chance.place(), this.#chance.turn());
      return;
    }
    this.#chance.pick([
      () => (body.velocity = this.#chance.vector(5)),
      () => (body.angularVelocity = this.#chance.vector(5)),
      () => body.applyImpulse(this.#chance.vector(body.mass), this.#chance.chance(0.5) ? body.position : undefined),
      () => body.active && body.applyForce(this.#chance.vector(30 * body.mass)),
      () => body.active && body.applyTorque(this.#chance.vector(body.mass)),
      () => (body.linearDamping = this.#chance.between(0, 2)),
      () => (body.angularDamping = this.#chance.between(0, 2)),
      () => (body.position = this.#chance.place()),
      () => (body.orientation = this.#chance.turn()),
      () => body.applyAngularImpulse(this.#chance.vector(0.1 * body.mass)),
      () => (body.gravityScale = this.#chance.between(-0.2, 1.5)),
      () => this.#lock(body),
      () => body.thaw(),
      () => (body.mass *= this.#chance.pick([0.5, 2])),
      () => (body.material = this.#chance.pick(this.#materials())),
      () => (body.category = this.#chance.pick([1, 2, 3])),
      () => (body.mask = this.#chance.pick([0xffffffff, 0xffffffff, 1])),
    ])();
  }

  #set() {
    const [name, value] = this.#chance.pick([
      [
        'gravity',
        this.#chance.pick([
          [0, -9.81, 0],
          [0, -9.81, 0],
          [1, -9, 0],
          [0, 0, 0],
        ]),
      ],
      ['detection.coherence', this.#chance.pick(['tolerant', 'exact', 'off'])],
      ['detection.envelope', this.#chance.pick([0.02, 0.05])],
      ['detection.maxContacts', this.#chance.pick([4, 8])],
      ['groups', this.#chance.pick(['by-group', 'all-in-one'])],
      ['events', this.#chance.pick(['safe', 'queue', 'off'])],
      ['events.persistent', this.#chance.pick(['off', 'on'])],
      ['damping.linear', this.#chance.pick([0, 0.1])],
      ['damping.angular', this.#chance.pick([0, 0.1])],
      ['detection.lookAhead', this.#chance.pick([1, 1, 0.5])],
      ['mesh.maxContacts', this.#chance.pick([16, 8])],
      ['gsp.iterations', this.#chance.pick([20, 5])],
      ['contact.friction', this.#chance.pick(['cone', 'pyramid'])],
      ['vsp.iterations', this.#chance.pick([10, 4])],
      ['isp.contactRounds', this.#chance.pick([10, 4])],
      ['substeps.count', this.#chance.pick([8, 4])],
      ['impulsive.freezeAfter', this.#chance.pick([30, 3])],
      ['sleeping.enabled', this.#chance.pick(['on', 'on', 'off'])],
      ['sleeping.steps', this.#chance.pick([50, 5])],
      ['speedups.reduction', this.#chance.pick(['on', 'off'])],
      ['speedups.caching', this.#chance.pick(['on', 'off'])],
    ]);
    this.#both((world) => world.set(name, value));
  }

  #changeMaterials() {
    const name = this.#chance.pick(['default', 'ice', 'rubber']);
    const material = {
      friction: this.#chance.between(0, 1),
      restitution: this.#chance.pick([0, 0, 0.5, 1]),
      ...(this.#knowsResistance && { rollingFriction: this.#chance.pick([0, 0, 0.02, 0.3]) }),
      ...(this.#knowsResistance && { spinningFriction: this.#chance.pick([0, 0, 0.02, 0.3]) }),
    };
    const pair = this.#chance.chance(0.3)
      ? [this.#chance.pick(this.#materials()), this.#chance.pick(this.#materials())]
      : undefined;
    this.#both((world) => {
      if (pair === undefined) world.createMaterial(name, material);
      else world.setMaterialPair(...pair, { friction: material.friction });
    });
  }

  #forgetTheFar() {
    for (const body of this.#bodies()) if (body.position.some((x) => !(Math.abs(x) < FAR))) body.remove();
    this.#handles = this.#handles.filter((handle) => handle.isAlive);
  }

  #both(deed) {
    deed(this.#world);
    deed(this.#shadow);
  }

  #keep(handle) {
    this.#handles.push(handle);
    return handle;
  }

  /** All but the ground, of one kind or of any. */
  #bodies(kind) {
    return [...this.#world.bodies()].slice(1).filter((body) => kind === undefined || body.kind === kind);
  }

  /** Not a member of a composite. */
  #isFree({ row }) {
    return this.#world.store.nodes.columns.mover[row] === row;
  }

  #materials() {
    return this.#world.store.materials.names;
  }
}

/** The hash after a step, or that it was refused, and why. */
function stepOf(world, dt) {
  try {
    world.step(dt);
    return world.hash();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return `refused: ${error.message}`;
  }
}
