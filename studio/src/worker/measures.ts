// The measures of each step of Drystone in a comparison.

import type { Simulation, World } from '../../../src/index.js';
import type { Quat } from '../../../src/math/vector.js';
import { multiply, normalizeQuat } from '../../../src/math/vector.js';
import { isMoved, MEASURES } from '../protocol.js';
import { StepTable } from '../step-table.js';
import type { Measure } from './yardstick.js';
import { plainSceneOrNull, Yardstick } from './yardstick.js';

const POSE = 7;

export class Measures {
  /** Rows of MEASURES. */
  readonly table = new StepTable(MEASURES.length);
  readonly #simulation: Simulation;
  readonly #yardstick: Yardstick | null;
  /** Lists of bodies that join later. */
  readonly #later: Parameters<Yardstick['add']>[0][];
  /** Initial positions of bodies, by id [m]. */
  readonly #starts = new Map<number, readonly number[]>();
  #bodies: number;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const plain = plainSceneOrNull({ ...simulation.scene, settings: simulation.world.settings });
    this.#yardstick = plain === null ? null : new Yardstick(plain);
    this.#later = (plain?.additions ?? []).map(({ bodies }) => bodies);
    for (const body of movedBodies(simulation.world)) this.#starts.set(body.id, body.centerOfMass);
    this.#bodies = this.#starts.size;
    this.#yardstick?.begin(posesOf(simulation.world));
  }

  /** Adds the measures of a step that took `milliseconds`. */
  note(milliseconds: number): void {
    const { time } = this.#simulation.world;
    const { penetration, drift, energy } = this.#measure();
    this.table.add([time, penetration, drift, energy, milliseconds]);
  }

  #measure(): Measure {
    const { world, dt } = this.#simulation;
    if (this.#yardstick === null) return this.#ask(world);
    const poses = posesOf(world);
    while (poses.length / POSE > this.#bodies) {
      const next = this.#later.shift() ?? [];
      if (next.length === 0) break;
      this.#yardstick.add(next);
      this.#bodies += next.filter(({ isFixed }) => !isFixed).length;
    }
    return this.#yardstick.measure(poses, dt);
  }

  /** Measures by the engine itself. */
  #ask(world: World): Measure {
    let drift = 0;
    for (const { id, centerOfMass } of movedBodies(world)) {
      const start = this.#starts.get(id);
      if (start !== undefined) drift = Math.max(drift, Math.hypot(centerOfMass[0] - start[0], centerOfMass[2] - start[2]));
    }
    const energy = world.kineticEnergy() + world.potentialEnergy();
    return { penetration: world.report.penetration, drift, energy };
  }
}

const movedBodies = (world: World) => [...world.bodies()].filter(({ kind }) => isMoved(kind));

/** Poses for the ruler: those of the single shape of each moving body, at its centre of mass. */
function posesOf(world: World): Float64Array {
  const bodies = movedBodies(world);
  const poses = new Float64Array(POSE * bodies.length);
  bodies.forEach(({ centerOfMass, orientation, shapes }, i) => {
    const [{ orientation: local = [0, 0, 0, 1] }] = shapes;
    poses.set([...centerOfMass, ...multiply(orientation, normalizeQuat(local as Quat))], POSE * i);
  });
  return poses;
}
