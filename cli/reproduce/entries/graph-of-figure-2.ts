// Figures 2 and 9 of contact graphs: a small contact graph with every kind of node and edge, and its contact groups.

import type { EdgeView, NodeView } from '../../../src/world/graph-view.js';
import { colourOf } from '../../page/charts.js';
import { defineEntry } from '../entry.js';
import { makeSimulation, takeSteps } from '../simulate.js';

type Options = { readonly steps: number };

type GraphNode = {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly group: number;
  readonly x: number;
  readonly y: number;
};
type GraphEdge = {
  readonly a: number;
  readonly b: number;
  readonly kind: string;
  readonly category: string;
  readonly group: number;
  readonly contacts: number;
};
type Result = { readonly nodes: GraphNode[]; readonly edges: GraphEdge[] };

/** The letters of the paper's table 1. */
const SYMBOLS: Readonly<Record<string, string>> = {
  rigid: 'R',
  fixed: 'F',
  link: 'L',
  scripted: 'S',
  composite: 'C',
  multibody: 'M',
  rule: 'A',
  trigger: 'V',
  timer: 'T',
};
const NAMES = 'ABCDEFGH';
const [WIDTH, HEIGHT] = [1280, 620];
const RADIUS = 24;

export const graphOfFigure2 = defineEntry<Options, Result>({
  name: 'contact-graphs-figures-2-9',
  paper: 'contact-graphs',
  title: 'Figures 2 and 9: a contact graph and its groups',
  published:
    'Figure 2 shows "a small complex example of a contact graph" in the symbols of table 1; figure 9 its groups: "we have four contact groups A, B, C, and D". The text has the captions alone, not which node is next to which.',
  sizes: {
    full: 'The scene figure-2 after 20 steps of 0.01 s, its graph as the engine has it.',
    quick: 'The scene figure-2 after 20 steps of 0.01 s, its graph as the engine has it.',
  },
  plan: () => [{ id: 'graph', options: { steps: 20 }, seconds: 1 }],
  async run({ steps }, task) {
    const simulation = makeSimulation('figure-2', {}, {});
    await takeSteps(simulation, steps, task, () => {});
    const { world } = simulation;
    const groups = world.graph.groups();
    const groupOf = (edge: EdgeView) => groups.findIndex(({ edges }) => edges.some(({ a, b }) => a === edge.a && b === edge.b));
    const edges = [...world.graph.edges()].filter((edge) => edge.category !== 'physical' || edge.contacts.length > 0);
    const places = new Map([...world.bodies()].map(({ id, position }) => [id, position] as const));
    const nodes = [...world.graph.nodes()].filter(({ kind, name }) => kind !== 'fixed' || name !== undefined);
    return {
      nodes: nodes.map((node) => place(node, places, edges)),
      edges: edges.map((edge) => ({
        a: edge.a,
        b: edge.b,
        kind: edge.kind,
        category: edge.category,
        group: groupOf(edge),
        contacts: edge.contacts.length,
      })),
    };
  },
  present(runs) {
    const { nodes, edges } = runs[0].result;
    const groups = [...new Set(edges.map(({ group }) => group))].filter((group) => group >= 0).sort((a, b) => a - b);
    const kinds = new Set(nodes.map(({ kind }) => kind));
    return {
      blocks: [
        {
          kind: 'figure',
          name: 'graph',
          caption:
            'The contact graph: a circle a node with the letter of table 1, a line an edge; edges of contact groups in the colour of their group, edges that are logical, structural or geometrical dashed.',
          svg: draw(nodes, edges, groups),
          key: groups.map((_, i) => [`group ${NAMES[i]}`, colourOf(i)] as const),
          data: {
            columns: ['a', 'b', 'kind', 'category', 'group', 'contacts'],
            rows: edges.map(({ a, b, kind, category, group, contacts }) => [
              nameOf(nodes, a),
              nameOf(nodes, b),
              kind,
              category,
              group < 0 ? null : NAMES[groups.indexOf(group)],
              contacts,
            ]),
          },
        },
        {
          kind: 'table',
          name: 'counts',
          caption: 'What the graph has.',
          data: {
            columns: ['quantity', 'the paper', 'ours'],
            rows: [
              ['contact groups', 4, groups.length],
              ['kinds of nodes (table 1)', 9, kinds.size],
              ['kinds of edges (table 2)', 17, new Set(edges.map(({ kind }) => kind)).size],
              ['nodes', null, nodes.length],
              ['edges', null, edges.length],
            ],
          },
        },
      ],
      remark:
        'The picture itself is not in the text, so the scene is after it and not a copy: it has every kind of node, and four groups of which two share a lift that insulates them, as the paper says of fixed and scripted bodies.',
    };
  },
});

/** Places bodies at their positions, containers above their members, and nodes without a position on top. */
function place(
  { id, name, kind, group }: NodeView,
  places: ReadonlyMap<number, readonly number[]>,
  edges: readonly EdgeView[],
): GraphNode {
  const about = { id, name: name ?? String(id), kind, group };
  const own = places.get(id);
  if (own !== undefined) return { ...about, x: own[0], y: own[1] + 0.35 * own[2] };
  const others = edges.flatMap(({ a, b }) => (a === id ? [b] : b === id ? [a] : [])).flatMap((other) => places.get(other) ?? []);
  const xs = others.filter((_, i) => i % 3 === 0);
  const x = xs.length === 0 ? 3 : xs.reduce((sum, value) => sum + value, 0) / xs.length;
  return { ...about, x, y: kind === 'composite' || kind === 'multibody' ? 3.6 : 4.8 };
}

function nameOf(nodes: readonly GraphNode[], id: number): string {
  return nodes.find((node) => node.id === id)?.name ?? String(id);
}

function draw(nodes: readonly GraphNode[], edges: readonly GraphEdge[], groups: readonly number[]): string {
  const at = layOut(nodes);
  const lines = edges.map(({ a, b, category, group }) => {
    const [from, to] = [at.get(a), at.get(b)];
    if (from === undefined || to === undefined) return '';
    const colour = group < 0 ? 'var(--line)' : colourOf(groups.indexOf(group));
    const dashes = category === 'physical' ? '' : ' stroke-dasharray="7 6"';
    return `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke="${colour}" stroke-width="${group < 0 ? 2 : 5}"${dashes}/>`;
  });
  const circles = nodes.map(({ id, name, kind }) => {
    const [x, y] = at.get(id) ?? [0, 0];
    const group = edges.find((edge) => edge.group >= 0 && (edge.a === id || edge.b === id))?.group ?? -1;
    const isMover = !['fixed', 'scripted'].includes(kind);
    const colour = group >= 0 && isMover ? colourOf(groups.indexOf(group)) : 'var(--text-soft)';
    return `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="var(--card)" stroke="${colour}" stroke-width="4"/><text x="${x}" y="${y + 7}" text-anchor="middle">${SYMBOLS[kind] ?? '?'}</text><text x="${x}" y="${y + RADIUS + 20}" text-anchor="middle" style="font-size:16px;fill:var(--text-soft)">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}">${lines.join('\n')}${circles.join('\n')}</svg>`;
}

/** Positions in the picture; nodes that would overlap are moved apart. */
function layOut(nodes: readonly GraphNode[]): Map<number, [number, number]> {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const scale = (value: number, values: readonly number[], size: number) =>
    50 + ((value - Math.min(...values)) / (Math.max(...values) - Math.min(...values))) * (size - 110);
  const at = new Map(
    nodes.map((node) => [node.id, [scale(node.x, xs, WIDTH), HEIGHT - 20 - scale(node.y, ys, HEIGHT)] as [number, number]]),
  );
  const places = [...at.values()];
  const apart = 4 * RADIUS;
  for (let round = 0; round < 60; round++) {
    places.forEach((p, i) => {
      for (const q of places.slice(i + 1)) {
        const [dx, dy] = [q[0] - p[0], (q[1] - p[1]) * 1.2];
        const distance = Math.hypot(dx, dy);
        if (distance >= apart) continue;
        const push = (apart - distance) / 4;
        const way = dx === 0 ? (i % 2 === 0 ? 1 : -1) : Math.sign(dx);
        p[0] = Math.max(40, Math.min(WIDTH - 40, p[0] - way * push));
        q[0] = Math.max(40, Math.min(WIDTH - 40, q[0] + way * push));
      }
    });
  }
  for (const place of places) {
    place[0] = Math.round(place[0]);
    place[1] = Math.round(place[1]);
  }
  return at;
}
