// The workspace of gated shock propagation in one world.

import { CarriedSweeps } from '../../solvers/carried-sweeps.js';
import { JointedIslands } from '../jointed/jointed-islands.js';
import type { ProblemSite } from '../problem-site.js';
import { makeProblemSite } from '../problem-site.js';
import type { Site } from '../stepper.js';
import { Subgroups } from '../subgroups.js';
import { ContactStream } from './contact-stream.js';
import { SecondLook } from './second-look.js';
import { ExactSolution } from './solve-exactly.js';
import { Stiffness } from './stiffen-bodies.js';
import { holdPartsOf, TreeHolding } from './support/hold-trees.js';
import { Holding, HoldLimits } from './support/holding.js';
import { Lifting } from './support/lift-bodies.js';
import { SupportGraph } from './support/support-graph.js';

/** Two sets of corrections, six numbers a body, in the order of the island's list of movers. */
export class KeptCorrections {
  readonly sets = [new Float64Array(64), new Float64Array(64)];
  /** How two bodies are moved against each other at the contact at hand [m]. */
  readonly slide = new Float64Array(3);
}

export interface Workspace extends ProblemSite {
  /** The contacts of all islands as the kernel has them. */
  readonly stream: ContactStream;
  /** Who stands on whom. */
  readonly support: SupportGraph;
  /** Sweeps records as the kernel sweeps the stream. */
  readonly carried: CarriedSweeps;
  /** For bodies that are brought to rest, and what that goes by. */
  readonly holding: Holding;
  readonly limits: HoldLimits;
  /** For bodies that are moved out of their supports. */
  readonly lifting: Lifting;
  /** For islands that sweeps do not solve. */
  readonly exact: ExactSolution;
  /** For bodies that swing faster than the step can follow. */
  readonly stiffness: Stiffness;
  /** Corrections of the island at hand, while others are tried. */
  readonly corrections: KeptCorrections;
  /** For islands with joints. */
  readonly jointed: JointedIslands;
  readonly treeHolding: TreeHolding;
  /** Brings parts of the island with joints at hand to rest, while the rest of it moves. */
  readonly holdParts: () => void;
  /** For bodies that come to where nobody looked. */
  readonly look: SecondLook;
  /** For bodies that sleep by themselves. */
  readonly subgroups: Subgroups;
}

export function makeWorkspace(site: Site): Workspace {
  const { memory } = site.state;
  const stream = new ContactStream(memory);
  const support = new SupportGraph(memory);
  const problemSite = makeProblemSite(site);
  const limits = new HoldLimits();
  const jointed = new JointedIslands(memory);
  const treeHolding = new TreeHolding();
  return Object.assign(problemSite, {
    stream,
    support,
    carried: new CarriedSweeps(),
    holding: new Holding(support),
    limits,
    lifting: new Lifting(),
    exact: new ExactSolution(),
    stiffness: new Stiffness(),
    corrections: new KeptCorrections(),
    jointed,
    treeHolding,
    holdParts: () => holdPartsOf(treeHolding, problemSite, jointed.problem, limits),
    look: new SecondLook(memory),
    subgroups: new Subgroups(),
  });
}

/** Whether the kernel sweeps, and not its twin in TypeScript. */
export function isCompiled({ settings, stream }: Workspace): boolean {
  return settings.kernel !== 'reference' && stream.kernel !== null;
}
