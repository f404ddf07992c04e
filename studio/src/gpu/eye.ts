// The camera of the picture, and the gestures that move it.

import type { Box3 } from 'three';
import { PerspectiveCamera, Raycaster, Sphere, Vector2, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { fitCamera } from '../view/sight.js';

export class Eye {
  readonly camera = new PerspectiveCamera(38, 1, 0.05, 2000);
  readonly controls: OrbitControls;
  /** Bounding ball of the scene. */
  readonly reach = new Sphere(new Vector3(), 5);
  readonly #canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement, moved: () => void) {
    this.#canvas = canvas;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.addEventListener('change', moved);
  }

  fit(all: Box3): void {
    this.resize();
    this.reach.copy(fitCamera(this.camera, this.controls, all));
  }

  /** Fits the camera to the canvas; returns the size of the picture [px]. */
  resize(): [width: number, height: number] {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = Math.min(window.devicePixelRatio, 2);
    const [width, height] = [clientWidth, clientHeight].map((length) => Math.max(1, Math.round(length * ratio)));
    if (this.camera.aspect !== width / height) {
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }
    return [width, height];
  }

  dispose(): void {
    this.controls.dispose();
  }
}

/** Direction from the camera through a point of the page. */
export function wayThrough(canvas: HTMLCanvasElement, camera: PerspectiveCamera, x: number, y: number): Vector3 {
  const box = canvas.getBoundingClientRect();
  const caster = new Raycaster();
  const point = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
  caster.setFromCamera(point, camera);
  return caster.ray.direction;
}
