// A complete view of a world in one call: a canvas with lights, ground, camera and controls, and a runner that steps
// the world. It is for a first look and for simple pages. Other programs use its parts, or add a WorldView to their own
// scene.

import { AmbientLight, Box3, Color, DirectionalLight, Fog, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Body } from '../handles.js';
import { InputError, number, object, refuse } from '../input/fields.js';
import { Runner } from '../runner/runner.js';
import { STEP_LIMITS } from '../settings.js';
import type { World } from '../world.js';
import { checkWorld } from './checks.js';
import { defaultColour } from './default-look.js';
import { hasEnd } from './has-end.js';
import { WorldView } from './world-view.js';

/** The part of the DOM that is used here, since the library is compiled without DOM types. */
interface PageElement {
  readonly clientWidth: number;
  readonly clientHeight: number;
  append(element: unknown): void;
}
declare const document: { readonly body: PageElement & { readonly style: { margin: string } } };
declare const innerHeight: number;
declare const devicePixelRatio: number;

export interface ShowOptions {
  /** The element that the canvas is added to and fills; default the whole page. */
  parent?: object;
  /** Length of a step [s]; default 1/60. */
  dt?: number;
  /** Called before each step with the time of the world and the length of the step [s], to apply forces and inputs. */
  beforeStep?: (time: number, dt: number) => void;
  /** Called before each frame with the time since the last one [s], to update other objects, such as a DebugView. */
  beforePicture?: (elapsed: number) => void;
}

const parentField = {
  check(value: unknown, path: string): void {
    if (typeof (value as Partial<PageElement> | null)?.append !== 'function') refuse(path, value, 'an element of the page');
  },
  schema: () => ({}),
};
const callbackField = {
  check(value: unknown, path: string): void {
    if (typeof value !== 'function') refuse(path, value, 'a function');
  },
  schema: () => ({}),
};
const optionsField = object<ShowOptions>(
  '',
  'how a world is shown',
  {},
  { parent: parentField, dt: number('[s]', STEP_LIMITS), beforeStep: callbackField, beforePicture: callbackField },
);

const SKY = 0xdfe5ea;
const TONES = [0xd7ccb4, 0xbfb293, 0xe4dccb];
/** Direction from the bodies to the camera. */
const VIEW = [0.5, 0.35, 1] as const;
/** Vertical field of view of the camera [degrees]. */
const FIELD = 40;

/** A world that is shown, with the parts that show it. */
export interface ShownWorld {
  readonly runner: Runner;
  readonly scene: Scene;
  readonly view: WorldView;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly renderer: WebGLRenderer;
  /** Ends the drawing, frees its resources and removes the canvas. */
  stop(): void;
}

/**
 * Draws a world on a page and steps it in real time until stop() is called. The mouse rotates, moves and zooms the
 * view.
 */
export function showWorld(world: World, options: ShowOptions = {}): ShownWorld {
  checkWorld(world);
  optionsField.check(options, 'options');
  if (typeof document === 'undefined') throw new InputError('There is no page: showWorld() draws in a browser alone.');
  const parent = (options.parent as PageElement | undefined) ?? document.body;
  const { dt = 1 / 60, beforeStep, beforePicture } = options;
  const runner = new Runner(world, { dt, ...(beforeStep !== undefined && { beforeStep }) });
  const view = new WorldView(world, { colour });
  const scene = new Scene();
  const { middle, size } = measure(world);
  scene.background = new Color(SKY);
  scene.fog = new Fog(SKY, 10 * size, 30 * size);
  scene.add(view, new AmbientLight(0xffffff, 1.2), makeSun(middle, size));
  const camera = new PerspectiveCamera(FIELD, 1, size / 100, 100 * size);
  camera.position.copy(new Vector3(...VIEW).setLength(1.9 * size).add(middle));
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.setPixelRatio(devicePixelRatio);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.copy(middle);
  if (parent === document.body) document.body.style.margin = '0';
  parent.append(renderer.domElement);
  let last: number | undefined;
  renderer.setAnimationLoop((now: number) => {
    const elapsed = last === undefined ? 0 : Math.max(now - last, 0) / 1000;
    last = now;
    runner.advance(elapsed);
    view.update(runner);
    beforePicture?.(elapsed);
    fill(renderer, camera, parent);
    controls.update();
    renderer.render(scene, camera);
  });
  const stop = () => {
    renderer.setAnimationLoop(null);
    controls.dispose();
    view.dispose();
    renderer.dispose();
    (renderer.domElement as unknown as { remove(): void }).remove();
  };
  return { runner, scene, view, camera, controls, renderer, stop };
}

/** Colours vary a little from body to body, so that neighbours can be told apart. */
function colour(body: Body): number {
  return body.kind === 'fixed' ? defaultColour(body) : TONES[body.row % TONES.length];
}

/** Centre and size of the bounding box of all finite bodies that are not fixed [m]. */
function measure(world: World): { middle: Vector3; size: number } {
  world.detect({ onlyProximity: true });
  const { nodes } = world.store;
  const all = new Box3();
  for (const { row, kind } of world.bodies()) {
    const box = nodes.columns.bounds.subarray(6 * row, 6 * row + 6);
    if (kind === 'fixed' || !hasEnd(box)) continue;
    all.expandByPoint(new Vector3(box[0], box[1], box[2])).expandByPoint(new Vector3(box[3], box[4], box[5]));
  }
  if (all.isEmpty()) return { middle: new Vector3(), size: 10 };
  return { middle: all.getCenter(new Vector3()), size: Math.max(all.getSize(new Vector3()).length(), 1e-3) };
}

function makeSun(middle: Vector3, size: number): DirectionalLight {
  const sun = new DirectionalLight(0xffffff, 2.5);
  sun.position
    .set(0.5, 1.2, 0.7)
    .setLength(3 * size)
    .add(middle);
  sun.target.position.copy(middle);
  sun.target.updateMatrixWorld();
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  Object.assign(sun.shadow.camera, { left: -size, right: size, top: size, bottom: -size, near: size / 10, far: 6 * size });
  return sun;
}

/** Fits the canvas to its element; the page itself as parent has the height of the window. */
function fill(renderer: WebGLRenderer, camera: PerspectiveCamera, parent: PageElement): void {
  const height = parent === document.body ? innerHeight : parent.clientHeight;
  const width = parent.clientWidth;
  const { clientWidth, clientHeight } = renderer.domElement as unknown as PageElement;
  if (clientWidth === width && clientHeight === height) return;
  renderer.setSize(width, height);
  camera.aspect = width / Math.max(height, 1);
  camera.updateProjectionMatrix();
}
