// What the tests of the contact graph are built from: a detection without a world around it, bodies, and ways to compare motion.

import type { Bodies } from '../../../src/bodies/bodies.js';
import type { BodyDescriptor } from '../../../src/bodies/descriptors.js';
import type { ContactGraph } from '../../../src/detection/contact-graph/contact-graph.js';
import { detect } from '../../../src/detection/detect.js';
import type { DetectionOptions } from '../../../src/detection/detection.js';
import { Detection } from '../../../src/detection/detection.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { IDENTITY } from '../../../src/math/vector.js';
import { Profiler } from '../../../src/phases.js';
import type { Settings } from '../../../src/settings.js';
import { makeSettings } from '../../../src/settings.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';
import { State } from '../../../src/state/state.js';
import type { Memory } from '../../../src/table/memory.js';
import type { World } from '../../../src/world.js';

/** Collision detection on its own, with everything open to view. */
export class Pipeline {
  readonly settings: Settings;
  readonly state: State;
  readonly memory: Memory;
  readonly bodies: Bodies;
  readonly graph: ContactGraph;
  readonly detection: Detection;

  constructor(settings: Partial<Settings> = {}) {
    this.settings = makeSettings(settings);
    this.state = new State(this.settings);
    this.memory = this.state.memory;
    this.bodies = this.state.bodies;
    this.graph = this.state.graph;
    this.detection = new Detection(this.state);
  }

  detect(options: Partial<DetectionOptions> = {}): boolean {
    const coherence = this.settings['detection.coherence'];
    return detect(
      this.detection,
      this.settings,
      { shortCircuit: false, onlyProximity: false, coherence, ...options },
      new Profiler(),
    );
  }

  move(row: number, position: Readonly<Vec3>, orientation: Readonly<Quat> = IDENTITY): void {
    this.bodies.setPose(row, position, orientation);
  }

  /** The numbers of the edges there are. */
  edges(): number[] {
    return liveRows(this.graph.edges);
  }
}

export function liveRows(table: { readonly size: number; isLive(row: number): boolean }): number[] {
  return Array.from({ length: table.size }, (_, row) => row).filter((row) => table.isLive(row));
}

export const CUBE: ShapeDescriptor = { kind: 'box', size: [1, 1, 1] };
export const BALL: ShapeDescriptor = { kind: 'sphere', radius: 0.5 };

export function cube(position: Readonly<Vec3>, own: Partial<BodyDescriptor> = {}): BodyDescriptor {
  return { position, shapes: [CUBE], ...own };
}
export function ball(position: Readonly<Vec3>, own: Partial<BodyDescriptor> = {}): BodyDescriptor {
  return { position, shapes: [BALL], ...own };
}
export const GROUND: BodyDescriptor = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] };

/** Where all physical bodies are and how they move, one array a body, exactly. */
export function motion(world: World): number[][] {
  return [...world.bodies()].map((body) => [
    ...body.centerOfMass,
    ...body.orientation,
    ...body.velocity,
    ...body.angularVelocity,
  ]);
}

/** The largest difference of two such lists. */
export function difference(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  a.forEach((row, i) => {
    row.forEach((value, k) => {
      largest = Math.max(largest, Math.abs(value - b[i][k]));
    });
  });
  return largest;
}
