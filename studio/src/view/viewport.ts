// The picture: camera, light, ground, bodies and overlays.

import type { Ray } from 'three';
import {
  Box3,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Colour, Frame, Look } from '../protocol.js';
import { isMoved } from '../protocol.js';
import { BodiesView } from './bodies-view.js';
import type { Range } from './colours.js';
import { Overlays } from './overlays.js';
import { RopesView } from './ropes-view.js';
import { fitCamera, fogOf, lineSpacing, SUN } from './sight.js';

export interface Theme {
  readonly background: string;
  readonly ground: string;
  readonly line: string;
  /** Brightness of the sun and of the sky [1]. */
  readonly sun: number;
  readonly sky: number;
}

/** A projected point on the page [px], and whether it is in front of the camera. */
export interface PagePoint {
  readonly x: number;
  readonly y: number;
  readonly isAhead: boolean;
}

/** The body that the view follows: its position, and its forward direction if it has one. */
export interface Driven {
  readonly position: Vector3;
  readonly ahead: Vector3 | null;
}

/** Distances of a driver's camera behind and above the body, and radius of shadows around it [m]. */
const DRIVER_BEHIND = 7;
const DRIVER_ABOVE = 2.8;
const DRIVER_SIGHT = 14;
/** Fraction of the angle to a vehicle's direction by which the view turns per frame [1]. */
const FOLLOWING = 0.05;
const UP = new Vector3(0, 1, 0);
const SHADOW_MAP = 2048;
/** Fraction of the moving bodies that are left out on each side when the view is fitted [1]. */
const LEFT_OUT = 0.04;
/** Fraction of the moving bodies that must stay in view while the simulation plays [1]. */
const LEAST_SEEN = 0.7;

export class Viewport {
  readonly canvas: HTMLCanvasElement;
  readonly camera = new PerspectiveCamera(38, 1, 0.05, 2000);
  readonly controls: OrbitControls;
  readonly bodies: BodiesView;
  readonly overlays: Overlays;
  readonly #ropes: RopesView;
  /** Bounding ball of the visible scene. */
  readonly reach = new Sphere(new Vector3(), 5);
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #sun = new DirectionalLight(0xffffff, 2);
  readonly #sky = new HemisphereLight(0xffffff, 0x8a8076, 1);
  #theme: Theme | null = null;
  #needsDrawing = true;
  #isMoved: boolean[] = [];
  /** Whether the user has moved the view since it was fitted; it is then not fitted again. */
  #isHeld = false;
  /** Last position of the followed body. */
  #followed: Vector3 | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#scene.background = new Color();
    this.#scene.fog = new Fog(0xffffff);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(SHADOW_MAP, SHADOW_MAP);
    this.#sun.shadow.radius = 4;
    this.#sun.shadow.intensity = 0.75;
    this.#scene.add(this.#sun, this.#sun.target, this.#sky);
    this.bodies = new BodiesView(this.#scene);
    this.overlays = new Overlays(this.#scene);
    this.#ropes = new RopesView(this.#scene);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.addEventListener('change', () => this.requestDrawing());
    this.controls.addEventListener('start', () => {
      this.#isHeld = true;
    });
  }

  /** Requests drawing in the next frame of the screen. */
  requestDrawing(): void {
    this.#needsDrawing = true;
  }

  /** Clears the picture before another scene. */
  clear(): void {
    this.bodies.forget();
  }

  /** Shows a frame. */
  show(frame: Frame, look: Look): void {
    if (frame.bodies !== null) {
      this.bodies.setBodies(frame.bodies, frame.poses);
      this.#isMoved = frame.bodies.map(({ kind }) => isMoved(kind));
    }
    this.bodies.setPoses(frame.poses);
    this.bodies.setGhostly(look.graph || look.contacts || look.joints || look.treeLevel !== null);
    this.#ropes.show(frame.ropes);
    this.overlays.show(frame, this.#isMoved);
    this.overlays.joints.show(frame, this.bodies.bodies);
    this.requestDrawing();
  }

  /** Sets thickness and length of overlays by the size of a typical body. */
  setSizes(): void {
    const boxes = this.bodies.measureBounds().filter((_, i) => this.#isMoved[i]);
    const size = boxes[Math.floor(boxes.length / 2)]?.getSize(new Vector3()) ?? new Vector3(1, 1, 1);
    const [smallest, middle] = size.toArray().sort((a, b) => a - b);
    this.overlays.setSize(smallest, middle);
    this.#ropes.setSize(smallest);
  }

  showColours(colour: Colour, values: Float32Array, range: Range, selected: number | null): void {
    this.bodies.setColours(colour, values, range, selected);
    this.requestDrawing();
  }

  /** Sets the bodies that have just been rolled back; must be called before colours are shown. */
  showRollbacks(rolledBack: Uint8Array): void {
    this.bodies.setFlashes(rolledBack);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    (this.#scene.background as Color).set(theme.background);
    (this.#scene.fog as Fog).color.set(theme.background);
    this.#sun.intensity = theme.sun;
    this.#sky.intensity = theme.sky;
    this.#setGround();
  }

  /** Fits the view again if too many moving bodies have left it, unless the user has moved the view. */
  keepInView(): void {
    if (this.#isHeld) return;
    this.camera.updateMatrixWorld();
    const boxes = this.bodies.measureBounds().filter((box, i) => !box.isEmpty() && this.#isMoved[i]);
    const isSeen = (box: Box3) => {
      const { x, y, z } = box.getCenter(new Vector3()).project(this.camera);
      return Math.abs(x) < 1 && Math.abs(y) < 1 && z < 1;
    };
    if (boxes.length > 0 && boxes.filter(isSeen).length < LEAST_SEEN * boxes.length) this.fit();
  }

  /** Moves the camera so that all bodies are in view, from the default side. */
  fit(): void {
    this.#isHeld = false;
    const all = this.#measureScene();
    if (all.isEmpty()) all.expandByPoint(new Vector3()).expandByScalar(2);
    this.camera.aspect = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
    this.reach.copy(fitCamera(this.camera, this.controls, all));
    const { center, radius } = this.reach;
    Object.assign(this.#scene.fog as Fog, fogOf(this.camera, this.reach));
    this.overlays.joints.setReach(radius);
    this.#aimSun(center, radius);
    this.#setGround();
    this.requestDrawing();
  }

  /** Rotates the view about its target, by angles to the side and up [rad], and moves closer by a factor [1]. */
  turn(aside: number, up: number, closer = 1): void {
    this.#isHeld = true;
    const { target } = this.controls;
    const way = this.camera.position.clone().sub(target);
    const eye = new Spherical().setFromVector3(way);
    eye.theta += aside;
    eye.phi = Math.min(Math.max(eye.phi - up, 0.05), this.controls.maxPolarAngle);
    eye.radius /= closer;
    this.camera.position.copy(target).add(way.setFromSpherical(eye));
    this.controls.update();
    this.requestDrawing();
  }

  /** Copies the camera of another view; `isHeld` if the user has moved it. */
  lookAs(other: Viewport, isHeld = this.#isHeld): void {
    this.#isHeld = isHeld;
    const { camera, controls } = other;
    const isSame = this.camera.position.equals(camera.position) && this.controls.target.equals(controls.target);
    if (isSame && this.reach.equals(other.reach) && this.camera.far === camera.far) return;
    this.camera.position.copy(camera.position);
    this.camera.near = camera.near;
    this.camera.far = camera.far;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(controls.target);
    this.controls.minDistance = controls.minDistance;
    this.controls.maxDistance = controls.maxDistance;
    this.controls.update();
    this.reach.copy(other.reach);
    (this.#scene.fog as Fog).near = (other.#scene.fog as Fog).near;
    (this.#scene.fog as Fog).far = (other.#scene.fog as Fog).far;
    this.#aimSun(this.reach.center, this.reach.radius);
    this.#setGround();
    this.requestDrawing();
  }

  /** Horizontal direction of the view: x and z of a unit vector [1]. */
  facing(): [number, number] {
    const { x, z } = this.controls.target.clone().sub(this.camera.position).setY(0).normalize();
    return [x, z];
  }

  /** Moves the camera behind and above the driven body; without a forward direction, on the side where it was. */
  comeNear(driven: Driven | null): void {
    if (driven === null) return;
    this.#isHeld = true;
    const [x, z] = this.facing();
    const back = (driven.ahead ?? new Vector3(x, 0, z)).clone().setY(0).normalize().multiplyScalar(-DRIVER_BEHIND);
    this.controls.minDistance = 1;
    this.controls.target.copy(driven.position);
    this.camera.near = 0.05;
    this.camera.updateProjectionMatrix();
    this.camera.position
      .copy(driven.position)
      .add(back)
      .setY(driven.position.y + DRIVER_ABOVE);
    this.#followed = driven.position.clone();
    this.controls.update();
    this.requestDrawing();
  }

  /** Moves the camera with the driven body, and turns it slowly to a vehicle's direction. */
  follow(driven: Driven | null): void {
    const before = this.#followed;
    this.#followed = driven === null ? null : driven.position.clone();
    if (driven === null || before === null) return;
    const moved = driven.position.clone().sub(before);
    this.camera.position.add(moved);
    this.controls.target.add(moved);
    if (driven.ahead !== null) {
      const [x, z] = this.facing();
      const off = Math.atan2(driven.ahead.x * z - driven.ahead.z * x, driven.ahead.x * x + driven.ahead.z * z);
      const eye = this.camera.position
        .clone()
        .sub(this.controls.target)
        .applyAxisAngle(UP, FOLLOWING * off);
      this.camera.position.copy(this.controls.target).add(eye);
    }
    this.controls.update();
    this.#aimSun(driven.position, Math.min(this.reach.radius, DRIVER_SIGHT));
    this.requestDrawing();
  }

  /** The ray from the camera through a point of the canvas. */
  rayAt(x: number, y: number): Ray {
    const box = this.canvas.getBoundingClientRect();
    const caster = new Raycaster();
    const point = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    caster.setFromCamera(point, this.camera);
    return caster.ray;
  }

  /** Projects a point of the world to the page [px]. */
  project(point: Vector3): PagePoint {
    const box = this.canvas.getBoundingClientRect();
    const { x, y, z } = point.clone().project(this.camera);
    return { x: box.left + ((1 + x) * box.width) / 2, y: box.top + ((1 - y) * box.height) / 2, isAhead: Math.abs(z) < 1 };
  }

  /** Id of the joint drawn at a point of the page; null if there is none. */
  pickJoint(x: number, y: number): number | null {
    return this.overlays.joints.pick(x, y, (point) => this.project(point));
  }

  /** Draws if anything has changed; returns whether it has. */
  draw(): boolean {
    this.#resize();
    if (!this.#needsDrawing) return false;
    this.#needsDrawing = false;
    this.#fadeOverlays();
    this.#renderer.render(this.#scene, this.camera);
    return true;
  }

  /** Draws now, even if nothing has changed. */
  redraw(): void {
    this.requestDrawing();
    this.draw();
  }

  /** Bounding box of the visible scene: all fixed bodies, and all moving bodies but the few farthest out. */
  #measureScene(): Box3 {
    const boxes = this.bodies.measureBounds();
    const [moving, fixed] = [true, false].map((moves) => boxes.filter((box, i) => !box.isEmpty() && this.#isMoved[i] === moves));
    const all = new Box3();
    for (const box of fixed) all.union(box);
    if (moving.length === 0) return all;
    const left = Math.floor(LEFT_OUT * moving.length);
    const bound = (side: 'min' | 'max', axis: 'x' | 'y' | 'z') => {
      const sorted = moving.map((box) => box[side][axis]).sort((a, b) => a - b);
      return side === 'min' ? sorted[left] : sorted[sorted.length - 1 - left];
    };
    const corner = (side: 'min' | 'max') => new Vector3(bound(side, 'x'), bound(side, 'y'), bound(side, 'z'));
    return all.union(new Box3(corner('min'), corner('max')));
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio, 2);
    const size = this.#renderer.getSize(new Vector2());
    if (size.x === width && size.y === height && this.#renderer.getPixelRatio() === ratio) return;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.requestDrawing();
  }

  /** Makes overlays at the back of the scene fainter than those at the front, independent of height. */
  #fadeOverlays(): void {
    const { center, radius } = this.reach;
    const ahead = this.camera.getWorldDirection(new Vector3()).setY(0).normalize();
    const n = ahead.multiplyScalar(1 / (0.5 * radius));
    this.overlays.setFading(n, -n.dot(center));
  }

  #aimSun(center: Vector3, radius: number): void {
    const { shadow, target, position } = this.#sun;
    const wide = 1.6 * radius;
    target.position.copy(center);
    position.copy(center).addScaledVector(SUN, 4 * radius);
    Object.assign(shadow.camera, { left: -wide, right: wide, top: wide, bottom: -wide, near: 0.1 * radius, far: 8 * radius });
    shadow.camera.updateProjectionMatrix();
    shadow.normalBias = radius / 1500;
    shadow.bias = -0.0004;
  }

  #setGround(): void {
    if (this.#theme === null) return;
    this.bodies.setGroundColours(this.#theme.ground, this.#theme.line, lineSpacing(this.reach));
  }
}
