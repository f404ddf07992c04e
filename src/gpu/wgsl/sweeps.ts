// Kernels of projected Gauss-Seidel sweeps, colour by colour; the manifolds of one colour are solved in parallel.

const ROWS = /* wgsl */ `
struct Motion { v: vec3f, w: vec3f }
struct Inertia { m: f32, d: vec3f, o: vec3f }
fn inertiaOf(b: u32) -> Inertia { let d = inertias[2u * b]; return Inertia(d.w, d.xyz, inertias[2u * b + 1u].xyz); }
fn resistance(i: Inertia, r: vec3f, n: vec3f) -> f32 { let t = cross(r, n); return i.m + dot(t, symTimes(i.d, i.o, t)); }
`;
/** Source of a sweep over the manifolds of a colour, in parallel; uncoloured ones are swept by a single invocation. */
const byColours = (name: string, act: string) => /* wgsl */ `
@compute @workgroup_size(64)
fn ${name}Colour(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (counters[MOVING] == 0u && counters[CORRECTED] == 0u) { return; }
  let first = counters[COLOUR_STARTS + stage.index];
  let end = first + counters[COLOUR_COUNTS + stage.index];
  for (var i = first + id.x; i < end; i += groups.x * 64u) { ${act}(colourList[i]); }
}
var<workgroup> colourEnd: u32;
// All colours from stage.index on, as often as stage.count says, by one workgroup.
@compute @workgroup_size(256)
fn ${name}Rest(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    colourEnd = select(counters[COLOURS], 0u, counters[MOVING] == 0u && counters[CORRECTED] == 0u);
  }
  let colours = workgroupUniformLoad(&colourEnd);
  for (var round = 0u; round < stage.count; round++) {
    for (var c = stage.index; c < min(colours, MOST_COLOURS); c++) {
      let first = counters[COLOUR_STARTS + c];
      let end = first + counters[COLOUR_COUNTS + c];
      for (var i = first + lane; i < end; i += 256u) { ${act}(colourList[i]); }
      storageBarrier();
    }
    if (lane == 0u && colours > MOST_COLOURS) {
      let first = counters[COLOUR_STARTS + MOST_COLOURS];
      let end = first + counters[COLOUR_COUNTS + MOST_COLOURS];
      for (var i = first; i < end; i++) { ${act}(colourList[i]); }
    }
    storageBarrier();
  }
}
`;

export const SWEEP = /* wgsl */ `
${ROWS}
// Between two quiet bodies nothing changes; who is beside a body that is swept is quiet no longer.
fn sweepManifold(m: u32) {
  let own = manifolds[m];
  let a = own.a;
  let b = own.b;
  if (swept[2u * a].w == 0.0 && swept[2u * b].w == 0.0) { return; }
  let n = own.normal;
  let ia = inertiaOf(a);
  let ib = inertiaOf(b);
  var va = Motion(swept[2u * a].xyz, swept[2u * a + 1u].xyz);
  var vb = Motion(swept[2u * b].xyz, swept[2u * b + 1u].xyz);
  for (var round = 0u; round < 2u; round++) {
    for (var k = 4u * m; k < 4u * m + own.points; k++) {
      let ra = points[k].ra;
      let rb = points[k].rb;
      let bias = points[k].bias;
      var impulse = sweptImpulses[k];
      var slip = impulse.xyz - impulse.w * n;
      // Friction first, along the way the point slips, then across it.
      if (impulse.w > 0.0) {
        var d = vb.v + cross(vb.w, rb) - va.v - cross(va.w, ra);
        var t = d - n * dot(d, n);
        let size = length(t);
        if (size > 1e-9) {
          t /= size;
          for (var side = 0u; side < 2u; side++) {
            if (side == 1u) { t = cross(n, t); d = vb.v + cross(vb.w, rb) - va.v - cross(va.w, ra); }
            let step = -dot(d, t) / (resistance(ia, ra, t) + resistance(ib, rb, t));
            var next = slip + step * t;
            let limit = own.friction * impulse.w;
            let far = length(next);
            let slips = far > limit;
            if (slips) { next *= limit / far; }
            let j = next - slip;
            slip = next;
            va.v -= ia.m * j; va.w -= symTimes(ia.d, ia.o, cross(ra, j));
            vb.v += ib.m * j; vb.w += symTimes(ib.d, ib.o, cross(rb, j));
            // What slips is turned against the slip; a step across it would undo that.
            if (slips) { break; }
          }
        }
      }
      let d = vb.v + cross(vb.w, rb) - va.v - cross(va.w, ra);
      let step = -(dot(d, n) + bias) / (resistance(ia, ra, n) + resistance(ib, rb, n));
      let load = max(0.0, impulse.w + step);
      // Friction shrinks with the load that allows it.
      let limit = own.friction * load;
      let size = length(slip);
      var kept = slip;
      if (size > limit) { kept = slip * (limit / size); }
      let j = (load - impulse.w) * n + (kept - slip);
      va.v -= ia.m * j; va.w -= symTimes(ia.d, ia.o, cross(ra, j));
      vb.v += ib.m * j; vb.w += symTimes(ib.d, ib.o, cross(rb, j));
      sweptImpulses[k] = vec4f(load * n + kept, load);
    }
  }
  if (ia.m > 0.0) { swept[2u * a] = vec4f(va.v, 1.0); swept[2u * a + 1u] = vec4f(va.w, 0.0); }
  if (ib.m > 0.0) { swept[2u * b] = vec4f(vb.v, 1.0); swept[2u * b + 1u] = vec4f(vb.w, 0.0); }
}
${byColours('sweep', 'sweepManifold')}
`;

export const CORRECT = /* wgsl */ `
${ROWS}
// How bodies have to be shifted so that overlaps are less: a share of what is beyond a thousandth of the thickness.
fn correctManifold(m: u32) {
  let own = manifolds[m];
  let a = own.a;
  let b = own.b;
  let n = own.normal;
  let ia = inertiaOf(a);
  let ib = inertiaOf(b);
  var sa = Motion(shifts[2u * a].xyz, shifts[2u * a + 1u].xyz);
  var sb = Motion(shifts[2u * b].xyz, shifts[2u * b + 1u].xyz);
  for (var k = 4u * m; k < 4u * m + own.points; k++) {
    let wanted = corrections[k].x;
    let ra = points[k].ra;
    let rb = points[k].rb;
    let before = corrections[k].y;
    let d = dot(sb.v + cross(sb.w, rb) - sa.v - cross(sa.w, ra), n);
    let next = max(0.0, before + (wanted - d) / (resistance(ia, ra, n) + resistance(ib, rb, n)));
    if (next == before) { continue; }
    let j = (next - before) * n;
    corrections[k].y = next;
    sa.v -= ia.m * j; sa.w -= symTimes(ia.d, ia.o, cross(ra, j));
    sb.v += ib.m * j; sb.w += symTimes(ib.d, ib.o, cross(rb, j));
  }
  if (ia.m > 0.0) { shifts[2u * a] = vec4f(sa.v, 0.0); shifts[2u * a + 1u] = vec4f(sa.w, 0.0); }
  if (ib.m > 0.0) { shifts[2u * b] = vec4f(sb.v, 0.0); shifts[2u * b + 1u] = vec4f(sb.w, 0.0); }
}
${byColours('correct', 'correctManifold')}
`;
