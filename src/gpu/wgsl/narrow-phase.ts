// Functions of the narrow phase: whether two shapes touch or may touch within the step, and their contact points.
//
// All is computed in a frame at the centre of mass of the first body, with the axes of the world. Boxes and hulls are
// tested by separating axes of faces and edges. If a face axis is the best, the other shape's face is clipped against
// it.

export const SHAPES = /* wgsl */ `
// A shape, placed.
struct Solid { kind: u32, at: vec3f, r: mat3x3f, size: vec3f, radius: f32, hull: u32 }

fn placedShape(c: u32, origin: vec3f) -> Solid {
  let shape = colliders[c];
  let pose = bodies[shape.body];
  return Solid(shape.kind, origin + turn(pose.q, shape.at), matrixOf(joined(pose.q, shape.q)), shape.size, shape.radius, shape.hull);
}
// Hulls: numbers of corners, faces and edges, and where the three lists begin; a face is a plane, a count and where its corners are.
fn hullNumber(at: u32) -> f32 { return bitcast<f32>(tables[at]); }
fn hullVector(at: u32) -> vec3f { return vec3f(hullNumber(at), hullNumber(at + 1u), hullNumber(at + 2u)); }
fn cornerCount(s: Solid) -> u32 { if (s.kind == BOX) { return 8u; } return tables[s.hull]; }
fn corner(s: Solid, i: u32) -> vec3f {
  if (s.kind == BOX) { return s.size * (vec3f(f32(i & 1u), f32((i >> 1u) & 1u), f32(i >> 2u)) * 2.0 - 1.0); }
  return hullVector(tables[s.hull + 3u] + 3u * i);
}
fn faceCount(s: Solid) -> u32 { if (s.kind == BOX) { return 6u; } return tables[s.hull + 1u]; }
// Plane n.x = d in the shape's own frame.
fn face(s: Solid, i: u32) -> vec4f {
  if (s.kind == BOX) {
    var n = vec3f(0.0);
    n[i >> 1u] = select(1.0, -1.0, (i & 1u) == 1u);
    return vec4f(n, s.size[i >> 1u]);
  }
  let at = tables[s.hull + 4u] + 6u * i;
  return vec4f(hullVector(at), hullNumber(at + 3u));
}
fn faceSize(s: Solid, i: u32) -> u32 { if (s.kind == BOX) { return 4u; } return tables[tables[s.hull + 4u] + 6u * i + 4u]; }
// Corners of a face, anticlockwise seen from outside.
fn faceCorner(s: Solid, i: u32, k: u32) -> vec3f {
  if (s.kind == BOX) {
    let axis = i >> 1u;
    let side = select(1.0, -1.0, (i & 1u) == 1u);
    let u = (axis + 1u) % 3u;
    let v = (axis + 2u) % 3u;
    var p = vec3f(0.0);
    p[axis] = side * s.size[axis];
    p[u] = s.size[u] * select(1.0, -1.0, k == 1u || k == 2u);
    p[v] = s.size[v] * side * select(1.0, -1.0, k >= 2u);
    return p;
  }
  return corner(s, tables[tables[tables[s.hull + 4u] + 6u * i + 5u] + k]);
}
fn edgeCount(s: Solid) -> u32 { if (s.kind == BOX) { return 3u; } return tables[s.hull + 2u]; }
fn edge(s: Solid, i: u32) -> vec3f {
  if (s.kind == BOX) { var e = vec3f(0.0); e[i] = 1.0; return e; }
  return hullVector(tables[s.hull + 5u] + 3u * i);
}
// Least and greatest extent along a direction of the world, from the shape's own origin.
fn extent(s: Solid, d: vec3f) -> vec2f {
  let l = vec3f(dot(s.r[0], d), dot(s.r[1], d), dot(s.r[2], d));
  if (s.kind == BOX) { let reach = dot(abs(l), s.size); return vec2f(-reach, reach); }
  if (s.kind == SPHERE) { return vec2f(-s.radius, s.radius); }
  if (s.kind == CAPSULE) { let reach = abs(l.y) * s.size.y + s.radius; return vec2f(-reach, reach); }
  if (s.kind == CYLINDER) { let reach = abs(l.y) * s.size.y + s.radius * sqrt(l.x * l.x + l.z * l.z); return vec2f(-reach, reach); }
  var low = 1e30;
  var high = -1e30;
  for (var i = 0u; i < cornerCount(s); i++) { let h = dot(corner(s, i), l); low = min(low, h); high = max(high, h); }
  return vec2f(low, high);
}
fn isPolytope(kind: u32) -> bool { return kind == BOX || kind == HULL; }
`;

export const SEPARATION = /* wgsl */ `
// The axis of greatest separation of two polytopes: kind and number in x, the gap in y; a gap above the margin where they are apart.
const FACE_OF_A = 0u; const FACE_OF_B = 1u; const EDGES = 2u;
struct Axis { kind: u32, index: u32, gap: f32, normal: vec3f }
fn separationOf(a: Solid, b: Solid, margin: f32, tolerance: f32) -> Axis {
  let to = b.at - a.at;
  var best = Axis(FACE_OF_A, 0u, -1e30, vec3f(0.0));
  let facesA = faceCount(a);
  let faces = facesA + faceCount(b);
  let edgesB = edgeCount(b);
  let all = faces + edgeCount(a) * edgesB;
  // One loop for all kinds of axes: compilers that inline would else make four of each extent.
  for (var i = 0u; i < all; i++) {
    var kind = EDGES;
    var index = i - faces;
    var n: vec3f;
    var known = -1.0;
    var ahead = 10.0 * tolerance;
    if (i < faces) {
      kind = select(FACE_OF_B, FACE_OF_A, i < facesA);
      index = select(i - facesA, i, i < facesA);
      ahead = select(tolerance, 0.0, i < facesA);
      var plane: vec4f;
      if (kind == FACE_OF_A) { plane = face(a, index); n = a.r * plane.xyz; } else { plane = face(b, index); n = -(b.r * plane.xyz); }
      known = plane.w;
    } else {
      let across = cross(a.r * edge(a, index / edgesB), b.r * edge(b, index % edgesB));
      let size = dot(across, across);
      if (size < 1e-4) { continue; }
      n = across * inverseSqrt(size);
      if (dot(n, to) < 0.0) { n = -n; }
    }
    var top = known;
    var bottom = -known;
    if (kind != FACE_OF_A) { top = extent(a, n).y; }
    if (kind != FACE_OF_B) { bottom = extent(b, n).x; }
    let gap = dot(n, to) + bottom - top;
    if (gap > best.gap + ahead) { best = Axis(kind, index, gap, n); if (gap > margin) { return best; } }
  }
  return best;
}
// The nearest point of a polytope's surface, outward normal and distance, for a point in the polytope's own frame.
fn nearestOnPolytope(s: Solid, p: vec3f) -> array<vec4f, 2> {
  if (s.kind == BOX) {
    let q = clamp(p, -s.size, s.size);
    let d = p - q;
    let far = dot(d, d);
    if (far > 0.0) { let l = sqrt(far); return array<vec4f, 2>(vec4f(q, l), vec4f(d / l, 0.0)); }
    let inside = s.size - abs(p);
    var axis = 0u;
    if (inside.y < inside[axis]) { axis = 1u; }
    if (inside.z < inside[axis]) { axis = 2u; }
    var n = vec3f(0.0);
    n[axis] = select(1.0, -1.0, p[axis] < 0.0);
    return array<vec4f, 2>(vec4f(p + n * inside[axis], -inside[axis]), vec4f(n, 0.0));
  }
  var deepest = -1e30;
  var at = 0u;
  for (var i = 0u; i < faceCount(s); i++) {
    let plane = face(s, i);
    let height = dot(plane.xyz, p) - plane.w;
    if (height > deepest) { deepest = height; at = i; }
  }
  if (deepest <= 0.0) { let n = face(s, at).xyz; return array<vec4f, 2>(vec4f(p - n * deepest, deepest), vec4f(n, 0.0)); }
  var nearest = 1e30;
  var point = p;
  for (var i = 0u; i < faceCount(s); i++) {
    let plane = face(s, i);
    let height = dot(plane.xyz, p) - plane.w;
    if (height <= 0.0 || height * height >= nearest) { continue; }
    let foot = p - height * plane.xyz;
    let count = faceSize(s, i);
    var isOver = true;
    var last = faceCorner(s, i, count - 1u);
    for (var k = 0u; k < count; k++) {
      let next = faceCorner(s, i, k);
      let e = next - last;
      if (dot(cross(plane.xyz, e), foot - last) < 0.0) {
        isOver = false;
        let q = last + e * clamp(dot(p - last, e) / dot(e, e), 0.0, 1.0);
        let d = dot(p - q, p - q);
        if (d < nearest) { nearest = d; point = q; }
      }
      last = next;
    }
    if (isOver) { nearest = height * height; point = foot; }
  }
  let l = sqrt(nearest);
  return array<vec4f, 2>(vec4f(point, l), vec4f((p - point) / l, 0.0));
}
`;

export const NARROW_PHASE = /* wgsl */ `
var<private> found: array<vec4f, 64>;
var<private> foundCount: u32;

fn note(p: vec3f, gap: f32) { if (foundCount < 64u) { found[foundCount] = vec4f(p, gap); foundCount++; } }

struct Pair { a: Solid, b: Solid, bodyA: u32, bodyB: u32, to: vec3f, margin: f32, thickness: f32, isSwapped: bool }
// The shapes of a pair with the kind of the lower number first.
fn pairOf(pair: vec2u) -> Pair {
  var c = pair.x;
  var d = pair.y;
  let isSwapped = colliders[c].kind > colliders[d].kind;
  if (isSwapped) { c = pair.y; d = pair.x; }
  let p = colliders[c];
  let q = colliders[d];
  let to = fromTo(bodies[p.body], bodies[q.body]);
  let thickness = min(p.thickness, q.thickness);
  let apart = length(bodies[q.body].v - bodies[p.body].v);
  let turning = length(bodies[p.body].w) * p.reach + length(bodies[q.body].w) * q.reach;
  let margin = 0.02 * thickness + params.dt * (apart + turning + params.fall);
  return Pair(placedShape(c, vec3f(0.0)), placedShape(d, to), p.body, q.body, to, margin, thickness, isSwapped);
}

fn againstPlane(s: Solid, plane: Solid, margin: f32) -> vec3f {
  let n = plane.r[1];
  let height = dot(n, s.at - plane.at);
  switch (s.kind) {
    case 0u: { note(s.at - n * s.radius, height - s.radius); }
    case 2u: {
      for (var i = 0u; i < 2u; i++) {
        let p = s.at + s.r[1] * s.size.y * select(1.0, -1.0, i == 1u);
        note(p - n * s.radius, dot(n, p - plane.at) - s.radius);
      }
    }
    case 3u: { cylinderOnPlane(s, plane.at, n, margin); }
    default: {
      for (var i = 0u; i < cornerCount(s); i++) {
        let p = s.r * corner(s, i);
        let gap = height + dot(n, p);
        if (gap <= margin) { note(s.at + p, gap); }
      }
    }
  }
  return -n;
}
// The rim of each end has its lowest point and those a quarter turn from it.
fn cylinderOnPlane(s: Solid, at: vec3f, n: vec3f, margin: f32) {
  let down = n - s.r[1] * dot(n, s.r[1]);
  let size = length(down);
  var low = -s.r[0];
  if (size > 1e-4) { low = -down / size; }
  let aside = cross(s.r[1], low);
  for (var end = 0u; end < 2u; end++) {
    let middle = s.at + s.r[1] * s.size.y * select(1.0, -1.0, end == 1u);
    for (var k = 0u; k < 4u; k++) {
      var out = low;
      if (k == 1u) { out = aside; }
      if (k == 2u) { out = -low; }
      if (k == 3u) { out = -aside; }
      let p = middle + out * s.radius;
      let gap = dot(n, p - at);
      if (gap <= margin) { note(p, gap); }
    }
  }
}

fn betweenPolytopes(a: Solid, b: Solid, margin: f32, tolerance: f32) -> vec3f {
  let axis = separationOf(a, b, margin, tolerance);
  if (axis.gap > margin) { return axis.normal; }
  if (axis.kind == EDGES) { betweenEdges(a, b, axis); return axis.normal; }
  var first = a;
  var second = b;
  var n = axis.normal;
  if (axis.kind == FACE_OF_B) { first = b; second = a; n = -n; }
  clipFace(first, axis.index, second, n, margin);
  return axis.normal;
}
fn betweenEdges(a: Solid, b: Solid, axis: Axis) {
  // Of each, the two corners that lie farthest towards the other.
  var ends: array<vec3f, 4>;
  for (var side = 0u; side < 2u; side++) {
    var s = a;
    var d = axis.normal;
    if (side == 1u) { s = b; d = -d; }
    var far = -1e30;
    var near = -1e30;
    for (var i = 0u; i < cornerCount(s); i++) {
      let p = s.r * corner(s, i);
      let h = dot(p, d);
      if (h > far) { ends[2u * side + 1u] = ends[2u * side]; near = far; ends[2u * side] = s.at + p; far = h; }
      else if (h > near) { ends[2u * side + 1u] = s.at + p; near = h; }
    }
  }
  let u = ends[1] - ends[0];
  let v = ends[3] - ends[2];
  let w = ends[0] - ends[2];
  let uu = dot(u, u); let uv = dot(u, v); let vv = dot(v, v);
  let bottom = uu * vv - uv * uv;
  var s = 0.5;
  if (bottom > 1e-9 * uu * vv) { s = clamp((uv * dot(v, w) - vv * dot(u, w)) / bottom, 0.0, 1.0); }
  let t = clamp((uv * s + dot(v, w)) / vv, 0.0, 1.0);
  note(0.5 * (ends[0] + s * u + ends[2] + t * v), axis.gap);
}
// Clips the face of b that looks most against face i of a to the sides of that face. Points lie midway between the two.
fn clipFace(a: Solid, i: u32, b: Solid, n: vec3f, margin: f32) {
  var least = 1e30;
  var j = 0u;
  for (var k = 0u; k < faceCount(b); k++) {
    let d = dot(b.r * face(b, k).xyz, n);
    if (d < least) { least = d; j = k; }
  }
  var polygon: array<vec3f, 40>;
  var clipped: array<vec3f, 40>;
  var size = faceSize(b, j);
  for (var k = 0u; k < size; k++) { polygon[k] = b.at + b.r * faceCorner(b, j, k) - a.at; }
  let sides = faceSize(a, i);
  var last = a.r * faceCorner(a, i, sides - 1u);
  for (var side = 0u; side < sides; side++) {
    let next = a.r * faceCorner(a, i, side);
    let out = normalize(cross(next - last, n));
    let limit = dot(out, last);
    var count = 0u;
    for (var k = 0u; k < size; k++) {
      let p = polygon[k];
      let q = polygon[select(k + 1u, 0u, k + 1u == size)];
      let hp = dot(out, p) - limit;
      let hq = dot(out, q) - limit;
      if (hp <= 0.0) { clipped[count] = p; count++; }
      if ((hp < 0.0 && hq > 0.0) || (hp > 0.0 && hq < 0.0)) { clipped[count] = p + (q - p) * (hp / (hp - hq)); count++; }
    }
    size = min(count, 38u);
    for (var k = 0u; k < size; k++) { polygon[k] = clipped[k]; }
    last = next;
  }
  let height = face(a, i).w;
  for (var k = 0u; k < size; k++) {
    let gap = dot(n, polygon[k]) - height;
    if (gap <= margin) { note(a.at + polygon[k] - (0.5 * gap) * n, gap); }
  }
}

// Notes the contacts of a pair that need no search, and returns the normal from the first shape to the second.
fn findContacts(pair: Pair) -> vec3f {
  foundCount = 0u;
  let a = pair.a;
  let b = pair.b;
  if (b.kind == HALF_SPACE) { return againstPlane(a, b, pair.margin); }
  if (a.kind == SPHERE) { return againstBall(a, b, pair.margin); }
  return betweenPolytopes(a, b, pair.margin, 1e-4 * pair.thickness);
}
fn againstBall(a: Solid, b: Solid, margin: f32) -> vec3f {
  if (b.kind == SPHERE) {
    let d = b.at - a.at;
    let l = length(d);
    var n = vec3f(0.0, 1.0, 0.0);
    if (l > 0.0) { n = d / l; }
    let gap = l - a.radius - b.radius;
    note(a.at + n * (a.radius + 0.5 * gap), gap);
    return n;
  }
  let p = (a.at - b.at) * b.r;
  var near: array<vec4f, 2>;
  if (isPolytope(b.kind)) { near = nearestOnPolytope(b, p); } else { near = nearestOnRound(b, p); }
  let n = -(b.r * near[1].xyz);
  let gap = near[0].w - a.radius;
  note(a.at + n * (a.radius + 0.5 * gap), gap);
  return n;
}
// Of more than four points, the four that span most.
fn reduce(n: vec3f) {
  if (foundCount <= 4u) { return; }
  var first = 0u;
  var most = -1e30;
  // Any direction across the normal will do.
  var along = vec3f(1.0, 0.0, 0.0);
  if (abs(n.x) > 0.7) { along = vec3f(0.0, 0.0, 1.0); }
  along = along - n * dot(along, n);
  along += 0.37 * cross(n, along);
  for (var i = 0u; i < foundCount; i++) { let h = dot(found[i].xyz, along); if (h > most) { most = h; first = i; } }
  var second = first;
  most = -1.0;
  for (var i = 0u; i < foundCount; i++) {
    let d = found[i].xyz - found[first].xyz;
    let far = dot(d, d);
    if (far > most) { most = far; second = i; }
  }
  let p = found[first];
  let q = found[second];
  let line = cross(n, q.xyz - p.xyz);
  var third = first;
  var fourth = first;
  var left = 0.0;
  var right = 0.0;
  for (var i = 0u; i < foundCount; i++) {
    let h = dot(found[i].xyz - p.xyz, line);
    if (h > left) { left = h; third = i; }
    if (h < right) { right = h; fourth = i; }
  }
  let r = found[third];
  let s = found[fourth];
  foundCount = 2u;
  found[0] = p;
  found[1] = q;
  if (third != first && third != second) { found[foundCount] = r; foundCount++; }
  if (fourth != first && fourth != second) { found[foundCount] = s; foundCount++; }
}
`;
