// Kernels of contact determination: manifolds of pairs that touch, warm-started from the impulses of the last step.
//
// Manifolds are in the order of their pairs, so those that one shape found are contiguous, and the last step's manifold
// of the same two shapes is among the few of that shape. Contacts are matched by their position on either body.

export const TEST_PAIRS = /* wgsl */ `
// Whether shapes of which one is round, or a half-space, may have contacts; that they may and have none does no harm.
fn isNear(pair: Pair) -> bool {
  let a = pair.a;
  let b = pair.b;
  if (b.kind == HALF_SPACE) {
    let n = b.r[1];
    return dot(n, a.at - b.at) + extent(a, n).x <= pair.margin;
  }
  if (a.kind != SPHERE) { return true; }
  if (b.kind == SPHERE) { return length(b.at - a.at) - a.radius - b.radius <= pair.margin; }
  let p = (a.at - b.at) * b.r;
  // The size of a capsule is that of its segment.
  let ends = vec3f(0.0, select(0.0, b.radius, b.kind == CAPSULE), 0.0);
  let out = max(abs(p) - b.size - ends, vec3f(0.0));
  return length(out) - a.radius <= pair.margin;
}
@compute @workgroup_size(64)
fn testPairs(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(counters[PAIRS], params.pairRoom);
  for (var i = id.x; i < params.pairRoom; i += groups.x * 64u) {
    var touches = 0u;
    if (i < count) {
      let pair = pairOf(pairs[i]);
      if (isPolytope(pair.a.kind) && isPolytope(pair.b.kind)) {
        if (separationOf(pair.a, pair.b, pair.margin, 0.0).gap <= pair.margin) { touches = 1u; }
      } else if (isNear(pair)) { touches = 1u; }
    }
    touching[i] = touches;
  }
}
`;

/** Pairs whose contacts need a search have their own kernel, so that the common kernel stays small. */
const makeManifolds = (name: string, find: string, not: string) => /* wgsl */ `
@compute @workgroup_size(64)
fn ${name}(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(counters[PAIRS], params.pairRoom);
  if (counters[MANIFOLDS] > params.manifoldRoom) { counters[OVERFLOW] = 2u; return; }
  for (var i = id.x; i < count; i += groups.x * 64u) {
    if (!isRow(i, count) || ${not}isSearchedPair(pairs[i])) { continue; }
    let pair = pairOf(pairs[i]);
    let n = ${find}(pair);
    makeManifold(pairs[i], touching[i], pair, n);
  }
}
`;

export const MAKE_MANIFOLDS = /* wgsl */ `
fn isRow(i: u32, count: u32) -> bool {
  var next = counters[MANIFOLDS];
  if (i + 1u < params.pairRoom) { next = touching[i + 1u]; }
  return i < count && next > touching[i];
}

fn isSearchedPair(key: vec2u) -> bool {
  let c = colliders[key.x].kind;
  let d = colliders[key.y].kind;
  return isSearched(min(c, d), max(c, d));
}
${makeManifolds('makeManifolds', 'findContacts', '')}
${makeManifolds('makeRoundManifolds', 'findRoundContacts', '!')}
fn makeManifold(key: vec2u, row: u32, pair: Pair, n: vec3f) {
  var kept = 0u;
  for (var i = 0u; i < foundCount; i++) { if (found[i].w <= pair.margin) { found[kept] = found[i]; kept++; } }
  foundCount = kept;
  reduce(n);
  var a = pair.bodyA;
  var b = pair.bodyB;
  // Bodies have the order of the pair, so that a pair whose shapes are taken the other way round is the same one.
  let c = colliders[key.x];
  let d = colliders[key.y];
  var out = Manifold(n, 0.0, a, b, foundCount, NONE, key.x, key.y, 0u, pair.thickness);
  let surface = params.surfaces + 2u * (c.material * params.materials + d.material);
  out.friction = bitcast<f32>(tables[surface]);
  let restitution = bitcast<f32>(tables[surface + 1u]);
  if (foundCount > 0u) { out.flags = roleOf(n, pair, bodies[a].inverseMass > 0.0, bodies[b].inverseMass > 0.0); }
  let old = findOld(key);
  var taken = 0u;
  if (old != NONE) { out.colour = oldManifolds[old].colour; }
  let near = 0.04 * pair.thickness * pair.thickness;
  for (var k = 0u; k < foundCount; k++) {
    let p = found[k];
    let ra = p.xyz;
    let rb = p.xyz - pair.to;
    var load = vec4f(0.0);
    if (old != NONE) {
      let la = turnBack(bodies[a].q, ra);
      let lb = turnBack(bodies[b].q, rb);
      var best = near;
      var same = NONE;
      for (var j = 0u; j < oldManifolds[old].points; j++) {
        if ((taken & (1u << j)) != 0u) { continue; }
        let da = turnBack(bodies[a].was, oldPoints[4u * old + j].ra) - la;
        let db = turnBack(bodies[b].was, oldPoints[4u * old + j].rb) - lb;
        let far = min(dot(da, da), dot(db, db));
        if (far < best) { best = far; same = j; }
      }
      if (same != NONE) {
        taken |= 1u << same;
        load = laidAcross(oldPoints[4u * old + same].load * params.share, n, oldManifolds[old].normal, out.friction);
      }
    }
    points[4u * row + k] = Point(ra, p.w, rb, biasOf(&out, restitution, ra, rb, p.w, pair), load);
  }
  manifolds[row] = out;
}
// How fast a contact may close; below 0 how fast it is to open. A gap of less than a thousandth is closed.
fn biasOf(out: ptr<function, Manifold>, restitution: f32, ra: vec3f, rb: vec3f, gap: f32, pair: Pair) -> f32 {
  let va = bodies[pair.bodyA].v + cross(bodies[pair.bodyA].w, ra);
  let vb = bodies[pair.bodyB].v + cross(bodies[pair.bodyB].w, rb);
  let closing = -dot(vb - va, (*out).normal);
  let meets = gap <= closing * params.dt + 1e-3 * pair.thickness;
  if (meets && closing > 10.0 * params.fall) { (*out).flags |= STRUCK; }
  if (meets && restitution > 0.0 && closing > 2.0 * params.fall) {
    (*out).flags |= BOUNCES;
    return -restitution * closing;
  }
  if (gap <= 1e-3 * pair.thickness) { (*out).flags |= CLOSED; return 0.0; }
  return gap / params.dt;
}
// A load stays across the normal as it is now, and within its cone. Where nothing has turned, no bit changes.
fn laidAcross(old: vec4f, n: vec3f, before: vec3f, friction: f32) -> vec4f {
  if (all(n == before)) { return old; }
  let load = max(0.0, old.w);
  var slip = old.xyz - old.w * before;
  slip -= n * dot(slip, n);
  let size = length(slip);
  if (size > friction * load) { slip *= friction * load / size; }
  return vec4f(load * n + slip, load);
}
fn roleOf(n: vec3f, pair: Pair, movesA: bool, movesB: bool) -> u32 {
  let upward = dot(n, params.up);
  let height = dot(pair.to, params.up);
  if (upward > 0.2 && movesB && (!movesA || height > 0.0 || (height == 0.0 && pair.bodyB > pair.bodyA))) { return B_ON_A; }
  if (upward < -0.2 && movesA && (!movesB || height < 0.0 || (height == 0.0 && pair.bodyA > pair.bodyB))) { return A_ON_B; }
  return 0u;
}
// The last step's manifold of the same two shapes: its list is in the order of finders.
fn findOld(key: vec2u) -> u32 {
  let count = counters[OLD_MANIFOLDS];
  var low = 0u;
  var high = count;
  while (low < high) {
    let middle = (low + high) / 2u;
    let own = vec2u(oldManifolds[middle].finder, oldManifolds[middle].other);
    if (own.x < key.x || (own.x == key.x && own.y < key.y)) { low = middle + 1u; } else { high = middle; }
  }
  if (low < count && oldManifolds[low].finder == key.x && oldManifolds[low].other == key.y) { return low; }
  return NONE;
}
`;

export const COUNT_ENTRIES = /* wgsl */ `
// How many manifolds each body has, and which colours it has; sweeps and holding start from the loads.
@compute @workgroup_size(256)
fn countEntries(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let own = manifolds[m];
    for (var k = 4u * m; k < 4u * m + own.points; k++) {
      sweptImpulses[k] = points[k].load;
      heldImpulses[k] = select(vec4f(0.0), points[k].load, points[k].bias == 0.0);
    }
    let movesA = bodies[own.a].inverseMass > 0.0;
    let movesB = bodies[own.b].inverseMass > 0.0;
    if (movesA) { atomicAdd(&adjacency[own.a], 1u); }
    if (movesB) { atomicAdd(&adjacency[own.b], 1u); }
    if (own.colour == NONE) { newManifolds[atomicAdd(&counters[UNCOLOURED], 1u)] = m; continue; }
    if (movesA) { atomicOr(&colourMasks[2u * own.a + (own.colour >> 5u)], 1u << (own.colour & 31u)); }
    if (movesB) { atomicOr(&colourMasks[2u * own.b + (own.colour >> 5u)], 1u << (own.colour & 31u)); }
  }
}
@compute @workgroup_size(256)
fn fillEntries(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let own = manifolds[m];
    if (bodies[own.a].inverseMass > 0.0) { looseEntries[atomicAdd(&adjacency[own.a], 1u)] = m; }
    if (bodies[own.b].inverseMass > 0.0) { looseEntries[atomicAdd(&adjacency[own.b], 1u)] = m; }
  }
}
`;

export const SORT_ENTRIES = /* wgsl */ `
// The manifolds of every body in their order, whichever came first.
@compute @workgroup_size(256)
fn sortEntries(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(counters[MANIFOLDS], params.manifoldRoom);
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let own = manifolds[m];
    if (bodies[own.a].inverseMass > 0.0) { sortInto(own.a, m); }
    if (bodies[own.b].inverseMass > 0.0) { sortInto(own.b, m); }
  }
}
fn sortInto(body: u32, m: u32) {
  var first = 0u;
  if (body > 0u) { first = adjacency[body - 1u]; }
  var rank = first;
  for (var i = first; i < adjacency[body]; i++) { if (looseEntries[i] < m) { rank++; } }
  adjacency[params.bodies + rank] = m;
}
`;
