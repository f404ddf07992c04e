// Kernels of the gates, which refuse bodies before levels are found: bodies without support, bouncing or fast ones.
//
// A pass depends only on refusals of earlier passes, so the order of bodies does not matter. A body that rests only on
// refused bodies is refused one pass later. In piles taller than the number of passes, holding finds the rest.

export const GATES = /* wgsl */ `
const GATE_PASSES = 16u;
var<workgroup> isGateOpen: u32;
fn passesGate(b: u32, number: u32) -> bool {
  let own = wants[2u * b];
  if (number == 1u && length(own.xyz) * own.w > params.fast * params.fall) { return false; }
  var meetsRefused = false;
  var isSupported = false;
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let row = manifolds[adjacency[params.bodies + i]];
    if ((row.flags & BOUNCES) != 0u) { return false; }
    let when = atomicLoad(&refusedAt[select(row.b, row.a, row.b == b)]);
    if (when != 0u && when < number) { meetsRefused = true; continue; }
    if (standsOn(row, b) && (row.flags & CLOSED) != 0u) { isSupported = true; }
  }
  return isSupported || (states[b] == AT_REST && !meetsRefused);
}
// Passes from stage.index on, so many as stage.count: one by all workgroups, or several by a single one.
@compute @workgroup_size(256)
fn gate(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var number = stage.index; number < stage.index + stage.count; number++) {
    // A pass in which nobody was refused is the last.
    if (id.x % 256u == 0u) {
      isGateOpen = select(0u, 1u, atomicLoad(&counters[MOVING]) != 0u && atomicLoad(&counters[LAST_GATE]) + 1u >= number);
    }
    if (workgroupUniformLoad(&isGateOpen) == 0u) { return; }
    for (var b = id.x; b < params.bodies; b += groups.x * 256u) {
      if (bodies[b].inverseMass == 0.0 || atomicLoad(&refusedAt[b]) != 0u || passesGate(b, number)) { continue; }
      atomicStore(&refusedAt[b], number);
      states[b] = REFUSED;
      atomicMax(&counters[LAST_GATE], number);
    }
    storageBarrier();
  }
}
`;
