// Makes materials for the frictions of geoms. Between two geoms the larger friction applies, or none if both have
// frictionless contacts (condim 1).

import type { MaterialPair } from '../../scene/scene.js';
import type { XmlElement } from '../xml.js';
import { numberOf, numbersOf } from '../xml.js';

interface Surface {
  readonly friction: number;
  readonly isSmooth: boolean;
}

export class Frictions {
  readonly #prefix: string;
  readonly #surfaces = new Map<string, Surface>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name of the material of a geom. */
  nameOf(geom: XmlElement): string {
    const friction = numbersOf(geom, 'friction', 1, 3)?.[0] ?? 1;
    const isSmooth = numberOf(geom, 'condim') === 1;
    const name = `${this.#prefix}friction ${friction}${isSmooth ? ' smooth' : ''}`;
    this.#surfaces.set(name, { friction: Math.max(0, friction), isSmooth });
    return name;
  }

  get materials(): Record<string, { friction: number }> {
    const entries = [...this.#surfaces].map(([name, { friction, isSmooth }]) => [name, { friction: isSmooth ? 0 : friction }]);
    return Object.fromEntries(entries);
  }

  /** The frictions of all pairs of materials, which replace the library's own combination. */
  get pairs(): MaterialPair[] {
    const all = [...this.#surfaces];
    return all.flatMap(([a, first], i) =>
      all.slice(i + 1).map(([b, second]): MaterialPair => {
        const friction = first.isSmooth && second.isSmooth ? 0 : Math.max(first.friction, second.friction);
        return { between: [a, b], friction };
      }),
    );
  }
}
