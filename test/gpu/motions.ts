// What the bodies of a world on the device do, read from there.

import { ELEMENT_BYTES } from '../../src/gpu/buffers.js';
import type { GpuWorld } from '../../src/gpu/gpu-world.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, dot, rotate, scale } from '../../src/math/vector.js';

export interface Motion {
  name: string;
  mass: number;
  position: Vec3;
  velocity: Vec3;
  angularMomentum: Vec3;
  /** [J] */
  energy: number;
}

/** Of every body that moves. */
export async function motionsOf(world: GpuWorld): Promise<Motion[]> {
  const data = await world.engine.read(world.engine.buffer('bodies'));
  const poses = await world.poses();
  const f32 = new Float32Array(data);
  const out: Motion[] = [];
  world.bodies.forEach(({ name = '', mass, moments, isFixed }, row) => {
    if (isFixed) return;
    const vector = (at: number): Vec3 => [...f32.subarray((ELEMENT_BYTES.Body / 4) * row + at).subarray(0, 3)] as Vec3;
    const orientation = [...f32.subarray((ELEMENT_BYTES.Body / 4) * row + 8).subarray(0, 4)] as [number, number, number, number];
    const velocity = vector(16);
    const turning = vector(20);
    const own = rotate([-orientation[0], -orientation[1], -orientation[2], orientation[3]], turning);
    const spin = rotate(orientation, [own[0] * moments[0], own[1] * moments[1], own[2] * moments[2]]);
    const position: Vec3 = [poses[7 * row], poses[7 * row + 1], poses[7 * row + 2]];
    const angularMomentum = add(spin, cross(position, scale(velocity, mass)));
    const energy = 0.5 * mass * dot(velocity, velocity) + 0.5 * dot(turning, spin);
    out.push({ name, mass, position, velocity, angularMomentum, energy });
  });
  return out;
}
