// The loops of detection in the compiled kernel give the bits of TypeScript: all that is found of pairs, and whole runs.

import { describe, expect, it } from 'vitest';
import { FIXED, SCRIPTED, TRIGGER } from '../../src/bodies/node-kinds.js';
import { EDGE_KINDS } from '../../src/detection/contact-graph/edge-kinds.js';
import { CENTRED } from '../../src/detection/update-bounds.js';
import type { BodyDescriptor, Settings, ShapeDescriptor } from '../../src/index.js';
import { METHODS, Random, World } from '../../src/index.js';
import {
  FIRST_PHYSICAL,
  FIRST_STRUCTURAL,
  NOT_OF_KERNEL,
  TESTED,
  UNPROVEN_BY_KERNEL,
} from '../../src/kernels/detection-layout.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { normalizeQuat } from '../../src/math/vector.js';
import { BOX, HALF_SPACE, SPHERE } from '../../src/shapes/shape-kinds.js';
import { Pipeline } from '../detection/contact-graph/parts.js';

function anyVector(random: Random, size: number): Vec3 {
  return [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
}

/** Any way round, or square to the axes, as what is stacked. */
function anyTurn(random: Random): Quat {
  return random.uniform(0, 1) < 0.3 ? [0, 0, 0, 1] : normalizeQuat([...anyVector(random, 1), random.uniform(0.1, 1)]);
}

function anyShape(random: Random): ShapeDescriptor {
  const kind = random.uniform(0, 1);
  const size: Vec3 = [random.uniform(0.3, 0.8), random.uniform(0.1, 0.8), random.uniform(0.3, 0.8)];
  // Off the centre of its body, or not.
  const place = random.uniform(0, 1) < 0.3 ? { position: anyVector(random, 0.2), orientation: anyTurn(random) } : {};
  if (kind < 0.6) return { kind: 'box', size, ...place };
  return kind < 0.9 ? { kind: 'sphere', radius: size[0] / 2, ...place } : { kind: 'capsule', radius: 0.2, length: 0.3, ...place };
}

function anyBody(random: Random): BodyDescriptor {
  const shapes = Array.from({ length: random.uniform(0, 1) < 0.2 ? 2 : 1 }, () => anyShape(random));
  return {
    shapes,
    position: [random.uniform(-1.5, 1.5), random.uniform(0, 3), random.uniform(-1.5, 1.5)],
    orientation: anyTurn(random),
    velocity: anyVector(random, 4),
    angularVelocity: anyVector(random, 8),
  };
}

/** Detection of many bodies deep in each other, beside each other and on their way to each other. */
function detectHeap(seed: number, settings: Partial<Settings>): Pipeline {
  const pipeline = new Pipeline(settings);
  const random = new Random(seed);
  pipeline.bodies.addBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 50; i++) pipeline.bodies.addBody(anyBody(random));
  pipeline.detection.ahead = 0.01;
  pipeline.detect();
  // Once more, a little further: contacts have had names and loads, and pairs the axes that part them.
  const { columns } = pipeline.bodies.nodes;
  const { contacts } = pipeline.graph;
  for (let k = 0; k < 4 * contacts.size; k++) contacts.columns.load[k] = contacts.columns.impulse[k] = random.uniform(-1, 1);
  for (let k = 3; k < 3 * pipeline.bodies.nodes.size; k++) columns.position[k] += random.uniform(-0.01, 0.01);
  pipeline.detect();
  return pipeline;
}

/** The columns of pairs, pairs of shapes and contacts that two detections have not the same bits in. */
function differences(one: Pipeline, other: Pipeline): string[] {
  const tables = ({ graph, detection, bodies }: Pipeline) =>
    ({
      edges: graph.edges,
      contacts: graph.contacts,
      candidates: detection.candidates,
      shapePairs: detection.shapePairs,
      overlaps: detection.overlaps,
      nodes: bodies.nodes,
      shapes: bodies.shapes,
    }) as const;
  const found: string[] = [];
  for (const [name, table] of Object.entries(tables(one))) {
    const twin = tables(other)[name as keyof ReturnType<typeof tables>];
    if (table.size !== twin.size) found.push(name);
    for (const [column, { width }] of Object.entries(table.schema)) {
      const bits = ({ columns, size }: { columns: object; size: number }) => {
        const { buffer, byteOffset, BYTES_PER_ELEMENT } = (columns as Record<string, Float64Array>)[column];
        return Buffer.from(buffer, byteOffset, BYTES_PER_ELEMENT * width * size);
      };
      if (column !== 'byKernel' && !bits(table).equals(bits(twin))) found.push(`${name}.${column}`);
    }
  }
  return found;
}

describe('detection in the compiled kernel', () => {
  it('knows kinds by the numbers they have', () => {
    // As kernels/assembly/detection-columns.ts has them.
    expect([SPHERE, BOX, HALF_SPACE, FIXED, SCRIPTED, TRIGGER, CENTRED]).toEqual([0, 1, 5, 1, 3, 7, 1]);
    const first = (category: string) => EDGE_KINDS.findIndex((kind) => kind.category === category);
    expect([first('logical'), first('structural'), first('physical')]).toEqual([0, FIRST_STRUCTURAL, FIRST_PHYSICAL]);
  });

  it.each([1, 2, 3, 4, 5, 6])('finds of pairs what TypeScript finds, to the bit (seed %i)', (seed) => {
    for (const coherence of ['tolerant', 'exact'] as const) {
      const compiled = detectHeap(seed, { kernel: 'compiled', 'detection.coherence': coherence });
      const plain = detectHeap(seed, { kernel: 'reference', 'detection.coherence': coherence });
      expect(differences(compiled, plain)).toEqual([]);
      const { byKernel } = compiled.detection.candidates.columns;
      const count = (who: number) => byKernel.subarray(0, compiled.detection.candidates.size).filter((by) => by === who).length;
      expect(count(TESTED)).toBeGreaterThan(40);
      expect(count(NOT_OF_KERNEL)).toBeGreaterThan(0);
      expect(count(TESTED) + count(NOT_OF_KERNEL) + count(UNPROVEN_BY_KERNEL)).toBe(compiled.detection.candidates.size);
      expect(compiled.graph.contacts.size).toBeGreaterThan(60);
    }
  });

  // This method sweeps in TypeScript: what differs would be of detection.
  it.each([1, 2])(
    'a heap goes the same way, with triggers, joints, locks, rules, masks and composites in it (seed %i)',
    (seed) => {
      const run = (kernel: Settings['kernel']) => {
        const world = new World({ stepper: METHODS.ncp, settings: { kernel } });
        const random = new Random(seed);
        world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
        world.createTrigger({ shapes: [{ kind: 'box', size: [2, 2, 2] }] });
        const bodies = Array.from({ length: 12 }, () => world.createBody(anyBody(random)));
        world.createJoint({ kind: 'ball', bodyA: bodies[0], bodyB: bodies[1], anchor: [0, 1, 0] });
        bodies[2].locks = ['x', 'rz'];
        bodies[3].locks = ['rx', 'ry', 'rz'];
        world.createRule({ kind: 'ignore', between: [bodies[4], bodies[5]], and: [bodies[6], bodies[7]] });
        world.createComposite({ members: [bodies[8], bodies[9]] });
        world.createBody({ ...anyBody(random), category: 2, mask: 5 });
        world.createBody({ ...anyBody(random), active: false });
        return Array.from({ length: 25 }, () => {
          world.step(0.01);
          return world.hash();
        });
      };
      expect(run('compiled')).toEqual(run('reference'));
    },
  );
});
