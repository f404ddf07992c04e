// Kernels that sort the bodies to ask into levels: first bodies that support none, then bodies that support only bodies
// of earlier levels. Refused bodies do not count as supported. Where nobody has anything new to hold there are no levels.
//
// The order within a level may differ from run to run; no result depends on it.

export const LEVELS = /* wgsl */ `
// Of every level, where it begins in the order, and after all these how many bodies it has.
fn levelSize(level: u32) -> u32 { return params.bodies + 2u + level; }

@compute @workgroup_size(256)
fn seedLevels(@builtin(global_invocation_id) id: vec3u) {
  let b = id.x;
  if (b >= params.bodies || bodies[b].inverseMass == 0.0 || atomicLoad(&counters[MOVING]) == 0u || states[b] == REFUSED) { return; }
  if (isDue(b, 1u)) { atomicAdd(&counters[DUE], 1u); }
  var count = 0u;
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let row = manifolds[adjacency[params.bodies + i]];
    if (carries(row, b) && states[select(row.b, row.a, row.b == b)] != REFUSED) { count++; }
  }
  above[b] = count;
  if (count == 0u) { order[atomicAdd(&levels[levelSize(0u)], 1u)] = b; }
}

fn dueSize(level: u32) -> u32 { return select(atomicLoad(&levels[levelSize(level)]), 0u, atomicLoad(&counters[DUE]) == 0u); }
fn endLevel(level: u32, end: u32) {
  atomicStore(&levels[level + 1u], end);
  atomicStore(&counters[LEVELS], level + 1u);
  atomicStore(&counters[ASKED], end);
}
// Fills the level that follows stage.index, by many small workgroups: bodies of a level wait less for memory that few of them share.
@compute @workgroup_size(32)
fn lowerLevel(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let level = stage.index;
  let size = dueSize(level);
  if (size == 0u) { return; }
  let first = atomicLoad(&levels[level]);
  if (id.x == 0u) { endLevel(level, first + size); }
  for (var i = id.x; i < size; i += groups.x * 32u) { lowerThose(order[first + i], level + 1u, first + size); }
}
var<workgroup> levelEnd: u32;
// Fills all levels that follow stage.index, by one workgroup.
@compute @workgroup_size(256)
fn lowerRest(@builtin(local_invocation_index) lane: u32) {
  for (var level = stage.index; ; level++) {
    if (lane == 0u) { levelEnd = dueSize(level); }
    let size = workgroupUniformLoad(&levelEnd);
    if (size == 0u) { return; }
    let first = atomicLoad(&levels[level]);
    if (lane == 0u) { endLevel(level, first + size); }
    for (var i = lane; i < size; i += 256u) { lowerThose(order[first + i], level + 1u, first + size); }
    storageBarrier();
  }
}
fn lowerThose(b: u32, level: u32, first: u32) {
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let own = manifolds[adjacency[params.bodies + i]];
    if (!standsOn(own, b)) { continue; }
    let below = select(own.b, own.a, own.b == b);
    if (bodies[below].inverseMass == 0.0 || states[below] == REFUSED) { continue; }
    if (atomicSub(&above[below], 1u) == 1u) { order[first + atomicAdd(&levels[levelSize(level)], 1u)] = below; }
  }
}
`;
