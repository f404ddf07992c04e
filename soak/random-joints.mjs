// What may happen to joints, multibodies and couplings in a random life.

export class RandomJoints {
  #world;
  #chance;
  #mostBodies;
  #keep;

  constructor(world, chance, mostBodies, keep) {
    this.#world = world;
    this.#chance = chance;
    this.#mostBodies = mostBodies;
    this.#keep = keep;
  }

  /** @returns {[weight: number, deed: () => void][]} */
  deeds() {
    return [
      [2, () => this.#createJoint()],
      [1, () => this.#chance.pick([...this.#world.joints()])?.remove()],
      [3, () => this.#changeJoint()],
      [1, () => this.#createMultibody()],
      [1, () => this.#createCoupling()],
    ];
  }

  /** All but the ground. */
  #bodies() {
    return [...this.#world.bodies()].slice(1);
  }

  #createJoint() {
    const bodies = this.#bodies();
    const [bodyA, bodyB] = [this.#chance.chance(0.3) ? undefined : this.#chance.pick(bodies), this.#chance.pick(bodies)];
    const movers = new Set([bodyA, bodyB].map((body) => body && this.#world.store.nodes.columns.mover[body.row]));
    const isStill = (body) => body === undefined || body.kind === 'fixed' || body.kind === 'scripted';
    if (movers.size < 2 || bodyB === undefined || (isStill(bodyA) && isStill(bodyB))) return;
    this.#world.createJoint({ ...this.#joint(bodyB.centerOfMass), bodyA, bodyB });
  }

  /** What a joint is, near a place. */
  #joint(place) {
    const kind = this.#chance.pick([
      'fixed',
      'revolute',
      'prismatic',
      'cylindrical',
      'ball',
      'universal',
      'planar',
      'distance',
      'wheel',
      'generic',
    ]);
    const anchor = place.map((x) => x + this.#chance.between(-0.5, 0.5));
    const where =
      kind === 'distance' ? { frameA: { position: this.#chance.vector(0.3) } } : { anchor, axis: this.#chance.vector(1) };
    const breaks = this.#chance.chance(0.2) ? { breakForce: this.#chance.between(10, 1e5) } : {};
    const free = [
      'slideX',
      'slideY',
      'slideZ',
      ...this.#chance.pick([['turnX'], ['turnY', 'turnZ'], ['twist', 'swing', 'roll']]),
    ];
    const named = free.filter((name) => ['twist', 'swing', 'roll'].includes(name) || this.#chance.chance(0.5));
    const coordinates = kind === 'generic' ? { coordinates: Object.fromEntries(named.map((name) => [name, {}])) } : {};
    return { kind, ...where, ...coordinates, collide: this.#chance.chance(0.2), ...breaks };
  }

  /** Something of a joint. */
  #changeJoint() {
    const joint = this.#chance.pick([...this.#world.joints()]);
    if (joint === undefined) return;
    if (this.#chance.chance(0.1)) joint.active = !joint.active;
    const coordinate = this.#chance.pick(joint.coordinates);
    if (coordinate === undefined) return;
    const maxForce = this.#chance.between(0, 1000);
    const [target, low] = [
      this.#chance.between(-3, 3),
      ['swing', 'length'].includes(coordinate.name) ? 0 : this.#chance.between(-1, 0),
    ];
    if (coordinate.name === 'roll') coordinate.friction = this.#chance.between(0, 10);
    else
      this.#chance.pick([
        () => (coordinate.motor = { kind: this.#chance.pick(['velocity', 'force']), target, maxForce }),
        () => (coordinate.motor = { kind: 'position', target, stiffness: 100, damping: this.#chance.between(0, 10), maxForce }),
        () => (coordinate.motor = undefined),
        () => {
          if (coordinate.motor !== undefined) coordinate.target = target;
        },
        () => (coordinate.limits = [low, this.#chance.between(0.1, 2)]),
        () => (coordinate.limits = undefined),
        () => (coordinate.spring = { stiffness: this.#chance.between(0, 1000), damping: this.#chance.between(0, 10) }),
        () => (coordinate.friction = this.#chance.between(0, 100)),
        () => (coordinate.damping = this.#chance.between(0, 100)),
      ])();
  }

  /** A chain of links, some of them with a control that depends on its own numbers alone. */
  #createMultibody() {
    if (this.#bodies().length > this.#mostBodies - 3) return;
    const [x, y, z] = this.#chance.place();
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
      joints: this.#chance.chance(0.5) ? [joint(0), ...joints] : joints,
      slots: [0],
      ...(this.#chance.chance(0.5) && { control }),
    };
    this.#keep(this.#world.createMultibody(descriptor));
  }

  #createCoupling() {
    const free = [...this.#world.joints()].flatMap(({ coordinates }) => coordinates);
    const [first, second] = [this.#chance.pick(free), this.#chance.pick(free)].map(
      (coordinate) => coordinate && { joint: coordinate.joint, coordinate: coordinate.name },
    );
    const isSame = first === undefined || (first.joint.id === second.joint.id && first.coordinate === second.coordinate);
    if (isSame || [first, second].some(({ coordinate }) => coordinate === 'roll' || coordinate === 'swing')) return;
    this.#world.createCoupling({
      first,
      second,
      ratio: this.#chance.pick([-1, 0.5, 2]),
      offset: this.#chance.between(-0.1, 0.1),
    });
  }
}
