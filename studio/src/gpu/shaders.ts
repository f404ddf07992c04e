// Shaders of the GPU page: bodies, drawn from their simulation buffers, and the ground.
//
// A position on the device is a cell and an offset in it. Drawing is relative to the cell `origin`, so that precision does
// not depend on the distance from the world's origin.

import { SHAPE_KINDS } from '../../../src/shapes/shape-kinds.js';

/** Colour modes, by their numbers in the shaders. */
export const MODES = ['stone', 'speed', 'mass', 'activity'] as const;
export type Mode = (typeof MODES)[number];

/** The uniform data of all shaders, as `view-numbers.ts` writes it. */
const VIEW = /* wgsl */ `
struct View {
  toClip: mat4x4f,
  toSun: mat4x4f,
  origin: vec3i, cell: f32,
  eye: vec3f, mode: u32,
  sunWay: vec3f, sun: f32,
  background: vec3f, sky: f32,
  ground: vec3f, spacing: f32,
  line: vec3f, texel: f32,
  fogNear: f32, fogFar: f32, least: f32, most: f32,
  still: f32,
  stones: array<vec4f, 8>,
  ramp: array<vec4f, 6>,
  // Of what is fixed, and of what is fixed, rests and moves where that is the colour.
  states: array<vec4f, 4>,
}
struct Body { cell: vec3i, kind: u32, at: vec3f, inverseMass: f32, q: vec4f, was: vec4f, v: vec3f, pad: f32, w: vec3f, pad2: f32 }
struct Collider {
  at: vec3f, kind: u32,
  q: vec4f,
  size: vec3f, radius: f32,
  body: u32, material: u32, hull: u32, level: u32,
  category: u32, mask: u32, thickness: f32, reach: f32,
}
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> colliders: array<Collider>;
const GONE = 99u;
const HALF_SPACE = ${SHAPE_KINDS.indexOf('half-space')}u;
fn turn(q: vec4f, v: vec3f) -> vec3f { let t = 2.0 * cross(q.xyz, v); return v + q.w * t + cross(q.xyz, t); }
fn placeOf(b: Body) -> vec3f { return vec3f(b.cell - view.origin) * view.cell + b.at; }
`;

const VERTICES = /* wgsl */ `
struct Corner {
  // The way along the face from the edge that is bevelled, and how bright the material is there.
  @location(0) position: vec3f, @location(1) normal: vec3f, @location(2) inset: vec3f, @location(3) shade: f32,
  @location(4) collider: u32, @location(5) scale: vec3f,
}
struct Shown {
  @builtin(position) clip: vec4f,
  @location(0) place: vec3f, @location(1) normal: vec3f, @location(2) @interpolate(flat) colour: vec3f, @location(3) shade: f32,
}
const BEVEL = 0.035;
fn placedCorner(corner: Corner, c: Collider, b: Body) -> vec3f {
  let bevel = corner.inset * BEVEL * min(corner.scale.x, min(corner.scale.y, corner.scale.z));
  let local = select(corner.position * corner.scale - bevel, vec3f(0.0), c.kind == GONE);
  return placeOf(b) + turn(b.q, c.at + turn(c.q, local));
}
fn alongRamp(share: f32) -> vec3f {
  let at = clamp(share, 0.0, 1.0) * 5.0;
  let i = min(u32(at), 4u);
  return mix(view.ramp[i].rgb, view.ramp[i + 1u].rgb, at - f32(i));
}
fn colourOf(row: u32, b: Body) -> vec3f {
  let isFixed = b.inverseMass == 0.0;
  if (view.mode == 3u) { return view.states[select(select(3u, 2u, length(b.v) <= view.still), 1u, isFixed)].rgb; }
  if (isFixed) { return view.states[0].rgb; }
  if (view.mode == 1u) { return alongRamp(length(b.v) / view.most); }
  if (view.mode == 2u) { return alongRamp(select(0.5, log(1.0 / b.inverseMass / view.least) / log(view.most / view.least), view.most > view.least)); }
  return view.stones[((row * 0x9e3779b1u) >> 16u) % 8u].rgb;
}
@vertex fn showBody(corner: Corner) -> Shown {
  let c = colliders[corner.collider];
  let b = bodies[c.body];
  let place = placedCorner(corner, c, b);
  let normal = turn(b.q, turn(c.q, normalize(corner.normal / corner.scale)));
  return Shown(view.toClip * vec4f(place, 1.0), place, normal, colourOf(c.body, b), corner.shade);
}
@vertex fn castBody(corner: Corner) -> @builtin(position) vec4f {
  let c = colliders[corner.collider];
  return view.toSun * vec4f(placedCorner(corner, c, bodies[c.body]), 1.0);
}
`;

const LIGHT = /* wgsl */ `
@group(0) @binding(3) var shadows: texture_depth_2d;
@group(0) @binding(4) var compared: sampler_comparison;
const LOW_SKY = vec3f(0.254, 0.216, 0.181);
// How much of the sun reaches a point.
fn lit(place: vec3f, normal: vec3f) -> f32 {
  let at = view.toSun * vec4f(place + normal * view.texel, 1.0);
  let uv = at.xy * vec2f(0.5, -0.5) + 0.5;
  let step = 1.0 / vec2f(textureDimensions(shadows));
  var sum = 0.0;
  for (var i = -1; i <= 1; i++) {
    for (var k = -1; k <= 1; k++) {
      sum += textureSampleCompareLevel(shadows, compared, uv + vec2f(f32(i), f32(k)) * step, at.z - 0.0004);
    }
  }
  let isInside = all(uv > vec2f(0.0)) && all(uv < vec2f(1.0)) && at.z < 1.0;
  return select(1.0, mix(0.25, 1.0, sum / 9.0), isInside);
}
// Bright colours are brought within what a screen shows, as by three.js (neutral tone mapping).
fn toned(given: vec3f) -> vec3f {
  let low = min(given.r, min(given.g, given.b));
  let colour = given - select(0.04, low - 6.25 * low * low, low < 0.08);
  let peak = max(colour.r, max(colour.g, colour.b));
  if (peak < 0.76) { return colour; }
  let next = 1.0 - 0.0576 / (peak - 0.52);
  return mix(colour * (next / peak), vec3f(next), 1.0 - 1.0 / (0.15 * (peak - next) + 1.0));
}
// As screens want it.
fn forScreen(light: vec3f) -> vec3f {
  let bent = 1.055 * pow(max(light, vec3f(0.0)), vec3f(1.0 / 2.4)) - 0.055;
  return select(bent, 12.92 * light, light <= vec3f(0.0031308));
}
fn shaded(albedo: vec3f, place: vec3f, given: vec3f) -> vec3f {
  let n = normalize(given);
  let sun = view.sun * max(0.0, dot(n, view.sunWay));
  let sky = view.sky * mix(LOW_SKY, vec3f(1.0), 0.5 * n.y + 0.5);
  let light = sun * lit(place, n) + sky;
  let fog = smoothstep(view.fogNear, view.fogFar, distance(place, view.eye));
  return forScreen(mix(toned(albedo * light / 3.14159265), view.background, fog));
}
`;

const FRAGMENTS = /* wgsl */ `
@fragment fn paintBody(shown: Shown) -> @location(0) vec4f {
  return vec4f(shaded(shown.colour * shown.shade, shown.place, shown.normal), 1.0);
}
// Of vessels, which are looked through.
@fragment fn paintGlass(shown: Shown) -> @location(0) vec4f {
  return vec4f(shaded(shown.colour, shown.place, shown.normal), 0.16);
}
struct Ground { @builtin(position) clip: vec4f, @location(0) place: vec3f, @location(1) normal: vec3f, @location(2) grid: vec2f }
@vertex fn showGround(@builtin(vertex_index) index: u32, @location(4) collider: u32) -> Ground {
  let c = colliders[collider];
  let b = bodies[c.body];
  var corners = array<vec2f, 6>(
    vec2f(-1.0, -1.0), vec2f(-1.0, 1.0), vec2f(1.0, 1.0), vec2f(-1.0, -1.0), vec2f(1.0, 1.0), vec2f(1.0, -1.0));
  // Farther than anything is seen.
  let at = corners[index] * 2.0 * view.fogFar;
  let flat = select(vec3f(0.0), vec3f(at.x, 0.0, at.y), c.kind == HALF_SPACE);
  let place = placeOf(b) + turn(b.q, c.at + turn(c.q, flat));
  return Ground(view.toClip * vec4f(place, 1.0), place, turn(b.q, turn(c.q, vec3f(0.0, 1.0, 0.0))), at);
}
@fragment fn paintGround(ground: Ground) -> @location(0) vec4f {
  let at = ground.grid / view.spacing;
  let width = fwidth(at);
  let away = abs(fract(at - 0.5) - 0.5) / max(width, vec2f(1e-6));
  let line = (1.0 - min(min(away.x, away.y), 1.0)) * (1.0 - smoothstep(0.05, 0.4, max(width.x, width.y)));
  return vec4f(shaded(mix(view.ground, view.line, line), ground.place, ground.normal), 1.0);
}
`;

/** The shadow pass has its own code, since it does not bind what the picture pass reads. */
export const SHADOW_CODE = VIEW + VERTICES;
export const PICTURE_CODE = VIEW + VERTICES + LIGHT + FRAGMENTS;
