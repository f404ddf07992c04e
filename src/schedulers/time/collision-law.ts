// The collision of two bodies: what their velocities are after it, as a pure function of the two states and of the
// contacts there.
//
// Newton's law with Coulomb's friction, as in the rest of the engine: a contact that closes at v opens at e v at least,
// and only then bears an impulse; friction lies in a cone, and works against sliding after the collision. The two are
// solved for by projected Gauss-Seidel down to rounding: there are few contacts, and no other body. Where this would
// gain energy, as it may for friction at contacts that are not below the centre, the impulses are those of a collision
// without restitution, made larger by 1 + e, which never do.

import type { Bodies } from '../../bodies/bodies.js';
import { CONTACT_IMPULSE, CONTACT_NORMAL, CONTACT_SPEED, EVENT_CONTACT_SIZE } from '../../detection/held-events.js';
import type { ContactList } from '../../detection/narrow-phase/contact-list.js';

/** Sweeps end when one changes no impulse by more than this share of the largest [1], or after so many. */
const TOLERANCE = 1e-13;
const MOST_SWEEPS = 1000;
/** What has collided parts at least by this share of its speeds [1]: in rows of bodies that touch, collisions come to an end. */
const PARTING = 1e-10;
/** A collision gains energy where it gains more than this share [1]. */
const GAIN = 1e-12;
/**
 * Numbers of a contact: normal and two tangents, arms from A and from B, along each axis effective mass, impulse, speed
 * before; e, mu.
 */
const SIZE = 3 * 3 + 2 * 3 + 3 + 3 + 3 + 2;
const ARM_A = 9;
const ARM_B = 12;
const MASS = 15;
const IMPULSE = 18;
const OPENING = 21;
const RESTITUTION = 24;
const FRICTION = 25;

export class CollisionLaw {
  #contacts = new Float64Array(SIZE * 16);
  #count = 0;
  /** Velocities of A, then of B: before, and as they become [m/s], [rad/s]. */
  readonly before = new Float64Array(12);
  readonly velocity = new Float64Array(12);
  /** Inverse masses [1/kg], inverse inertia of A, then of B. */
  readonly #inverseMass = new Float64Array(2);
  readonly #inertia = new Float64Array(12);
  /** What handing numbers from call to call would allocate. */
  readonly #work = new Float64Array(8);

  /** Fastest that a contact closes before the collision [m/s]. */
  get closing(): number {
    let most = 0;
    for (let i = 0; i < this.#count; i++) most = Math.max(most, -this.#contacts[SIZE * i + OPENING]);
    return most;
  }

  /** Fastest that a contact closes or opens before the collision [m/s]. */
  get fastest(): number {
    let most = 0;
    for (let i = 0; i < this.#count; i++) most = Math.max(most, Math.abs(this.#contacts[SIZE * i + OPENING]));
    return most;
  }

  /** Fastest that one opens for restitution [m/s]. */
  get rebound(): number {
    let most = 0;
    for (let i = 0; i < this.#count; i++) {
      const k = SIZE * i;
      most = Math.max(most, -this.#contacts[k + RESTITUTION] * this.#contacts[k + OPENING]);
    }
    return most;
  }

  /** Begins with two movers where their nodes are, and without contacts. */
  begin({ nodes }: Bodies, a: number, b: number): void {
    const { velocity, inverseMass, inverseInertia } = nodes.columns;
    this.#count = 0;
    for (let k = 0; k < 6; k++) {
      this.before[k] = velocity[6 * a + k];
      this.before[6 + k] = velocity[6 * b + k];
      this.#inertia[k] = inverseMass[a] > 0 ? inverseInertia[6 * a + k] : 0;
      this.#inertia[6 + k] = inverseMass[b] > 0 ? inverseInertia[6 * b + k] : 0;
    }
    this.#inverseMass[0] = inverseMass[a];
    this.#inverseMass[1] = inverseMass[b];
    if (inverseMass[a] === 0) this.#addSurface(nodes.columns.surfaceVelocity, a, 0);
    if (inverseMass[b] === 0) this.#addSurface(nodes.columns.surfaceVelocity, b, 6);
    this.velocity.set(this.before);
  }

  /** What touches a conveyor belt meets its surface, which moves while the body stays. */
  #addSurface(surfaceVelocity: Float64Array, row: number, at: number): void {
    for (let k = 0; k < 3; k++) this.before[at + k] += surfaceVelocity[3 * row + k];
  }

  /** Adds a contact of a list, with the arms from the centres of both movers. */
  add({ nodes }: Bodies, a: number, b: number, list: ContactList, i: number, restitution: number, friction: number): void {
    if (SIZE * (this.#count + 1) > this.#contacts.length) {
      const larger = new Float64Array(2 * this.#contacts.length);
      larger.set(this.#contacts);
      this.#contacts = larger;
    }
    const { position: x } = nodes.columns;
    const c = this.#contacts;
    const k = SIZE * this.#count++;
    for (let j = 0; j < 3; j++) {
      const point = 0.5 * (list.pointA[3 * i + j] + list.pointB[3 * i + j]);
      c[k + j] = list.normal[3 * i + j];
      c[k + ARM_A + j] = point - x[3 * a + j];
      c[k + ARM_B + j] = point - x[3 * b + j];
      c[k + IMPULSE + j] = 0;
    }
    writeTangents(c, k);
    for (let j = 0; j < 3; j++) {
      c[k + MASS + j] = 1 / this.#inverseMassAlong(k, 3 * j);
      c[k + OPENING + j] = this.#speedAlong(k, 3 * j);
    }
    c[k + RESTITUTION] = restitution;
    c[k + FRICTION] = friction;
  }

  /** Solves for the velocities after the collision. */
  solve(): void {
    this.#sweep(1);
    if (!this.#gainsEnergy()) return;
    this.#restart();
    this.#sweep(0);
    for (let i = 0; i < this.#count; i++) {
      const k = SIZE * i;
      for (let j = 0; j < 3; j++) this.#push(k, 3 * j, this.#contacts[k + RESTITUTION] * this.#contacts[k + IMPULSE + j]);
    }
  }

  /**
   * Writes the contact that is told of the collision to out[k ..]: where its contacts are in the mean, weighted by their impulses;
   * `a` is the row of the first mover, and the normal points away from it where the event names it first.
   */
  writeContact({ nodes }: Bodies, a: number, isStraight: boolean, out: Float64Array, k: number): void {
    const c = this.#contacts;
    const { position } = nodes.columns;
    let total = 0;
    let strongest = 0;
    out.fill(0, k, k + EVENT_CONTACT_SIZE);
    for (let i = 0; i < this.#count; i++) {
      const pressed = c[SIZE * i + IMPULSE];
      total += pressed;
      if (pressed > c[SIZE * strongest + IMPULSE]) strongest = i;
      for (let j = 0; j < 3; j++) {
        out[k + j] += pressed * c[SIZE * i + ARM_A + j];
        out[k + CONTACT_NORMAL + j] += pressed * c[SIZE * i + j];
      }
    }
    if (!(total > 0)) return void out.fill(0, k, k + EVENT_CONTACT_SIZE);
    const length = norm(out, k + CONTACT_NORMAL);
    for (let j = 0; j < 3; j++) {
      out[k + j] = position[3 * a + j] + out[k + j] / total;
      const n = length > 1e-6 * total ? out[k + CONTACT_NORMAL + j] / length : c[SIZE * strongest + j];
      out[k + CONTACT_NORMAL + j] = isStraight ? n : -n;
    }
    out[k + CONTACT_IMPULSE] = total;
    out[k + CONTACT_SPEED] = this.closing;
  }

  #restart(): void {
    this.velocity.set(this.before);
    for (let i = 0; i < this.#count; i++) for (let j = 0; j < 3; j++) this.#contacts[SIZE * i + IMPULSE + j] = 0;
  }

  /** Projected Gauss-Seidel; restitution counts by a share [1]. */
  #sweep(share: number): void {
    const c = this.#contacts;
    const least = PARTING * (norm(this.before, 0) + norm(this.before, 6));
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      let largest = 0;
      for (let i = 0; i < this.#count; i++) {
        const k = SIZE * i;
        const closing = -c[k + OPENING];
        const target = closing > 0 ? Math.max(share * c[k + RESTITUTION] * closing, least) : 0;
        change = Math.max(change, this.#solveNormal(k, target), this.#solveFriction(k));
        largest = Math.max(largest, c[k + IMPULSE]);
      }
      if (change <= TOLERANCE * largest) return;
    }
  }

  /** Returns by how much the impulse changed [N s]. */
  #solveNormal(k: number, target: number): number {
    const c = this.#contacts;
    const old = c[k + IMPULSE];
    c[k + IMPULSE] = Math.max(0, old + c[k + MASS] * (target - this.#speedAlong(k, 0)));
    this.#push(k, 0, c[k + IMPULSE] - old);
    return Math.abs(c[k + IMPULSE] - old);
  }

  #solveFriction(k: number): number {
    const c = this.#contacts;
    const limit = c[k + FRICTION] * c[k + IMPULSE];
    const p = c[k + IMPULSE + 1];
    const q = c[k + IMPULSE + 2];
    if (limit === 0 && p === 0 && q === 0) return 0;
    let x = p - c[k + MASS + 1] * this.#speedAlong(k, 3);
    let y = q - c[k + MASS + 2] * this.#speedAlong(k, 6);
    const length = Math.sqrt(x * x + y * y);
    if (length > limit) {
      x *= limit / length;
      y *= limit / length;
    }
    c[k + IMPULSE + 1] = x;
    c[k + IMPULSE + 2] = y;
    this.#push(k, 3, x - p);
    this.#push(k, 6, y - q);
    return Math.max(Math.abs(x - p), Math.abs(y - q));
  }

  /** How fast contact k opens along one of its axes [m/s]. */
  #speedAlong(k: number, axis: number): number {
    const { velocity: u } = this;
    const c = this.#contacts;
    let speed = 0;
    for (let j = 0; j < 3; j++) speed += c[k + axis + j] * (u[6 + j] - u[j]);
    for (let body = 0; body < 2; body++) {
      this.#setMoment(k, axis, body);
      const w = this.#work;
      const turning = w[0] * u[6 * body + 3] + w[1] * u[6 * body + 4] + w[2] * u[6 * body + 5];
      speed += body === 0 ? -turning : turning;
    }
    return speed;
  }

  /** Applies an impulse [N s] along an axis of contact k: to B, and the opposite to A. */
  #push(k: number, axis: number, impulse: number): void {
    if (impulse === 0) return;
    const { velocity: u } = this;
    const c = this.#contacts;
    for (let body = 0; body < 2; body++) {
      const signed = body === 0 ? -impulse : impulse;
      for (let j = 0; j < 3; j++) u[6 * body + j] += signed * this.#inverseMass[body] * c[k + axis + j];
      this.#setMoment(k, axis, body);
      this.#setTurn(body);
      for (let j = 0; j < 3; j++) u[6 * body + 3 + j] += signed * this.#work[3 + j];
    }
  }

  #inverseMassAlong(k: number, axis: number): number {
    let sum = 0;
    for (let body = 0; body < 2; body++) {
      this.#setMoment(k, axis, body);
      this.#setTurn(body);
      const w = this.#work;
      sum += this.#inverseMass[body] + w[0] * w[3] + w[1] * w[4] + w[2] * w[5];
    }
    return sum;
  }

  /** work[0 .. 2] <- arm x axis. */
  #setMoment(k: number, axis: number, body: number): void {
    const c = this.#contacts;
    const r = k + (body === 0 ? ARM_A : ARM_B);
    const n = k + axis;
    this.#work[0] = c[r + 1] * c[n + 2] - c[r + 2] * c[n + 1];
    this.#work[1] = c[r + 2] * c[n] - c[r] * c[n + 2];
    this.#work[2] = c[r] * c[n + 1] - c[r + 1] * c[n];
  }

  /** work[3 .. 5] <- inverse inertia of a body times work[0 .. 2]. */
  #setTurn(body: number): void {
    const s = this.#inertia;
    const w = this.#work;
    const i = 6 * body;
    w[3] = s[i] * w[0] + s[i + 3] * w[1] + s[i + 4] * w[2];
    w[4] = s[i + 3] * w[0] + s[i + 1] * w[1] + s[i + 5] * w[2];
    w[5] = s[i + 4] * w[0] + s[i + 5] * w[1] + s[i + 2] * w[2];
  }

  /** The work of an impulse is it times the mean of the speeds before and after. */
  #gainsEnergy(): boolean {
    const c = this.#contacts;
    let work = 0;
    let scale = 0;
    for (let i = 0; i < this.#count; i++) {
      const k = SIZE * i;
      for (let j = 0; j < 3; j++) {
        const mean = 0.5 * c[k + IMPULSE + j];
        const after = this.#speedAlong(k, 3 * j);
        work += mean * (c[k + OPENING + j] + after);
        scale += Math.abs(mean) * (Math.abs(c[k + OPENING + j]) + Math.abs(after));
      }
    }
    return work > GAIN * scale;
  }
}

/** Two unit vectors across the normal at c[k ..], behind it. */
function writeTangents(c: Float64Array, k: number): void {
  const x = c[k];
  const y = c[k + 1];
  const z = c[k + 2];
  // Across the axis that the normal has least of.
  const isX = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
  const isY = !isX && Math.abs(y) <= Math.abs(z);
  const length = isX ? Math.sqrt(y * y + z * z) : isY ? Math.sqrt(x * x + z * z) : Math.sqrt(x * x + y * y);
  c[k + 3] = isX ? 0 : isY ? z / length : -y / length;
  c[k + 4] = isX ? -z / length : isY ? 0 : x / length;
  c[k + 5] = isX ? y / length : isY ? -x / length : 0;
  c[k + 6] = y * c[k + 5] - z * c[k + 4];
  c[k + 7] = z * c[k + 3] - x * c[k + 5];
  c[k + 8] = x * c[k + 4] - y * c[k + 3];
}

function norm(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}
