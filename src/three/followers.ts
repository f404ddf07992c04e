// Objects of three.js that follow bodies: for models with their own parts, lights and materials. WorldView draws
// shapes.

import type { Object3D } from 'three';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { Body } from '../handles.js';
import { refuse } from '../input/fields.js';
import { POSE_SIZE } from '../world/poses.js';
import { checkPoseSource, type PoseSource } from './pose-source.js';

export class Followers {
  readonly #objects = new Map<Body, Object3D>();
  #poses = new Float64Array(0);
  readonly #position = new Vector3();
  readonly #orientation = new Quaternion();
  readonly #scale = new Vector3();
  readonly #pose = new Matrix4();
  readonly #toParent = new Matrix4();

  /** Makes an object follow the origin and the orientation of a body. The object keeps its scale. */
  add(body: Body, object: Object3D): void {
    if (!(body instanceof Body)) refuse('body', body, 'a body');
    if (object?.isObject3D !== true) refuse('object', object, 'an object of three.js');
    this.#objects.set(body, object);
  }

  /** Ends the following of a body; returns whether an object followed it. */
  delete(body: Body): boolean {
    return this.#objects.delete(body);
  }

  objectOf(body: Body): Object3D | undefined {
    return this.#objects.get(body);
  }

  /** Moves the objects to the poses of a world, or to interpolated poses of a runner. Removed bodies are forgotten. */
  update(source: PoseSource): void {
    checkPoseSource(source);
    for (const body of this.#objects.keys()) if (!body.isAlive) this.#objects.delete(body);
    const bodies = [...this.#objects.keys()];
    if (this.#poses.length < POSE_SIZE * bodies.length) this.#poses = new Float64Array(2 * POSE_SIZE * bodies.length);
    source.writePoses(this.#poses, bodies);
    bodies.forEach((body, i) => {
      this.#place(this.#objects.get(body) as Object3D, POSE_SIZE * i);
    });
  }

  /** Converts a pose in the world to one in the frame of the object's parent. */
  #place(object: Object3D, at: number): void {
    this.#position.fromArray(this.#poses, at);
    this.#orientation.fromArray(this.#poses, at + 3);
    const { parent } = object;
    if (parent !== null) {
      parent.updateWorldMatrix(true, false);
      this.#pose.compose(this.#position, this.#orientation, this.#scale.set(1, 1, 1));
      this.#toParent.copy(parent.matrixWorld).invert().multiply(this.#pose);
      this.#toParent.decompose(this.#position, this.#orientation, this.#scale);
    }
    object.position.copy(this.#position);
    object.quaternion.copy(this.#orientation);
  }
}
