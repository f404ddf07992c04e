// Kernels of bodies alone: inertia in the world's frame, forces, start of the sweeps, motion.

export const BEGIN = /* wgsl */ `
// What the last step counted is cleared, but for what the next one needs.
@compute @workgroup_size(256)
fn clearCounters(@builtin(local_invocation_index) lane: u32) {
  let old = counters[MANIFOLDS];
  storageBarrier();
  if (lane == TAKEN) { return; }
  counters[lane] = select(0u, old, lane == OLD_MANIFOLDS);
}
@compute @workgroup_size(256)
fn beginStep(@builtin(global_invocation_id) id: vec3u) {
  let b = id.x;
  if (b >= params.bodies) { return; }
  let r = matrixOf(bodies[b].q);
  let s = traits[2u * b].xyz;
  let x = r[0] * s.x;
  let y = r[1] * s.y;
  let z = r[2] * s.z;
  inertias[2u * b] = vec4f(x * r[0] + y * r[1] + z * r[2], bodies[b].inverseMass);
  let across = x * r[0].yzx + y * r[1].yzx + z * r[2].yzx;
  inertias[2u * b + 1u] = vec4f(across.x, across.z, across.y, 0.0);
  shifts[2u * b] = vec4f(0.0);
  shifts[2u * b + 1u] = vec4f(0.0);
  claims[2u * b] = NONE;
  claims[2u * b + 1u] = NONE;
  colourMasks[2u * b] = 0u;
  colourMasks[2u * b + 1u] = 0u;
  refusedAt[b] = 0u;
  levels[params.bodies + 2u + b] = 0u;
  adjacency[b] = 0u;
}
`;

const FORCES = /* wgsl */ `
// Velocities before contacts act: after gravity and damping.
fn freeVelocity(b: u32) -> array<vec3f, 2> {
  let own = traits[2u * b + 1u];
  let v = bodies[b].v / (1.0 + params.dt * own.y) + params.gravity * (own.x * params.dt);
  let w = bodies[b].w / (1.0 + params.dt * own.z);
  return array<vec3f, 2>(v, w);
}
// What is within this of rest is at rest: a share of what gravity adds, and rounding of what contacts carry [m/s].
fn restTolerance(carried: f32, inverseMass: f32) -> f32 { return params.still * params.fall + 5e-7 * carried * inverseMass; }
`;

export const ENTRIES_OF_BODIES = /* wgsl */ `
fn firstEntry(b: u32) -> u32 { if (b == 0u) { return 0u; } return adjacency[b - 1u]; }
`;

export const LAUNCH = /* wgsl */ `
${FORCES}
${ENTRIES_OF_BODIES}
// Velocities from which sweeps start, and whether loads alone leave the body at rest.
@compute @workgroup_size(256)
fn launch(@builtin(global_invocation_id) id: vec3u) {
  let b = id.x;
  if (b >= params.bodies) { return; }
  let inverseMass = bodies[b].inverseMass;
  if (inverseMass == 0.0) { states[b] = AT_REST; swept[2u * b] = vec4f(0.0); swept[2u * b + 1u] = vec4f(0.0); return; }
  let free = freeVelocity(b);
  var lin = vec3f(0.0);
  var ang = vec3f(0.0);
  var open = vec3f(0.0);
  var openTurn = vec3f(0.0);
  var carried = 0.0;
  for (var i = firstEntry(b); i < adjacency[b]; i++) {
    let m = adjacency[params.bodies + i];
    let isB = manifolds[m].b == b;
    for (var k = 4u * m; k < 4u * m + manifolds[m].points; k++) {
      let load = points[k].load;
      let j = select(-load.xyz, load.xyz, isB);
      let r = select(points[k].ra, points[k].rb, isB);
      carried += abs(load.w);
      if (points[k].bias == 0.0) { lin += j; ang += cross(r, j); } else { open += j; openTurn += cross(r, j); }
    }
  }
  let d = inertias[2u * b].xyz;
  let o = inertias[2u * b + 1u].xyz;
  let v = free[0] + lin * inverseMass;
  let w = free[1] + symTimes(d, o, ang);
  let tolerance = restTolerance(carried, inverseMass);
  let turnRadius = traits[2u * b + 1u].w;
  let isAtRest = max(max(abs(v.x), abs(v.y)), abs(v.z)) <= tolerance
    && max(max(abs(w.x), abs(w.y)), abs(w.z)) * turnRadius <= tolerance;
  states[b] = select(UNASKED, AT_REST, isAtRest);
  if (!isAtRest) { atomicAdd(&counters[MOVING], 1u); }
  // The impulse and angular impulse that would bring the body to rest.
  let s = traits[2u * b].xyz;
  wants[2u * b] = vec4f(-free[0] / inverseMass, inverseMass);
  wants[2u * b + 1u] = vec4f(-turn(bodies[b].q, turnBack(bodies[b].q, free[1]) / s), turnRadius);
  // What its loads leave at rest is quiet: sweeps pass it over until something moves beside it.
  let isQuiet = isAtRest && all(open == vec3f(0.0)) && all(openTurn == vec3f(0.0));
  swept[2u * b] = select(vec4f(v + open * inverseMass, 1.0), vec4f(0.0), isQuiet);
  swept[2u * b + 1u] = select(vec4f(w + symTimes(d, o, openTurn), 0.0), vec4f(0.0), isQuiet);
}
`;

export const INTEGRATE = /* wgsl */ `
fn rotationBy(v: vec3f) -> vec4f {
  let half = 0.5 * length(v);
  var s = 0.5 * (1.0 - half * half / 6.0);
  if (half > 0.05) { s = 0.5 * sin(half) / half; }
  return vec4f(v * s, cos(half));
}
@compute @workgroup_size(256)
fn integrate(@builtin(global_invocation_id) id: vec3u) {
  let b = id.x;
  if (b == 0u && counters[OVERFLOW] == 0u) { counters[TAKEN]++; }
  if (b >= params.bodies || counters[OVERFLOW] != 0u || bodies[b].inverseMass == 0.0) { return; }
  let state = states[b];
  var v = vec3f(0.0);
  var w = vec3f(0.0);
  if (state == REFUSED || state == UNASKED || state == LATE) { v = swept[2u * b].xyz; w = swept[2u * b + 1u].xyz; }
  let shift = v * params.dt + shifts[2u * b].xyz;
  let around = w * params.dt + shifts[2u * b + 1u].xyz;
  var pose = bodies[b];
  pose.was = pose.q;
  if (any(shift != vec3f(0.0))) {
    var at = pose.at + shift;
    let cells = round(at / params.cell);
    pose.at = at - cells * params.cell;
    pose.cell += vec3i(cells);
  }
  if (any(around != vec3f(0.0))) {
    let before = pose.q;
    pose.q = normalize(joined(rotationBy(around), pose.q));
    // What turns freely keeps its angular momentum.
    let s = traits[2u * b].xyz;
    if (any(s.xy != s.yz)) {
      let momentum = turn(before, turnBack(before, w) / s);
      w = turn(pose.q, turnBack(pose.q, momentum) * s);
    }
  }
  pose.v = v;
  pose.w = w;
  bodies[b] = pose;
}
`;
