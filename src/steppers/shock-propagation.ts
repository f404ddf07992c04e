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
// - Isolated systems are kept from gaining energy, and from losing angular momentum by their corrections: keep-balance.ts.
// - Each solve starts from zero: the method has no warm start. Impulses are kept as loads all the same, since it is these that the
//   detection at the end of the step hands on to the contacts it finds.

import { addImpulses, predictGaps, storeLoads } from '../contact-problem/contact-problem.js';
import { restoreBalance } from '../contact-problem/keep-balance.js';
import { placeContacts } from '../contact-problem/place-contacts.js';
import { projectPositions } from '../solvers/project-positions.js';
import { fixate, unfixate } from './fixation.js';
import type { Part } from './part.js';
import { accelerate, assemble, begin, makePart, move, partOf } from './part.js';
import { StackLayers } from './stack-layers.js';
import type { StepContext, Stepper } from './stepper.js';

export const velocityBasedShockPropagation: Stepper = {
  name: 'vsp',
  solvers: ['pgs'],

  assemble({ detection, settings, profiler, report }, dt) {
    profiler.enter('contact-problem');
    report.penetration = placeContacts(detection, dt, settings);
  },

  stepGroup(context, group, dt) {
    const weight = context.settings['vsp.weight'];
    findLayers(context, group);
    const whole = partOf(context, group);
    begin(context, whole, dt);
    context.report.iterations = context.settings['vsp.iterations'];
    dynamics(context, whole, weight * dt);
    move(context, whole, weight * dt);
    propagateShocks(context, group, (1 - weight) * dt, dynamicsAndCorrection);
    restoreBalance(context.detection, group, context.settings, dt);
  },

  settleGroup(context, group, dt) {
    findLayers(context, group);
    const whole = partOf(context, group);
    assemble(context, whole, dt);
    correction(context, 0);
    move(context, whole, 0);
    restoreBalance(context.detection, group, context.settings, 0);
  },
};

/**
 * Figure 12 on the layers that were found, with an algorithm that changes velocities and corrections of a layer's bodies; they move
 * after the last layer.
 */
export function propagateShocks(
  context: StepContext,
  group: number,
  dt: number,
  algorithm: (context: StepContext, layer: Part, dt: number) => void,
): void {
  const { detection } = context;
  for (let i = 0; i < layers.count; i++) {
    writeLayer(i);
    // Below the lowest layer is what is fixed anyway.
    if (i > 0) fixate(detection, layers, i - 1);
    assemble(context, layer, dt);
    algorithm(context, layer, dt);
    if (i > 0) unfixate(detection, layers, i - 1);
  }
  move(context, partOf(context, group), dt);
}

/** A of figure 14. */
function dynamicsAndCorrection(context: StepContext, layer: Part, dt: number): void {
  const { solver, settings, report, arrays } = context;
  dynamics(context, layer, dt);
  report.residual += solver.merit(arrays, settings['ncp.friction'] === 'pyramid');
  correction(context, dt);
}

const layers = new StackLayers();

/**
 * The layers of a group, whose lists are put into their order. Where nothing moved, the lists are still those of the last
 * detection and may be in that order already, so this comes before anything is solved: the result must not depend on it.
 */
export function findLayers({ detection, profiler }: StepContext, group: number): void {
  profiler.enter('shock-propagation');
  layers.find(detection, group);
}

/** A layer has the room above it: what sweeps leave is for want of sweeps, unless it is more than there was [1]. */
const LEFT_OF_A_LAYER = 1;

const layer = makePart();

function writeLayer(i: number): void {
  layer.firstEdge = layers.firstEdge[i];
  layer.edgeCount = layers.firstEdge[i + 1] - layers.firstEdge[i];
  layer.firstBody = layers.firstBody[i];
  layer.bodyCount = layers.firstBody[i + 1] - layers.firstBody[i];
}

/** (45a) to (45d) on the problem at hand. */
function dynamics(context: StepContext, part: Part, dt: number): void {
  const { detection, problem, settings, solver, profiler, arrays } = context;
  profiler.enter('solve');
  accelerate(context, part, dt);
  arrays.u = detection.bodies.nodes.columns.velocity;
  solver.solveVelocities(arrays, settings['vsp.iterations'], 0, settings['ncp.friction'] === 'pyramid');
  addImpulses(problem, detection);
  storeLoads(problem, detection);
}

/** (46a) and (46b) on the problem at hand, for the gaps that there will be after dt [s]. */
export function correction({ detection, problem, settings, solver, profiler, arrays }: StepContext, dt: number): void {
  profiler.enter('correction');
  const { velocity, correction } = detection.bodies.nodes.columns;
  predictGaps(problem, velocity, dt);
  arrays.u = correction;
  projectPositions(solver, arrays, settings['vsp.correctionIterations'], LEFT_OF_A_LAYER);
}
