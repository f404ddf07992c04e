// Writes glTF files by external libraries. This is the only module that imports them; the build bundles them into it,
// so that the published package has no dependencies. Geometries are those of drystone/three.

import type { Accessor, Material, Mesh, Node } from '@gltf-transform/core';
import { Document, Logger, WebIO } from '@gltf-transform/core';
import { type BufferGeometry, Color } from 'three';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { geometryOf, groundGeometry } from '../three/shape-geometry.js';
import type { Model, ModelBody, ModelShape } from './model.js';

/** Writes a GLB file: a node for each body, with its shapes as children, and one animation. */
export async function writeGlb(model: Model): Promise<Uint8Array> {
  const writer = new ModelWriter(model);
  for (const body of model.bodies) writer.addBody(body);
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  return io.writeBinary(writer.document);
}

class ModelWriter {
  readonly document = new Document();
  readonly #model: Model;
  readonly #buffer = this.document.createBuffer();
  readonly #scene = this.document.createScene();
  /** Made only if a body moves, since an animation must have channels. */
  #animation: ReturnType<Document['createAnimation']> | undefined;
  readonly #geometries = new Map<string, { positions: Accessor; normals: Accessor; indices: Accessor }>();
  readonly #materials = new Map<string, Material>();
  readonly #meshes = new Map<string, Mesh>();

  constructor(model: Model) {
    this.#model = model;
    this.#scene.setName(model.name);
    this.document.getRoot().getAsset().generator = 'Drystone';
  }

  addBody(body: ModelBody): void {
    const { name, shapes, track } = body;
    const [x, y, z, qx, qy, qz, qw] = track.poses;
    const node = this.document.createNode(name).setTranslation([x, y, z]).setRotation([qx, qy, qz, qw]);
    for (const shape of shapes) node.addChild(this.#nodeOf(shape, body.colour));
    this.#scene.addChild(node);
    this.#animate(node, body);
  }

  #nodeOf({ shape, triangles }: ModelShape, colour: number): Node {
    const geometry = geometryOf(shape, triangles) ?? groundGeometry(this.#model.groundWidth);
    const { position = [0, 0, 0], orientation = [0, 0, 0, 1] } = shape;
    const isOpen = shape.kind === 'surface' || shape.kind === 'half-space';
    const mesh = this.#meshOf(geometry.key, () => geometry.make(), this.#materialOf(colour, isOpen));
    return this.document
      .createNode()
      .setMesh(mesh)
      .setTranslation([...position])
      .setRotation([...orientation])
      .setScale([...geometry.scale]);
  }

  #meshOf(key: string, make: () => BufferGeometry, material: Material): Mesh {
    const name = `${key} ${material.getName()}`;
    const known = this.#meshes.get(name);
    if (known !== undefined) return known;
    const { positions, normals, indices } = this.#geometryOf(key, make);
    const primitive = this.document.createPrimitive().setIndices(indices).setMaterial(material);
    primitive.setAttribute('POSITION', positions).setAttribute('NORMAL', normals);
    const mesh = this.document.createMesh(key.split(' ')[0]).addPrimitive(primitive);
    this.#meshes.set(name, mesh);
    return mesh;
  }

  #geometryOf(key: string, make: () => BufferGeometry): { positions: Accessor; normals: Accessor; indices: Accessor } {
    const known = this.#geometries.get(key);
    if (known !== undefined) return known;
    // There are no textures, and without texture coordinates more vertices can be merged.
    const geometry = mergeVertices(make().deleteAttribute('uv'));
    const vertices = geometry.getAttribute('position').count;
    const list = geometry.index?.array ?? [];
    const made = {
      positions: this.#accessor('VEC3', new Float32Array(geometry.getAttribute('position').array)),
      normals: this.#accessor('VEC3', new Float32Array(geometry.getAttribute('normal').array)),
      // glTF does not allow the largest value of the index type as an index.
      indices: this.#accessor('SCALAR', vertices < 0xffff ? Uint16Array.from(list) : Uint32Array.from(list)),
    };
    this.#geometries.set(key, made);
    return made;
  }

  #materialOf(colour: number, isOpen: boolean): Material {
    const name = `#${colour.toString(16).padStart(6, '0')}${isOpen ? ' both sides' : ''}`;
    const known = this.#materials.get(name);
    if (known !== undefined) return known;
    // three converts sRGB to linear colours, which glTF requires.
    const { r, g, b } = new Color(colour);
    const material = this.document.createMaterial(name).setBaseColorFactor([r, g, b, 1]).setDoubleSided(isOpen);
    material.setRoughnessFactor(0.85).setMetallicFactor(0);
    this.#materials.set(name, material);
    return material;
  }

  #animate(node: Node, { track, came, went }: ModelBody): void {
    if (track.moves) {
      const times = this.#accessor('SCALAR', Float32Array.from(track.times));
      this.#addChannel(node, 'translation', times, this.#accessor('VEC3', track.column(0, 3)), 'LINEAR');
      this.#addChannel(node, 'rotation', times, this.#accessor('VEC4', track.column(3, 4)), 'LINEAR');
    }
    if (came === undefined && went === undefined) return;
    // glTF cannot add or remove nodes during an animation: absent bodies have scale 0.
    const sizes: [time: number, size: number][] =
      came === undefined
        ? [[0, 1]]
        : [
            [0, 0],
            [came, 1],
          ];
    if (went !== undefined) sizes.push([went, 0]);
    const times = this.#accessor(
      'SCALAR',
      Float32Array.from(sizes, ([time]) => time),
    );
    const scales = Float32Array.from(sizes.flatMap(([, size]) => [size, size, size]));
    this.#addChannel(node, 'scale', times, this.#accessor('VEC3', scales), 'STEP');
  }

  #addChannel(
    node: Node,
    path: 'translation' | 'rotation' | 'scale',
    times: Accessor,
    values: Accessor,
    interpolation: 'LINEAR' | 'STEP',
  ): void {
    this.#animation ??= this.document.createAnimation('run');
    const sampler = this.document.createAnimationSampler().setInput(times).setOutput(values).setInterpolation(interpolation);
    const channel = this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    this.#animation.addSampler(sampler).addChannel(channel);
  }

  #accessor(
    type: 'SCALAR' | 'VEC3' | 'VEC4',
    numbers: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ): Accessor {
    return this.document.createAccessor().setType(type).setArray(numbers).setBuffer(this.#buffer);
  }
}
