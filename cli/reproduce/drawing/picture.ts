// Pictures of bodies: the data stored of a moment of a simulation, and its drawing by the painter's algorithm, far
// faces first. Boxes, balls and triangles of meshes are drawn; half-spaces are left out.

import type { Vec3 } from '../../../src/math/vector.js';
import { dot, normalize, transformPoint } from '../../../src/math/vector.js';
import type { Body } from '../../../src/world.js';
import type { Camera } from './project.js';
import { normalOf, Projection } from './project.js';

/** A shape in the world, as storable data. A pose is a position [m] and an orientation [x, y, z, w] [1]. */
export type PlacedShape =
  | { readonly box: readonly number[]; readonly pose: readonly number[] }
  | { readonly ball: number; readonly pose: readonly number[] };

/** A shape with the index of its colour, -1 for fixed and scripted bodies. */
export type DrawnShape = PlacedShape & { readonly tone: number };

/** The tone of fixed and scripted bodies. */
export const FIXED = -1;

/** A polygon in space, with corners counter-clockwise seen from outside [m]. */
export interface Face {
  readonly corners: readonly Readonly<Vec3>[];
  readonly tone: number;
}

/** The boxes and balls of bodies, each in the tone that `toneOf` gives its body. */
export function shapesOf(bodies: Iterable<Body>, toneOf: (body: Body, index: number) => number): DrawnShape[] {
  const drawn: DrawnShape[] = [];
  let index = 0;
  for (const body of bodies) {
    const tone = body.kind === 'fixed' || body.kind === 'scripted' ? FIXED : toneOf(body, index++);
    for (const shape of body.shapes) {
      const position = transformPoint(body, shape.position ?? [0, 0, 0]);
      // In the drawn scenes, either the shape or its body is rotated, never both.
      const pose = [...position, ...(shape.orientation ?? body.orientation)].map(rounded);
      if (shape.kind === 'box') drawn.push({ box: shape.size.map(rounded), pose, tone });
      else if (shape.kind === 'sphere') drawn.push({ ball: rounded(shape.radius), pose, tone });
    }
  }
  return drawn;
}

const rounded = (value: number) => Number(value.toFixed(3));

/** Corners of the faces of a unit cube; the bits of a number are x, y and z. */
const BOX_FACES = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
];
/** Direction to the light. */
const LIGHT = normalize([0.5, 1, 0.3]);
/** Units of the picture per pixel, so that coordinates can be whole numbers. */
const UNITS = 2;

/** Default direction to the camera. */
export const ASLANT: Readonly<Vec3> = [0.6, 0.45, 1];

interface Stroke {
  readonly nearness: number;
  readonly svg: string;
}

/** Draws shapes and faces as an SVG picture. */
export function drawShapes(shapes: readonly DrawnShape[], camera: Camera, faces: readonly Face[] = []): string {
  const projection = new Projection(camera);
  const strokesOf = (shape: DrawnShape) =>
    'box' in shape
      ? facesOfBox(shape).flatMap((face) => drawFace(face, projection))
      : [drawBall(shape.ball, shape.pose, shape.tone, projection)];
  const inOrder = (strokes: Stroke[]) => strokes.sort((a, b) => a.nearness - b.nearness).map(({ svg }) => svg);
  const behind = shapes.filter(({ tone }) => tone === FIXED).flatMap(strokesOf);
  const moving = [
    ...shapes.filter(({ tone }) => tone !== FIXED).flatMap(strokesOf),
    ...faces.flatMap((face) => drawFace(face, projection)),
  ];
  return wrapPicture(camera.width, camera.height, [...inOrder(behind), ...inOrder(moving)]);
}

/** An SVG picture of parts in units of the picture. */
export function wrapPicture(width: number, height: number, parts: readonly string[]): string {
  const box = `0 0 ${UNITS * width} ${UNITS * height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="picture" viewBox="${box}">\n${parts.join('\n')}\n</svg>`;
}

function facesOfBox({ box, pose, tone }: { box: readonly number[]; pose: readonly number[]; tone: number }): Face[] {
  const [px, py, pz, x, y, z, w] = pose;
  const place = { position: [px, py, pz] as Vec3, orientation: [x, y, z, w] as const };
  const corners = Array.from({ length: 8 }, (_, bits) => {
    const side = (k: number) => ((bits >> k) & 1 ? box[k] / 2 : -box[k] / 2);
    return transformPoint({ ...place, orientation: [...place.orientation] }, [side(0), side(1), side(2)]);
  });
  return BOX_FACES.map((face) => ({ corners: face.map((corner) => corners[corner]), tone }));
}

/** Draws a face, unless it faces away from the camera. */
function drawFace({ corners, tone }: Face, projection: Projection): Stroke[] {
  const normal = normalOf(corners);
  if (dot(normal, projection.towards) <= 1e-6) return [];
  const seen = corners.map((corner) => projection.project(corner));
  const nearness = seen.reduce((sum, point) => sum + point.nearness, 0) / seen.length;
  const places = seen.map(({ x, y }) => [Math.round(UNITS * x), Math.round(UNITS * y)]);
  const steps = places.slice(1).map(([x, y], i) => `l${x - places[i][0]} ${y - places[i][1]}`);
  const shade = Math.min(3, Math.floor(2 * (1 - Math.max(-0.5, dot(normal, LIGHT)))));
  return [{ nearness, svg: `<path class="t${nameOf(tone)} s${shade}" d="M${places[0].join(' ')}${steps.join('')}z"/>` }];
}

function drawBall(radius: number, pose: readonly number[], tone: number, projection: Projection): Stroke {
  const { x, y, nearness } = projection.project([pose[0], pose[1], pose[2]]);
  const [cx, cy, r] = [x, y, radius * projection.scale].map((value) => Math.round(UNITS * value));
  return { nearness, svg: `<circle class="t${nameOf(tone)} s0" cx="${cx}" cy="${cy}" r="${r}"/>` };
}

const nameOf = (tone: number) => (tone === FIXED ? 'f' : String(tone % 10));

/** Approximate bounding box of shapes, from their centres and sizes: min x, y, z, max x, y, z [m]. */
export function boundsOf(shapes: readonly DrawnShape[]): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    const reach = 'box' in shape ? Math.max(...shape.box) / 2 : shape.ball;
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], shape.pose[k] - reach);
      bounds[3 + k] = Math.max(bounds[3 + k], shape.pose[k] + reach);
    }
  }
  return bounds;
}
