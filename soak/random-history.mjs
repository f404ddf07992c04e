// Going back, and inputs that come late, in a random life. The shadow takes the same inputs in time, and must come to the same
// hash at every step.

import { decodeDifference, encodeDifference, StepError } from '../dist/src/index.js';

const STEPS = 10;

export class RandomHistory {
  #world;
  #shadow;
  #chance;
  #knowsLocks;

  constructor(world, shadow, chance, knowsLocks) {
    this.#world = world;
    this.#shadow = shadow;
    this.#chance = chance;
    this.#knowsLocks = knowsLocks;
  }

  /** Back to some time that can be reached: what is then taken out or back is known by its handles. */
  rewind() {
    const { history, time } = this.#world;
    this.#world.rewind(this.#chance.between(history.from, time));
  }

  /** Some steps with inputs that come late, in any order; then back to one of the steps. */
  playLate() {
    const [world, shadow, chance] = [this.#world, this.#shadow, this.#chance];
    const movers = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    if (movers.length === 0) return;
    const lengths = Array.from({ length: STEPS }, () => chance.pick([1 / 240, 1 / 60, 1 / 60]));
    const inputs = Array.from({ length: 1 + chance.below(5) }, (_, order) => {
      const at = chance.below(STEPS);
      const body = chance.pick(movers);
      return { order, at, arrives: at + chance.below(STEPS + 1 - at), id: body.id, change: this.#deedTo(body) };
    });
    const start = world.snapshot();
    shadow.restore(start);
    try {
      const hashes = playInTime(shadow, inputs, lengths);
      const times = this.#playAsTheyCome(inputs, lengths);
      if (world.hash() !== hashes[STEPS]) throw new Error('Inputs that come late leave another world than in time.');
      sendDifference(start, world.snapshot());
      const back = 1 + chance.below(STEPS);
      world.rewind(times[back]);
      if (world.hash() !== hashes[back]) throw new Error('A world that goes back is not what it was.');
    } catch (error) {
      // A step that cannot be taken ends the game, for both.
      if (!(error instanceof StepError)) throw error;
      world.restore(start);
    }
  }

  #playAsTheyCome(inputs, lengths) {
    const times = [this.#world.time];
    for (let step = 0; step <= STEPS; step++) {
      for (const { at, arrives, id, change, order } of inputs) {
        if (arrives === step) this.#world.input(bodyOf(this.#world, id), change, { time: times[at], order });
      }
      if (step === STEPS) break;
      this.#world.step(lengths[step]);
      times.push(this.#world.time);
    }
    return times;
  }

  /** What an input does to a body, by numbers that are chosen now: it may be called again. */
  #deedTo(body) {
    const chance = this.#chance;
    const [way, large] = [chance.vector(5), chance.vector(30 * body.mass)];
    const place = chance.place();
    /** @type {((body: any) => void)[]} */
    const deeds = [(one) => one.applyImpulse(large), (one) => one.active && one.applyForce(large)];
    const isFree = this.#world.store.nodes.columns.mover[body.row] === body.row;
    if (isFree)
      deeds.push(
        (one) => (one.velocity = way),
        (one) => (one.angularVelocity = way),
        (one) => (one.position = place),
        (one) => (one.gravityScale = 0.5),
        (one) => one.thaw(),
      );
    if (isFree && this.#knowsLocks) deeds.push((one) => (one.locks = ['z', 'rx', 'ry']));
    return chance.pick(deeds);
  }
}

/** The hash at the beginning of every step, before its inputs, and at the end. */
function playInTime(world, inputs, lengths) {
  const hashes = [];
  for (let step = 0; step <= lengths.length; step++) {
    hashes.push(world.hash());
    for (const { at, id, change } of inputs) if (at === step) change(bodyOf(world, id));
    if (step < lengths.length) world.step(lengths[step]);
  }
  return hashes;
}

function bodyOf(world, id) {
  return [...world.bodies()].find((body) => body.id === id);
}

/** A difference gives the second snapshot to whoever has the first. */
function sendDifference(base, snapshot) {
  const received = decodeDifference(base, encodeDifference(base, snapshot));
  if (received.checksum !== snapshot.checksum) throw new Error('A difference gives another snapshot.');
}
