// The workspace of gated shock propagation in one world.

import { PLAN_LENGTH } from '../../kernels/shared/plan-sweeps.js';
import { CarriedSweeps } from '../../solvers/carried-sweeps.js';
import { JointedIslands } from '../jointed/jointed-islands.js';
import { ProblemSite } from '../problem-site.js';
import type { Site } from '../stepper.js';
import { Subgroups } from '../subgroups.js';
import { ContactStream } from './contact-stream.js';
import { SecondLook } from './second-look.js';
import { ExactSolution } from './solve-exactly.js';
import { SteppingTable } from './stepping-table.js';
import { Stiffness } from './stiffen-bodies.js';
import { holdPartsOf, TreeHolding } from './support/hold-trees.js';
import { Holding, HoldLimits } from './support/holding.js';
import { Lifting } from './support/lift-bodies.js';
import { SupportGraph } from './support/support-graph.js';

/** Two sets of corrections, six numbers a body, in the order of the island's list of movers. */
export class KeptCorrections {
  readonly sets = [new Float64Array(64), new Float64Array(64)];
}

export class Workspace extends ProblemSite {
  /** The contacts of all islands as the kernel has them. */
  readonly stream: ContactStream;
  /** Who stands on whom. */
  readonly support: SupportGraph;
  /** For small islands that move. */
  readonly stepping: SteppingTable;
  /** How the island at hand is to be swept. */
  readonly plan = new Float64Array(PLAN_LENGTH);
  /** Sweeps records as the kernel sweeps the stream. */
  readonly carried = new CarriedSweeps();
  /** For bodies that are brought to rest, and what that goes by. */
  readonly holding: Holding;
  readonly limits = new HoldLimits();
  /** For bodies that are moved out of their supports. */
  readonly lifting = new Lifting();
  /** For islands that sweeps do not solve. */
  readonly exact = new ExactSolution();
  /** For bodies that swing faster than the step can follow. */
  readonly stiffness = new Stiffness();
  /** Corrections of the island at hand, while others are tried. */
  readonly corrections = new KeptCorrections();
  /** For islands with joints. */
  readonly jointed: JointedIslands;
  readonly treeHolding = new TreeHolding();
  /** For bodies that come to where nobody looked. */
  readonly look: SecondLook;
  /** For bodies that sleep by themselves. */
  readonly subgroups = new Subgroups();

  constructor(site: Site) {
    super(site);
    const { memory } = site.state;
    this.stream = new ContactStream(memory);
    this.support = new SupportGraph(memory);
    this.stepping = new SteppingTable(memory);
    this.holding = new Holding(this.support);
    this.jointed = new JointedIslands(memory);
    this.look = new SecondLook(memory);
  }

  /** Brings parts of the island with joints at hand to rest, while the rest of it moves. */
  holdParts(): void {
    holdPartsOf(this.treeHolding, this, this.jointed.problem, this.limits);
  }
}

/** Whether the kernel sweeps, and not its twin in TypeScript. */
export function isCompiled({ settings, stream }: Workspace): boolean {
  return settings.kernel !== 'reference' && stream.kernel !== null;
}
