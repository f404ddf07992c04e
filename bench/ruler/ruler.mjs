// The ruler: what has become of a scene, told from the poses alone, alike for all engines and independent of how any of them
// finds contacts.

import { boundsOf, penetrationOf, placeSolid, solidOf } from './penetration.mjs';
import { cross, dot, length, scale, subtract } from './vector.mjs';

/** Numbers of a pose: position [m], then orientation [x, y, z, w] [1]. */
export const POSE = 7;
/** A body has dropped when its centre is lower than at the start by more than this share of its height, ... [1] */
const DROP = 0.5;
/** ... or has gone anywhere by more than this many times its largest extent: a toppling stack has not dropped much yet [1]. */
const FLIGHT = 1;

export class Ruler {
  #fixed = [];
  /** { solid, motion } of those that move as they are told. */
  #driven = [];
  #ground = [];
  /** { solid, position, height, size, mass, inertia } of the bodies that move, in the order of their poses. */
  #moving = [];
  /** How many of them were there at the start: what joins later is thrown at the structure and not part of it. */
  #judged = 0;

  /** `bodies` as of plainScene. */
  constructor(bodies) {
    this.add(bodies);
    this.#judged = this.#moving.length;
  }

  /** Bodies that join later: they can penetrate, but neither drift nor drop. */
  add(bodies) {
    for (const body of bodies) {
      const solid = solidOf(body.shape);
      const placed = placeSolid(solid, body);
      if (placed.kind === 'half-space') this.#ground.push(placed);
      else if (body.motion !== undefined) this.#driven.push({ solid, motion: body.motion });
      else if (body.isFixed) this.#fixed.push(placed);
      else {
        const { low, high } = boundsOf(placed);
        const extent = subtract(high, low);
        const { position, mass, inertia, velocity, angularVelocity } = body;
        const own = { position, mass, inertia, velocity, angularVelocity };
        this.#moving.push({ solid, height: extent[1], size: Math.max(...extent), ...own });
      }
    }
  }

  /** Bodies that move [1]. */
  get count() {
    return this.#moving.length;
  }

  /** Height of the lowest body of those at the start, what depth and drift are measured against [m]. */
  get brickHeight() {
    return Math.min(...this.#moving.slice(0, this.#judged).map(({ height }) => height));
  }

  /**
   * { depth, drift, sag [m], dropped, lost [1] }: deepest overlap of any two bodies, farthest way of a body sideways from its
   * start, farthest way down, how many have dropped, and how many have their centre below the ground. A body whose pose is not
   * a number has dropped. Bodies that sink into each other sag, and are judged by their depth: drift is sideways alone. Bodies that are
   * told where to be are there at this time [s].
   */
  measure(poses, time = 0) {
    const result = { depth: 0, drift: 0, sag: 0, dropped: 0, lost: 0 };
    const placed = [];
    this.#moving.forEach(({ solid, position, height, size }, i) => {
      const pose = poseAt(poses, i);
      if (!pose.position.every(Number.isFinite) || !pose.orientation.every(Number.isFinite)) {
        result.dropped++;
        return;
      }
      placed.push(placeSolid(solid, pose));
      if (this.#ground.some(({ point, normal }) => dot(subtract(pose.position, point), normal) < 0)) result.lost++;
      if (i >= this.#judged) return;
      const way = subtract(pose.position, position);
      result.drift = Math.max(result.drift, length([way[0], 0, way[2]]));
      result.sag = Math.max(result.sag, -way[1]);
      if (-way[1] > DROP * height || length(way) > FLIGHT * size) result.dropped++;
    });
    for (const ground of this.#ground) {
      for (const solid of placed) result.depth = Math.max(result.depth, penetrationOf(ground, solid));
    }
    const still = [...this.#fixed, ...this.#driven.map(({ solid, motion }) => placeSolid(solid, motion(time)))];
    for (const [a, b] of closePairs(placed, still)) result.depth = Math.max(result.depth, penetrationOf(a, b));
    return result;
  }

  /** Kinetic and potential energy of the bodies as they were described; turns are about axes of the body or of a ball [J]. */
  startEnergy(gravity) {
    let energy = 0;
    for (const { position, mass, inertia, velocity, angularVelocity } of this.#moving) {
      energy += 0.5 * mass * dot(velocity, velocity) - mass * dot(gravity, position);
      for (let k = 0; k < 3; k++) energy += 0.5 * inertia[k] * angularVelocity[k] ** 2;
    }
    return energy;
  }

  /** Of the bodies that were there at the start: what joins later brings energy of its own [J]. */
  potentialEnergy(poses, gravity) {
    let energy = 0;
    for (let i = 0; i < this.#judged; i++) energy -= this.#moving[i].mass * dot(gravity, poseAt(poses, i).position);
    return energy;
  }

  /** Kinetic energy that can be seen: of the motion from one step's poses to the next, dt [s] later [J]. */
  kineticEnergy(earlier, later, dt) {
    let energy = 0;
    this.#moving.forEach(({ mass, inertia }, i) => {
      const from = poseAt(earlier, i);
      const to = poseAt(later, i);
      const velocity = scale(subtract(to.position, from.position), 1 / dt);
      const spin = rotationBetween(from.orientation, to.orientation).map((angle) => angle / dt);
      energy += 0.5 * mass * dot(velocity, velocity);
      for (let k = 0; k < 3; k++) energy += 0.5 * inertia[k] * spin[k] * spin[k];
    });
    return energy;
  }
}

function poseAt(poses, i) {
  const [x, y, z, ...orientation] = poses.subarray(POSE * i, POSE * (i + 1));
  return { position: [x, y, z], orientation };
}

/** Rotation vector from one orientation to the next in the body's own frame, for small angles: twice the vector part of a* b [rad]. */
function rotationBetween([ax, ay, az, aw], [bx, by, bz, bw]) {
  // Both signs of a quaternion are the same orientation.
  const twice = aw * bw + ax * bx + ay * by + az * bz < 0 ? -2 : 2;
  const [cx, cy, cz] = cross([ax, ay, az], [bx, by, bz]);
  return [twice * (aw * bx - bw * ax - cx), twice * (aw * by - bw * ay - cy), twice * (aw * bz - bw * az - cz)];
}

/** Pairs whose upright boxes meet, of moving solids with each other and with fixed ones, found by a sweep along x. */
function* closePairs(moving, fixed) {
  const entries = [...moving.map((solid) => ({ solid, moves: true })), ...fixed.map((solid) => ({ solid, moves: false }))];
  for (const entry of entries) Object.assign(entry, boundsOf(entry.solid));
  entries.sort((p, q) => p.low[0] - q.low[0]);
  for (let i = 0; i < entries.length; i++) {
    const p = entries[i];
    for (let j = i + 1; j < entries.length && entries[j].low[0] <= p.high[0]; j++) {
      const q = entries[j];
      if (!p.moves && !q.moves) continue;
      if (p.low[1] <= q.high[1] && q.low[1] <= p.high[1] && p.low[2] <= q.high[2] && q.low[2] <= p.high[2]) {
        yield [p.solid, q.solid];
      }
    }
  }
}
