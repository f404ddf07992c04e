// Time to find, insert and remove an edge of the contact graph at different numbers of edges, in the order of their nodes, as
// detection goes, and at random, where what grows is the machine's time to fetch memory that is in no cache.

import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COUNTS = [1e3, 1e4, 1e5, 1e6];
/** Edges a node has on average, as bodies in a heap have. */
const EDGES_PER_NODE = 6;
const REPEATS = 7;
/** Operations timed at once, so that the clock's grain does not show; small graphs are gone through several times. */
const OPERATIONS = 2e5;
const RIGID = 0;

async function load(build) {
  const from = (path) => import(pathToFileURL(`${build}/src/${path}`).href);
  const { Memory } = await from('table/memory.js');
  const { Bodies } = await from('bodies/bodies.js');
  const { ContactGraph } = await from('detection/contact-graph/contact-graph.js');
  const { Random } = await from('math/random.js');
  return { Memory, Bodies, ContactGraph, Random };
}

/** Distinct pairs of nodes in random order; neighbours mostly near in number, as bodies made one after another are. */
function randomPairs(random, edges, nodes) {
  const a = new Int32Array(edges);
  const b = new Int32Array(edges);
  const taken = new Set();
  for (let i = 0; i < edges; ) {
    const first = Math.floor(random.uniform(0, nodes));
    const second = random.uniform() < 0.8 ? first + 1 + Math.floor(random.uniform(0, 30)) : Math.floor(random.uniform(0, nodes));
    const key = Math.min(first, second) * nodes + Math.max(first, second);
    if (first === second || second >= nodes || taken.has(key)) continue;
    taken.add(key);
    a[i] = first;
    b[i++] = second;
  }
  return { a, b };
}

function shuffled(random, count) {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random.uniform(0, i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

function median(values) {
  return values.sort((p, q) => p - q)[values.length >> 1];
}

/** The order detection goes in: by the first node, then the second. */
function byNodes(a, b) {
  return Int32Array.from(a.keys()).sort(
    (i, j) => Math.min(a[i], b[i]) - Math.min(a[j], b[j]) || Math.max(a[i], b[i]) - Math.max(a[j], b[j]),
  );
}

function measure({ Memory, Bodies, ContactGraph, Random }, count, inOrder) {
  const random = new Random(1);
  const nodes = Math.ceil(count / EDGES_PER_NODE) + 100;
  const memory = new Memory();
  const bodies = new Bodies(memory);
  const graph = new ContactGraph(memory, bodies);
  for (let i = 0; i < nodes; i++) bodies.addNode(RIGID);
  const { a, b } = randomPairs(random, count, nodes);
  const edgeOf = new Int32Array(count);
  const sorted = byNodes(a, b);
  for (const i of inOrder ? sorted : a.keys()) edgeOf[i] = graph.insert(a[i], b[i]);

  // Removal and insertion go in turns over a tenth of the edges, so that the graph keeps its size.
  const part = Math.ceil(count / 10);
  const rounds = Math.max(1, Math.round(OPERATIONS / part));
  /** @type {Record<'lookup' | 'absent' | 'insertion' | 'removal', number[]>} */
  const times = { lookup: [], absent: [], insertion: [], removal: [] };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    // Copied into the order they are asked for in, so that reading the list itself costs the same in any order.
    const order = inOrder ? sorted : shuffled(random, count);
    const first = order.map((pair) => a[pair]);
    const second = order.map((pair) => b[pair]);
    let found = 0;
    const lookups = Math.max(count, OPERATIONS);
    let start = performance.now();
    for (let i = 0; i < lookups; i++) {
      found += graph.find(second[i % count], first[i % count]) >= 0 ? 1 : 0;
    }
    times.lookup.push((1e6 * (performance.now() - start)) / lookups);
    if (found !== lookups) throw new Error(`${lookups - found} of ${lookups} edges were not found.`);

    start = performance.now();
    for (let i = 0; i < lookups; i++) {
      found -= graph.find(first[i % count], nodes + second[i % count]) < 0 ? 1 : 0;
    }
    times.absent.push((1e6 * (performance.now() - start)) / lookups);
    if (found !== 0) throw new Error(`${found} edges were found that are not there.`);

    let removal = 0;
    let insertion = 0;
    for (let round = 0; round < rounds; round++) {
      start = performance.now();
      for (let i = 0; i < part; i++) graph.remove(edgeOf[order[i]]);
      const middle = performance.now();
      for (let i = 0; i < part; i++) edgeOf[order[i]] = graph.insert(first[i], second[i]);
      removal += middle - start;
      insertion += performance.now() - middle;
    }
    times.removal.push((1e6 * removal) / (part * rounds));
    times.insertion.push((1e6 * insertion) / (part * rounds));
  }
  return {
    edges: count,
    nodes,
    order: inOrder ? 'of nodes' : 'random',
    lookup: median(times.lookup),
    absent: median(times.absent),
    insertion: median(times.insertion),
    removal: median(times.removal),
  };
}

/** Rows of { edges, nodes [1], order, lookup, absent, insertion, removal [ns an operation] }: medians of several repeats. */
export async function graphEdges(build = fileURLToPath(new URL('../dist', import.meta.url))) {
  const modules = await load(resolve(build));
  // The smallest once more, to warm up the compiler.
  measure(modules, COUNTS[0], false);
  return [true, false].flatMap((inOrder) => COUNTS.map((count) => measure(modules, count, inOrder)));
}
