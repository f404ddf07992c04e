// Contacts of capsules and cylinders with each other and with boxes and hulls.

export const ROUND_SHAPES = /* wgsl */ `
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
fn betweenRound(a: Solid, b: Solid, margin: f32, thickness: f32) -> vec3f { return vec3f(0.0, 1.0, 0.0); }
`;
