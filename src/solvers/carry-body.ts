// How far can the contacts of one body with what does not move bring it to rest? Projected Gauss-Seidel over them, from nothing:
// each stops what it can of the velocity at its point, by a push and by friction within Coulomb's cone. Unlike hold-body.ts, which
// finds impulses exactly or not at all, it leaves what is rounding, and what the contacts cannot give.

/** One contact: arm from the body's centre of mass [m], normal into the body [1], friction coefficient [1]. */
export const ARM = 0;
export const PUSH = 3;
export const FRICTION = 6;
/** The impulse found so far: along the normal, and the friction as a vector [N s]. */
const FOUND = 7;
export const CONTACT_LENGTH = 11;

/** Most sweeps, and the share of the velocity by which one must change it to be followed by another [1]. */
const MOST_SWEEPS = 300;
const CHANGE = 1e-4;

export class BodyCarry {
  readonly #u = new Float64Array(6);
  readonly #t = new Float64Array(3);

  /**
   * Lets `count` contacts act on a body of inverse mass `w` [1/kg] and inverse inertia s[k .. k + 6) [xx, yy, zz, xy, xz, yz] in the
   * world's frame [1/(kg m^2)], with a momentum [N s, N m s]. Returns the speed that is left, a turn by what it does at
   * `radius` [m] [m/s].
   */
  carry(
    count: number,
    contacts: Float64Array,
    momentum: Float64Array,
    w: number,
    s: Float64Array,
    k: number,
    radius: number,
  ): number {
    this.#u.fill(0);
    this.#push(momentum[0], momentum[1], momentum[2], momentum[3], momentum[4], momentum[5], w, s, k);
    for (let i = 0; i < count; i++) contacts.fill(0, i * CONTACT_LENGTH + FOUND, (i + 1) * CONTACT_LENGTH);
    const start = this.#speed(radius);
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      const before = this.#speed(radius);
      for (let i = 0; i < count; i++) this.#stop(contacts, i * CONTACT_LENGTH, w, s, k);
      if (Math.abs(this.#speed(radius) - before) < CHANGE * before || this.#speed(radius) < CHANGE * start) break;
    }
    return this.#speed(radius);
  }

  #speed(radius: number): number {
    const u = this.#u;
    const moving = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    return moving + radius * Math.sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  }

  /** One contact stops the velocity at its point as far as it can. */
  #stop(contacts: Float64Array, c: number, w: number, s: Float64Array, k: number): void {
    const [nx, ny, nz] = [contacts[c + PUSH], contacts[c + PUSH + 1], contacts[c + PUSH + 2]];
    const before = contacts[c + FOUND];
    const after = Math.max(0, before - this.#along(contacts, c, nx, ny, nz) / this.#response(contacts, c, nx, ny, nz, w, s, k));
    contacts[c + FOUND] = after;
    this.#pushAt(contacts, c, (after - before) * nx, (after - before) * ny, (after - before) * nz, w, s, k);
    // Friction along the way that the point slides, and no more than the cone allows.
    const t = this.#t;
    this.#slide(contacts, c, nx, ny, nz);
    const sliding = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    const most = contacts[c + FRICTION] * after;
    const f = c + FOUND + 1;
    const [ox, oy, oz] = [contacts[f], contacts[f + 1], contacts[f + 2]];
    if (sliding > 0) {
      const per = 1 / (sliding * this.#response(contacts, c, t[0] / sliding, t[1] / sliding, t[2] / sliding, w, s, k));
      for (let j = 0; j < 3; j++) contacts[f + j] -= sliding * per * t[j];
    }
    const length = Math.sqrt(contacts[f] * contacts[f] + contacts[f + 1] * contacts[f + 1] + contacts[f + 2] * contacts[f + 2]);
    if (length > most) for (let j = 0; j < 3; j++) contacts[f + j] *= most / length;
    this.#pushAt(contacts, c, contacts[f] - ox, contacts[f + 1] - oy, contacts[f + 2] - oz, w, s, k);
  }

  /** The velocity of the contact's point across its normal, in #t. */
  #slide(contacts: Float64Array, c: number, nx: number, ny: number, nz: number): void {
    const t = this.#t;
    t[0] = this.#along(contacts, c, 1, 0, 0);
    t[1] = this.#along(contacts, c, 0, 1, 0);
    t[2] = this.#along(contacts, c, 0, 0, 1);
    const normal = t[0] * nx + t[1] * ny + t[2] * nz;
    t[0] -= normal * nx;
    t[1] -= normal * ny;
    t[2] -= normal * nz;
  }

  /** The velocity of the contact's point along a direction [m/s]. */
  #along(contacts: Float64Array, c: number, x: number, y: number, z: number): number {
    const u = this.#u;
    const [rx, ry, rz] = [contacts[c], contacts[c + 1], contacts[c + 2]];
    return x * (u[0] + u[4] * rz - u[5] * ry) + y * (u[1] + u[5] * rx - u[3] * rz) + z * (u[2] + u[3] * ry - u[4] * rx);
  }

  /** How much faster the point becomes along a direction by an impulse of 1 along it [1/kg]. */
  #response(contacts: Float64Array, c: number, x: number, y: number, z: number, w: number, s: Float64Array, k: number): number {
    const [rx, ry, rz] = [contacts[c], contacts[c + 1], contacts[c + 2]];
    const tx = ry * z - rz * y;
    const ty = rz * x - rx * z;
    const tz = rx * y - ry * x;
    const turn =
      s[k] * tx * tx +
      s[k + 1] * ty * ty +
      s[k + 2] * tz * tz +
      2 * (s[k + 3] * tx * ty + s[k + 4] * tx * tz + s[k + 5] * ty * tz);
    return w * (x * x + y * y + z * z) + turn;
  }

  #pushAt(contacts: Float64Array, c: number, x: number, y: number, z: number, w: number, s: Float64Array, k: number): void {
    const [rx, ry, rz] = [contacts[c], contacts[c + 1], contacts[c + 2]];
    this.#push(x, y, z, ry * z - rz * y, rz * x - rx * z, rx * y - ry * x, w, s, k);
  }

  #push(x: number, y: number, z: number, tx: number, ty: number, tz: number, w: number, s: Float64Array, k: number): void {
    const u = this.#u;
    u[0] += w * x;
    u[1] += w * y;
    u[2] += w * z;
    u[3] += s[k] * tx + s[k + 3] * ty + s[k + 4] * tz;
    u[4] += s[k + 3] * tx + s[k + 1] * ty + s[k + 5] * tz;
    u[5] += s[k + 4] * tx + s[k + 5] * ty + s[k + 2] * tz;
  }
}
