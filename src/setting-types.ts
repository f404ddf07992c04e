// Made by scripts/write-settings.mjs from the table of settings.ts: the type and the text of each setting.

import type { Vec3 } from './math/vector.js';

/** All settings of a world. */
export interface Settings {
  /**
   * Acceleration of free fall; its direction is what "down" means. Default [0,-9.81,0] [m/s^2].
   */
  gravity: Readonly<Vec3>;
  /**
   * Rate at which every body loses speed, added to its own damping. A number of at least 0. Default 0 [1/s].
   */
  'damping.linear': number;
  /**
   * Rate at which every body loses spin, added to its own damping. A number of at least 0. Default 0 [1/s].
   */
  'damping.angular': number;
  /**
   * Contacts are kept while the gap is below this fraction of the smaller shape's half thickness, so that bodies at
   * rest keep theirs through rounding and small bumps. A number above 0 and of at most 0.5. Default 0.02.
   */
  'detection.envelope': number;
  /**
   * Contacts are also found ahead of time where bodies may close the gap within the step, up to this many times the
   * smaller shape's half thickness, or the reach of a link: what falls is stopped at the surface instead of inside.
   * A number of at least 0 and of at most 10. Default 1.
   */
  'detection.lookAhead': number;
  /**
   * A pair counts as penetrating when it is deeper than this fraction of its envelope: what events and time control
   * call penetration. A number of at least 0 and of at most 10. Default 0.1.
   */
  'detection.penetrationTolerance': number;
  /**
   * Whether bodies may pass what they hit within a step. 1: a last look sends what has passed something another way
   * from where they met. Above 1: most impacts in a step that a body is followed through before it stops. 0: nobody
   * looks, and they may. A whole number of at least 0 and of at most 1000000. Default 1.
   */
  'detection.continuous': number;
  /**
   * Most contact points of one pair of convex shapes; the deepest and the widest support are kept. A whole number
   * of at least 1 and of at most 64. Default 8.
   */
  'detection.maxContacts': number;
  /**
   * When the narrow phase is skipped: relative placement unchanged within the tolerance, bit for bit, or never. One
   * of "tolerant", "exact", "off". Default "tolerant".
   */
  'detection.coherence': 'tolerant' | 'exact' | 'off';
  /**
   * Relative placement counts as unchanged while no point of the pair has moved by more than this fraction of its
   * envelope. Contacts are carried along with both bodies meanwhile, and their gaps err by no more than twice that;
   * 0 finds them anew whenever a body has moved. A number of at least 0 and of at most 1. Default 0.1.
   */
  'detection.coherenceTolerance': number;
  /**
   * Most contacts of one pair of shapes of which one is a mesh; more cost more, and a body needs few to stand
   * firmly. A whole number of at least 1 and of at most 4096. Default 16.
   */
  'mesh.maxContacts': number;
  /**
   * Most nodes of contact trees that are visited for one pair of shapes: what bounds the time of a pair that is
   * deep inside each other. A whole number of at least 1 and of at most 1000000000. Default 1000000.
   */
  'mesh.maxNodes': number;
  /**
   * Contact trees are not descended further where they err by less than this fraction of the smaller shape's half
   * thickness: coarser contacts for less work; 0 descends to the leaves. A number of at least 0 and of at most 1.
   * Default 0.
   */
  'mesh.error': number;
  /**
   * Contact groups are independent problems; all-in-one puts every contact in one, to check that nothing depends on
   * the split. One of "by-group", "all-in-one". Default "by-group".
   */
  groups: 'by-group' | 'all-in-one';
  /**
   * safe: what changed since the last step ended. queue: everything detected, time-stamped, kept until taken,
   * unwound by restore. One of "safe", "queue", "off". Default "safe".
   */
  events: 'safe' | 'queue' | 'off';
  /**
   * Whether it is told in every step which pairs still touch or are near: nearly all events of a world at rest.
   * Subscribing to these kinds asks for them too. One of "off", "on". Default "off".
   */
  'events.persistent': 'off' | 'on';
  /**
   * Whether an island whose bodies have all been slow for long enough sleeps: it is neither detected nor stepped
   * until something wakes it. One of "off", "on". Default "off".
   */
  'sleeping.enabled': 'off' | 'on';
  /**
   * A body is slow while its kinetic energy is below this share of what it takes to lift it by its smallest radius
   * of gyration: of masses and scale it does not depend. A cube of 1 m is slow below 9 cm/s. A number of at least 0
   * and of at most 1. Default 0.001.
   */
  'sleeping.energy': number;
  /**
   * Steps on end for which a body must be slow to be sleepy: too few leave it hanging where it is about to fall,
   * too many cost. A whole number of at least 1 and of at most 1000000. Default 50.
   */
  'sleeping.steps': number;
  /**
   * With speedups.subgrouping: a body falls asleep by itself, and stays so, while contacts and weight cancel but
   * for this share of what presses on it. A number of at least 0 and of at most 1. Default 0.25.
   */
  'sleeping.balance': number;
  /**
   * Whether contact points are kept while bodies are at rest, and the solve starts from the impulses of the last
   * step. One of "on", "off". Default "on".
   */
  'speedups.caching': 'on' | 'off';
  /**
   * Whether the solver is stopped after speedups.tweakedIterations, converged or not. One of "off", "on". Default
   * "off".
   */
  'speedups.tweaking': 'off' | 'on';
  /**
   * Most iterations of the solver with speedups.tweaking. A whole number of at least 1 and of at most 1000000.
   * Default 15.
   */
  'speedups.tweakedIterations': number;
  /**
   * Whether pairs that penetrate keep their deepest contact alone: fewer variables, other torques. One of "off",
   * "on". Default "off".
   */
  'speedups.reduction': 'off' | 'on';
  /**
   * Whether contacts of sleepy bodies bounce with restitution 0, so that they stay sleepy. Needs sleeping. One of
   * "off", "on". Default "off".
   */
  'speedups.zeroing': 'off' | 'on';
  /**
   * Whether all bodies are slowed by speedups.dampingRate, so that they become sleepy sooner. One of "off", "on".
   * Default "off".
   */
  'speedups.damping': 'off' | 'on';
  /**
   * Rate at which every body loses speed and spin with speedups.damping. A number of at least 0. Default 0.5 [1/s].
   */
  'speedups.dampingRate': number;
  /**
   * Whether sleepy bodies separate groups as fixed ones do, so that these become smaller. Needs sleeping. One of
   * "off", "on". Default "off".
   */
  'speedups.subgrouping': 'off' | 'on';
  /**
   * Whether sleepy bodies have no inverse mass, so that they stay sleepy. Needs speedups.subgrouping. One of "off",
   * "on". Default "off".
   */
  'speedups.fixation': 'off' | 'on';
  /**
   * What sweeps: the compiled kernel, four manifolds at a time in single precision, or its reference in TypeScript
   * in double precision; auto takes the kernel wherever it can be compiled. The two give different bits, and hashes
   * of the reference say so. One of "auto", "compiled", "reference". Default "auto".
   */
  kernel: 'auto' | 'compiled' | 'reference';
  /**
   * A gap below this fraction of the envelope counts as closed: what the projection has lifted by a hair keeps its
   * load, instead of falling back in every step. A number of at least 0 and of at most 1. Default 0.1.
   */
  'contact.touching': number;
  /**
   * Share of the last step's impulses that the solve starts from. A number of at least 0 and of at most 1. Default
   * 1.
   */
  'contact.warmStart': number;
  /**
   * cone: Coulomb's disc, alike in every direction. pyramid: the paper's square, stronger along its diagonals. One
   * of "cone", "pyramid". Default "cone".
   */
  'contact.friction': 'cone' | 'pyramid';
  /**
   * A contact bounces when it closes faster than this many times what gravity adds in one step; slower ones are at
   * rest. A number of at least 0. Default 1.
   */
  'contact.restitutionThreshold': number;
  /**
   * Most sweeps over the velocity problem of a large group: of Gauss-Seidel, with momentum. A whole number of at
   * least 1 and of at most 1000000. Default 12.
   */
  'gsp.iterations': number;
  /**
   * A small group is swept more often than that, where it needs it, while its sweeps visit no more contacts than
   * this: a fifth of a millisecond or so. While a group hardly moves, as before it comes to rest, they may visit
   * ten times as many. A number of at least 0 and of at most 1000000000. Default 20000.
   */
  'gsp.effort': number;
  /**
   * Sweeps end when the last one changed no relative velocity by more than this many times what gravity adds in one
   * step, by a tenth of that while a small group hardly moves, or by more where bodies are so fast that nobody sees
   * it; 0 never ends early. A number of at least 0. Default 0.001.
   */
  'gsp.tolerance': number;
  /**
   * What is slower against its support than this many times what gravity adds in one step is at rest there; shock
   * propagation brings to rest exactly whatever can be. A number of at least 0 and of at most 1. Default 0.00001.
   */
  'gsp.still': number;
  /**
   * Gauss-Seidel sweeps of the projection that removes what penetration is left after bodies have been lifted out
   * of what they stand on. A whole number of at least 0 and of at most 1000000. Default 5.
   */
  'gsp.correctionIterations': number;
  /**
   * Most iterations of the solver, sweeps as a rule, over the velocity problem of each group. A whole number of at
   * least 1 and of at most 1000000. Default 50.
   */
  'ncp.iterations': number;
  /**
   * Sweeps end when the last one changed no relative velocity by more than this many times what gravity adds in one
   * step; 0 never ends early. A number of at least 0. Default 0.001.
   */
  'ncp.tolerance': number;
  /**
   * Iterations of the solver for the projection that removes penetration. A whole number of at least 0 and of at
   * most 1000000. Default 5.
   */
  'ncp.correctionIterations': number;
  /**
   * Most sweeps over the contacts of a group with joints, by every method that knows joints; joints themselves are
   * solved exactly. A whole number of at least 1 and of at most 1000000. Default 50.
   */
  'joints.iterations': number;
  /**
   * These sweeps end when the last one changed no relative velocity by more than this many times what gravity adds
   * in one step; 0 never ends early. A number of at least 0. Default 0.001.
   */
  'joints.tolerance': number;
  /**
   * Sweeps of the projection that moves the bodies of a group with joints out of each other. A whole number of at
   * least 0 and of at most 1000000. Default 10.
   */
  'joints.correctionIterations': number;
  /**
   * How far the solver sor goes of each step of Gauss-Seidel: above 1 it converges faster where steps keep their
   * direction, up to the point where they swing. A number above 0 and of at most 1.99. Default 1.3.
   */
  'sor.omega': number;
  /**
   * Share of the step that goes through plain dynamics before shock propagation: the larger, the better bodies feel
   * each other, and the more of the errors of an unconverged solve remain. A number of at least 0 and of at most 1.
   * Default 0.01.
   */
  'vsp.weight': number;
  /**
   * Gauss-Seidel sweeps of each dynamics step, over the group and over each of its layers. A whole number of at
   * least 1 and of at most 1000000. Default 10.
   */
  'vsp.iterations': number;
  /**
   * Gauss-Seidel sweeps of each correction, over each layer and over the group. A whole number of at least 1 and of
   * at most 1000000. Default 5.
   */
  'vsp.correctionIterations': number;
  /**
   * Rounds of collisions with restitution before the velocity update. A whole number of at least 1 and of at most
   * 1000000. Default 5.
   */
  'isp.collisionRounds': number;
  /**
   * Rounds of contacts after it, with restitution rising from just above -1 to 0. A whole number of at least 1 and
   * of at most 1000000. Default 10.
   */
  'isp.contactRounds': number;
  /**
   * Such rounds over the contacts of each layer in the pass upward. A whole number of at least 1 and of at most
   * 1000000. Default 10.
   */
  'isp.shockRounds': number;
  /**
   * Substeps of a step; 64 are the reference that other methods are measured against. A whole number of at least 1
   * and of at most 10000. Default 8.
   */
  'substeps.count': number;
  /**
   * Natural frequency of the springs that push penetration out, at most a sixth of the rate of substeps: the
   * higher, the less stacks give under their load. A number above 0. Default 1000 [1/s].
   */
  'substeps.hertz': number;
  /**
   * Damping of these springs, 1 being critical: they push without swinging. A number above 0. Default 1.
   */
  'substeps.dampingRatio': number;
  /**
   * Most that penetration is pushed out in a second, in half thicknesses of the thinner shape: bodies that began
   * inside each other part without a bang. A number above 0. Default 6 [1/s].
   */
  'substeps.pushRate': number;
  /**
   * Gauss-Seidel sweeps over the bounces at the end of a step in which something bounces. A whole number of at
   * least 1 and of at most 1000000. Default 20.
   */
  'substeps.bounceIterations': number;
  /**
   * Most collisions of a group that are resolved one by one, c_b; auto: as many as bodies, or a tenth of the
   * contacts from 50 bodies on. The collision QP does the rest. Default "auto".
   */
  'impulsive.bounces': number | 'auto';
  /**
   * Friction of a collision resolved by itself: added to the frictionless impulse (5), or taken into account in it
   * (6). One of "friction-after", "friction-within". Default "friction-after".
   */
  'impulsive.formula': 'friction-after' | 'friction-within';
  /**
   * A contact collides when it closes faster than this many times what gravity adds in one step; slower ones are at
   * rest. A number of at least 0. Default 0.001.
   */
  'impulsive.slowestCollision': number;
  /**
   * The QPs of the paper let what slides lift off, at up to mu cos(pi / 8) times its speed; removed solves them
   * again until it stays. One of "as-published", "removed". Default "as-published".
   */
  'impulsive.lift': 'as-published' | 'removed';
  /**
   * QPs of a step; the paper has one of each kind. One of "as-needed", "one-of-each". Default "as-needed".
   */
  'impulsive.programs': 'as-needed' | 'one-of-each';
  /**
   * How bodies move: along their velocities, and to the nearest positions where nothing overlaps, by a QP; or along
   * their velocities alone. One of "optimised", "plain". Default "optimised".
   */
  'impulsive.position': 'optimised' | 'plain';
  /**
   * Whether bodies that lie still are frozen, which leaves their contacts out. One of "on", "off". Default "on".
   */
  'impulsive.freezing': 'on' | 'off';
  /**
   * A body is frozen when it has been still for more than this many steps, c_f; too few freeze what is about to
   * tip. A whole number of at least 0 and of at most 1000000000. Default 30.
   */
  'impulsive.freezeAfter': number;
  /**
   * Boxes [min x, y, z, max x, y, z] in which bodies may freeze; everywhere when there are none. Default [] [m].
   */
  'impulsive.coldVolumes': readonly (readonly number[])[];
  /**
   * KKT residual at which a QP is solved. A number above 0 and of at most 0.001. Default 1e-9.
   */
  'impulsive.tolerance': number;
  /**
   * Most steps of the interior-point method of a QP. A whole number of at least 1 and of at most 1000. Default 60.
   */
  'impulsive.iterations': number;
  /**
   * Most memory of the tables that bodies, pairs and contacts are kept in: what would need more is refused, and
   * changes nothing. A contact takes about 2 kB. A number of at least 1 and of at most 4096. Default 1024 [MiB].
   */
  'limits.memory': number;
}
