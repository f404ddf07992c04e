// Contact trees: memory and time of building them, against a uniform grid; distance queries against three-mesh-bvh on the same points; what lying on
// a large flat face costs for few and for many triangles; and the pile of cows, drawn as figures 18 and 19 of velocity-based shock propagation are.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { SCENES } from '../dist/scenes/index.js';
import { boxMesh } from '../dist/scenes/meshes/box.js';
import { cowMesh } from '../dist/scenes/meshes/cow.js';
import { knotMesh, ringMesh } from '../dist/scenes/meshes/tubes.js';
import { ballMesh } from '../dist/scenes/meshes/turned.js';
import { ContactTree, makeMesh, PHASES, Random, Simulation, World } from '../dist/src/index.js';
import { ticks } from '../dist/src/math/ticks.js';
import { drawDots, drawFrame, drawLevel, drawMark, drawPicture, drawText } from '../dist/src/solvers/matrix/svg.js';
import { processorTime } from './processor-time.mjs';
import { median } from './statistics.mjs';

/** Points at which distances are asked for. */
const POINTS = 200_000;
const RIVAL_POINTS = 20_000;
/** Points at which a grid is held against a tree. */
const GRID_POINTS = 20_000;
const COWS = { count: 250, height: 30, seconds: 11 };

/** { builds, queries, flat, cows }: rows for the report. */
export function measureContactTrees(say) {
  const meshes = {
    cow: cowMesh(1),
    knot: knotMesh(0.5, 0.1),
    'ball of 10,000': ballMesh(0.5, 100),
    ring: ringMesh(0.5, 0.15),
  };
  const builds = [];
  const queries = [];
  for (const [name, { vertices, triangles }] of Object.entries(meshes)) {
    say(`tree of ${name}`);
    const mesh = makeMesh(vertices, triangles);
    const start = processorTime();
    const tree = ContactTree.build(mesh);
    const buildMs = processorTime() - start;
    builds.push({ mesh: name, triangles: mesh.triangles.length / 3, ...describe(tree), buildMs });
    queries.push({ mesh: name, ...timeQueries(tree) });
  }
  say('a large flat face');
  const flat = [1, 32].map((parts) => lieFlat(parts));
  flat.forEach((row) => {
    row.ratio = row.narrowPhaseUs / flat[0].narrowPhaseUs;
  });
  return { builds, queries, flat, cows: pileCows(say) };
}

function describe(tree) {
  const side = 2 ** tree.depth + 1;
  const sameRule = 4 * side * side * side;
  const fitted = fittedGrid(tree);
  return {
    cells: tree.cellCount,
    depth: tree.depth,
    bytes: tree.byteLength,
    gridOfSameRule: sameRule,
    timesLess: sameRule / tree.byteLength,
    gridOfSameError: fitted,
    timesLessFitted: fitted / tree.byteLength,
  };
}

/**
 * Bytes of the coarsest grid of single precision, fitted to the mesh and its margin, that errs no more than the tree does at random points inside or
 * within the margin. Its values are asked for where points need them.
 */
function fittedGrid(tree) {
  const random = new Random(3);
  const { bounds, margin } = tree;
  const low = [0, 1, 2].map((k) => bounds[k] - margin);
  const high = [0, 1, 2].map((k) => bounds[3 + k] + margin);
  const points = [];
  let allowed = 0;
  while (points.length < GRID_POINTS) {
    const point = low.map((from, k) => random.uniform(from, high[k]));
    const exact = tree.exact.signedDistance(...point);
    if (exact > margin) continue;
    points.push({ point, exact });
    allowed = Math.max(allowed, Math.abs(tree.distance(...point) - exact));
  }
  for (let spacing = 8 * tree.allowedError; ; spacing /= 1.1) {
    if (points.every(({ point, exact }) => Math.abs(onGrid(tree, low, spacing, point) - exact) <= allowed)) {
      return 4 * low.reduce((count, from, k) => count * (Math.ceil((high[k] - from) / spacing) + 1), 1);
    }
  }
}

function onGrid({ exact }, low, spacing, point) {
  const at = point.map((x, k) => (x - low[k]) / spacing);
  const first = at.map(Math.floor);
  let value = 0;
  for (let corner = 0; corner < 8; corner++) {
    const bits = [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
    const weight = bits.reduce((product, bit, k) => product * (bit ? at[k] - first[k] : 1 - at[k] + first[k]), 1);
    value += weight * exact.signedDistance(...bits.map((bit, k) => low[k] + (first[k] + bit) * spacing));
  }
  return value;
}

/** Nanoseconds a query, the fastest of three turns each. */
function timeQueries(tree) {
  const random = new Random(7);
  const { measures } = tree.columns;
  const points = Float64Array.from({ length: 3 * POINTS }, (_, i) => measures[i % 3] + measures[3] * random.uniform(0, 1));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(tree.mesh.positions), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(tree.mesh.triangles), 1));
  const rival = new MeshBVH(geometry);
  const place = new Vector3();
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  let sum = 0;
  const time = (count, ask) => {
    let best = Infinity;
    for (let turn = 0; turn < 3; turn++) {
      const start = processorTime();
      for (let i = 0; i < count; i++) sum += ask(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      best = Math.min(best, ((processorTime() - start) * 1e6) / count);
    }
    return best;
  };
  const treeNs = time(POINTS, (x, y, z) => tree.distance(x, y, z));
  const exactNs = time(RIVAL_POINTS, (x, y, z) => tree.exact.signedDistance(x, y, z));
  const rivalNs = time(RIVAL_POINTS, (x, y, z) => rival.closestPointToPoint(place.set(x, y, z), target)?.distance ?? Number.NaN);
  if (!(sum > 0)) throw new Error('Distances add up to nothing.');
  return { treeNs, exactNs, rivalNs, timesFaster: rivalNs / treeNs };
}

/** Time of the narrow phase of a cube on the ground that is asked again in every step, though nothing moves. */
function lieFlat(parts) {
  const mesh = boxMesh([1, 1, 1], parts);
  const world = new World({ settings: { 'detection.coherence': 'off' } });
  world.createMesh('cube', mesh);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'mesh', mesh: 'cube' }] });
  world.profiler.clock = processorTime;
  const times = [];
  for (let step = 0; step < 300; step++) {
    world.profiler.reset();
    world.step(0.01);
    if (step >= 100) times.push(world.profiler.milliseconds[PHASES.indexOf('narrow-phase')]);
  }
  const contacts = [...world.graph.edges()].flatMap((edge) => edge.contacts).length;
  return {
    triangles: mesh.triangles.length / 3,
    contacts,
    narrowPhaseUs: 1e3 * (times.reduce((sum, t) => sum + t, 0) / times.length),
  };
}

/** Step and detection times against contacts; whether a cow got below the ground, and whether energy rose once all were down. */
function pileCows(say) {
  const { seconds, ...options } = COWS;
  const simulation = new Simulation(SCENES['cow-pile'].make({ seed: 1, ...options }), { dt: 0.01 });
  const { world } = simulation;
  world.profiler.clock = processorTime;
  /** @type {import('../dist/src/index.js').Phase[]} */
  const detectionPhases = ['broad-phase', 'edge-update', 'coherence', 'narrow-phase', 'contact-determination', 'groups'];
  const steps = [];
  let energy = Infinity;
  for (let step = 0; step < 100 * seconds; step++) {
    if (step % 100 === 0) say(`cow-pile, ${step / 100} s`);
    world.profiler.reset();
    const start = processorTime();
    simulation.step();
    const stepMs = processorTime() - start;
    const detectionMs = detectionPhases.reduce((sum, phase) => sum + world.profiler.milliseconds[PHASES.indexOf(phase)], 0);
    const total = world.kineticEnergy() + world.potentialEnergy();
    steps.push({
      contacts: countContacts(world),
      stepMs,
      detectionMs,
      rise: Math.max(0, total - energy),
      kinetic: world.kineticEnergy(),
    });
    energy = total;
  }
  draw(steps);
  const cows = [...world.bodies()].filter((body) => body.mass > 0);
  const settled = steps.slice(-200);
  const end = settled[settled.length - 1];
  return {
    cows: cows.length,
    steps: steps.length,
    mostContacts: Math.max(...steps.map(({ contacts }) => contacts)),
    contactsAtEnd: end.contacts,
    meanMs: steps.reduce((sum, { stepMs }) => sum + stepMs, 0) / steps.length,
    worstMs: Math.max(...steps.map(({ stepMs }) => stepMs)),
    medianMsAtEnd: median(settled.map(({ stepMs }) => stepMs)),
    detectionShare:
      steps.reduce((sum, { detectionMs }) => sum + detectionMs, 0) / steps.reduce((sum, { stepMs }) => sum + stepMs, 0),
    lowestCentre: Math.min(...cows.map((body) => body.position[1])),
    penetrationAtEnd: world.measurePenetration(),
    kineticAtEnd: end.kinetic,
    largestRiseAtEnd: Math.max(...settled.map(({ rise }) => rise)),
  };
}

function countContacts(world) {
  let count = 0;
  for (const edge of world.graph.edges()) count += edge.contacts.length;
  return count;
}

function draw(steps) {
  const folder = fileURLToPath(new URL('results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const most = Math.max(...steps.map(({ contacts }) => contacts));
  const panels = [
    ['time of a step [ms]', 'stepMs'],
    ['time of detection [ms]', 'detectionMs'],
  ].map(([title, name], i) => {
    const top = Math.max(...steps.map((step) => step[name]));
    /** @type {import('../dist/src/solvers/matrix/svg.js').Panel} */
    const panel = { left: 70, top: 40 + 260 * i, width: 620, height: 190, x: [0, most], y: [0, top] };
    return [
      drawText(panel.left + panel.width / 2, panel.top - 12, `cow-pile, 250 cows: ${title} against contacts`),
      ...ticks(0, top).map((value) => drawLevel(panel, value, String(value))),
      ...ticks(0, most).map((value) => drawMark(panel, value, String(value))),
      drawFrame(panel),
      drawDots(
        panel,
        steps.map((step) => [step.contacts, step[name]]),
        '#0072b2',
      ),
    ];
  });
  writeFileSync(`${folder}/cow-pile.svg`, drawPicture(760, 540, panels.flat()));
}
