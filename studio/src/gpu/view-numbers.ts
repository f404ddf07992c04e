// The uniform data of the shaders, in the order of their struct `View`.

import type { PerspectiveCamera } from 'three';
import { Color, Matrix4, OrthographicCamera, type Sphere, Vector3, WebGPUCoordinateSystem } from 'three';
import { ACTIVITY, FIXED, LINEAR_RAMP, type Range, type Rgb, STONES } from '../view/colours.js';
import { fogOf, lineSpacing, SUN } from '../view/sight.js';
import type { Theme } from '../view/viewport.js';
import { MODES, type Mode } from './shaders.js';

/** Bytes of the struct. */
export const VIEW_BYTES = 544;
/** Width and height of the shadow map [texels]. */
export const SHADOW_MAP = 2048;
/** Radius of the region that casts shadows, relative to that of the visible scene [1]. */
const SHADOWED = 1.6;

export interface Seen {
  readonly camera: PerspectiveCamera;
  readonly reach: Sphere;
  readonly theme: Theme;
  readonly mode: Mode;
  /** Values at the ends of the colour ramp. */
  readonly range: Range;
  /** Bodies below this speed count as at rest [m/s]. */
  readonly still: number;
  /** Size of the cells of positions [m]. */
  readonly cell: number;
}

export function viewNumbers({ camera, reach, theme, mode, range, still, cell }: Seen): ArrayBuffer {
  const data = new ArrayBuffer(VIEW_BYTES);
  const f32 = new Float32Array(data);
  const origin = reach.center.clone().divideScalar(cell).round();
  const shift = origin.clone().multiplyScalar(cell);
  const fromOrigin = new Matrix4().makeTranslation(shift);
  camera.updateMatrixWorld();
  const toClip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(fromOrigin);
  const fog = fogOf(camera, reach);
  f32.set(toClip.elements, 0);
  f32.set(toSun(reach).multiply(fromOrigin).elements, 16);
  new Int32Array(data).set(origin.toArray(), 32);
  f32[35] = cell;
  f32.set(camera.position.clone().sub(shift).toArray(), 36);
  new Uint32Array(data)[39] = MODES.indexOf(mode);
  f32.set([...SUN.toArray(), theme.sun, ...linear(theme.background), theme.sky], 40);
  f32.set([...linear(theme.ground), lineSpacing(reach), ...linear(theme.line), (3 * SHADOWED * reach.radius) / SHADOW_MAP], 48);
  f32.set([fog.near, fog.far, range.least, range.most, still], 56);
  const [fixed, rests, , moves] = ACTIVITY;
  [...STONES, ...LINEAR_RAMP, FIXED, fixed, rests, moves].forEach((colour: Rgb, i) => {
    f32.set(colour, 64 + 4 * i);
  });
  return data;
}

function linear(css: string): Rgb {
  const { r, g, b } = new Color(css);
  return [r, g, b];
}

/** Transformation from the world to the shadow map. */
function toSun({ center, radius }: Sphere): Matrix4 {
  const wide = SHADOWED * radius;
  const sun = new OrthographicCamera(-wide, wide, wide, -wide, 0.1 * radius, 8 * radius);
  sun.coordinateSystem = WebGPUCoordinateSystem;
  sun.position.copy(center).addScaledVector(SUN, 4 * radius);
  sun.up = new Vector3(0, 1, 0);
  sun.lookAt(center);
  sun.updateMatrixWorld();
  sun.updateProjectionMatrix();
  return new Matrix4().multiplyMatrices(sun.projectionMatrix, sun.matrixWorldInverse);
}
