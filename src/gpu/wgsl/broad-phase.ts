// Kernels of the broad phase: pairs of shapes that may touch within the step.
//
// Every shape lies in one cell of a grid whose cells are at least as large as the shape and as its way in the step, so
// that a fast body is searched for in few cells, too, and no body makes slow the search of others. The grids of all
// levels share one hash table. A shape searches its own grid, where the shape of the lower index finds the other, and
// all coarser grids. The pairs that a shape finds are sorted by the other's index, so their order does not depend on that in the
// hash table.

const CELLS = /* wgsl */ `
fn cellHash(level: u32, x: i32, y: i32, z: i32) -> u32 {
  return mixed(u32(x) * 0x9e3779b1u + mixed(u32(y) * 0x85ebca77u + mixed(u32(z) * 0xc2b2ae3du + level))) & params.hashMask;
}
fn sizeOfLevel(level: u32) -> f32 { return params.levelSize * exp2(f32(level)); }
fn levelOf(c: u32) -> u32 { return u32(bounds[2u * c + 1u].w); }
`;

export const BOUNDS = /* wgsl */ `
${CELLS}
const LAST_LEVEL = 31u;
// Numbers of cells from the origin are far from the largest whole number.
fn fits(reach: f32, far: f32, level: u32) -> bool {
  let size = sizeOfLevel(level);
  return reach <= size && far <= 5e8 * size;
}
@compute @workgroup_size(256)
fn findBounds(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  if (c >= params.colliders) { return; }
  let shape = colliders[c];
  if (shape.kind == NOTHING || shape.kind == HALF_SPACE) { bounds[2u * c] = vec4f(0.0, 0.0, 0.0, -1.0); return; }
  let pose = bodies[shape.body];
  let q = joined(pose.q, shape.q);
  let middle = vec3f(pose.cell) * params.cell + (pose.at + turn(pose.q, shape.at));
  var half: vec3f;
  let r = matrixOf(q);
  switch (shape.kind) {
    case 0u: { half = vec3f(shape.radius); }
    case 1u, 4u: { half = abs(r[0]) * shape.size.x + abs(r[1]) * shape.size.y + abs(r[2]) * shape.size.z; }
    case 2u: { half = abs(r[1]) * shape.size.y + vec3f(shape.radius); }
    default: { half = abs(r[1]) * shape.size.y + shape.radius * sqrt(max(vec3f(0.0), 1.0 - r[1] * r[1])); }
  }
  let v = bodies[shape.body].v * params.dt;
  let w = length(bodies[shape.body].w) * shape.reach * params.dt;
  let margin = 0.02 * shape.thickness + w + params.fall * params.dt + 1e-6 * (abs(middle) + half);
  let low = middle - half - margin + min(v, vec3f(0.0));
  let high = middle + half + margin + max(v, vec3f(0.0));
  let excess = max(middle - low, high - middle);
  let reach = max(excess.x, max(excess.y, excess.z));
  let far = max(abs(middle.x), max(abs(middle.y), abs(middle.z)));
  var level = shape.level;
  while (level < LAST_LEVEL && !fits(reach, far, level)) { level++; }
  // What is too fast or too far away for all grids meets nothing.
  if (!fits(reach, far, level)) { bounds[2u * c] = vec4f(0.0, 0.0, 0.0, -1.0); return; }
  let cell = vec3i(floor(middle / sizeOfLevel(level)));
  let slot = cellHash(level, cell.x, cell.y, cell.z);
  bounds[2u * c] = vec4f(low, f32(slot));
  bounds[2u * c + 1u] = vec4f(high, f32(level));
  atomicMax(&counters[REACHES + level], bitcast<u32>(reach));
  atomicAdd(&cellEnds[slot], 1u);
}

@compute @workgroup_size(256)
fn fillCells(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  if (c >= params.colliders) { return; }
  let slot = bounds[2u * c].w;
  if (slot < 0.0) { return; }
  cellItems[atomicAdd(&cellEnds[u32(slot)], 1u)] = c;
}
`;

export const PAIR_SEARCH = /* wgsl */ `
${CELLS}
fn mayMeet(c: u32, d: u32) -> bool {
  let p = colliders[c];
  let q = colliders[d];
  if (p.body == q.body || (bodies[p.body].inverseMass == 0.0 && bodies[q.body].inverseMass == 0.0)) { return false; }
  if ((p.category & q.mask) == 0u || (q.category & p.mask) == 0u) { return false; }
  let gap = max(bounds[2u * c].xyz - bounds[2u * d + 1u].xyz, bounds[2u * d].xyz - bounds[2u * c + 1u].xyz);
  return max(gap.x, max(gap.y, gap.z)) <= 0.0;
}
fn isOverPlane(c: u32, plane: u32) -> bool {
  let p = colliders[c];
  let q = colliders[plane];
  if (bodies[p.body].inverseMass == 0.0 || (p.category & q.mask) == 0u || (q.category & p.mask) == 0u) { return false; }
  let pose = bodies[q.body];
  let n = turn(joined(pose.q, q.q), vec3f(0.0, 1.0, 0.0));
  let at = vec3f(pose.cell) * params.cell + (pose.at + turn(pose.q, q.at));
  let low = bounds[2u * c].xyz - at;
  let high = bounds[2u * c + 1u].xyz - at;
  return dot(min(n * low, n * high), vec3f(1.0)) <= 0.0;
}

// Counts the pairs that a shape finds, or lists them from where its list begins.
fn findPairs(c: u32, lists: bool, first: u32) -> u32 {
  var count = 0u;
  let own = levelOf(c);
  for (var i = 0u; i < params.planes; i++) {
    if (!isOverPlane(c, tables[params.planeList + i])) { continue; }
    if (lists) { insertPair(first, count, c, tables[params.planeList + i]); }
    count++;
  }
  for (var level = own; level < 32u; level++) {
    // How far the bounds of any shape of this level reach from its middle; none where there is none.
    let reach = bitcast<f32>(counters[REACHES + level]);
    if (reach == 0.0) { continue; }
    let size = sizeOfLevel(level);
    let least = vec3i(floor((bounds[2u * c].xyz - reach) / size));
    let to = vec3i(floor((bounds[2u * c + 1u].xyz + reach) / size));
    for (var z = least.z; z <= to.z; z++) { for (var y = least.y; y <= to.y; y++) { for (var x = least.x; x <= to.x; x++) {
      let slot = cellHash(level, x, y, z);
      var begin = 0u;
      if (slot > 0u) { begin = cellEnds[slot - 1u]; }
      let end = cellEnds[slot];
      for (var i = begin; i < end; i++) {
        let d = cellItems[i];
        let shape = colliders[d];
        if (levelOf(d) != level || (level == own && d <= c) || !mayMeet(c, d)) { continue; }
        // Other cells share the slot.
        let pose = bodies[shape.body];
        let middle = vec3f(pose.cell) * params.cell + (pose.at + turn(pose.q, shape.at));
        if (any(vec3i(floor(middle / size)) != vec3i(x, y, z))) { continue; }
        if (lists) { insertPair(first, count, c, d); }
        count++;
      }
    } } }
  }
  return count;
}
fn insertPair(first: u32, count: u32, c: u32, d: u32) {
  var at = first + count;
  while (at > first && pairs[at - 1u].y > d) { pairs[at] = pairs[at - 1u]; at--; }
  pairs[at] = vec2u(c, d);
}

@compute @workgroup_size(256)
fn countPairs(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.colliders) { return; }
  var count = 0u;
  if (bounds[2u * id.x].w >= 0.0) { count = findPairs(id.x, false, 0u); }
  pairCounts[id.x] = count;
}

@compute @workgroup_size(256)
fn listPairs(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.colliders || bounds[2u * id.x].w < 0.0) { return; }
  let first = pairCounts[id.x];
  var end = counters[PAIRS];
  if (id.x + 1u < params.colliders) { end = pairCounts[id.x + 1u]; }
  if (end > params.pairRoom) { counters[OVERFLOW] = 1u; return; }
  if (end > first) { findPairs(id.x, true, first); }
}
`;
