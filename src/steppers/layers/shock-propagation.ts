// Velocity-based shock propagation, method `vsp` (VSP paper, section 4, figures 12 and 14): a dynamics step of a share `a` of the
// time, then the rest of it layer by layer from the ground up, each layer resting on the one below as if that were fixed, and
// a last correction after another detection.
//
// How we read it, where the paper leaves it open:
// - Contacts are those of time t. All layers are solved where the first dynamics step has left the bodies, and the bodies are
//   moved together after the last layer, each by its own velocity and correction: a body is free in one layer only, so that this
//   is the paper's position update (45e), and no layer sees another moved ahead of it in time.
// - What the layer below was corrected by counts for the one above: gaps are followed to first order, J being that of time t.
// - A gap that is open at time t may close within the step. What it must not exceed is in b of both dynamics steps, and counted
//   for the whole step in the first, which alone passes momentum both ways.
// - Bodies are fixated with the motion of what carries them, which on the ground is none: see fixation.ts.
// - Each solve starts from zero: the method has no warm start. Impulses are kept as loads all the same, since it is these that the
//   detection at the end of the step hands on to the contacts it finds.

import {
  addImpulses,
  buildProblem,
  clearImpulses,
  dropWarmStart,
  handOver,
  predictGaps,
  reserveProblem,
  storeLoads,
} from '../../contact-problem/contact-problem.js';
import { solveResisting } from '../../contact-problem/resistances.js';
import { rollContacts } from '../../contact-problem/roll-contacts.js';
import type { Island } from '../../detection/islands/island.js';
import { bounceWithin, dropBounces, exchangeImpulses, freeEnergy, hasGained, rememberImpulses } from '../bounces.js';
import type { Part } from '../part.js';
import { accelerate, assemble, beginPart, makePart, move } from '../part.js';
import { ProblemSite, placeAllContacts } from '../problem-site.js';
import type { Stepper } from '../stepper.js';
import { Fixation, fixate, unfixate } from './fixation.js';
import { StackLayers } from './stack-layers.js';

/** The workspace of methods that go from the ground up, layer by layer. */
export class LayerSite extends ProblemSite {
  /** Of the island at hand. */
  readonly layers = new StackLayers();
  readonly layer: Part = makePart();
  readonly fixation = new Fixation();
  /** What layers may still add to the energy of the island at hand: see dynamicsAndCorrection() [J]. */
  readonly spare = new Float64Array(1);
}

export const velocityBasedShockPropagation: Stepper = {
  name: 'vsp',
  needs: { solver: 'sweeps', scheduler: ['second-detection'] },
  blocks: ['contact', 'resistance'],
  speedups: ['reduction', 'damping'],
  make(site) {
    const context = new LayerSite(site);
    return {
      begin: (dt) => placeAllContacts(context, dt),
      step: (island, _, dt) => step(context, island, dt),
      settling: {
        begin: () => reserveProblem(context.problem, context.detection),
        step: (island, _, dt) => settle(context, island, dt),
      },
    };
  },
};

function step(context: LayerSite, island: Island, dt: number): void {
  const weight = context.settings['vsp.weight'];
  findLayers(context, island);
  beginPart(context, island, dt);
  context.report.iterations = context.settings['vsp.iterations'];
  accelerate(context, island, weight * dt);
  const energy = freeEnergy(context.detection, island, false);
  solveVelocities(context);
  if (hasGained(context.detection, island, energy)) solvePassively(context, island, weight * dt, energy);
  context.spare[0] = Math.max(0, energy - freeEnergy(context.detection, island, true));
  move(context, island, weight * dt);
  rollContacts(context.detection, island.firstEdge, island.edgeCount, weight * dt);
  propagateShocks(context, island, (1 - weight) * dt, dynamicsAndCorrection);
}

function settle(context: LayerSite, island: Island, dt: number): void {
  findLayers(context, island);
  assemble(context, island, dt);
  correction(context, 0);
  move(context, island, 0);
}

/**
 * Figure 12 on the layers that were found, with an algorithm that changes velocities and corrections of a layer's bodies; they move
 * after the last layer.
 */
export function propagateShocks<T extends LayerSite>(
  context: T,
  island: Island,
  dt: number,
  algorithm: (context: T, layer: Part, dt: number) => void,
): void {
  const { detection, layers, layer, fixation } = context;
  for (let i = 0; i < layers.count; i++) {
    writeLayer(layer, layers, i);
    // Below the lowest layer is what is fixed anyway.
    if (i > 0) fixate(fixation, detection, layers, i - 1);
    assemble(context, layer, dt);
    algorithm(context, layer, dt);
    if (i > 0) unfixate(fixation, detection, layers, i - 1);
  }
  move(context, island, dt);
}

/**
 * A of figure 14. What a layer rests on stands while it is solved, whatever its bodies bounced from: so a layer may gain energy. It
 * keeps of its impulses what the island has lost so far, by the first dynamics step and by the layers below.
 */
function dynamicsAndCorrection(context: LayerSite, layer: Part, dt: number): void {
  const { detection, solver, settings, report, arrays, wrench, spare } = context;
  accelerate(context, layer, dt);
  const energy = freeEnergy(detection, layer, true);
  rememberImpulses(detection, layer);
  solveVelocities(context);
  if (hasGained(detection, layer, energy + spare[0])) {
    exchangeImpulses(wrench, detection, layer);
    bounceWithin(wrench, detection, layer, energy + spare[0]);
  }
  spare[0] = Math.max(0, spare[0] + energy - freeEnergy(detection, layer, true));
  report.residual += solver.merit(arrays, settings['contact.friction'] === 'pyramid');
  correction(context, dt);
}

/**
 * The layers of an island, whose lists are put into their order. Where nothing moved, the lists are still those of the last
 * detection and may be in that order already, so this comes before anything is solved: the result must not depend on it.
 */
export function findLayers({ detection, profiler, layers }: LayerSite, island: Island): void {
  profiler.enter('shock-propagation');
  layers.find(detection, island);
}

/** A layer has the room above it: what sweeps leave is for want of sweeps, unless it is more than there was [1]. */
const LEFT_OF_A_LAYER = 1;

function writeLayer(layer: Part, layers: StackLayers, i: number): void {
  layer.firstEdge = layers.firstEdge[i];
  layer.edgeCount = layers.firstEdge[i + 1] - layers.firstEdge[i];
  layer.firstBody = layers.firstBody[i];
  layer.bodyCount = layers.firstBody[i + 1] - layers.firstBody[i];
}

/** The contacts have added energy to what the island had: as much of their bounces stays as does not (bounces.ts). */
function solvePassively(context: ProblemSite, island: Island, dt: number, energy: number): void {
  const { detection, problem, settings, arrays, wrench } = context;
  dropBounces(wrench, detection, island);
  buildProblem(problem, detection, island.firstEdge, island.edgeCount, dt, settings);
  dropWarmStart(problem);
  handOver(problem, arrays, arrays.u);
  clearImpulses(problem, detection);
  solveVelocities(context);
  bounceWithin(wrench, detection, island, energy);
  storeLoads(problem, detection);
}

/** (45c) and (45d): velocities, and the impulses that they take. */
function solveVelocities({ detection, problem, settings, solver, profiler, arrays }: ProblemSite): void {
  profiler.enter('solve');
  arrays.u = detection.bodies.nodes.columns.velocity;
  const pyramid = settings['contact.friction'] === 'pyramid';
  solveResisting(problem, arrays, solver, settings['vsp.iterations'], 0, pyramid);
  addImpulses(problem, detection);
  storeLoads(problem, detection);
}

/** (46a) and (46b) on the problem at hand, for the gaps that there will be after dt [s]. */
export function correction(
  { detection, problem, settings, solver, projection, profiler, arrays }: ProblemSite,
  dt: number,
): void {
  profiler.enter('correction');
  const { velocity, correction } = detection.bodies.nodes.columns;
  predictGaps(problem, velocity, dt);
  arrays.u = correction;
  projection.project(solver, arrays, settings['vsp.correctionIterations'], LEFT_OF_A_LAYER);
}
