// A step ends with the rows, inertias and factorisation of where its bodies have come to, which is where the next one
// begins. They serve both, for the island that was the last to be stepped: a robot that is alone with its world. What
// is kept decides the cost alone, since all of it follows from poses and from what the joints and bodies are.

import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { WORLD_END } from '../joints/joint-table.js';
import { grown } from '../solvers/quadratic/grown.js';
import type { JointProblem } from './joint-problem.js';

const POSE = 7;

export class KeptRows {
  /** The problem's number of the island that it was last gathered for; 0 for none. */
  #gathered = 0;
  #joints = new Int32Array();
  #jointCount = 0;
  #poses = new Float64Array();
  /** How often something had been changed from outside, but for targets of motors, and the length of the step [s]. */
  #changes = 0;
  #dt = 0;

  /** To be called at the end of a step of dt [s] whose rows and inertias were written where its bodies are. */
  note({ gathered, bodies, nodes }: JointProblem, detection: Detection, { firstJoint, jointCount }: Island, dt: number): void {
    const { member } = detection.groups.joints.columns;
    const { position, orientation } = detection.bodies.nodes.columns;
    this.#gathered = gathered;
    this.#changes = detection.state.changesButTargets;
    this.#dt = dt;
    this.#jointCount = jointCount;
    this.#joints = grown(this.#joints, jointCount);
    for (let i = 0; i < jointCount; i++) this.#joints[i] = member[firstJoint + i];
    this.#poses = grown(this.#poses, POSE * bodies);
    for (let i = 0; i < bodies; i++) {
      if (nodes[i] === WORLD_END) continue;
      for (let j = 0; j < 3; j++) this.#poses[POSE * i + j] = position[3 * nodes[i] + j];
      for (let j = 0; j < 4; j++) this.#poses[POSE * i + 3 + j] = orientation[4 * nodes[i] + j];
    }
  }

  forget(): void {
    this.#gathered = 0;
  }

  /** Whether the rows and inertias of a problem are those of an island at the beginning of a step of dt [s]. */
  areOf({ gathered, bodies, movers, nodes }: JointProblem, detection: Detection, island: Island, dt: number): boolean {
    if (
      this.#gathered === 0 ||
      this.#gathered !== gathered ||
      this.#dt !== dt ||
      this.#changes !== detection.state.changesButTargets
    )
      return false;
    if (island.jointCount !== this.#jointCount || island.bodyCount !== movers) return false;
    const { member } = detection.groups.joints.columns;
    for (let i = 0; i < this.#jointCount; i++) if (this.#joints[i] !== member[island.firstJoint + i]) return false;
    const { member: rows } = detection.groups.movers.columns;
    for (let i = 0; i < movers; i++) if (nodes[i] !== rows[island.firstBody + i]) return false;
    const { position, orientation } = detection.bodies.nodes.columns;
    for (let i = 0; i < bodies; i++) {
      if (nodes[i] === WORLD_END) continue;
      for (let j = 0; j < 3; j++) if (this.#poses[POSE * i + j] !== position[3 * nodes[i] + j]) return false;
      for (let j = 0; j < 4; j++) if (this.#poses[POSE * i + 3 + j] !== orientation[4 * nodes[i] + j]) return false;
    }
    return true;
  }
}
