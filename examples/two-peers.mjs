// Two players over an unreliable connection, each with their own copy of the world: lockstep with rollback. Neither
// waits for the other. An input of a player acts at once in their own copy. In the other copy it arrives later, but
// acts at the same simulated time: World.input() applies it at the time it was made, and repeats only what it may have
// affected. In the end both copies are equal, bit for bit.
//
//   npm run build && node examples/two-peers.mjs

import { pathToFileURL } from 'node:url';
import { Random, World } from 'drystone';

const DT = 1 / 60;
const PLAYERS = 2;
/** Largest lead of a peer over the last tick it has received from the other; the history must reach that far back. */
const MOST_AHEAD = 90;

/** Creates a world with a ball for each player, between piles of boxes. */
export function makeArena(options = {}) {
  const world = new World(options);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  for (let pile = 0; pile < 6; pile++) {
    for (let i = 0; i < 4; i++) {
      const position = /** @type {const} */ ([3 * (pile % 3) - 3, 0.4 + 0.8 * i, 6 * Math.floor(pile / 3) - 3]);
      world.createBody({ position, shapes: [{ kind: 'box', size: [0.8, 0.8, 0.8] }], density: 300 });
    }
  }
  const balls = Array.from({ length: PLAYERS }, (_, player) =>
    world.createBody({ name: `player ${player}`, position: [8 * player - 4, 0.6, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] }),
  );
  return { world, balls };
}

/** The input of a player at a tick, as plain data: an impulse [N s], or none. Only inputs are sent. */
function decide(random) {
  if (random.uniform(0, 1) > 0.15) return undefined;
  return [random.uniform(-1500, 1500), random.uniform(0, 800), random.uniform(-1500, 1500)];
}

/** A connection that delays, reorders and loses packets [s], [1]. */
class Line {
  #random;
  #options;
  /** @type {{ due: number, packet: any }[]} */
  #underway = [];
  lost = 0;

  constructor(seed, options) {
    this.#random = new Random(seed);
    this.#options = options;
  }

  send(packet, now) {
    const { delay, jitter, loss } = this.#options;
    if (this.#random.uniform(0, 1) < loss) this.lost++;
    else this.#underway.push({ due: now + delay + this.#random.uniform(-jitter, jitter), packet });
  }

  /** Packets that have arrived by `now`, in order of arrival. */
  receive(now) {
    const come = this.#underway.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
    this.#underway = this.#underway.filter(({ due }) => due > now);
    return come.map(({ packet }) => packet);
  }
}

class Peer {
  lateInputs = 0;
  bodySteps = 0;
  #player;
  #random;
  #balls;
  /** Time at which each tick began [s]. */
  #times = [0];
  /** Own inputs that the other has not confirmed, and the last tick for which the other's inputs are known. */
  #unconfirmed = [];
  #heard = -1;

  constructor(player, seed) {
    const { world, balls } = makeArena({ history: { seconds: 2 * MOST_AHEAD * DT } });
    this.world = world;
    this.#balls = balls;
    this.#player = player;
    this.#random = new Random(seed + player);
  }

  get tick() {
    return this.#times.length - 1;
  }

  /** Whether both sides know all inputs up to a tick. */
  isSettled(tick) {
    return this.#heard >= tick - 1 && this.#unconfirmed.length === 0;
  }

  /** Plays one tick, unless it is at the end or too far ahead of what is known of the other. */
  play(lastTick) {
    if (this.tick >= lastTick || this.tick - this.#heard > MOST_AHEAD) return;
    const impulse = decide(this.#random);
    if (impulse !== undefined) {
      this.#act({ tick: this.tick, player: this.#player, impulse });
      this.#unconfirmed.push({ tick: this.tick, player: this.#player, impulse });
    }
    this.world.step(DT);
    this.#times.push(this.world.time);
  }

  /**
   * A packet with all inputs that the other has not confirmed, so that lost inputs are sent again with the next packet.
   */
  packet() {
    return JSON.stringify({ upTo: this.tick - 1, heard: this.#heard, inputs: this.#unconfirmed });
  }

  take(text) {
    const { upTo, heard, inputs } = JSON.parse(text);
    for (const input of inputs) if (input.tick > this.#heard) this.#act(input);
    this.#heard = Math.max(this.#heard, upTo);
    this.#unconfirmed = this.#unconfirmed.filter(({ tick }) => tick > heard);
  }

  /** Applies an input at the tick it was made, now or in the past. Both sides order inputs of one tick by player. */
  #act({ tick, player, impulse }) {
    const change = (ball) => ball.applyImpulse(impulse);
    const { steps, bodySteps } = this.world.input(this.#balls[player], change, { time: this.#times[tick], order: player });
    if (steps > 0) this.lateInputs++;
    this.bodySteps += bodySteps;
  }
}

/** Plays `ticks` ticks over a connection with delay [s], jitter [s] and loss [1], until both sides know all inputs. */
export function playTwoPeers({ ticks = 240, delay = 0.2, jitter = 0.08, loss = 0.1, seed = 1 } = {}) {
  const peers = [0, 1].map((player) => new Peer(player, seed));
  const lines = [0, 1].map((player) => new Line(100 * seed + player, { delay, jitter, loss }));
  let frames = 0;
  for (; !peers.every((peer) => peer.tick === ticks && peer.isSettled(ticks)); frames++) {
    const now = frames * DT;
    peers.forEach((peer, i) => {
      // Takes packets first, since a peer that is too far ahead can play only after them.
      for (const packet of lines[1 - i].receive(now)) peer.take(packet);
      peer.play(ticks);
      lines[i].send(peer.packet(), now);
    });
  }
  return {
    hashes: peers.map(({ world }) => world.hash()),
    inTime: hashInTime(ticks, seed),
    frames,
    lost: lines.map(({ lost }) => lost),
    lateInputs: peers.map(({ lateInputs }) => lateInputs),
    bodySteps: peers.map(({ bodySteps }) => bodySteps),
    historyBytes: peers.map(({ world }) => world.history?.bytes ?? 0),
  };
}

/** The hash of a single world that gets the inputs of all players in time. */
function hashInTime(ticks, seed) {
  const { world, balls } = makeArena();
  const randoms = [0, 1].map((player) => new Random(seed + player));
  for (let tick = 0; tick < ticks; tick++) {
    randoms.forEach((random, player) => {
      const impulse = decide(random);
      if (impulse !== undefined) balls[player].applyImpulse(/** @type {[number, number, number]} */ (impulse));
    });
    world.step(DT);
  }
  return world.hash();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { hashes, inTime, frames, lost, lateInputs, bodySteps, historyBytes } = playTwoPeers();
  console.log(`240 ticks in ${frames} frames; packets lost ${lost.join(' and ')}; late inputs ${lateInputs.join(' and ')}`);
  console.log(
    `steps of bodies redone ${bodySteps.join(' and ')}; history ${historyBytes.map((b) => (b / 2 ** 20).toFixed(1)).join(' and ')} MiB`,
  );
  console.log(`hashes ${hashes.join(' and ')}; without a line ${inTime}`);
}
