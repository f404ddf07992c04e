// Contacts of capsules and cylinders with each other and with boxes and hulls.
//
// A capsule is a segment. The distance of its points to another convex shape is a convex function along it, so
// bisection finds the nearest point. For a cylinder, the direction of greatest separation is searched, starting from
// faces, axes and normals of edges. Steps normal to each edge and axis follow the ridges of the separation, where two
// corners are support points.

export const NEAREST_ON_ROUND = /* wgsl */ `
fn nearestOnRound(s: Solid, p: vec3f) -> array<vec4f, 2> {
  if (s.kind == CAPSULE) {
    let q = vec3f(0.0, clamp(p.y, -s.size.y, s.size.y), 0.0);
    let d = p - q;
    let l = length(d);
    var n = vec3f(1.0, 0.0, 0.0);
    if (l > 0.0) { n = d / l; }
    return array<vec4f, 2>(vec4f(q + n * s.radius, l - s.radius), vec4f(n, 0.0));
  }
  let rho = length(p.xz);
  var out = vec3f(1.0, 0.0, 0.0);
  if (rho > 0.0) { out = vec3f(p.x, 0.0, p.z) / rho; }
  let side = rho - s.radius;
  let cap = abs(p.y) - s.size.y;
  let up = vec3f(0.0, select(1.0, -1.0, p.y < 0.0), 0.0);
  if (side <= 0.0 && cap <= 0.0) {
    if (cap >= side) { return array<vec4f, 2>(vec4f(p - up * cap, cap), vec4f(up, 0.0)); }
    return array<vec4f, 2>(vec4f(p - out * side, side), vec4f(out, 0.0));
  }
  let d = max(side, 0.0) * out + max(cap, 0.0) * up;
  let l = length(d);
  return array<vec4f, 2>(vec4f(p - d, l), vec4f(d / l, 0.0));
}
// Whether contacts are found by the searches of this file.
fn isSearched(a: u32, b: u32) -> bool {
  return a != SPHERE && b != HALF_SPACE && (a == CAPSULE || a == CYLINDER || b == CAPSULE || b == CYLINDER);
}
`;

const CAPSULES = /* wgsl */ `
const PROBES = 48u;
// Of a point on the axis of the capsule, at a share of its half length: outward normal of the other shape, and distance.
fn probe(b: Solid, p: vec3f) -> vec4f {
  let local = (p - b.at) * b.r;
  var near: array<vec4f, 2>;
  if (isPolytope(b.kind)) { near = nearestOnPolytope(b, local); } else { near = nearestOnRound(b, local); }
  return vec4f(b.r * near[1].xyz, near[0].w);
}
// First where the capsule is nearest, then how far to both sides the other's normal stays the same.
fn alongCapsule(a: Solid, b: Solid, margin: f32) -> vec3f {
  let way = a.r[1] * a.size.y;
  var low = -1.0;
  var high = 1.0;
  var t = 0.0;
  var nearest = vec4f(0.0);
  var place = 0.0;
  var isFound = false;
  var last = 0.0;
  // One loop for the three searches, so that distances are written once: 24 steps, and 12 for each side.
  for (var i = 0u; i < PROBES; i++) {
    if (i == 24u) { low = place; high = 1.0; t = 1.0; }
    if (i == 36u) { last = low; low = place; high = -1.0; t = -1.0; }
    if (i < 24u && isFound) { continue; }
    let now = probe(b, a.at + t * way);
    if (i < 24u) {
      let slope = dot(now.xyz, a.r[1]);
      nearest = now;
      place = t;
      isFound = abs(slope) < 1e-3;
      if (slope > 0.0) { high = t; } else { low = t; }
      t = 0.5 * (low + high);
      // An end may be the nearest.
      if (i == 22u) { t = select(low, high, high == 1.0); if (low == -1.0) { t = -1.0; } }
    } else {
      if (dot(now.xyz, nearest.xyz) > 0.999998) { low = t; } else { high = t; }
      t = 0.5 * (low + high);
    }
  }
  // A short piece is a point.
  let isLine = last - low > 1e-2;
  noteOnCapsule(a, b, select(place, last, isLine) * way, nearest.xyz, margin);
  if (isLine) { noteOnCapsule(a, b, low * way, nearest.xyz, margin); }
  return -nearest.xyz;
}
// The other shape is flat as far as its normal stays the same, so its distance is that of a plane.
fn noteOnCapsule(a: Solid, b: Solid, along: vec3f, n: vec3f, margin: f32) {
  let distance = dot(n, a.at + along - b.at) - extent(b, n).y;
  let gap = distance - a.radius;
  if (gap <= margin) { note(a.at + along - n * (a.radius + 0.5 * gap), gap); }
}
`;

const CYLINDERS = /* wgsl */ `
const SHRUNK = 0.8;
fn normalCount(s: Solid) -> u32 { if (s.kind == CYLINDER) { return 2u; } return faceCount(s); }
fn normalOf(s: Solid, i: u32) -> vec3f {
  if (s.kind == CYLINDER) { return s.r[1] * select(1.0, -1.0, i == 1u); }
  return s.r * face(s, i).xyz;
}
fn lineCount(s: Solid) -> u32 { if (s.kind == CYLINDER) { return 1u; } return edgeCount(s); }
fn lineOf(s: Solid, i: u32) -> vec3f { if (s.kind == CYLINDER) { return s.r[1]; } return s.r * edge(s, i); }

// Where a shape reaches farthest along d, from its own origin; of the end of a cylinder, the middle.
fn farthest(s: Solid, d: vec3f) -> vec3f {
  let l = d * s.r;
  if (s.kind == BOX) { return s.r * (s.size * select(vec3f(1.0), vec3f(-1.0), l < vec3f(0.0))); }
  if (s.kind == CYLINDER) {
    let across = length(l.xz);
    var out = vec3f(0.0);
    if (across > 1e-3) { out = vec3f(l.x, 0.0, l.z) * (s.radius / across); }
    return s.r * (out + vec3f(0.0, select(s.size.y, -s.size.y, l.y < 0.0), 0.0));
  }
  var best = vec3f(0.0);
  var high = -1e30;
  for (var i = 0u; i < cornerCount(s); i++) { let h = dot(corner(s, i), l); if (h > high) { high = h; best = corner(s, i); } }
  return s.r * best;
}
// The direction from a to b along which they are farthest apart, and how far.
fn roundAxis(a: Solid, b: Solid, margin: f32, tolerance: f32) -> vec4f {
  let to = b.at - a.at;
  let normalsA = normalCount(a);
  let normals = normalsA + normalCount(b);
  let linesA = lineCount(a);
  let linesB = lineCount(b);
  let given = normals + linesA * linesB + 1u;
  let trials = 2u * (linesA + linesB + 3u);
  var best = vec4f(0.0, 1.0, 0.0, -1e30);
  var step = 0.25;
  var trial = 0u;
  var isBetter = false;
  // Overlapping shapes have several such directions, shrunk ones that are apart have one: it is found first, coarsely. The second
  // search starts from there, the third from what is best of that and of the given directions.
  var share = SHRUNK;
  var lead = to;
  var phase = 0u;
  var k = 0u;
  for (var i = 0u; i < 4096u; i++) {
    var n: vec3f;
    let isGiven = k < given;
    if (isGiven) {
      let c = k;
      k++;
      if (c < normalsA) { n = normalOf(a, c); }
      else if (c < normals) { n = -normalOf(b, c - normalsA); }
      else if (c + 1u < given) {
        n = cross(lineOf(a, (c - normals) / linesB), lineOf(b, (c - normals) % linesB));
        if (dot(n, to) < 0.0) { n = -n; }
      } else { n = lead; }
      let size = length(n);
      if (size < 1e-2) { continue; }
      n /= size;
    } else {
      if (trial == trials) {
        if (!isBetter) { step *= 0.5; }
        trial = 0u;
        isBetter = false;
      }
      if (step < select(1e-3, 0.03, phase == 0u)) {
        if (phase == 2u) { break; }
        phase++;
        share = 1.0;
        lead = best.xyz;
        best.w = -1e30;
        k = select(0u, given - 1u, phase == 1u);
        step = 0.12;
        continue;
      }
      let way = trial / 2u;
      var d: vec3f;
      if (way < linesA) { d = lineOf(a, way); }
      else if (way < linesA + linesB) { d = lineOf(b, way - linesA); }
      else {
        d = vec3f(0.3, 0.5, 0.8);
        if (way > linesA + linesB) { d = cross(d, best.xyz); }
        // The way in which the separation grows fastest, where no supports change.
        if (way > linesA + linesB + 1u) { d = cross(best.xyz, to + share * (farthest(b, -best.xyz) - farthest(a, best.xyz))); }
      }
      d = cross(d, best.xyz);
      let size = length(d) * select(1.0, -1.0, (trial & 1u) == 1u);
      trial++;
      if (abs(size) < 1e-3) { continue; }
      n = normalize(best.xyz + d * (step / size));
    }
    let gap = dot(n, to) + share * (extent(b, n).x - extent(a, n).y);
    if (gap <= best.w + select(0.02 * tolerance, tolerance, isGiven)) { continue; }
    best = vec4f(n, gap);
    isBetter = true;
    if (phase > 0u && gap > margin) { break; }
  }
  return best;
}

// Of both shapes, what lies towards the other: a polygon, a line or a point; and its normal where it is a polygon.
var<private> features: array<vec3f, 48>;
var<private> featureSizes: array<u32, 2>;
var<private> featureNormals: array<vec3f, 2>;
fn setFeature(side: u32, s: Solid, d: vec3f) {
  let first = 24u * side;
  if (s.kind != CYLINDER) {
    var most = -2.0;
    var j = 0u;
    for (var i = 0u; i < faceCount(s); i++) { let h = dot(s.r * face(s, i).xyz, d); if (h > most) { most = h; j = i; } }
    featureSizes[side] = faceSize(s, j);
    featureNormals[side] = s.r * face(s, j).xyz;
    for (var k = 0u; k < featureSizes[side]; k++) { features[first + k] = s.at + s.r * faceCorner(s, j, k); }
    return;
  }
  let rise = dot(s.r[1], d);
  var out = d - s.r[1] * rise;
  let across = length(out);
  out = select(s.r[0], out / max(across, 1e-9), across > 1e-4);
  let end = s.r[1] * (s.size.y * select(1.0, -1.0, rise < 0.0));
  featureNormals[side] = vec3f(0.0);
  if (abs(rise) < 0.17) {
    featureSizes[side] = 2u;
    features[first] = s.at + out * s.radius + end;
    features[first + 1u] = s.at + out * s.radius - end;
    return;
  }
  features[first] = s.at + out * s.radius + end;
  featureSizes[side] = 1u;
  if (abs(rise) < 0.985) { return; }
  featureSizes[side] = 8u;
  featureNormals[side] = s.r[1] * sign(rise);
  let aside = cross(featureNormals[side], out);
  for (var k = 0u; k < 8u; k++) {
    let angle = 0.78539816 * f32(k);
    features[first + k] = s.at + end + s.radius * (cos(angle) * out + sin(angle) * aside);
  }
}
// Of a polygon, the two corners that lie farthest along d.
fn keepEdge(side: u32, d: vec3f) {
  if (featureSizes[side] <= 2u) { return; }
  var ends: array<vec3f, 2>;
  var far = -1e30;
  var near = -1e30;
  for (var k = 24u * side; k < 24u * side + featureSizes[side]; k++) {
    let h = dot(features[k], d);
    if (h > far) { ends[1] = ends[0]; near = far; ends[0] = features[k]; far = h; }
    else if (h > near) { ends[1] = features[k]; near = h; }
  }
  features[24u * side] = ends[0];
  features[24u * side + 1u] = ends[1];
  featureSizes[side] = 2u;
}
// Cuts what one shape has towards the other by the sides of the other's polygon, along n.
// No gap is less than that along n.
fn clipFeature(by: u32, n: vec3f, least: f32, margin: f32) {
  let own = 24u * (1u - by);
  var size = featureSizes[1u - by];
  var polygon: array<vec3f, 40>;
  var clipped: array<vec3f, 40>;
  for (var k = 0u; k < size; k++) { polygon[k] = features[own + k]; }
  let sides = featureSizes[by];
  let outward = featureNormals[by];
  for (var side = 0u; side < sides; side++) {
    let start = features[24u * by + side];
    let to = features[24u * by + select(side + 1u, 0u, side + 1u == sides)];
    let out = cross(to - start, outward);
    let limit = dot(out, start);
    var count = 0u;
    for (var k = 0u; k < size; k++) {
      let p = polygon[k];
      let hp = dot(out, p) - limit;
      if (hp <= 0.0) { clipped[count] = p; count++; }
      // A line has one side.
      if (size == 1u || (size == 2u && k == 1u)) { continue; }
      let q = polygon[select(k + 1u, 0u, k + 1u == size)];
      let hq = dot(out, q) - limit;
      if ((hp < 0.0 && hq > 0.0) || (hp > 0.0 && hq < 0.0)) { clipped[count] = p + (q - p) * (hp / (hp - hq)); count++; }
    }
    size = min(count, 38u);
    for (var k = 0u; k < size; k++) { polygon[k] = clipped[k]; }
  }
  let slant = dot(outward, n);
  for (var k = 0u; k < size; k++) {
    let gap = max(least, dot(outward, polygon[k] - features[24u * by]) / slant);
    if (gap <= margin) { note(polygon[k] - (0.5 * gap) * n, gap); }
  }
}
// Where two lines, or a line and a point, are nearest; parallel lines at both ends of what they share.
fn acrossLines(n: vec3f, gap: f32) {
  let a = features[0];
  let b = features[24];
  let u = select(vec3f(0.0), features[1] - a, featureSizes[0] == 2u);
  let v = select(vec3f(0.0), features[25] - b, featureSizes[1] == 2u);
  let uu = dot(u, u); let uv = dot(u, v); let vv = dot(v, v);
  let w = a - b;
  if (uu > 0.0 && vv > 0.0 && uu * vv - uv * uv < 1e-3 * uu * vv) {
    let s = dot(b - a, u) / uu;
    let t = dot(b + v - a, u) / uu;
    let low = max(0.0, min(s, t));
    let high = min(1.0, max(s, t));
    if (low <= high) {
      note(a + u * low + (0.5 * gap) * n, gap);
      if (high > low) { note(a + u * high + (0.5 * gap) * n, gap); }
      return;
    }
  }
  var s = 0.5;
  let bottom = uu * vv - uv * uv;
  if (bottom > 1e-9 * uu * vv) { s = clamp((uv * dot(v, w) - vv * dot(u, w)) / bottom, 0.0, 1.0); }
  else if (uu > 0.0 && vv == 0.0) { s = clamp(-dot(u, w) / uu, 0.0, 1.0); }
  var t = 0.0;
  if (vv > 0.0) { t = clamp((uv * s + dot(v, w)) / vv, 0.0, 1.0); }
  note(0.5 * (a + s * u + b + t * v), gap);
}
fn betweenCylinders(a: Solid, b: Solid, margin: f32, thickness: f32) -> vec3f {
  let axis = roundAxis(a, b, margin, 1e-4 * thickness);
  if (axis.w > margin) { return axis.xyz; }
  for (var side = 0u; side < 2u; side++) {
    if (side == 0u) { setFeature(0u, a, axis.xyz); } else { setFeature(1u, b, -axis.xyz); }
  }
  let slantA = dot(featureNormals[0], axis.xyz);
  let slantB = -dot(featureNormals[1], axis.xyz);
  if (max(slantA, slantB) > 0.3) {
    let by = select(1u, 0u, slantA >= slantB);
    clipFeature(by, select(-axis.xyz, axis.xyz, by == 0u), axis.w, margin);
  }
  // Where no corner is over the other's face, or none of those that are is the nearest.
  var least = 1e30;
  for (var i = 0u; i < foundCount; i++) { least = min(least, found[i].w); }
  if (least > axis.w + 1e-2 * thickness) {
    keepEdge(0u, axis.xyz);
    keepEdge(1u, -axis.xyz);
    acrossLines(axis.xyz, axis.w);
  }
  return axis.xyz;
}
`;

export const ROUND_SHAPES = /* wgsl */ `
${CAPSULES}
${CYLINDERS}
fn findRoundContacts(pair: Pair) -> vec3f {
  foundCount = 0u;
  var first = pair.a;
  var second = pair.b;
  let isTurned = first.kind != CAPSULE && second.kind == CAPSULE;
  if (isTurned) { first = pair.b; second = pair.a; }
  if (first.kind != CAPSULE) { return betweenCylinders(first, second, pair.margin, pair.thickness); }
  let n = alongCapsule(first, second, pair.margin);
  return select(n, -n, isTurned);
}
`;
