// Manifolds of one colour have no body that moves in common, so a sweep takes them side by side.
//
// A manifold keeps its colour as long as it lasts. A new one takes the lowest colour that neither of its bodies has, if it has the
// lowest number of all that want one at both of its bodies; the numbers are shuffled. What has no colour after the last round is
// swept one by one.

export const COLOURS_OF_NEW = /* wgsl */ `
@compute @workgroup_size(256)
fn claim(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  let half = stage.index & 1u;
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let own = manifolds[m];
    if (own.colour != NONE) { continue; }
    let number = mixed(m);
    if (bodies[own.a].inverseMass > 0.0) { atomicMin(&claims[2u * own.a + half], number); }
    if (bodies[own.b].inverseMass > 0.0) { atomicMin(&claims[2u * own.b + half], number); }
  }
}
@compute @workgroup_size(256)
fn colour(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  let half = stage.index & 1u;
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let own = manifolds[m];
    if (own.colour != NONE) { continue; }
    let number = mixed(m);
    let movesA = bodies[own.a].inverseMass > 0.0;
    let movesB = bodies[own.b].inverseMass > 0.0;
    if (movesA) { atomicStore(&claims[2u * own.a + 1u - half], NONE); }
    if (movesB) { atomicStore(&claims[2u * own.b + 1u - half], NONE); }
    if (movesA && atomicLoad(&claims[2u * own.a + half]) != number) { continue; }
    if (movesB && atomicLoad(&claims[2u * own.b + half]) != number) { continue; }
    var low = 0u;
    var high = 0u;
    if (movesA) { low = atomicLoad(&colourMasks[2u * own.a]); high = atomicLoad(&colourMasks[2u * own.a + 1u]); }
    if (movesB) { low |= atomicLoad(&colourMasks[2u * own.b]); high |= atomicLoad(&colourMasks[2u * own.b + 1u]); }
    var free = countTrailingZeros(~low);
    if (low == NONE) { if (high == NONE) { continue; } free = 32u + countTrailingZeros(~high); }
    manifolds[m].colour = free;
    let word = free >> 5u;
    let bit = 1u << (free & 31u);
    if (movesA) { atomicOr(&colourMasks[2u * own.a + word], bit); }
    if (movesB) { atomicOr(&colourMasks[2u * own.b + word], bit); }
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
