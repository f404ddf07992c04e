// A world to which everything happens that can: nodes of all kinds come, change and go, settings and materials change, time goes back.
// Everything follows from a seed. A second world, the shadow, has the same materials, meshes and settings and nothing else: before every
// step it is given the first one's snapshot, and must come to the same hash.

import {
  decodeSnapshot,
  describeDifference,
  encodeSnapshot,
  METHODS,
  Random,
  Recorder,
  replay,
  StepError,
  World,
} from '../dist/src/index.js';

const MOST_BODIES = 16;
/** Bodies beyond this are taken out: nobody meets them any more [m]. */
const FAR = 60;
const TETRAHEDRON = {
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  error: 0.1,
};

/** What a query found, with its body by number. */
const plain = ({ body, ...rest }) => ({ body: body.id, ...rest });

export class RandomLife {
  /** Steps that failed by a number that is not finite, and were seen to leave the world as it was. */
  refusals = 0;
  #random;
  #world;
  #shadow;
  #handles = [];
  #past = [];
  #knowsJoints;

  constructor(method, seed) {
    this.#knowsJoints = METHODS[method].blocks?.includes('joint') ?? false;
    this.#random = new Random(seed);
    this.#world = new World({ stepper: METHODS[method] });
    // Where its tables lie makes no difference.
    this.#shadow = new World({ stepper: METHODS[method], memory: 'shared' });
    this.#both((world) => world.createMesh('tetrahedron', TETRAHEDRON));
    this.#world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 6; i++) this.#createBody();
  }

  /** A few deeds and a step; a sentence where something differs, else undefined. */
  live() {
    while (this.#chance(0.35)) this.#act();
    const dt = this.#pick([1 / 240, 1 / 100, 1 / 60, 1 / 60, 1 / 60, 1 / 30]);
    const before = this.#world.hash();
    let snapshot = this.#world.snapshot();
    const hasFunctions = snapshot.motions.some((motion) => motion?.kind === 'function') || snapshot.controls.some(Boolean);
    if (this.#chance(0.1) && !hasFunctions) snapshot = decodeSnapshot(encodeSnapshot(snapshot));
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
    if (this.#chance(0.1)) this.#past.push(this.#world.snapshot());
    if (this.#past.length > 4) this.#past.shift();
    this.#forgetTheFar();
    return undefined;
  }

  #act() {
    /** @type {[weight: number, deed: () => void][]} */
    const deeds = [
      [6, () => this.#bodies().length < MOST_BODIES && this.#createBody()],
      [2, () => this.#handles.length > 0 && this.#pick(this.#handles).remove()],
      [1, () => this.#keep(this.#world.createTrigger({ position: this.#place(), shapes: [this.#shape()] }))],
      [1, () => this.#keep(this.#world.createTimer({ period: this.#between(0.003, 0.2) }))],
      [1, () => this.#createRule()],
      [1, () => this.#createComposite()],
      ...this.#deedsWithJoints(),
      [2, () => this.#change()],
      [2, () => this.#set()],
      [1, () => this.#changeMaterials()],
      [1, () => this.#past.length > 0 && this.#world.restore(this.#pick(this.#past))],
      [1, () => this.#world.detect({ onlyProximity: this.#chance(0.5), untilPenetration: this.#chance(0.5) })],
      [1, () => this.#world.contactProblems(1 / 60)],
      [1, () => this.#world.events.take()],
      [1, () => this.#world.events.unwind(this.#world.time - this.#between(0, 0.05))],
      [1, () => this.#createMesh()],
      [1, () => this.#look()],
      [1, () => this.#record()],
    ];
    let at = this.#between(
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
    const kind = this.#pick(['rigid', 'rigid', 'rigid', 'rigid', 'rigid', 'fixed', 'scripted']);
    const shapes = Array.from({ length: this.#pick([1, 1, 1, 2, 3]) }, () => this.#shape());
    const position = this.#place();
    /** @type {Record<string, any>} */
    const descriptor = {
      kind,
      position,
      orientation: this.#turn(),
      shapes,
      material: this.#pick(this.#materials()),
      active: this.#chance(0.95),
    };
    if (kind === 'rigid')
      Object.assign(descriptor, {
        velocity: this.#vector(3),
        angularVelocity: this.#vector(3),
        density: this.#pick([10, 1000, 1e5]),
      });
    if (kind === 'scripted') descriptor.motion = this.#motion(position);
    return this.#keep(this.#world.createBody(/** @type {any} */ (descriptor)));
  }

  #motion(position) {
    const frequency = this.#between(0.1, 3);
    const far = position.map((x) => x + this.#between(-1, 1));
    return this.#pick([
      { kind: 'oscillation', translation: this.#vector(0.5), rotation: this.#vector(0.5), frequency },
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
    const size = () => this.#between(0.3, 1.2);
    const points = Array.from({ length: 8 }, () => this.#vector(0.6));
    const placement = this.#chance(0.5) ? {} : { position: this.#vector(0.5), orientation: this.#turn() };
    const own = this.#chance(0.8) ? {} : { material: this.#pick(this.#materials()) };
    const shape = this.#pick([
      { kind: 'sphere', radius: size() / 2 },
      { kind: 'box', size: [size(), size(), size()] },
      { kind: 'box', size: [size(), size(), size()] },
      { kind: 'capsule', radius: size() / 2, length: size() },
      { kind: 'cylinder', radius: size() / 2, height: size() },
      { kind: 'hull', points },
      this.#chance(0.2) ? { kind: 'mesh', mesh: this.#pick(this.#world.meshes).name } : { kind: 'sphere', radius: 0.3 },
    ]);
    return { ...shape, ...placement, ...own };
  }

  /** Another mesh, in both worlds, of few sizes: trees are built once a process. */
  #createMesh() {
    const names = this.#world.meshes.map(({ name }) => name);
    const scale = this.#pick([0.6, 1.3]);
    if (names.length > 3) return;
    const vertices = TETRAHEDRON.vertices.map((x) => scale * x);
    this.#both((world) => world.createMesh(`mesh ${names.length}`, { ...TETRAHEDRON, vertices }));
  }

  /** What only looks changes nothing. */
  #look() {
    const [world, before] = [this.#world, this.#world.hash()];
    const [a, b] = [this.#pick([...world.bodies()]), this.#pick([...world.bodies()])];
    world.closestPoints(a, b, this.#between(0, 3));
    world.measurePenetration();
    this.#ask();
    for (const edge of world.graph.edgesOf(a)) if (edge.contacts.length > 64) throw new Error('An edge has too many contacts.');
    if (world.hash() !== before) throw new Error('A look at the world has changed it.');
  }

  /** Queries answer alike here, in the shadow that takes the state over, and of a snapshot of it. */
  #ask() {
    const snapshot = this.#world.snapshot();
    this.#shadow.restore(snapshot);
    const [origin, direction, shape] = [this.#place(), this.#vector(5), { kind: 'capsule', radius: 0.2, length: 0.5 }];
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
        kind: this.#pick(['ignore', 'ignore', 'only']),
        between: [this.#pick(bodies)],
        and: [this.#pick(bodies)],
      }),
    );
  }

  /**
   * Of methods that know joints.
   * @returns {[weight: number, deed: () => void][]}
   */
  #deedsWithJoints() {
    if (!this.#knowsJoints) return [];
    return [
      [2, () => this.#createJoint()],
      [1, () => this.#pick([...this.#world.joints()])?.remove()],
      [3, () => this.#changeJoint()],
      [1, () => this.#createMultibody()],
      [1, () => this.#createCoupling()],
    ];
  }

  #createJoint() {
    const bodies = this.#bodies();
    const [bodyA, bodyB] = [this.#chance(0.3) ? undefined : this.#pick(bodies), this.#pick(bodies)];
    const movers = new Set([bodyA, bodyB].map((body) => body && this.#world.store.nodes.columns.mover[body.row]));
    const isStill = (body) => body === undefined || body.kind === 'fixed' || body.kind === 'scripted';
    if (movers.size < 2 || bodyB === undefined || (isStill(bodyA) && isStill(bodyB))) return;
    this.#world.createJoint({ ...this.#joint(bodyB.centerOfMass), bodyA, bodyB });
  }

  /** What a joint is, near a place. */
  #joint(place) {
    const kind = this.#pick([
      'fixed',
      'revolute',
      'prismatic',
      'cylindrical',
      'ball',
      'universal',
      'planar',
      'distance',
      'wheel',
    ]);
    const anchor = place.map((x) => x + this.#between(-0.5, 0.5));
    const where = kind === 'distance' ? { frameA: { position: this.#vector(0.3) } } : { anchor, axis: this.#vector(1) };
    const breaks = this.#chance(0.2) ? { breakForce: this.#between(10, 1e5) } : {};
    return { kind, ...where, collide: this.#chance(0.2), ...breaks };
  }

  /** Something of a joint. */
  #changeJoint() {
    const joint = this.#pick([...this.#world.joints()]);
    if (joint === undefined) return;
    if (this.#chance(0.1)) joint.active = !joint.active;
    const coordinate = this.#pick(joint.coordinates);
    if (coordinate === undefined) return;
    const maxForce = this.#between(0, 1000);
    const [target, low] = [this.#between(-3, 3), ['swing', 'length'].includes(coordinate.name) ? 0 : this.#between(-1, 0)];
    if (coordinate.name === 'roll') coordinate.friction = this.#between(0, 10);
    else
      this.#pick([
        () => (coordinate.motor = { kind: this.#pick(['velocity', 'force']), target, maxForce }),
        () => (coordinate.motor = { kind: 'position', target, stiffness: 100, damping: this.#between(0, 10), maxForce }),
        () => (coordinate.motor = undefined),
        () => {
          if (coordinate.motor !== undefined) coordinate.target = target;
        },
        () => (coordinate.limits = [low, this.#between(0.1, 2)]),
        () => (coordinate.limits = undefined),
        () => (coordinate.spring = { stiffness: this.#between(0, 1000), damping: this.#between(0, 10) }),
        () => (coordinate.friction = this.#between(0, 100)),
        () => (coordinate.damping = this.#between(0, 100)),
      ])();
  }

  /** A chain of links, some of them with a control that depends on its own numbers alone. */
  #createMultibody() {
    if (this.#bodies().length > MOST_BODIES - 3) return;
    const [x, y, z] = this.#place();
    const links = [0, 1, 2].map((i) => ({ position: [x + i, y, z], shapes: [{ kind: 'box', size: [0.9, 0.2, 0.2] }] }));
    const joint = (i) => ({ kind: 'revolute', bodyB: i, anchor: [x + i - 0.5, y, z], axis: [0, 0, 1] });
    const joints = [1, 2].map((i) => ({ ...joint(i), bodyA: i - 1 }));
    const control = (multibody, t) => {
      multibody.slots[0] += 1;
      const coordinate = multibody.joints[0]?.coordinates[0];
      if (coordinate !== undefined) coordinate.motor = { kind: 'velocity', target: multibody.slots[0] % 3, maxForce: 50 + t };
    };
    /** @type {any} */
    const descriptor = {
      links,
      joints: this.#chance(0.5) ? [joint(0), ...joints] : joints,
      slots: [0],
      ...(this.#chance(0.5) && { control }),
    };
    this.#keep(this.#world.createMultibody(descriptor));
  }

  #createCoupling() {
    const free = [...this.#world.joints()].flatMap(({ coordinates }) => coordinates);
    const [first, second] = [this.#pick(free), this.#pick(free)].map(
      (coordinate) => coordinate && { joint: coordinate.joint, coordinate: coordinate.name },
    );
    const isSame = first === undefined || (first.joint.id === second.joint.id && first.coordinate === second.coordinate);
    if (isSame || [first, second].some(({ coordinate }) => coordinate === 'roll' || coordinate === 'swing')) return;
    this.#world.createCoupling({ first, second, ratio: this.#pick([-1, 0.5, 2]), offset: this.#between(-0.1, 0.1) });
  }

  #createComposite() {
    const [a, b] = this.#bodies('rigid').filter((body) => body.active && this.#isFree(body));
    if (b !== undefined && (this.#world.graph.edgeBetween(a, b)?.joints.length ?? 0) > 0) return;
    if (b !== undefined) this.#keep(this.#world.createComposite({ members: [a, b] }));
  }

  /** Something of a body. */
  #change() {
    const body = this.#pick(this.#bodies());
    if (body === undefined || !this.#isFree(body)) return;
    if (body.kind !== 'rigid' || this.#chance(0.3)) {
      if (this.#chance(0.5)) body.active = !body.active;
      // Keyframes say where it is, but not how it is turned.
      else if (this.#world.store.motions[body.row]?.kind === 'keyframes') body.orientation = this.#turn();
      else this.#world.setPose(body, this.#place(), this.#turn());
      return;
    }
    this.#pick([
      () => (body.velocity = this.#vector(5)),
      () => (body.angularVelocity = this.#vector(5)),
      () => body.applyImpulse(this.#vector(body.mass), this.#chance(0.5) ? body.position : undefined),
      () => body.active && body.applyForce(this.#vector(30 * body.mass)),
      () => body.active && body.applyTorque(this.#vector(body.mass)),
      () => (body.linearDamping = this.#between(0, 2)),
      () => (body.angularDamping = this.#between(0, 2)),
      () => (body.position = this.#place()),
      () => (body.orientation = this.#turn()),
      () => body.applyAngularImpulse(this.#vector(0.1 * body.mass)),
      () => (body.gravityScale = this.#between(-0.2, 1.5)),
      () => body.thaw(),
    ])();
  }

  #set() {
    const [name, value] = this.#pick([
      [
        'gravity',
        this.#pick([
          [0, -9.81, 0],
          [0, -9.81, 0],
          [1, -9, 0],
          [0, 0, 0],
        ]),
      ],
      ['detection.coherence', this.#pick(['tolerant', 'exact', 'off'])],
      ['detection.envelope', this.#pick([0.02, 0.05])],
      ['detection.maxContacts', this.#pick([4, 8])],
      ['groups', this.#pick(['by-group', 'all-in-one'])],
      ['events', this.#pick(['safe', 'queue', 'off'])],
      ['damping.linear', this.#pick([0, 0.1])],
      ['damping.angular', this.#pick([0, 0.1])],
      ['detection.lookAhead', this.#pick([1, 1, 0.5])],
      ['mesh.maxContacts', this.#pick([16, 8])],
      ['gsp.iterations', this.#pick([20, 5])],
      ['contact.friction', this.#pick(['cone', 'pyramid'])],
      ['vsp.iterations', this.#pick([10, 4])],
      ['isp.contactRounds', this.#pick([10, 4])],
      ['substeps.count', this.#pick([8, 4])],
      ['impulsive.freezeAfter', this.#pick([30, 3])],
    ]);
    this.#both((world) => world.set(name, value));
  }

  #changeMaterials() {
    const name = this.#pick(['default', 'ice', 'rubber']);
    const material = { friction: this.#between(0, 1), restitution: this.#pick([0, 0, 0.5, 1]) };
    const pair = this.#chance(0.3) ? [this.#pick(this.#materials()), this.#pick(this.#materials())] : undefined;
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

  /** @returns {[number, number, number]} */
  #place() {
    return [this.#between(-3, 3), this.#between(0, 6), this.#between(-3, 3)];
  }

  /** @returns {[number, number, number, number]} */
  #turn() {
    /** @type {[number, number, number, number]} */
    const turn = [this.#between(-1, 1), this.#between(-1, 1), this.#between(-1, 1), this.#between(0.1, 1)];
    return this.#chance(0.4) ? [0, 0, 0, 1] : turn;
  }

  /** @returns {[number, number, number]} */
  #vector(size) {
    return [this.#between(-size, size), this.#between(-size, size), this.#between(-size, size)];
  }

  #between(low, high) {
    return this.#random.uniform(low, high);
  }

  #chance(probability) {
    return this.#random.uniform() < probability;
  }

  #pick(list) {
    return list[Math.floor(this.#random.uniform() * list.length)];
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
