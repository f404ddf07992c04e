// Kernels of graph colouring: manifolds of one colour share no moving body, so a sweep solves them in parallel.
//
// A manifold keeps its colour as long as it exists. In each round a new manifold takes the lowest colour that is free
// at both of its bodies, if its shuffled index is the lowest of all uncoloured manifolds of both bodies. Manifolds
// without a colour after the last round are swept one by one.

export const COLOURS_OF_NEW = /* wgsl */ `
const COLOUR_ROUNDS = 48u;
fn claimFor(m: u32, half: u32) {
  let own = manifolds[m];
  if (own.colour != NONE) { return; }
  let number = mixed(m);
  if (bodies[own.a].inverseMass > 0.0) { atomicMin(&claims[2u * own.a + half], number); }
  if (bodies[own.b].inverseMass > 0.0) { atomicMin(&claims[2u * own.b + half], number); }
}
// Returns whether the manifold still has no colour.
fn colourOne(m: u32, half: u32) -> bool {
  let own = manifolds[m];
  if (own.colour != NONE) { return false; }
  let number = mixed(m);
  let movesA = bodies[own.a].inverseMass > 0.0;
  let movesB = bodies[own.b].inverseMass > 0.0;
  if (movesA) { atomicStore(&claims[2u * own.a + 1u - half], NONE); }
  if (movesB) { atomicStore(&claims[2u * own.b + 1u - half], NONE); }
  if (movesA && atomicLoad(&claims[2u * own.a + half]) != number) { return true; }
  if (movesB && atomicLoad(&claims[2u * own.b + half]) != number) { return true; }
  var low = 0u;
  var high = 0u;
  if (movesA) { low = atomicLoad(&colourMasks[2u * own.a]); high = atomicLoad(&colourMasks[2u * own.a + 1u]); }
  if (movesB) { low |= atomicLoad(&colourMasks[2u * own.b]); high |= atomicLoad(&colourMasks[2u * own.b + 1u]); }
  var free = countTrailingZeros(~low);
  if (low == NONE) { if (high == NONE) { return true; } free = 32u + countTrailingZeros(~high); }
  manifolds[m].colour = free;
  let word = free >> 5u;
  let bit = 1u << (free & 31u);
  if (movesA) { atomicOr(&colourMasks[2u * own.a + word], bit); }
  if (movesB) { atomicOr(&colourMasks[2u * own.b + word], bit); }
  return false;
}
@compute @workgroup_size(256)
fn claim(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&counters[UNCOLOURED]);
  for (var i = id.x; i < count; i += groups.x * 256u) { claimFor(newManifolds[i], stage.index & 1u); }
}
@compute @workgroup_size(256)
fn colour(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&counters[UNCOLOURED]);
  for (var i = id.x; i < count; i += groups.x * 256u) { colourOne(newManifolds[i], stage.index & 1u); }
}
var<workgroup> withoutColour: atomic<u32>;
var<workgroup> newCount: u32;
// The rounds from stage.index on, by one workgroup.
@compute @workgroup_size(256)
fn colourRest(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) { newCount = atomicLoad(&counters[UNCOLOURED]); }
  let count = workgroupUniformLoad(&newCount);
  if (count == 0u) { return; }
  for (var round = stage.index; round < COLOUR_ROUNDS; round++) {
    if (lane == 0u) { atomicStore(&withoutColour, 0u); }
    for (var i = lane; i < count; i += 256u) { claimFor(newManifolds[i], round & 1u); }
    storageBarrier();
    workgroupBarrier();
    for (var i = lane; i < count; i += 256u) { if (colourOne(newManifolds[i], round & 1u)) { atomicAdd(&withoutColour, 1u); } }
    storageBarrier();
    workgroupBarrier();
    if (lane == 0u) { newCount = atomicLoad(&withoutColour); }
    if (workgroupUniformLoad(&newCount) == 0u) { break; }
  }
}
@compute @workgroup_size(256)
fn countColours(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  for (var m = id.x; m < count; m += groups.x * 256u) {
    atomicAdd(&counters[COLOUR_COUNTS + min(manifolds[m].colour, MOST_COLOURS)], 1u);
  }
}
@compute @workgroup_size(1)
fn startColours() {
  var first = 0u;
  for (var c = 0u; c <= MOST_COLOURS; c++) {
    atomicStore(&counters[COLOUR_STARTS + c], first);
    let count = atomicLoad(&counters[COLOUR_COUNTS + c]);
    if (count > 0u) { atomicStore(&counters[COLOURS], c + 1u); }
    first += count;
    atomicStore(&counters[COLOUR_COUNTS + c], 0u);
  }
}
@compute @workgroup_size(256)
fn listColours(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let c = min(manifolds[m].colour, MOST_COLOURS);
    colourList[atomicLoad(&counters[COLOUR_STARTS + c]) + atomicAdd(&counters[COLOUR_COUNTS + c], 1u)] = m;
  }
}
// Those without a colour in their order.
@compute @workgroup_size(1)
fn sortUncoloured() {
  let first = atomicLoad(&counters[COLOUR_STARTS + MOST_COLOURS]);
  let end = first + atomicLoad(&counters[COLOUR_COUNTS + MOST_COLOURS]);
  for (var i = first + 1u; i < end; i++) {
    let m = colourList[i];
    var at = i;
    while (at > first && colourList[at - 1u] > m) { colourList[at] = colourList[at - 1u]; at--; }
    colourList[at] = m;
  }
}
`;
