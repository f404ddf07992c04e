import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GLASS_NECK, isInsideGlass, SCENES } from '../../scenes/index.js';
import { STONE } from '../../scenes/parts.js';
import { InputError } from '../../src/input/fields.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { distance, dot } from '../../src/math/vector.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { parseScene } from '../../src/scene/load-scene.js';
import type { Scene, SceneBody } from '../../src/scene/scene.js';
import { deepestOverlap, overlap } from './geometry.js';
import type { Solid } from './solids.js';
import { solidsOf } from './solids.js';
import { findUnsupported, massesOf } from './statics.js';

function rigidBodies(scene: Scene): SceneBody[] {
  return (scene.bodies ?? []).filter(({ kind = 'rigid' }) => kind === 'rigid');
}
function make(name: string, options: Record<string, unknown> = {}): Scene {
  return SCENES[name].make({ seed: 1, ...options });
}

/** Rigid bodies, and their mass where it is known in closed form [kg]. */
const EXPECTED: Record<string, { bodies: number; mass?: number }> = {
  'box-stack': { bodies: 25, mass: 25 * 2000 },
  wall: { bodies: 200, mass: 200 * 500 },
  tower: { bodies: 320, mass: 320 * 500 },
  'ball-grid': { bodies: 125, mass: (125 * 2000 * Math.PI) / 6 },
  pyramid: { bodies: 120, mass: 120 * 500 },
  'heavy-on-light': { bodies: 10, mass: (9 + 100) * 2000 },
  silo: { bodies: 3000 },
  field: { bodies: 1000, mass: 1000 * 2000 },
  diku: { bodies: 120, mass: (120 * 2000 * 4 * Math.PI * 0.4 * 0.4 * 0.4) / 3 },
  stack: { bodies: 10, mass: 10 * 2000 },
  'cs-stack': { bodies: 10, mass: 5 * 2000 * (1 + Math.PI / 6) },
  cubejam: { bodies: 4, mass: 4 * 2000 },
  cubeglass: { bodies: 1000, mass: 1000 * 2000 },
  'unstable-spheres': { bodies: 2, mass: (2 * 2000 * Math.PI) / 6 },
  'revival-chain': { bodies: 6, mass: 5 * 2000 + (2000 * Math.PI) / 6 },
  'office-toy': { bodies: 5, mass: (5 * 2000 * Math.PI) / 6 },
  bullet: { bodies: 51, mass: (51 * 11_340 * 4 * Math.PI * 0.0025 ** 3) / 3 },
  lintel: { bodies: 7, mass: (4 + 4 + 2.5) * 2000 },
  arch: { bodies: 15 },
  'roof-tower': { bodies: 800, mass: 800 * 500 },
  jenga: { bodies: 54, mass: 54 * 1.875 * 0.375 * 0.625 * 2000 },
  'leaning-stack': { bodies: 10, mass: 10 * 2000 },
  seesaw: { bodies: 9, mass: 10 + 5 + 3 },
  scale: { bodies: 10, mass: 10 * 2000 },
  sled: { bodies: 2, mass: 2 * 2000 },
  'ball-at-base': { bodies: 11, mass: 10 * 2000 + (2000 * 4 * Math.PI * 0.4 * 0.4 * 0.4) / 3 },
  'single-body': { bodies: 1, mass: (1.125 + 4 * 0.046875 + 0.09375 + 0.0078125) * 2000 },
  'cow-pile': { bodies: 250 },
  'ring-chain': { bodies: 8 },
  'jack-bowl': { bodies: 60 },
  'torus-on-post': { bodies: 5 },
  'nut-and-bolt': { bodies: 5 },
  'mesh-zoo': { bodies: 27 },
  terrain: { bodies: 60 },
  chain: { bodies: 101, mass: 1100 * 0.06 * 0.16 * 0.06 * 2000 },
  bridge: { bodies: 26, mass: (21 * 0.6 * 0.1 * 2 + 5 * 0.125) * 2000 },
  ragdolls: { bodies: 750 },
  crane: { bodies: 3 },
  cars: { bodies: 4 * 5 + 400 },
  vehicle: { bodies: 5, mass: 1100 + 4 * 18 },
  course: { bodies: 2, mass: 15 + 30 },
  walker: { bodies: 2 * 19 },
  'figure-2': { bodies: 11 },
  robots: { bodies: 20 * (8 + 2) },
  gas: { bodies: 100, mass: (100 * 1000 * 4 * Math.PI * 0.05 ** 3) / 3 },
  billiards: { bodies: 16, mass: 16 * 0.17 },
  atoms: { bodies: 300, mass: (1000 * 4 * Math.PI * (300 * 0.04 ** 3 + 200 * 0.025 ** 3)) / 3 },
  avalanche: { bodies: 300 },
  'city-wall': { bodies: 940 },
  'square-pyramid': { bodies: 1015, mass: 1015 * 1000 },
  stadium: { bodies: 995, mass: 994 * 500 + (2000 * 4 * Math.PI * 0.75 ** 3) / 3 },
  poured: { bodies: 1000 },
};

test('every built-in scene is expected here', () => {
  expect(Object.keys(SCENES).sort()).toEqual(Object.keys(EXPECTED).sort());
});

test('the README lists every scene with its options', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const { name, options } of Object.values(SCENES)) {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` | `));
    expect(row, name).toBeDefined();
    for (const option of Object.keys(options)) expect(row, name).toContain(`\`${option}\``);
  }
});

for (const [name, { bodies, mass }] of Object.entries(EXPECTED)) {
  describe(name, () => {
    const scene = make(name);
    const solids = solidsOf(scene);

    test('says what it is', () => {
      expect(SCENES[name].name).toBe(name);
      expect(scene.name).toBe(name);
      expect(scene.description).toMatch(/^[^.]+\.$/);
      expect(SCENES[name].source).not.toBe('');
    });

    test('has as many bodies as the paper, all named', () => {
      expect(rigidBodies(scene)).toHaveLength(bodies);
      const names = (scene.bodies ?? []).map((body) => body.name);
      expect(names).not.toContain(undefined);
      expect(new Set(names).size).toBe(names.length);
    });

    test('is of stone', () => {
      const others = [
        'heavy-on-light',
        'seesaw',
        'ring-chain',
        'chain',
        'ragdolls',
        'crane',
        'cars',
        'vehicle',
        'course',
        'walker',
        'robots',
        'bullet',
        'gas',
        'billiards',
        'atoms',
      ];
      if (!others.includes(name)) for (const { density } of rigidBodies(scene)) expect(density).toBe(STONE);
      if (mass === undefined) return;
      const total = [...massesOf(scene).values()].reduce((sum, one) => sum + one, 0);
      expect(total / mass).toBeCloseTo(1, 12);
    });

    test('stands on the ground at y = 0, unless nothing weighs', () => {
      if (scene.settings?.gravity !== undefined) return;
      expect(scene.bodies?.[0]).toEqual({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
      const lowest = Math.min(...solids.map(({ points, radius }) => Math.min(...points.map((p) => p[1])) - radius));
      expect(lowest).toBeGreaterThanOrEqual(-1e-12);
    });

    test('starts without overlaps', () => {
      const { depth, pair } = deepestOverlap(solids);
      expect(depth, pair).toBeLessThan(1e-12);
    });

    test('is written and read back without loss', () => {
      expect(parseScene(formatScene(scene))).toEqual(scene);
    });

    test('depends on nothing but its seed', () => {
      expect(make(name)).toEqual(scene);
    });

    test('refuses options it does not have', () => {
      expect(() => make(name, { colour: 'red' })).toThrow(InputError);
      expect(() => make(name, { seed: -1 })).toThrow(/^seed is -1/);
      expect(() => make(name, { seed: 0.5 })).toThrow(/^seed is 0\.5/);
    });
  });
}

describe('what touches at the start', () => {
  /** Pairs that are at most this far apart [m]. */
  function touching(name: string, options: Record<string, unknown>, gap = 1e-12): number {
    const solids = solidsOf(make(name, options));
    let count = 0;
    solids.forEach((a, i) => {
      for (const b of solids.slice(i + 1)) if (overlap(a, b) >= -gap) count++;
    });
    return count;
  }

  test('each box of a stack and the one below', () => {
    expect(touching('box-stack', {})).toBe(24);
    expect(touching('box-stack', { noise: 1 })).toBe(24);
    expect(touching('cs-stack', {})).toBe(9);
    expect(touching('stack', {})).toBe(0);
  });
  test('each brick of a wall, the two below and those beside', () => {
    expect(touching('wall', { courses: 2, length: 3 })).toBe(4 + 3);
    expect(touching('pyramid', { base: 3 })).toBe(2 * 3 + 2 + 1);
  });
  test('each brick of a tower and the two below, but not those beside', () => {
    expect(touching('tower', { layers: 3 })).toBe(2 * 20 * 2);
    expect(touching('tower', { layers: 1 }, 0.011)).toBe(20);
  });
  test('each ball of a grid and those on all sides', () => {
    expect(touching('ball-grid', { side: 3 })).toBe(3 * 9 * 2);
  });
  test('the stones of an arch, their neighbours and the abutments', () => {
    expect(touching('arch', {})).toBe(14 + 2);
  });
  test('the beam and both pillars', () => {
    expect(touching('lintel', {})).toBe(1 + 3 + 2);
  });
  test('four balls of the office toy', () => {
    expect(touching('office-toy', {})).toBe(3);
  });
  test('balls of the office toy that wait, and those that arrive together', () => {
    expect(touching('office-toy', { balls: 2 })).toBe(0);
    expect(touching('office-toy', { balls: 20, incoming: 2 })).toBe(1 + 17);
    expect(touching('office-toy', { balls: 20, incoming: 2 }, 0.51)).toBe(19);
  });
  test('the cubes of the revival chain, but not the ball', () => {
    expect(touching('revival-chain', {})).toBe(4);
    expect(touching('revival-chain', { count: 20 })).toBe(19);
  });
  test('the unstable balls, wherever the upper one is', () => {
    for (const offset of [0, 0.01, 0.1, 0.5]) expect(touching('unstable-spheres', { offset })).toBe(1);
  });
});

describe('roof-tower', () => {
  const heights = ({ points }: Solid) => points.map((p) => p[1]);

  test('gets a block after a second, and a cannonball when that lies still', () => {
    const scene = make('roof-tower');
    const [[block], [ball]] = (scene.additions ?? []).map(({ bodies = [] }) => bodies);
    expect(scene.additions?.map(({ at }) => at)).toEqual([1, 4]);
    expect([block.name, block.mass]).toEqual(['block', 100 * 500]);
    expect([ball.name, ball.mass, ball.velocity]).toEqual(['cannonball', 200 * 500, [60, 0, 0]]);

    const tower = solidsOf(scene);
    const [roof, shot] = solidsOf({ ...scene, bodies: [block, ball] });
    const top = Math.max(...tower.flatMap(heights));
    expect(top).toBe(20);
    expect(Math.min(...heights(roof))).toBe(top + 2);
    const reach = (axis: number, solids: Solid[]) =>
      Math.max(...solids.flatMap(({ points }) => points.map((p) => Math.abs(p[axis]))));
    for (const axis of [0, 2]) expect(reach(axis, [roof])).toBeGreaterThanOrEqual(reach(axis, tower));
    expect(shot.center[1]).toBe(10);
    expect(-shot.center[0] - shot.radius).toBeGreaterThan(reach(0, tower));
    expect(shot.center[2]).toBe(0);
  });

  test('does without them', () => {
    expect(make('roof-tower', { ball: false }).additions?.map(({ bodies }) => bodies?.[0].name)).toEqual(['block']);
    expect(make('roof-tower', { block: false, ball: false }).additions).toEqual([]);
  });

  test.each([
    [5, 20],
    [32, 20],
    [500, 20],
    [10, 1000],
  ])('%i rings of %i bricks', (layers, ring) => {
    const { bodies = [] } = make('roof-tower', { layers, ring });
    expect(bodies).toHaveLength(1 + layers * ring);
    expect(bodies.at(-1)?.position?.[1]).toBe(0.5 * (layers - 0.5));
  });

  test('is a tower for any number of bricks in a ring', () => {
    for (const ring of [8, 9, 33, 100]) {
      const scene = make('roof-tower', { layers: 4, ring });
      expect(deepestOverlap(solidsOf(scene)).depth).toBeLessThan(1e-12);
      expect(findUnsupported(scene, 0.1)).toBeNull();
    }
    expect(() => make('roof-tower', { ring: 7 })).toThrow(/^ring is 7/);
  });
});

describe('what is as large as one wants', () => {
  test.each([
    ['city-wall', 100_000, 99_846],
    ['square-pyramid', 100_000, 98_021],
    ['stadium', 100_000, 99_671],
    ['poured', 100_000, 100_000],
    ['city-wall', 800, 732],
  ])('%s of %i bodies', (name, bodies, found) => {
    expect(rigidBodies(make(name, { bodies }))).toHaveLength(found);
  });

  test.each([
    ['city-wall', 2500],
    ['square-pyramid', 385],
    ['stadium', 1500],
  ])('%s of %i bodies rests on the ground, and overlaps nowhere', (name, bodies) => {
    const scene = make(name, { bodies });
    expect(deepestOverlap(solidsOf(scene)).depth).toBeLessThan(1e-12);
    const standing = (scene.bodies ?? []).filter((body) => body.name !== 'ball');
    expect(findUnsupported({ ...scene, bodies: standing }, 0.1)).toBeNull();
  });

  test('shapes of every kind are poured', () => {
    const kinds = new Set(rigidBodies(make('poured', { bodies: 60, mixed: true })).map(({ shapes: [{ kind }] }) => kind));
    expect([...kinds].sort()).toEqual(['box', 'capsule', 'cylinder', 'hull', 'sphere']);
  });

  test('are refused where there would be too few or too many', () => {
    expect(() => make('city-wall', { bodies: 100 })).toThrow(/^bodies is 100, but must be/);
    expect(() => make('stadium', { bodies: 2e6 })).toThrow(/^bodies is 2000000, but must be/);
  });
});

describe('cubejam', () => {
  const scene = make('cubejam');
  const batches = [rigidBodies(scene), ...(scene.additions ?? []).map(({ bodies = [] }) => bodies)];

  test('gets 100 cubes by fours, in time to settle', () => {
    const names = batches.flat().map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 100 }, (_, i) => `cube-${i}`));
    for (const batch of batches) expect(batch).toHaveLength(4);
    const times = scene.additions?.map(({ at }) => at) ?? [];
    times.forEach((at, i) => {
      expect(at).toBeCloseTo(0.9 * (i + 1), 12);
    });
    expect(scene.seconds).toBeGreaterThan((times.at(-1) ?? 0) + 5);
  });

  test('no batch overlaps itself or the container', () => {
    const container = (scene.bodies ?? []).filter(({ name }) => name === 'container');
    for (const batch of batches) {
      expect(deepestOverlap(solidsOf({ ...scene, bodies: [...container, ...batch] })).depth).toBeLessThan(0);
    }
  });

  test('leaves a cube room beside every obstacle, however it is turned', () => {
    const [walls, bars] = [8, 8].map((corners, i) =>
      solidsOf(scene).filter(
        ({ fixed, points }) => fixed && points.length === corners && points.some((p) => p[1] === 0) === (i === 0),
      ),
    );
    expect([walls.length, bars.length]).toEqual([4, 3]);
    const inner = Math.min(
      ...walls.flatMap(({ points }) => [0, 2].map((axis) => Math.min(...points.map((p) => Math.abs(p[axis]))))),
    );
    for (const { points } of bars) {
      const halfWidths = [0, 2].map((axis) => Math.max(...points.map((p) => Math.abs(p[axis]))));
      expect(Math.max(...halfWidths)).toBe(inner);
      expect(inner - Math.min(...halfWidths)).toBeGreaterThan(Math.sqrt(3));
      expect(inner - Math.min(...halfWidths)).toBe(2.5);
    }
  });
});

describe('cubeglass', () => {
  const glass = solidsOf({ ...make('cubeglass', { count: 1 }) }).filter(({ fixed }) => fixed);
  const top = Math.min(...glass.filter(({ center }) => Math.hypot(center[0], center[2]) < 1e-9).flatMap(heightsOf));

  function heightsOf({ points }: Solid): number[] {
    return points.map((p) => p[1]);
  }

  test('its hollow is where there is neither wall nor ground, and its walls are 1 m thick', () => {
    const random = new Random(7);
    let inside = 0;
    for (let i = 0; i < 20_000; i++) {
      const angle = random.uniform(0, 2 * Math.PI);
      const far = random.uniform(0, 9);
      const point: Vec3 = [far * Math.sin(angle), random.uniform(-1, top + 1), far * Math.cos(angle)];
      const isHollow = point[1] > 0 && !glass.some((solid) => isInside(solid, point));
      if (isInsideGlass(point) !== isHollow) expect.fail(`[${point}] is ${isHollow ? 'hollow' : 'solid'}.`);
      if (isHollow) inside++;
    }
    expect(inside).toBeGreaterThan(5000);
    expect(inside).toBeLessThan(17_000);
  });

  test('its neck is where the way is narrowest, as long as it says, and of the given width', () => {
    const reach = (y: number) => {
      let z = 0;
      while (isInsideGlass([0, y, z])) z += 0.001;
      return z;
    };
    const { bottom, top: neckTop } = GLASS_NECK;
    const narrowest = reach((bottom + neckTop) / 2);
    for (const y of [bottom + 0.01, neckTop - 0.01]) expect(reach(y)).toBe(narrowest);
    for (const y of [bottom - 0.01, neckTop + 0.01]) expect(reach(y)).toBeGreaterThan(narrowest + 0.005);
    expect(2 * narrowest).toBeCloseTo(7, 2);
  });

  test.each([1, 100, 1000, 1200])('%i cubes start inside, above the neck, and fit below it', (count) => {
    const scene = make('cubeglass', { count });
    expect(rigidBodies(scene)).toHaveLength(count);
    for (const { fixed, points } of solidsOf(scene)) {
      if (fixed) continue;
      for (const point of points) if (!isInsideGlass(point) || point[1] < GLASS_NECK.top) expect.fail(`A corner at [${point}].`);
    }
    // Poured cubes fill about 0.55 of the space.
    let hollow = 0;
    for (let y = 0.05; y < GLASS_NECK.bottom; y += 0.1) {
      let z = 0;
      while (isInsideGlass([0, y, z])) z += 0.01;
      hollow += 0.1 * 8 * Math.tan(Math.PI / 8) * z * z;
    }
    expect(count).toBeLessThan(0.55 * hollow);
  });

  test('refuses more than the upper bulb takes', () => {
    expect(() => make('cubeglass', { count: 1201 })).toThrow(/^count is 1201.*at most 1200/);
  });
});

describe('jenga', () => {
  const names = (options: Record<string, unknown>) => rigidBodies(make('jenga', options)).map(({ name = '' }) => name);

  test('loses as many middle blocks as asked for, and none of the top layer', () => {
    const all = names({});
    for (const removed of [1, 9, 17]) {
      const left = names({ removed, seed: 5 });
      const gone = all.filter((name) => !left.includes(name));
      expect(gone).toHaveLength(removed);
      expect(left).toHaveLength(54 - removed);
      for (const name of gone) expect(name).toMatch(/^block-\d+-middle$/);
      expect(gone).not.toContain('block-17-middle');
      expect(findUnsupported(make('jenga', { removed, seed: 5 }), 0.1)).toBeNull();
    }
    expect(names({ removed: 9, seed: 5 })).not.toEqual(names({ removed: 9, seed: 6 }));
    expect(() => make('jenga', { removed: 18 })).toThrow(/^removed is 18/);
  });

  test('has the proportions of the game', () => {
    for (const { shapes } of rigidBodies(make('jenga'))) {
      const [height, width, length] = shapes[0].kind === 'box' ? [...shapes[0].size].sort((a, b) => a - b) : [];
      expect([height / 1.5, width / 2.5, length / 7.5]).toEqual([0.25, 0.25, 0.25]);
    }
  });
});

test.each([2, 3, 10, 40])('a leaning stack of %i boxes loses its support at a lean of 1, and there alone', (count) => {
  const unsupported = (lean: number) => findUnsupported(make('leaning-stack', { count, lean }), 0);
  for (const lean of [0, 0.5, 0.999]) expect(unsupported(lean)).toBeNull();
  // Box k loses what stands on it where (n - k) d > e.
  for (const lean of [1.001, 1.5]) expect(unsupported(lean)).toBe(`box-${Math.ceil(count - count / lean)}`);
});

test('the animal has its centre of mass between its feet', () => {
  const solids = solidsOf(make('single-body'));
  const volume = solids.reduce((sum, one) => sum + one.volume, 0);
  const middle = [0, 2].map((axis) => solids.reduce((sum, one) => sum + (one.volume * one.center[axis]) / volume, 0));
  const feet = solids.flatMap(({ points }) => points).filter((p) => p[1] === 0);
  expect(feet).toHaveLength(4 * 4);
  expect(Math.abs(middle[0])).toBeLessThan(0.1);
  expect(Math.max(...feet.map((p) => p[0]))).toBe(1);
  expect(middle[1]).toBe(0);
});

describe('from 100 to 10,000 bodies', () => {
  test.each([100, 10_000])('a silo of %i is wide and high enough', (count) => {
    const scene = make('silo', { count });
    expect(rigidBodies(scene)).toHaveLength(count);
    const solids = solidsOf(scene);
    const height = Math.max(...solids.filter(({ fixed }) => fixed).flatMap(({ points }) => points.map((p) => p[1])));
    const volume = solids.filter(({ fixed }) => !fixed).reduce((sum, one) => sum + one.volume, 0);
    // Of the tank above the hopper, an octagon 16 m wide, half is enough: poured cubes and balls fill more than that.
    expect(volume).toBeLessThan(0.5 * 8 * Math.tan(Math.PI / 8) * 8 * 8 * (height - 5));
    for (const { center, fixed, reach } of solids) if (!fixed) expect(Math.hypot(center[0], center[2]) + reach).toBeLessThan(9);
  });

  test.each([100, 10_000])('diku of %i', (count) => {
    const scene = make('diku', { count });
    expect(rigidBodies(scene)).toHaveLength(count);
    expect(deepestOverlap(solidsOf(scene)).depth).toBeLessThan(0);
  });
});

describe('options', () => {
  test('the top box of heavy-on-light has its ratio, and the description says so', () => {
    const scene = make('heavy-on-light', { ratio: 1000 });
    expect(rigidBodies(scene).at(-1)?.density).toBe(1000 * STONE);
    expect(scene.description).toContain('ratio = 1000');
    expect(() => make('heavy-on-light', { ratio: 0 })).toThrow(/^ratio is 0/);
  });

  test('1000 balls of various sizes onto DIKU, none overlapping', () => {
    const scene = make('diku', { count: 1000 });
    const radii = rigidBodies(scene).map(({ shapes: [shape] }) => (shape.kind === 'sphere' ? shape.radius : 0));
    expect(radii).toHaveLength(1000);
    expect(new Set(radii).size).toBeGreaterThan(900);
    expect(deepestOverlap(solidsOf(scene)).depth).toBeLessThan(0);
    expect(() => make('diku', { count: 10001 })).toThrow(/^count is 10001.*at most 10000/);
  });

  test('of the office toy, some but not all balls arrive, together', () => {
    const balls = rigidBodies(make('office-toy', { balls: 6, incoming: 2, speed: 3 }));
    expect(balls.map(({ position }) => position?.[0])).toEqual([-2.5, -1.5, 0, 1, 2, 3]);
    expect(balls.map(({ velocity }) => velocity?.[0] ?? 0)).toEqual([3, 3, 0, 0, 0, 0]);
    for (const options of [{ incoming: 5 }, { balls: 2, incoming: 2 }]) {
      expect(() => make('office-toy', options)).toThrow(/^incoming is \d, but must be less than balls, which is \d\.$/);
    }
    expect(() => make('office-toy', { balls: 1 })).toThrow(/^balls is 1/);
    expect(() => make('office-toy', { balls: 51 })).toThrow(/^balls is 51/);
  });

  test('a stack in disorder is written and read back without loss', () => {
    const scene = make('box-stack', { noise: 1 });
    expect(parseScene(formatScene(scene))).toEqual(scene);
  });

  test('a seed changes what is left to chance, and nothing else', () => {
    expect(make('silo', { seed: 2, count: 100 })).not.toEqual(make('silo', { seed: 3, count: 100 }));
    expect(make('wall', { seed: 2 })).toEqual(make('wall', { seed: 3 }));
  });
});

test('the letters of the DIKU plate are recesses: squares without a tile, over the slab', () => {
  const plate = make('diku').bodies?.find(({ name }) => name === 'plate');
  const [slab, ...tiles] = plate?.shapes ?? [];
  const boxes = [slab, ...tiles].map((shape) => (shape.kind === 'box' ? shape : null));
  const area = (box: (typeof boxes)[number]) => (box === null ? 0 : box.size[0] * box.size[2]);
  const engraved = area(boxes[0]) - boxes.slice(1).reduce((sum, box) => sum + area(box), 0);
  expect(engraved).toBe(20 + 11 + 20 + 17);
  expect(tiles.length).toBeLessThan(30);
});

test('the silo is closed: from inside, every way out at any height ends at a wall', () => {
  const silo = make('silo', { count: 1 }).bodies?.find(({ name }) => name === 'silo');
  const solids = solidsOf({ drystone: 1, name: 'empty', bodies: silo === undefined ? [] : [silo] });
  for (let i = 0; i < 64; i++) {
    const angle = (2 * Math.PI * i) / 64;
    for (const y of [0.5, 4.5, 10, 29]) {
      const reached = Array.from({ length: 120 }, (_, k): Vec3 => [0.1 * k * Math.sin(angle), y, 0.1 * k * Math.cos(angle)]);
      const inside = reached.findIndex((point) => solids.some((solid) => isInside(solid, point)));
      expect(inside, `at ${y} m towards ${angle} rad`).toBeGreaterThan(0);
      expect(distance(reached[inside], [0, y, 0])).toBeLessThan(9);
    }
  }
});

function isInside({ points, normals }: Solid, point: Vec3): boolean {
  return normals.every((n) => {
    const heights = points.map((p) => dot(n, p));
    return dot(n, point) >= Math.min(...heights) && dot(n, point) <= Math.max(...heights);
  });
}
