// The fast impulsive contact suite, method `impulsive` (Schmidl and Milenkovic 2004): collisions one by one as far as
// the budget goes, the rest of them in one quadratic program, static contacts in another after gravity, and bodies that
// lie still frozen.
//
// Where we differ from the paper; the files of the steps say more:
// - Each contact group is stepped by itself, with its own budget, and from impact to impact (time-of-impact.ts). After
//   a few impacts the rest of a step is taken at once: what would be hit in it bounces at its beginning. With
//   `impulsive.programs` = `one-of-each` the whole step is.
// - A collision is what closes faster than a small share of what gravity adds in a step: slower ones are rounding, and
//   the static QP stops them.
// Positions are moved along the velocities, and with `impulsive.position` = `optimised` as position-update.ts says.

import { placeContactsAgain } from '../../contact-problem/place-contacts.js';
import type { Island } from '../../detection/islands/island.js';
import { gravityOfStep } from '../../settings.js';
import { JointedIslands } from '../jointed/jointed-islands.js';
import { stepJointed } from '../jointed/step-jointed.js';
import type { Part } from '../part.js';
import { move } from '../part.js';
import { placeAllContacts } from '../problem-site.js';
import type { Stepper } from '../stepper.js';
import { freeze, markSupported, squaredFall, thawDisturbed, thawUncarried } from './freezing.js';
import type { GroupContacts } from './group-contacts.js';
import { ImpulsiveSite } from './impulsive-site.js';

/** Most impacts that a group stops for in a step. */
const MOST_STOPS = 4;
/** Speeds below this share of the fastest collision are rounding [1]. */
const ROUNDING = 1e-9;

export const impulsiveSuite: Stepper = {
  name: 'impulsive',
  needs: { solver: 'quadratic-programs' },
  blocks: ['contact', 'joint', 'lock'],
  speedups: ['reduction', 'damping'],
  make(site) {
    const context = new ImpulsiveSite(site);
    const jointed = new JointedIslands(site.state.memory);
    return {
      // Its programs are solved to their optimum.
      solvesImpacts: true,
      begin: (dt) => placeAllContacts(context, dt),
      step: (island, _, dt) => (island.isTied ? stepJointed(context, jointed, island, dt) : step(context, island, dt)),
    };
  },
};

function step(context: ImpulsiveSite, island: Island, dt: number): void {
  context.contacts.write(island, dt, 0);
  thawGroup(context, island, dt);
  let elapsed = 0;
  const most = context.settings['impulsive.programs'] === 'one-of-each' ? 0 : MOST_STOPS;
  for (let stop = 0; elapsed < dt; stop++) {
    if (stop > 0) placeAgain(context, island, dt, elapsed);
    const stretch = advance(context, island, dt, dt - elapsed, stop === most);
    elapsed = stretch < dt - elapsed ? elapsed + stretch : dt;
  }
  freezeGroup(context, island, dt);
}

/**
 * Steps one to three of a group, and its motion, until its next impact or for all that is `left` of the step [s].
 * Returns for how long [s].
 */
function advance(context: ImpulsiveSite, part: Part, dt: number, left: number, isLast: boolean): number {
  const { contacts, awake, flight, measures, staticContacts, settings } = context;
  const slowest = gravityOfStep(settings, dt);
  findFlight(context, part, left);
  if (isLast) flight.closeGaps(contacts, left, slowest);
  resolveCollisions(context, part, dt);
  findFlight(context, part, left);
  const stretch = isLast ? left : flight.timeToImpact(contacts, left, slowest);
  staticContacts.resolve(contacts, awake, flight, stretch, measures.slowest);
  awake.noteGains(contacts.nodes, settings, stretch);
  contacts.storeImpulses();
  staticContacts.storeLoads(contacts, dt / stretch);
  updatePositions(context, part, stretch);
  return stretch;
}

/** The contacts of the group where its bodies have come to within the step. */
function placeAgain(context: ImpulsiveSite, part: Part, dt: number, elapsed: number): void {
  const { contacts, detection, placing, settings, profiler } = context;
  profiler.enter('contact-problem');
  contacts.joinImpulses();
  placeContactsAgain(placing, detection, part.firstEdge, part.edgeCount, dt - elapsed, settings);
  contacts.splitImpulses();
  contacts.write(part, dt - elapsed, elapsed);
}

/** Which bodies of a group are awake, and which of them will fly through dt [s]. */
function findFlight({ contacts, awake, flight, detection, settings }: ImpulsiveSite, part: Part, dt: number): void {
  awake.list(contacts.nodes, part, detection.groups.movers.columns.member);
  flight.find(contacts, awake, settings, dt);
}

function thawGroup({ contacts, detection, problem, carrying, settings }: ImpulsiveSite, part: Part, dt: number): void {
  const { member } = detection.groups.movers.columns;
  markSupported(contacts.nodes, problem, contacts.touching, part, member);
  thawDisturbed(contacts.nodes, problem, contacts.touching, part, member);
  thawUncarried(carrying, detection, problem, contacts.touching, settings, dt);
}

/** Steps one and two. */
function resolveCollisions(context: ImpulsiveSite, part: Part, dt: number): void {
  const { contacts, measures, sequentialCollisions, collisionProgram, settings, profiler, report } = context;
  const fastest = contacts.fastestClosing();
  measures.fall = squaredFall(settings, dt);
  measures.slowest = Math.max(settings['impulsive.slowestCollision'] * gravityOfStep(settings, dt), ROUNDING * fastest);
  if (fastest <= measures.slowest) return;

  profiler.enter('sequential-collisions');
  const budget = settings['impulsive.bounces'];
  const bounces = budget === 'auto' ? usualBudget(contacts, part) : budget;
  report.impulsive.bounces += sequentialCollisions.resolve(contacts, bounces, settings['impulsive.formula'], measures);
  if (contacts.fastestClosing() > measures.slowest) collisionProgram.resolve(contacts, part.bodyCount, measures);
}

/** c_b of section 5.1: as many as bodies, or a tenth of the contacts where there are 50 bodies or more. */
function usualBudget({ arrays, touching }: GroupContacts, { bodyCount }: Part): number {
  if (bodyCount < 50) return bodyCount;
  let count = 0;
  for (let i = 0; i < arrays.count; i++) count += touching[i];
  return Math.ceil(count / 10);
}

/** Step four. */
function freezeGroup(context: ImpulsiveSite, part: Part, dt: number): void {
  const { contacts, detection, problem, settings, profiler, report } = context;
  const { nodes, touching } = contacts;
  const { member } = detection.groups.movers.columns;
  profiler.enter('freezing');
  markSupported(nodes, problem, touching, part, member);
  freeze(nodes, part, member, settings, squaredFall(settings, dt));
  for (let i = part.firstBody; i < part.firstBody + part.bodyCount; i++) report.asleep += nodes.frozen[member[i]];
}

function updatePositions(context: ImpulsiveSite, part: Part, dt: number): void {
  const { contacts, awake, positions, settings, profiler } = context;
  if (settings['impulsive.position'] === 'optimised') {
    profiler.enter('position-qp');
    positions.keepApart(contacts, awake.count, dt);
  }
  move(context, part, dt);
}
