// Declarations that all kernels share: the layout of buffers, and the arithmetic of frames.
//
// A position is a cell (three integers) and an offset in the cell in single precision. The cell size is a power of two,
// so that the difference of two positions has full single precision, wherever in the world they are.

export const COMMON = /* wgsl */ `
struct Params {
  up: vec3f, fall: f32,
  gravity: vec3f, dt: f32,
  cell: f32, still: f32, fast: f32, share: f32,
  bodies: u32, colliders: u32, planes: u32, hashMask: u32,
  pairRoom: u32, manifoldRoom: u32, materials: u32, planeList: u32,
  levelSize: f32, sweeps: u32, surfaces: u32,
}
struct Stage { index: u32, count: u32, a: u32, b: u32 }
// A body: its place and turn, those of the last detection's turn, and its velocities.
struct Body { cell: vec3i, kind: u32, at: vec3f, inverseMass: f32, q: vec4f, was: vec4f, v: vec3f, pad: f32, w: vec3f, pad2: f32 }
// One contact: arms from both centres of mass, gap, how fast it may close, and its impulse on b with the part along the normal in w.
struct Point { ra: vec3f, gap: f32, rb: vec3f, bias: f32, load: vec4f }
struct Collider {
  at: vec3f, kind: u32,
  q: vec4f,
  size: vec3f, radius: f32,
  body: u32, material: u32, hull: u32, level: u32,
  category: u32, mask: u32, thickness: f32, reach: f32,
}
// One row a pair of shapes that touch or may within the step; the normal points from a to b.
struct Manifold {
  normal: vec3f, friction: f32,
  a: u32, b: u32, points: u32, colour: u32,
  finder: u32, other: u32, flags: u32, thickness: f32,
}
const SPHERE = 0u; const BOX = 1u; const CAPSULE = 2u; const CYLINDER = 3u; const HULL = 4u; const HALF_SPACE = 5u; const NOTHING = 99u;
const NONE = 0xffffffffu;
// Flags of a manifold: who stands on whom, whether it bounces or is struck, and whether any of its contacts is closed.
const B_ON_A = 1u; const A_ON_B = 2u; const BOUNCES = 4u; const STRUCK = 8u; const CLOSED = 16u;
// Counters.
const PAIRS = 0u; const MANIFOLDS = 1u; const ENTRIES = 2u; const MOVING = 3u; const COLOURS = 5u; const LEVELS = 6u;
const OVERFLOW = 7u; const CORRECTED = 9u; const OLD_MANIFOLDS = 10u; const UNCOLOURED = 12u; const ROUND_REFUSALS = 16u;
const LAST_GATE = 24u; const ASKED = 25u; const RELEASED = 27u; const RELEASED_BEFORE = 28u; const DUE = 29u;
// Steps that were taken: none is where there was no room for its pairs or manifolds.
const TAKEN = 26u;
// Of every level of the grid, how far bounds reach; of every colour, how many manifolds have it and where its list begins.
const REACHES = 32u; const COLOUR_COUNTS = 64u; const COLOUR_STARTS = 160u;
// What came of asking a body; who is leaving is refused as soon as all of the round are asked. Above these bits of its state is the
// number of the round, from 1, in which that or its impulses last changed.
const UNASKED = 0u; const AT_REST = 1u; const HELD = 2u; const REFUSED = 3u; const LATE = 4u; const LEAVING = 5u;
const OUTCOME = 7u; const ROUND_SHIFT = 3u;
const MOST_COLOURS = 64u;
fn turn(q: vec4f, v: vec3f) -> vec3f { let t = 2.0 * cross(q.xyz, v); return v + q.w * t + cross(q.xyz, t); }
fn turnBack(q: vec4f, v: vec3f) -> vec3f { let t = 2.0 * cross(v, q.xyz); return v + q.w * t + cross(t, q.xyz); }
fn joined(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}
fn matrixOf(q: vec4f) -> mat3x3f {
  let x = q.x; let y = q.y; let z = q.z; let w = q.w;
  return mat3x3f(
    vec3f(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
    vec3f(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
    vec3f(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)));
}
fn fromTo(a: Body, b: Body) -> vec3f { return vec3f(b.cell - a.cell) * params.cell + (b.at - a.at); }
// Rows of a symmetric matrix: xx yy zz, and xy xz yz.
fn symTimes(d: vec3f, o: vec3f, v: vec3f) -> vec3f {
  return vec3f(d.x * v.x + o.x * v.y + o.y * v.z, o.x * v.x + d.y * v.y + o.z * v.z, o.y * v.x + o.z * v.y + d.z * v.z);
}
fn standsOn(own: Manifold, b: u32) -> bool {
  return (own.b == b && (own.flags & B_ON_A) != 0u) || (own.a == b && (own.flags & A_ON_B) != 0u);
}
fn carries(own: Manifold, b: u32) -> bool {
  return (own.a == b && (own.flags & B_ON_A) != 0u) || (own.b == b && (own.flags & A_ON_B) != 0u);
}
fn mixed(given: u32) -> u32 {
  var x = given;
  x ^= x >> 16u; x *= 0x7feb352du; x ^= x >> 15u; x *= 0x846ca68bu; x ^= x >> 16u;
  return x;
}
`;
