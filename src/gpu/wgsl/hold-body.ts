// Functions that find whether the contacts of a body can give a wanted impulse, as solvers/hold-body.ts does, in single
// precision. Of all distributions of the impulse over the contacts, the one nearest to their loads is found. Lengths
// are in units of the longest arm, and the solution is refined once, so that its error is that of rounded impulses.

const AXES = [0, 1, 2, 3, 4, 5];
const entry = (i: number, j: number) => `k${i}${j}`;
const lower = AXES.flatMap((i) => AXES.slice(0, i + 1).map((j) => [i, j] as const));
const below = (j: number) => AXES.slice(j + 1);

/** Source of one column of L D L^T. */
const eliminate = (j: number) => {
  const rows = below(j).map((i) => {
    const updates = below(j)
      .filter((k) => k <= i)
      .map((k) => `${entry(i, k)} -= f * ${entry(k, j)};`);
    return `{ let f = ${entry(i, j)} / pivot; ${updates.join(' ')} }`;
  });
  const scaled = below(j).map((i) => `${entry(i, j)} /= pivot;`);
  return `{ let pivot = ${entry(j, j)};
    if (pivot <= 1e-6 * ${j < 3 ? 'linear' : 'angular'}) { ${entry(j, j)} = 0.0; } else { ${rows.join(' ')} ${scaled.join(' ')} } }`;
};
const forward = (j: number) =>
  `if (${entry(j, j)} == 0.0) { y${j} = 0.0; } else { ${below(j)
    .map((i) => `y${i} -= ${entry(i, j)} * y${j};`)
    .join(' ')} }`;
const back = (j: number) =>
  `if (${entry(j, j)} != 0.0) { y${j} /= ${entry(j, j)}; ${below(j)
    .map((i) => `y${j} -= ${entry(i, j)} * y${i};`)
    .join(' ')} }`;

// The matrix in single numbers, and its factors without loops: so it stays in registers, which is what a body is waited for.
const FACTOR = /* wgsl */ `
${lower.map(([i, j]) => `var<private> ${entry(i, j)}: f32;`).join('\n')}
struct Wrench { force: vec3f, torque: vec3f }

fn clearMatrix() { ${lower.map(([i, j]) => `${entry(i, j)} = 0.0;`).join(' ')} }
// Weights along the normal, and besides in all directions.
fn addContact(r: vec3f, n: vec3f, along: f32, t: f32) {
  let m = cross(r, n);
  let c0 = along * n.x; let c1 = along * n.y; let c2 = along * n.z;
  let c3 = along * m.x; let c4 = along * m.y; let c5 = along * m.z;
  ${lower.map(([i, j]) => `${entry(i, j)} += c${i} * ${['n.x', 'n.y', 'n.z', 'm.x', 'm.y', 'm.z'][j]};`).join(' ')}
  k00 += t; k11 += t; k22 += t;
  k40 += t * r.z; k50 -= t * r.y; k31 -= t * r.z; k51 += t * r.x; k32 += t * r.y; k42 -= t * r.x;
  k33 += t * (r.y * r.y + r.z * r.z); k44 += t * (r.x * r.x + r.z * r.z); k55 += t * (r.x * r.x + r.y * r.y);
  k43 -= t * r.x * r.y; k53 -= t * r.x * r.z; k54 -= t * r.y * r.z;
}
fn factor() {
  let linear = max(k00, max(k11, k22));
  let angular = max(k33, max(k44, k55));
  ${AXES.map(eliminate).join('\n  ')}
}
fn solved(w: Wrench) -> Wrench {
  var y0 = w.force.x; var y1 = w.force.y; var y2 = w.force.z; var y3 = w.torque.x; var y4 = w.torque.y; var y5 = w.torque.z;
  ${AXES.map(forward).join('\n  ')}
  ${[...AXES].reverse().map(back).join('\n  ')}
  return Wrench(vec3f(y0, y1, y2), vec3f(y3, y4, y5));
}`;

export const HOLD_BODY = /* wgsl */ `
const MOST_ASKED = 32u;
// Of each contact asked: arm and weight along the normal, normal into the body and friction, impulse and weight across, what is found.
var<private> askedArm: array<vec4f, 32>;
var<private> askedPush: array<vec4f, 32>;
var<private> askedLoad: array<vec4f, 32>;
var<private> askedFound: array<vec3f, 32>;
var<private> asked: u32;
${FACTOR}
fn missingOf(wanted: Wrench) -> Wrench {
  var left = wanted;
  for (var i = 0u; i < asked; i++) { left.force -= askedFound[i]; left.torque -= cross(askedArm[i].xyz, askedFound[i]); }
  return left;
}
// What every contact gives, so that all that are not open give what is wanted; false where they cannot.
fn shareOut(wanted: Wrench, allowed: f32) -> bool {
  clearMatrix();
  for (var i = 0u; i < asked; i++) {
    let weight = askedArm[i].w;
    if (weight == 0.0) { askedFound[i] = vec3f(0.0); continue; }
    askedFound[i] = askedLoad[i].xyz;
    let across = askedLoad[i].w;
    addContact(askedArm[i].xyz, askedPush[i].xyz, weight - across, across);
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
