// The contact graph of the scene figure-2, node by node and edge by edge, and its contact groups: as listed here, and
// as the paper's search for connected components (its figures 7 and 8) finds them among these edges.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Scene } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { World } from '../../src/world.js';

/** Table 1: all that the scene has of each kind. */
const NODES: Readonly<Record<string, readonly string[]>> = {
  rigid: ['cube', 'lower-0', 'lower-1', 'upper-0', 'upper-1', 'rider-0', 'rider-1'],
  fixed: ['ground', 'table'],
  link: ['arm-rod', 'arm-post', 'jaw-lower', 'jaw-upper'],
  scripted: ['lift'],
  composite: ['lower', 'upper'],
  multibody: ['arm', 'jaws'],
  rule: ['apart'],
  trigger: ['gate-0', 'gate-1'],
  timer: ['clock'],
};

/** Table 2: the two ends of all edges of each kind, in its order. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  'rule vs. rigid': ['apart cube', 'apart lower-0'],
  'rule vs. fixed': ['apart table'],
  'rule vs. scripted': ['apart lift'],
  'rule vs. link': ['apart jaw-upper'],
  'rigid vs. composite': ['lower lower-0', 'lower lower-1', 'upper upper-0', 'upper upper-1'],
  'link vs. multibody': ['arm arm-post', 'arm arm-rod', 'jaw-lower jaws', 'jaw-upper jaws'],
  'trigger vs. rigid': ['cube gate-0', 'gate-1 rider-0', 'gate-1 rider-1'],
  'trigger vs. fixed': ['gate-0 ground', 'gate-0 table', 'gate-1 ground'],
  'trigger vs. scripted': ['gate-1 lift'],
  'trigger vs. link': ['arm-post gate-0', 'arm-rod gate-0', 'gate-1 jaw-lower', 'gate-1 jaw-upper'],
  'rigid vs. rigid': ['lower-0 upper-0', 'lower-0 upper-1', 'lower-1 upper-0', 'lower-1 upper-1', 'rider-0 rider-1'],
  'rigid vs. fixed': ['cube table', 'ground lower-0', 'ground lower-1'],
  'rigid vs. scripted': ['lift rider-0'],
  'rigid vs. link': ['arm-rod cube'],
  'fixed vs. link': ['arm-post table'],
  'scripted vs. link': ['jaw-lower lift'],
  'link vs. link': ['arm-post arm-rod', 'jaw-lower jaw-upper'],
};

/** What moves in each of four groups, as many as figure 9 has, and through which edges it is joined. */
const GROUPS = {
  A: { bodies: ['arm-post', 'arm-rod', 'cube'], edges: ['arm-post table', 'arm-rod cube', 'cube table'] },
  B: {
    bodies: ['lower', 'upper'],
    edges: ['ground lower-0', 'ground lower-1', 'lower-0 upper-0', 'lower-0 upper-1', 'lower-1 upper-0', 'lower-1 upper-1'],
  },
  C: { bodies: ['rider-0', 'rider-1'], edges: ['lift rider-0', 'rider-0 rider-1'] },
  D: { bodies: ['jaw-lower', 'jaw-upper'], edges: ['jaw-lower jaw-upper', 'jaw-lower lift'] },
};
const INSULATORS = new Set(['ground', 'table', 'lift']);

interface Edge {
  kind: string;
  category: string;
  ends: string;
  isTouching: boolean;
  hasJoint: boolean;
}
interface Group {
  bodies: string[];
  edges: string[];
}

function runFor(steps: number, change: (scene: Scene) => Scene = (scene) => scene): World {
  const simulation = new Simulation(change(SCENES['figure-2'].make({ seed: 1 })));
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation.world;
}

function namesOf({ graph }: World): (id: number) => string {
  const names = new Map([...graph.nodes()].map(({ id, name }) => [id, name ?? '']));
  return (id) => names.get(id) ?? '';
}

function edgesOf(world: World): Edge[] {
  const nameOf = namesOf(world);
  return [...world.graph.edges()].map(({ kind, category, a, b, state, joints }) => ({
    kind,
    category,
    ends: [nameOf(a), nameOf(b)].sort().join(' '),
    isTouching: state !== 'separated',
    hasJoint: joints.length > 0,
  }));
}

function groupsOf(world: World): Group[] {
  const nameOf = namesOf(world);
  const groups = world.graph.groups().map(({ bodies, edges }) => ({
    bodies: bodies.map(nameOf).sort(),
    edges: edges.map(({ a, b }) => [nameOf(a), nameOf(b)].sort().join(' ')).sort(),
  }));
  return groups.sort((a, b) => a.bodies[0].localeCompare(b.bodies[0]));
}

/** Figures 7 and 8: edges of a group are reached from each other through nodes that are neither fixed nor scripted. */
function searchGroups(edges: readonly Edge[]): Group[] {
  const white = new Set(
    edges.filter(
      ({ category, isTouching, hasJoint }) => category === 'structural' || (category === 'physical' && (isTouching || hasJoint)),
    ),
  );
  const groups: Edge[][] = [];
  for (const first of white) {
    const grey = [first];
    white.delete(first);
    for (const edge of grey) {
      const ends = edge.ends.split(' ').filter((end) => !INSULATORS.has(end));
      for (const next of white) {
        if (!next.ends.split(' ').some((end) => ends.includes(end))) continue;
        white.delete(next);
        grey.push(next);
      }
    }
    groups.push(grey);
  }
  const found = groups.map((group) => {
    const movers = new Set(group.flatMap(({ ends }) => ends.split(' ')).filter((end) => !INSULATORS.has(end)));
    // A composite moves in the place of its members, and the links of a multibody in its place.
    for (const { kind, ends } of group) {
      const replaced = { 'rigid vs. composite': NODES.rigid, 'link vs. multibody': NODES.multibody }[kind] ?? [];
      for (const end of ends.split(' ')) if (replaced.includes(end)) movers.delete(end);
    }
    const touching = group.filter(({ isTouching }) => isTouching);
    return { bodies: [...movers].sort(), edges: touching.map(({ ends }) => ends).sort() };
  });
  return found.sort((a, b) => a.bodies[0].localeCompare(b.bodies[0]));
}

describe('figure-2', () => {
  it('has every kind of node of table 1, node by node', () => {
    const nodes = [...runFor(50).graph.nodes()].map(({ kind, name }) => `${kind} ${name}`);
    const expected = Object.entries(NODES).flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`));
    expect(nodes.sort()).toEqual(expected.sort());
  });

  it('has every kind of edge of table 2, edge by edge', () => {
    const edges = edgesOf(runFor(50)).map(({ kind, ends }) => `${kind}: ${ends}`);
    const expected = Object.entries(EDGES).flatMap(([kind, all]) => all.map((ends) => `${kind}: ${ends}`));
    expect(edges.sort()).toEqual(expected.sort());
  });

  it('has four groups, as figure 9 does, from the first step to the last', () => {
    const { A, B, C, D } = GROUPS;
    for (const steps of [1, 50, 500]) {
      const world = runFor(steps);
      expect(groupsOf(world)).toEqual([A, D, B, C]);
      expect(searchGroups(edgesOf(world))).toEqual([A, D, B, C]);
    }
  });

  it('has groups that fixed and scripted bodies part: two on a lift that is rigid are one', () => {
    const loosen = (scene: Scene): Scene => ({
      ...scene,
      bodies: (scene.bodies ?? []).map(({ motion, kind, ...body }) =>
        body.name === 'lift' ? body : { ...body, ...(kind && { kind }) },
      ),
    });
    const together = [...GROUPS.C.bodies, ...GROUPS.D.bodies, 'lift'].sort();
    const groups = groupsOf(runFor(1, loosen)).map(({ bodies }) => bodies);
    expect(groups).toEqual([GROUPS.A.bodies, together, GROUPS.B.bodies]);
  });
});
