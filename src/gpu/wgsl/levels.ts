// Bodies in levels: first those on which nothing stands, then those on which only bodies of the levels before stand.
//
// The order within a level is that in which it was filled, which may differ from run to run; nothing depends on it.

export const LEVELS = /* wgsl */ `
@compute @workgroup_size(256)
fn seedLevels(@builtin(global_invocation_id) id: vec3u) {
  let b = id.x;
  if (b >= params.bodies || bodies[b].inverseMass == 0.0 || atomicLoad(&above[b]) != 0u) { return; }
  order[atomicAdd(&counters[FIRST_LEVEL], 1u)] = b;
}

var<workgroup> reached: atomic<u32>;
var<workgroup> levelEnd: u32;
// All levels below the first, by one workgroup. Level l is order[starts[l] .. starts[l + 1]), and the starts come after the bodies.
@compute @workgroup_size(256)
fn findLevels(@builtin(local_invocation_index) lane: u32) {
  var first = 0u;
  if (lane == 0u) { levelEnd = select(atomicLoad(&counters[FIRST_LEVEL]), 0u, atomicLoad(&counters[MOVING]) == 0u); }
  var end = workgroupUniformLoad(&levelEnd);
  var level = 0u;
  while (end > first) {
    if (lane == 0u) { order[params.bodies + level] = first; atomicStore(&reached, end); }
    workgroupBarrier();
    for (var i = first + lane; i < end; i += 256u) { lowerThose(order[i]); }
    storageBarrier();
    workgroupBarrier();
    if (lane == 0u) { levelEnd = atomicLoad(&reached); }
    first = end;
    end = workgroupUniformLoad(&levelEnd);
    level++;
  }
  if (lane == 0u) { order[params.bodies + level] = first; atomicStore(&counters[LEVELS], level); }
}
fn lowerThose(b: u32) {
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let own = manifolds[adjacency[params.bodies + i]];
    var below = NONE;
    if (own.b == b && (own.flags & B_ON_A) != 0u) { below = own.a; }
    if (own.a == b && (own.flags & A_ON_B) != 0u) { below = own.b; }
    if (below == NONE || bodies[below].inverseMass == 0.0) { continue; }
    if (atomicSub(&above[below], 1u) == 1u) { order[atomicAdd(&reached, 1u)] = below; }
  }
}
`;
