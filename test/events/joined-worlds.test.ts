// The nine kinds of event in worlds of joints, links and multibodies, against a twin that knows poses, shapes and who
// may touch whom, and tries all pairs.

import { describe, expect, it } from 'vitest';
import type { Body, EventKind, Joint, JointKind, MethodName, Multibody, Quat, Vec3 } from '../../src/index.js';
import { EVENT_KINDS, METHODS, Random, World } from '../../src/index.js';
import { add, dot, rotate, scale, subtract } from '../../src/math/vector.js';

/** A power of two: the sum of steps is then exact. */
const DT = 1 / 64;
const STEPS = 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const KINDS: JointKind[] = ['fixed', 'revolute', 'prismatic', 'cylindrical', 'ball', 'universal', 'planar', 'distance', 'wheel'];
/** Share of the smaller radius below which shapes touch; rounding and tolerances of coherence may go either way about it [1]. */
const ENVELOPE = 0.02;

/** A ball, or a rod with round ends along y: all that there is of a body, and of the gate. */
interface Round {
  id: number;
  radius: number;
  half: number;
  /** Undefined: of a gate, which stands still. */
  body?: Body;
  place: () => { position: Vec3; orientation: Quat };
  /** Whether nothing moves it. */
  isFixed: boolean;
  active: boolean;
}

/** What the twin knows of a joint: which bodies it is of, and what it was told to be. */
interface KnownJoint {
  joint: Joint;
  pair: string;
  collide: boolean;
  active: boolean;
}

/** What is true of a pair, as far as the twin can tell: undefined where rounding, or the step itself, decides. */
interface Verdict {
  near?: boolean | undefined;
  touching?: boolean | undefined;
}

class JoinedWorld {
  readonly world: World;
  rounds: Round[] = [];
  #joints: KnownJoint[] = [];
  readonly random: Random;
  readonly gate: Round;
  /** Of the two bodies that a rule keeps apart. */
  readonly #ruled: readonly number[];
  #made = 0;

  constructor(method: MethodName, seed: number) {
    this.random = new Random(seed);
    this.world = new World({ stepper: METHODS[method], settings: { 'detection.coherence': 'exact', 'events.persistent': 'on' } });
    const { world } = this;
    this.#addRound({ kind: 'fixed', position: [0, -5, 0], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, 5, 20);
    this.gate = this.#addGate([1, 0.6, 0], 0.5);
    for (let i = 0; i < 5; i++) this.addBody();
    for (let i = 0; i < 3; i++) this.addJoint();
    for (let i = 0; i < 2; i++) this.addMultibody();
    world.createTimer({ name: 'clock', period: 3 * DT, start: 2 * DT });
    const [one, other] = [1, 2].map((i) => this.rounds[i].body as Body);
    world.createRule({ kind: 'ignore', between: [one], and: [other] });
    this.#ruled = [one.id, other.id];
  }

  between(low: number, high: number): number {
    return this.random.uniform(low, high);
  }
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random.uniform() * list.length)];
  }
  #place(): Vec3 {
    return [this.between(-2, 2), this.between(0.3, 2), this.between(-0.6, 0.6)];
  }
  #turn(): Quat {
    return [0, 1, 2, 3].map(() => this.between(-1, 1)) as Quat;
  }

  #addRound(given: { kind?: 'fixed' | 'rigid'; position: Vec3; orientation: Quat }, radius: number, half: number): Body {
    const body = this.world.createBody({ ...given, shapes: [shapeOf(radius, half)] });
    this.#know(body, radius, half);
    return body;
  }
  #know(body: Body, radius: number, half: number): void {
    this.rounds.push({ id: body.id, radius, half, body, place: () => body, isFixed: body.kind === 'fixed', active: true });
  }
  #addGate(position: Vec3, radius: number): Round {
    const gate = this.world.createTrigger({ position, shapes: [shapeOf(radius, 0)] });
    const place = { position, orientation: [0, 0, 0, 1] as Quat };
    return { id: gate.id, radius, half: 0, place: () => place, isFixed: true, active: true };
  }

  addBody(): void {
    this.#addRound({ position: this.#place(), orientation: this.#turn() }, this.between(0.1, 0.3), this.pick([0, 0.2]) ?? 0);
  }

  addJoint(): void {
    const moving = this.rounds.filter(({ isFixed }) => !isFixed);
    const b = this.pick(moving);
    const a = b === undefined ? undefined : this.random.uniform() < 0.5 ? this.pick(this.rounds) : this.#nearest(b);
    if (a === undefined || b === undefined || a === b) return;
    const kind = this.pick(KINDS) ?? 'ball';
    const anchor = { anchor: (b.body as Body).position, axis: [this.between(-1, 1), 1, 0.5] as Vec3 };
    const breakForce = this.random.uniform() < 0.3 ? { breakForce: this.between(5, 200) } : {};
    const collide = this.random.uniform() < 0.3;
    const joint = this.world.createJoint({
      kind,
      bodyA: a.body as Body,
      bodyB: b.body as Body,
      ...(kind === 'distance' ? { coordinates: { length: { limits: [0, 6] } } } : anchor),
      ...breakForce,
      collide,
    });
    this.#joints.push({ joint, pair: keyOf(a.id, b.id), collide, active: true });
  }

  #nearest(round: Round): Round | undefined {
    const distance = (other: Round) => Math.hypot(...subtract(other.place().position, round.place().position));
    const others = this.rounds.filter((other) => other !== round && !other.isFixed);
    return others.sort((one, other) => distance(one) - distance(other))[0];
  }

  /** A chain of three rods, whose neighbours overlap. */
  addMultibody(): void {
    const [x, y, z] = this.#place();
    const links = [0, 1, 2].map((i) => ({
      position: [x + 0.4 * i, y, z] as Vec3,
      orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as Quat,
      shapes: [shapeOf(0.1, 0.2)],
    }));
    const joint = (i: number) =>
      ({ kind: 'ball', bodyA: i - 1, bodyB: i, anchor: [x + 0.4 * i - 0.2, y, z] as Vec3, breakForce: 800 }) as const;
    const multibody = this.world.createMultibody({ name: `chain-${this.#made++}`, links, joints: [joint(1), joint(2)] });
    for (const link of multibody.links) this.#know(link, 0.1, 0.2);
    for (const joint of multibody.joints)
      this.#joints.push({ joint, pair: keyOf(joint.bodyA?.id ?? -1, joint.bodyB.id), collide: false, active: true });
  }

  #switchBody(round: Round | undefined): void {
    if (round?.body === undefined) return;
    round.active = !round.active;
    round.body.active = round.active;
  }
  #switchJoint(known: KnownJoint | undefined): void {
    if (known === undefined) return;
    known.active = !known.active;
    known.joint.active = known.active;
  }
  /** With its links and joints. */
  #switchMultibody(multibody: Multibody | undefined): void {
    if (multibody === undefined) return;
    const active = !multibody.active;
    const links = multibody.links.map(({ id }) => id);
    const joints = multibody.joints.map(({ id }) => id);
    multibody.active = active;
    for (const round of this.rounds) if (links.includes(round.id)) round.active = active;
    for (const known of this.#joints) if (joints.includes(known.joint.id)) known.active = active;
  }

  /** Something that changes who may touch whom. */
  act(): void {
    const { world } = this;
    const known = this.pick(this.#joints);
    const multibody = this.pick([...world.multibodies()]) as Multibody | undefined;
    const moving = this.pick(this.rounds.filter(({ isFixed }) => !isFixed));
    const deeds = [
      () => known?.joint.remove(),
      () => this.#switchJoint(known),
      () => this.#switchJoint(known),
      () => this.addJoint(),
      () => this.addJoint(),
      () => this.#switchMultibody(multibody),
      () => this.#switchMultibody(multibody),
      () => this.random.uniform() < 0.3 && multibody?.remove(),
      () => this.pick(multibody?.links ?? [])?.remove(),
      () => this.addMultibody(),
      () => this.#switchBody(moving),
      () => moving?.body?.remove(),
      () => this.addBody(),
    ];
    this.pick(deeds)?.();
    this.rounds = this.rounds.filter(({ body }) => body?.isAlive);
    this.#joints = this.#joints.filter(({ joint }) => joint.isAlive);
  }

  /** What is true of all pairs where the world stands, before a step. */
  judge(): Map<string, Verdict> {
    const all = [this.gate, ...this.rounds];
    const apart = this.#listApart();
    const verdicts = new Map<string, Verdict>();
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1))
        if (!(a.isFixed && b.isFixed)) verdicts.set(keyOf(a.id, b.id), this.#judgePair(a, b, apart));
    });
    return verdicts;
  }

  #judgePair(a: Round, b: Round, apart: ReadonlySet<string>): Verdict {
    if (!a.active || !b.active) return { near: false, touching: false };
    const [p, q] = [a, b].map(coreOf);
    const envelope = ENVELOPE * Math.min(a.radius, b.radius);
    const travel = travelOf(a) + travelOf(b);
    const isGate = a === this.gate;
    const near = boxGap(a, p, b, q);
    const gap = near > 2 * (envelope + travel) ? near : distanceOf(p, q) - a.radius - b.radius;
    return {
      ...(!isGate && { near: near < -1e-9 ? true : near > envelope + travel ? false : undefined }),
      touching: apart.has(keyOf(a.id, b.id)) ? false : decide(gap, isGate ? 0 : envelope, isGate ? envelope : envelope + travel),
    };
  }

  /** The pairs that a rule or a joint lets pass through each other. */
  #listApart(): Set<string> {
    const apart = new Set([keyOf(this.#ruled[0], this.#ruled[1])]);
    for (const { joint, pair, active, collide } of this.#joints) if (active && !joint.isBroken && !collide) apart.add(pair);
    return apart;
  }
}

function shapeOf(radius: number, half: number) {
  return half === 0 ? ({ kind: 'sphere', radius } as const) : ({ kind: 'capsule', radius, length: 2 * half } as const);
}

function keyOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** The ends of the segment that a round is about. */
function coreOf({ half, place }: Round): readonly [Vec3, Vec3] {
  const { position, orientation } = place();
  const up = rotate(orientation, [0, half, 0]);
  return [subtract(position, up), add(position, up)];
}

/** Between two segments: the distance to a segment is convex along the other, so that thirds of it say where it is least [m]. */
function distanceOf([from, to]: readonly [Vec3, Vec3], segment: readonly [Vec3, Vec3]): number {
  const distance = (s: number) => distanceFrom(add(from, scale(subtract(to, from), s)), segment);
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const third = (high - low) / 3;
    if (distance(low + third) < distance(high - third)) high -= third;
    else low += third;
  }
  return distance((low + high) / 2);
}

function distanceFrom(point: Vec3, [from, to]: readonly [Vec3, Vec3]): number {
  const [along, out] = [subtract(to, from), subtract(point, from)];
  const square = dot(along, along);
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, dot(out, along) / square));
  return Math.hypot(...subtract(out, scale(along, t)));
}

/** How far the boxes about two rounds are apart; below zero where they overlap [m]. */
function boxGap(a: Round, p: readonly [Vec3, Vec3], b: Round, q: readonly [Vec3, Vec3]): number {
  return Math.max(
    ...[0, 1, 2].map((k) => {
      const [low, high] = [Math.min(p[0][k], p[1][k]) - a.radius, Math.max(p[0][k], p[1][k]) + a.radius];
      return Math.max(low - (Math.max(q[0][k], q[1][k]) + b.radius), Math.min(q[0][k], q[1][k]) - b.radius - high);
    }),
  );
}

/** No more than any point of a body moves in a step, with what gravity and joints may add to it [m]. */
function travelOf({ body, radius, half }: Round): number {
  if (body === undefined || body.kind === 'fixed') return 0.05 * radius;
  const speed = Math.hypot(...body.velocity) + (radius + half) * Math.hypot(...body.angularVelocity);
  return 2 * (speed + 10 * DT) * DT + 0.05 * radius;
}

function decide(gap: number, inside: number, outside: number): boolean | undefined {
  if (gap < 0.85 * inside - 1e-9) return true;
  return gap > 1.15 * outside + 1e-9 ? false : undefined;
}

/** What the events have said of pairs so far. */
class Story {
  readonly touching = new Set<string>();
  readonly near = new Set<string>();
  readonly heard = new Set<EventKind>();
  /** Where it contradicts itself, or the twin. */
  readonly faults: string[] = [];

  /** Takes in what a step says. */
  hear(world: World, where: string): void {
    const said = new Map<string, number>();
    for (const { kind, a, b } of world.events) {
      this.heard.add(kind);
      if (kind === 'timer-tick') continue;
      const pair = keyOf(a, b);
      const [list, isNew, isGone] = this.#meaningOf(kind);
      if (list.has(pair) === isNew) this.faults.push(`${where}: ${kind} ${pair}`);
      if (isNew) list.add(pair);
      if (isGone) list.delete(pair);
      const thing = `${list === this.near ? 'near' : 'touching'} ${pair}`;
      said.set(thing, (said.get(thing) ?? 0) + 1);
    }
    // What goes on is said in every step, and nothing twice.
    for (const [thing, count] of said) if (count > 1) this.faults.push(`${where}: ${thing} is said ${count} times`);
    for (const pair of this.near) if (!said.has(`near ${pair}`)) this.faults.push(`${where}: ${pair} is near in silence`);
  }

  /** Holds what was said against what is so; returns how much of it is certain. */
  compare(verdicts: ReadonlyMap<string, Verdict>, where: string): number {
    let certain = 0;
    for (const [pair, verdict] of verdicts) {
      for (const what of ['near', 'touching'] as const) {
        if (verdict[what] === undefined) continue;
        certain++;
        if (this[what].has(pair) !== verdict[what]) this.faults.push(`${where}: ${what} of ${pair} is ${verdict[what]}`);
      }
    }
    for (const pair of [...this.near, ...this.touching])
      if (!verdicts.has(pair)) this.faults.push(`${where}: ${pair} is said of what is gone`);
    return certain;
  }

  #meaningOf(kind: EventKind): [list: Set<string>, isNew: boolean, isGone: boolean] {
    if (kind === 'in-trigger' || kind === 'out-trigger') return [this.touching, kind === 'in-trigger', kind === 'out-trigger'];
    const list = kind.endsWith('proximity') ? this.near : this.touching;
    return [list, kind.startsWith('new'), kind.startsWith('vanishing')];
  }
}

describe.each(KNOWING)('%s', (method) => {
  it('says of every pair of a joined world what a look at all pairs says', () => {
    const heard = new Set<EventKind>();
    let certain = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const joined = new JoinedWorld(method, seed);
      const story = new Story();
      for (let i = 0; i < STEPS; i++) {
        if (i > 0 && joined.random.uniform() < 0.5) joined.act();
        const verdicts = joined.judge();
        joined.world.step(DT);
        const where = `seed ${seed}, step ${i}`;
        story.hear(joined.world, where);
        certain += story.compare(verdicts, where);
        const ticks = [...joined.world.events].filter(({ kind }) => kind === 'timer-tick').map(({ time }) => time);
        expect(ticks, where).toEqual(i % 3 === 2 ? [i * DT] : []);
      }
      expect(story.faults).toEqual([]);
      for (const kind of story.heard) heard.add(kind);
    }
    expect([...heard].sort()).toEqual([...EVENT_KINDS].sort());
    expect(certain).toBeGreaterThan(1e4);
  });
});
