// Ropes, rods and springs: distance joints are drawn in the scene as straight lines between their ends.

import type { Scene } from 'three';
import { CylinderGeometry, MeshStandardMaterial } from 'three';
import { ROPE_WIDTH } from '../protocol.js';
import { Instances } from './instances.js';

const COLOUR = '#7d7466';
/** Radius of a rope, as a share of the smallest extent of a typical body [1]. */
const RADIUS = 0.035;

export class RopesView {
  readonly #rods: Instances;
  #radius = RADIUS;

  constructor(scene: Scene) {
    const rod = new CylinderGeometry(1, 1, 1, 8, 1, true).translate(0, 0.5, 0);
    this.#rods = new Instances(scene, rod, 0, new MeshStandardMaterial({ roughness: 0.9 }));
  }

  /** Smallest extent of a typical body [m]. */
  setSize(size: number): void {
    this.#radius = RADIUS * size;
  }

  show(ropes: Float32Array | null): void {
    const count = ropes === null ? 0 : ropes.length / ROPE_WIDTH;
    this.#rods.begin(count);
    for (let i = 0; i < count; i++) {
      const ends = ropes as Float32Array;
      this.#rods.addRod(ends, ROPE_WIDTH * i, ends, ROPE_WIDTH * i + 3, 1, this.#radius, COLOUR);
    }
    this.#rods.end();
  }
}
