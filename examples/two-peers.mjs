// Two players in one world over a bad line, each with a world of its own: lockstep with rollback. Nobody waits for the other. What a
// player does acts at once at home, and at the same time of the world, though later, on the other side: World.input() takes it at
// the time it was made, and redoes only what it may have reached. In the end both worlds are the same, bit for bit.
//
//   npm run build && node examples/two-peers.mjs

import { pathToFileURL } from 'node:url';
import { Random, World } from 'drystone';

const DT = 1 / 60;
const PLAYERS = 2;
/** Ticks that a peer may be ahead of what it has heard of the other: the history must reach that far back. */
const MOST_AHEAD = 90;

/** A ball for each player, between piles of boxes. */
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

/** What a player does at a tick, as plain data: an impulse [N s], or nothing. It is all that is sent. */
function decide(random) {
  if (random.uniform(0, 1) > 0.15) return undefined;
  return [random.uniform(-1500, 1500), random.uniform(0, 800), random.uniform(-1500, 1500)];
}

/** A line that delays, reorders and loses packets [s], [1]. */
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

  /** Packets that have come, in the order in which they do. */
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
  /** When each tick began [s]. */
  #times = [0];
  /** Own inputs that the other has not said to have, and up to which tick it is known what the other did. */
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

  /** Whether all is known that was done up to a tick, on both sides. */
  isSettled(tick) {
    return this.#heard >= tick - 1 && this.#unconfirmed.length === 0;
  }

  /** Plays one tick, unless it is too far ahead of what is known of the other, or has come to the end. */
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

  /** Every packet has all that the other may not have yet: what is lost is sent again with the next. */
  packet() {
    return JSON.stringify({ upTo: this.tick - 1, heard: this.#heard, inputs: this.#unconfirmed });
  }

  take(text) {
    const { upTo, heard, inputs } = JSON.parse(text);
    for (const input of inputs) if (input.tick > this.#heard) this.#act(input);
    this.#heard = Math.max(this.#heard, upTo);
    this.#unconfirmed = this.#unconfirmed.filter(({ tick }) => tick > heard);
  }

  /** At the tick it was made, be it now or long ago; both sides take inputs of one tick in the order of players. */
  #act({ tick, player, impulse }) {
    const change = (ball) => ball.applyImpulse(impulse);
    const { steps, bodySteps } = this.world.input(this.#balls[player], change, { time: this.#times[tick], order: player });
    if (steps > 0) this.lateInputs++;
    this.bodySteps += bodySteps;
  }
}

/** Plays so many ticks over a line of this delay [s], jitter [s] and loss [1], and until both sides know all. */
export function playTwoPeers({ ticks = 240, delay = 0.2, jitter = 0.08, loss = 0.1, seed = 1 } = {}) {
  const peers = [0, 1].map((player) => new Peer(player, seed));
  const lines = [0, 1].map((player) => new Line(100 * seed + player, { delay, jitter, loss }));
  let frames = 0;
  for (; !peers.every((peer) => peer.tick === ticks && peer.isSettled(ticks)); frames++) {
    const now = frames * DT;
    peers.forEach((peer, i) => {
      // A peer that is ahead of what it heard takes what has come first.
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

/** The hash of a world in which all players sit at one table. */
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
