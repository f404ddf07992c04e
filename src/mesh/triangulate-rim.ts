// Triangulates the rim of a hole, by least area or by ears. The triangulation of least area uses the rim's vertices
// only (Barequet and Sharir 1995). For a flat rim it is a triangulation of the polygon, for others it is close to a
// minimal surface. Callers can forbid triangles in both.

/**
 * Weight of a triangle's squared edges relative to its area: just enough to prefer rounder triangles among
 * triangulations of equal area [1].
 */
const ROUNDNESS = 1e-6;

/**
 * The triangulation of least cost of a polygon in space, as indices of rim vertices, by dynamic programming over
 * chords: the best triangulation between i and j is a triangle on that chord and the best ones on its other two sides.
 * Undefined if every triangulation has a chord that is taken or a triangle that is forbidden.
 */
export function triangulateByArea(
  points: Float64Array,
  tolerance: number,
  isTaken: (i: number, j: number) => boolean,
  isForbidden: (i: number, m: number, j: number) => boolean,
): number[] | undefined {
  const n = points.length / 3;
  if (n < 3) return undefined;
  const best = new Float64Array(n * n);
  const apex = new Int32Array(n * n);
  // A triangle without area costs more than any triangle with area, but is better than no triangulation.
  const spread = squaredSpread(points);
  for (let span = 2; span < n; span++)
    for (let i = 0; i + span < n; i++) {
      const j = i + span;
      best[i * n + j] = Infinity;
      if (span < n - 1 && isTaken(i, j)) continue;
      for (let m = i + 1; m < j; m++) {
        const sides = best[i * n + m] + best[m * n + j];
        if (sides >= best[i * n + j]) continue;
        const cost = sides + triangleCost(points, i, m, j, tolerance, spread);
        if (cost >= best[i * n + j] || isForbidden(i, m, j)) continue;
        best[i * n + j] = cost;
        apex[i * n + j] = m;
      }
    }
  if (best[n - 1] === Infinity) return undefined;
  const patch: number[] = [];
  const chords = [[0, n - 1]];
  for (let chord = chords.pop(); chord !== undefined; chord = chords.pop()) {
    const [i, j] = chord;
    if (j - i < 2) continue;
    const m = apex[i * n + j];
    patch.push(i, m, j);
    chords.push([i, m], [m, j]);
  }
  return patch;
}

/**
 * Cuts off the cheapest allowed ear until one triangle is left. `isAllowed` is called with the patch of all ears cut
 * before. Undefined if no ear is allowed.
 */
export function triangulateByEars(
  points: Float64Array,
  tolerance: number,
  isTaken: (i: number, j: number) => boolean,
  isAllowed: (patch: readonly number[], i: number, m: number, j: number) => boolean,
): number[] | undefined {
  const rim = Array.from({ length: points.length / 3 }, (_, i) => i);
  const spread = squaredSpread(points);
  const patch: number[] = [];
  while (rim.length > 3) {
    const ears = rim.map((m, at) => {
      const i = rim[(at + rim.length - 1) % rim.length];
      const j = rim[(at + 1) % rim.length];
      return { at, i, m, j, cost: triangleCost(points, i, m, j, tolerance, spread) };
    });
    ears.sort((p, q) => p.cost - q.cost || p.m - q.m);
    const ear = ears.find(({ i, m, j }) => !isTaken(i, j) && isAllowed(patch, i, m, j));
    if (ear === undefined) return undefined;
    patch.push(ear.i, ear.m, ear.j);
    rim.splice(ear.at, 1);
  }
  const [i, m, j] = rim;
  if (!isAllowed(patch, i, m, j)) return undefined;
  patch.push(i, m, j);
  return patch;
}

function triangleCost(points: Float64Array, i: number, m: number, j: number, tolerance: number, spread: number): number {
  const ax = points[3 * m] - points[3 * i];
  const ay = points[3 * m + 1] - points[3 * i + 1];
  const az = points[3 * m + 2] - points[3 * i + 2];
  const bx = points[3 * j] - points[3 * i];
  const by = points[3 * j + 1] - points[3 * i + 1];
  const bz = points[3 * j + 2] - points[3 * i + 2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const doubled = Math.sqrt(x * x + y * y + z * z);
  const a2 = ax * ax + ay * ay + az * az;
  const b2 = bx * bx + by * by + bz * bz;
  const c2 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az);
  const flat = doubled <= tolerance * Math.sqrt(Math.max(a2, b2, c2));
  return doubled / 2 + ROUNDNESS * (a2 + b2 + c2) + (flat ? spread : 0);
}

/** An upper bound of the area of any triangulation [m^2]. */
function squaredSpread(points: Float64Array): number {
  let sum = 0;
  for (let i = 3; i < points.length; i++) sum += (points[i] - points[i % 3]) * (points[i] - points[i % 3]);
  return 4 * sum;
}
