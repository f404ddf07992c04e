// The room that a method has for islands with joints.

import { Foresight } from '../../contact-problem/foresee-gaps.js';
import { JointProblem } from '../../contact-problem/joint-problem.js';
import { KeptRows } from '../../contact-problem/kept-rows.js';
import { SpreadLoads } from '../../contact-problem/spread-loads.js';
import { TreeSolver } from '../../solvers/tree/tree-solver.js';
import type { Memory } from '../../table/memory.js';
import { JointedSolution } from './bounce-within.js';
import { ContactDrift } from './contact-drift.js';
import { DeepBodies } from './deep-bodies.js';
import { FlyingTrees } from './flying-trees.js';
import { IslandPoses } from './island-poses.js';
import { EnergyBalance } from './keep-energy.js';
import { KeptPieces } from './kept-pieces.js';
import { KeptSpin } from './spin-of-all.js';
import { LinkStiffness } from './stiffen-links.js';

export class JointedIslands {
  readonly problem = new JointProblem();
  readonly tree = new TreeSolver();
  readonly flying: FlyingTrees;
  readonly stiffness = new LinkStiffness();
  readonly balance = new EnergyBalance();
  readonly keptSpin = new KeptSpin();
  /** Of an island that is stiffened, after its forces. */
  readonly spinOfStep = new KeptSpin();
  readonly loads = new SpreadLoads();
  readonly drift = new ContactDrift();
  readonly deep = new DeepBodies();
  readonly pieces = new KeptPieces();
  readonly foresight = new Foresight();
  readonly kept = new KeptRows();
  /** Velocities at the beginning of the step. */
  readonly before = new JointedSolution();
  /** Velocities under forces alone; and what contacts make of them that bounce. */
  readonly free = new JointedSolution();
  readonly bouncing = new JointedSolution();
  /** Velocities before what closes the joints is fed into them. */
  readonly unfed = new JointedSolution();
  /** Where bodies are at the beginning of the step, before they are moved out of each other, and before a displacement. */
  readonly start = new IslandPoses();
  readonly together = new IslandPoses();
  readonly undisplaced = new IslandPoses();

  constructor(memory: Memory) {
    this.flying = new FlyingTrees(memory);
  }
}
