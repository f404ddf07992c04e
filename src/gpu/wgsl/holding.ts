// Kernels of holding: supports bring bodies to rest, level by level from the top down, under the impulses of the bodies
// above.
//
// A body that its supports cannot hold is refused and keeps the velocity of the sweeps. Bodies that it holds are
// released, and in the next round those are asked again for which something has changed. A body refused in the last
// round keeps the impulses by which it holds others, so every impulse acts on both of its bodies.
//
// Bodies of one level are asked at the same time: of another one that is neither on nor below it, a body sees only what
// came of earlier rounds.

export const HOLDING = /* wgsl */ `
const ROUNDS = 4u;

fn outcomeOf(b: u32) -> u32 { return states[b] & OUTCOME; }

// Whether what a body has to hold may be another one: by who was refused in the round before, or by what stands on it.
fn isDue(b: u32, number: u32) -> bool {
  if (number == 1u && states[b] == UNASKED) { return true; }
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let row = manifolds[adjacency[params.bodies + i]];
    let other = states[select(row.b, row.a, row.b == b)];
    if (other == (REFUSED | ((number - 1u) << ROUND_SHIFT))) { return true; }
    if (other >> ROUND_SHIFT == number && carries(row, b)) { return true; }
  }
  return false;
}

// Asks the supports of a body for what brings it to rest; returns false where it is refused.
fn isHeld(b: u32, number: u32) -> bool {
  let own = wants[2u * b];
  let inverseMass = own.w;
  let radius = wants[2u * b + 1u].w;
  var wanted = Wrench(own.xyz, wants[2u * b + 1u].xyz);
  // What moves the body but for those that are held: its velocity, forces, and what was refused.
  var free = wanted.force;
  var carried = 0.0;
  asked = 0u;
  var isOver = false;
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let m = adjacency[params.bodies + i];
    let row = manifolds[m];
    let isB = row.b == b;
    let isSupport = standsOn(row, b);
    let isAbove = carries(row, b);
    let other = outcomeOf(select(row.b, row.a, isB));
    let isFree = other == REFUSED || (isAbove && other == LEAVING);
    if ((row.flags & BOUNCES) != 0u) { return false; }
    for (var k = 4u * m; k < 4u * m + row.points; k++) {
      let r = select(points[k].ra, points[k].rb, isB);
      let isClosed = points[k].bias == 0.0;
      var j = points[k].load.xyz;
      if (isFree) { j = sweptImpulses[k].xyz; }
      else if (!isClosed) { j = vec3f(0.0); }
      else if (isAbove) { j = heldImpulses[k].xyz; }
      j = select(-j, j, isB);
      if (isSupport && !isFree) {
        if (!isClosed) { heldImpulses[k] = vec4f(0.0); continue; }
        if (asked == MOST_ASKED) { isOver = true; continue; }
        askedArm[asked] = vec4f(r, 0.0);
        askedPush[asked] = vec4f(select(-row.normal, row.normal, isB), row.friction);
        askedLoad[asked] = vec4f(j, 0.0);
        askedNumber[asked] = k * 2u + select(0u, 1u, isB);
        asked++;
        continue;
      }
      carried += abs(j.x) + abs(j.y) + abs(j.z);
      if (isFree) { free -= j; }
      wanted.force -= j;
      wanted.torque -= cross(r, j);
    }
  }
  if (isOver) { return false; }
  var left = wanted;
  for (var i = 0u; i < asked; i++) {
    left.force -= askedLoad[i].xyz;
    left.torque -= cross(askedArm[i].xyz, askedLoad[i].xyz);
    carried += abs(askedLoad[i].x) + abs(askedLoad[i].y) + abs(askedLoad[i].z);
  }
  let most = max(max(abs(left.force.x), abs(left.force.y)), abs(left.force.z));
  let mostTurn = max(max(abs(left.torque.x), abs(left.torque.y)), abs(left.torque.z)) / radius;
  let tolerance = restTolerance(carried, inverseMass) / inverseMass;
  if (max(most, mostTurn) <= tolerance) {
    for (var i = 0u; i < asked; i++) { heldImpulses[askedNumber[i] / 2u] = points[askedNumber[i] / 2u].load; }
    // Impulses begin as the loads, so only those that were others have changed.
    states[b] = AT_REST | select(0u, number << ROUND_SHIFT, outcomeOf(b) == HELD);
    return true;
  }
  // What is fast lands, and is not held yet.
  if (asked == 0u || length(free) * inverseMass > params.fast * params.fall) { return false; }
  if (!holdBody(wanted, 0.25 * tolerance + 2e-6 * carried)) { return false; }
  for (var i = 0u; i < asked; i++) {
    let isB = (askedNumber[i] & 1u) == 1u;
    let load = max(0.0, dot(askedFound[i], askedPush[i].xyz));
    heldImpulses[askedNumber[i] / 2u] = vec4f(select(-askedFound[i], askedFound[i], isB), load);
  }
  states[b] = HELD | (number << ROUND_SHIFT);
  return true;
}
var<private> askedNumber: array<u32, 32>;

// In the last round a body that is refused keeps its loads.
fn ask(b: u32, number: u32) -> bool {
  if (outcomeOf(b) == REFUSED || !isDue(b, number) || isHeld(b, number)) { return true; }
  states[b] = select(LEAVING, LATE, number == ROUNDS) | (number << ROUND_SHIFT);
  if (number < ROUNDS) { return false; }
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let m = adjacency[params.bodies + i];
    if (!standsOn(manifolds[m], b)) { continue; }
    for (var k = 4u * m; k < 4u * m + manifolds[m].points; k++) { heldImpulses[k] = points[k].load; }
  }
  return false;
}
// How many levels there are, where the round is due: the first, and others while somebody was refused in the one before.
fn dueLevels(round: u32) -> u32 {
  if (atomicLoad(&counters[MOVING]) == 0u) { return 0u; }
  if (round > 0u && atomicLoad(&counters[ROUND_REFUSALS + round - 1u]) == 0u) { return 0u; }
  return atomicLoad(&counters[LEVELS]);
}
fn noteRefusals(round: u32, refused: u32) {
  if (refused > 0u) { atomicAdd(&counters[ROUND_REFUSALS + round], refused); }
}
// One where the body is refused.
fn askAndCount(b: u32) -> u32 { return select(1u, 0u, ask(b, stage.index + 1u)); }
// Level stage.count in round stage.index, by many small workgroups.
@compute @workgroup_size(32)
fn askLevel(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let level = stage.count;
  if (level >= dueLevels(stage.index)) { return; }
  let first = levels[level];
  let size = levels[levelSize(level)];
  var refused = 0u;
  for (var i = id.x; i < size; i += groups.x * 32u) { refused += askAndCount(order[first + i]); }
  noteRefusals(stage.index, refused);
}
var<workgroup> waveLevels: u32;
// All levels from stage.count on, by one workgroup.
@compute @workgroup_size(256)
fn askRest(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) { waveLevels = dueLevels(stage.index); }
  let end = workgroupUniformLoad(&waveLevels);
  var refused = 0u;
  for (var level = stage.count; level < end; level++) {
    let first = levels[level];
    let size = levels[levelSize(level)];
    for (var i = lane; i < size; i += 256u) { refused += askAndCount(order[first + i]); }
    storageBarrier();
  }
  noteRefusals(stage.index, refused);
}
`;

export const RELEASE = /* wgsl */ `
// Whoever is held by a body that leaves, or that is refused last, leaves too, and is listed; returns how many.
fn releaseThoseOn(b: u32, number: u32) -> u32 {
  var released = 0u;
  let left = select(REFUSED, LATE, number == ROUNDS) | (number << ROUND_SHIFT);
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let m = adjacency[params.bodies + i];
    let row = manifolds[m];
    if (!carries(row, b)) { continue; }
    let other = select(row.b, row.a, row.b == b);
    if ((atomicLoad(&states[other]) & OUTCOME) != HELD) { continue; }
    var isHolding = false;
    for (var k = 4u * m; k < 4u * m + row.points; k++) { isHolding = isHolding || heldImpulses[k].w > 0.0; }
    if (isHolding && (atomicExchange(&states[other], left) & OUTCOME) == HELD) {
      above[atomicAdd(&counters[RELEASED], 1u)] = other;
      released++;
    }
  }
  return released;
}
// Those that were asked in round stage.index and not held leave.
@compute @workgroup_size(256)
fn release(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (atomicLoad(&counters[ROUND_REFUSALS + stage.index]) == 0u) { return; }
  let number = stage.index + 1u;
  let leaving = select(LEAVING, LATE, number == ROUNDS) | (number << ROUND_SHIFT);
  let count = atomicLoad(&counters[ASKED]);
  var released = 0u;
  for (var i = id.x; i < count; i += groups.x * 256u) {
    let b = order[i];
    if (atomicLoad(&states[b]) != leaving) { continue; }
    if (number < ROUNDS) { atomicStore(&states[b], REFUSED | (number << ROUND_SHIFT)); }
    released += releaseThoseOn(b, number);
  }
  noteRefusals(stage.index, released);
}
var<workgroup> releasedFirst: u32;
var<workgroup> releasedEnd: u32;
// Those on whoever was released, and so on upwards, by one workgroup.
@compute @workgroup_size(256)
fn releaseRest(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    releasedFirst = atomicLoad(&counters[RELEASED_BEFORE]);
    releasedEnd = atomicLoad(&counters[RELEASED]);
  }
  var first = workgroupUniformLoad(&releasedFirst);
  var end = workgroupUniformLoad(&releasedEnd);
  var released = 0u;
  while (first < end) {
    for (var i = first + lane; i < end; i += 256u) { released += releaseThoseOn(above[i], stage.index + 1u); }
    storageBarrier();
    first = end;
    if (lane == 0u) { releasedEnd = atomicLoad(&counters[RELEASED]); }
    end = workgroupUniformLoad(&releasedEnd);
  }
  noteRefusals(stage.index, released);
  if (lane == 0u) { atomicStore(&counters[RELEASED_BEFORE], end); }
}
`;

export const SETTLE = /* wgsl */ `
// What each contact did in this step, and the load that the next one starts from. A contact of what was struck keeps at most twice its
// load and a body's weight.
@compute @workgroup_size(256)
fn settleContacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&counters[MANIFOLDS]), params.manifoldRoom);
  let isMoving = atomicLoad(&counters[MOVING]) != 0u;
  for (var m = id.x; m < count; m += groups.x * 256u) {
    let own = manifolds[m];
    let a = states[own.a];
    let b = states[own.b];
    let isSwept = a == REFUSED || b == REFUSED;
    let isAsked = (own.flags & (A_ON_B | B_ON_A)) != 0u;
    // Which loads a struck body lays on others is not known, so all that is swept grows by steps.
    let lighter = max(bodies[own.a].inverseMass, bodies[own.b].inverseMass);
    for (var k = 4u * m; k < 4u * m + own.points; k++) {
      let point = points[k];
      var load = point.load;
      if (isMoving) {
        if (isSwept) {
          load = sweptImpulses[k];
          let most = 2.0 * point.load.w + params.fall / lighter;
          if (load.w > most) { load *= most / load.w; }
        } else if (point.bias != 0.0) { load = vec4f(0.0); }
        else if (isAsked) { load = heldImpulses[k]; }
        points[k].load = load;
      }
      // Where the contact will be at the end of the step.
      var va = vec3f(0.0); var wa = vec3f(0.0); var vb = vec3f(0.0); var wb = vec3f(0.0);
      if (a >= REFUSED) { va = swept[2u * own.a].xyz; wa = swept[2u * own.a + 1u].xyz; }
      if (b >= REFUSED) { vb = swept[2u * own.b].xyz; wb = swept[2u * own.b + 1u].xyz; }
      let gap = point.gap + params.dt * dot(vb + cross(wb, point.rb) - va - cross(wa, point.ra), own.normal);
      let over = -gap - 1e-3 * own.thickness;
      if (over > 0.0) { atomicAdd(&counters[CORRECTED], 1u); }
      corrections[k] = vec2f(select(over, over * 0.3, over > 0.0), 0.0);
    }
  }
}
// What was refused last moves by the impulses that others were held by.
@compute @workgroup_size(256)
fn moveLate(@builtin(global_invocation_id) id: vec3u) {
  let body = id.x;
  if (body >= params.bodies) { return; }
  var outcome = states[body] & OUTCOME;
  // Who stands on what stands on it was not asked.
  if (outcome == UNASKED) { outcome = LATE; }
  states[body] = outcome;
  if (outcome != LATE) { return; }
  var lin = -wants[2u * body].xyz;
  var ang = -wants[2u * body + 1u].xyz;
  for (var i = firstEntry(body); i < adjacency[body]; i++) {
    let m = adjacency[params.bodies + i];
    let own = manifolds[m];
    let isB = own.b == body;
    let isSwept = (states[own.a] & OUTCOME) == REFUSED || (states[own.b] & OUTCOME) == REFUSED;
    for (var k = 4u * m; k < 4u * m + own.points; k++) {
      var j = points[k].load.xyz;
      if (isSwept) { j = sweptImpulses[k].xyz; }
      else if (points[k].bias != 0.0) { j = vec3f(0.0); }
      else if ((own.flags & (A_ON_B | B_ON_A)) != 0u) { j = heldImpulses[k].xyz; }
      j = select(-j, j, isB);
      lin += j;
      ang += cross(select(points[k].ra, points[k].rb, isB), j);
    }
  }
  swept[2u * body] = vec4f(lin * wants[2u * body].w, 0.0);
  swept[2u * body + 1u] = vec4f(symTimes(inertias[2u * body].xyz, inertias[2u * body + 1u].xyz, ang), 0.0);
}
`;
