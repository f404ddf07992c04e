// Can the contacts of one body give it a wanted impulse? As solvers/hold-body.ts, in single precision: of all ways to share the
// impulse out, the one nearest to what the contacts carry already. Lengths are in units of the longest arm, and the solution is
// refined once, so that what is missing in the end is rounding of the impulses themselves.

export const HOLD_BODY = /* wgsl */ `
const MOST_ASKED = 32u;
// Of each contact asked: arm and weight along the normal, normal into the body and friction, impulse and weight across, what is found.
var<private> askedArm: array<vec4f, 32>;
var<private> askedPush: array<vec4f, 32>;
var<private> askedLoad: array<vec4f, 32>;
var<private> askedFound: array<vec3f, 32>;
var<private> asked: u32;
// L D L^T of P D P^T, row by row.
var<private> K: array<f32, 36>;
struct Wrench { force: vec3f, torque: vec3f }

fn addOuter(weight: f32, lin: vec3f, ang: vec3f) {
  let c = array<f32, 6>(lin.x, lin.y, lin.z, ang.x, ang.y, ang.z);
  for (var i = 0u; i < 6u; i++) { for (var j = 0u; j <= i; j++) { K[6u * i + j] += weight * c[i] * c[j]; } }
}
fn factor() {
  let linear = max(K[0], max(K[7], K[14]));
  let angular = max(K[21], max(K[28], K[35]));
  for (var j = 0u; j < 6u; j++) {
    let pivot = K[7u * j];
    if (pivot <= 1e-6 * select(angular, linear, j < 3u)) { K[7u * j] = 0.0; continue; }
    for (var i = j + 1u; i < 6u; i++) {
      let f = K[6u * i + j] / pivot;
      for (var k = j + 1u; k <= i; k++) { K[6u * i + k] -= f * K[6u * k + j]; }
    }
    for (var i = j + 1u; i < 6u; i++) { K[6u * i + j] /= pivot; }
  }
}
fn solved(w: Wrench) -> Wrench {
  var y = array<f32, 6>(w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z);
  for (var j = 0u; j < 6u; j++) {
    if (K[7u * j] == 0.0) { y[j] = 0.0; continue; }
    for (var i = j + 1u; i < 6u; i++) { y[i] -= K[6u * i + j] * y[j]; }
  }
  for (var l = 0u; l < 6u; l++) {
    let j = 5u - l;
    if (K[7u * j] == 0.0) { y[j] = 0.0; continue; }
    var sum = y[j] / K[7u * j];
    for (var i = j + 1u; i < 6u; i++) { if (K[7u * i] != 0.0) { sum -= K[6u * i + j] * y[i]; } }
    y[j] = sum;
  }
  return Wrench(vec3f(y[0], y[1], y[2]), vec3f(y[3], y[4], y[5]));
}
fn missingOf(wanted: Wrench) -> Wrench {
  var left = wanted;
  for (var i = 0u; i < asked; i++) { left.force -= askedFound[i]; left.torque -= cross(askedArm[i].xyz, askedFound[i]); }
  return left;
}
// What every contact gives, so that all that are not open give what is wanted; false where they cannot.
fn shareOut(wanted: Wrench, allowed: f32) -> bool {
  for (var i = 0u; i < 36u; i++) { K[i] = 0.0; }
  for (var i = 0u; i < asked; i++) {
    let weight = askedArm[i].w;
    if (weight == 0.0) { askedFound[i] = vec3f(0.0); continue; }
    askedFound[i] = askedLoad[i].xyz;
    let t = askedLoad[i].w;
    let r = askedArm[i].xyz;
    // The column of P for the normal, and those of the isotropic part.
    for (var axis = 0u; axis < 4u; axis++) {
      var d = askedPush[i].xyz;
      if (axis > 0u) { d = vec3f(0.0); d[axis - 1u] = 1.0; }
      addOuter(select(t, weight - t, axis == 0u), d, cross(r, d));
    }
  }
  factor();
  var left = missingOf(wanted);
  for (var round = 0u; round < 3u; round++) {
    let y = solved(left);
    for (var i = 0u; i < asked; i++) {
      if (askedArm[i].w == 0.0) { continue; }
      let v = y.force + cross(y.torque, askedArm[i].xyz);
      let n = askedPush[i].xyz;
      askedFound[i] += askedLoad[i].w * v + ((askedArm[i].w - askedLoad[i].w) * dot(v, n)) * n;
    }
    left = missingOf(wanted);
  }
  let most = max(abs(left.force), abs(left.torque));
  return max(most.x, max(most.y, most.z)) <= allowed;
}
// Opens contacts that would pull and keeps the friction of those that would slip.
fn meetLimits() -> bool {
  var met = false;
  for (var i = 0u; i < asked; i++) {
    if (askedArm[i].w == 0.0) { continue; }
    let n = askedPush[i].xyz;
    let load = dot(askedFound[i], n);
    if (load < 0.0) { askedArm[i].w = 0.0; met = true; continue; }
    let slip = askedFound[i] - load * n;
    let limit = askedPush[i].w * load;
    if (dot(slip, slip) > limit * limit * 1.000002) {
      if (askedLoad[i].w == 0.0) { askedArm[i].w = 0.0; }
      askedLoad[i].w = 0.0;
      met = true;
    }
  }
  return met;
}
fn startWeights(wanted: Wrench) {
  var mean = abs(wanted.force.x) + abs(wanted.force.y) + abs(wanted.force.z);
  for (var i = 0u; i < asked; i++) { mean += dot(askedPush[i].xyz, askedLoad[i].xyz); }
  mean /= f32(asked);
  if (mean == 0.0) { mean = 1.0; }
  for (var i = 0u; i < asked; i++) {
    let weight = max(dot(askedPush[i].xyz, askedLoad[i].xyz), 0.25 * mean) / mean;
    askedArm[i].w = weight;
    askedLoad[i].w = weight * min(1.0, askedPush[i].w);
  }
}
// Weights in proportion to what was found.
fn weighByLoad() -> bool {
  var loads = 0.0;
  for (var i = 0u; i < asked; i++) { loads += max(0.0, dot(askedFound[i], askedPush[i].xyz)); }
  if (loads == 0.0) { return false; }
  let mean = loads / f32(asked);
  for (var i = 0u; i < asked; i++) {
    let weight = max(dot(askedFound[i], askedPush[i].xyz) / mean, 1e-3);
    askedArm[i].w = weight;
    askedLoad[i].w = weight * min(1.0, askedPush[i].w);
  }
  return true;
}
// Whether the contacts asked can give all that is wanted, loads included; then askedFound has what each gives.
//
// First with what they carry, then afresh. Last, friction in proportion to the loads: three times the loads alone, each time with the
// last ones as weights, then with all limits.
fn holdBody(given: Wrench, allowed: f32) -> bool {
  var arm = 0.0;
  for (var i = 0u; i < asked; i++) { let r = abs(askedArm[i].xyz); arm = max(arm, max(r.x, max(r.y, r.z))); }
  if (arm == 0.0) { return false; }
  for (var i = 0u; i < asked; i++) { askedArm[i] = vec4f(askedArm[i].xyz / arm, 0.0); }
  let wanted = Wrench(given.force, given.torque / arm);
  var way = 0u;
  var attempt = 0u;
  for (var i = 0u; i < 24u; i++) {
    if (attempt == 0u) {
      if (way == 1u) { for (var k = 0u; k < asked; k++) { askedLoad[k] = vec4f(0.0); } }
      startWeights(wanted);
    }
    attempt++;
    let isShared = shareOut(wanted, allowed);
    if (way == 2u && attempt <= 3u) { if (!isShared || !weighByLoad()) { return false; } continue; }
    if (isShared && !meetLimits()) { return true; }
    if (isShared && attempt < select(6u, 9u, way == 2u)) { continue; }
    if (way == 2u) { return false; }
    way++;
    attempt = 0u;
  }
  return false;
}
`;
