// Scenes of meshes or robots that are dropped on the page: they are released above the ground. A glTF file with rigid
// bodies is a scene by itself.

import type { Scene, Vec3 } from '../../../src/index.js';
import { InputError, Simulation, solidOf } from '../../../src/index.js';
import type { GivenFile } from '../protocol.js';
import { endingOf, MESH_FILES, ROBOT_FILES } from '../protocol.js';

/** Initial height above the ground, as a fraction of the size [1]. */
const CLEARANCE = 0.25;
/** The glTF extension for rigid bodies. */
const RIGID_BODIES = 'KHR_physics_rigid_bodies';

/** The scene of the robot among the files, or of the first mesh; the other files are those it refers to. */
export async function sceneOfModel(files: readonly GivenFile[]): Promise<Scene> {
  const isOf = (endings: readonly string[]) => files.find(({ path }) => endings.includes(endingOf(path)));
  const robot = isOf(ROBOT_FILES);
  const model = robot ?? isOf(MESH_FILES);
  if (model === undefined) throw new InputError('There is neither a mesh nor a robot among the files.');
  try {
    if (model === robot) return await sceneOfRobot(model, files);
    return await (hasRigidBodies(model) ? sceneOfGltf(model, files) : sceneOfMesh(model, files));
  } catch (error) {
    const { message } = error as Error;
    // Some readers already name the file in their messages.
    throw new InputError(message.startsWith(`The file ${model.path} `) ? message : `${model.path}: ${message}`);
  }
}

/** Finds files by their name only, since folders are unknown. */
function findFile(files: readonly GivenFile[]): (uri: string) => Uint8Array {
  return (uri) => {
    const wanted = decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
    const found = files.find(({ path }) => path.slice(path.lastIndexOf('/') + 1) === wanted);
    if (found === undefined) throw new InputError(`it names ${uri}, which was not given; drop all of its files together.`);
    return found.bytes;
  };
}

/** Whether a glTF file uses the extension; the JSON of a binary GLB file is plain text too. */
function hasRigidBodies({ path, bytes }: GivenFile): boolean {
  return ['glb', 'gltf'].includes(endingOf(path)) && new TextDecoder('latin1').decode(bytes).includes(RIGID_BODIES);
}

async function sceneOfGltf({ path, bytes }: GivenFile, files: readonly GivenFile[]): Promise<Scene> {
  const { readGltfScene } = await import('../../../src/gltf/read-scene.js');
  const scene = await readGltfScene(bytes, { name: path, resolve: findFile(files) });
  return { ...scene, description: `The rigid bodies of ${path}.` };
}

async function sceneOfMesh({ path, bytes }: GivenFile, files: readonly GivenFile[]): Promise<Scene> {
  // Loaded on demand, since the libraries that read meshes are large and rarely used.
  const { readMesh } = await import('../../../src/mesh-files/index.js');
  const { mesh, actions } = solidOf(await readMesh(bytes, { name: path, resolve: findFile(files) }), { repair: true });
  const { positions } = mesh;
  const [x, y, z] = [0, 1, 2].map((axis) => extentOf(positions.filter((_, i) => i % 3 === axis)));
  const size = Math.max(...[x, y, z].map(({ low, high }) => high - low));
  const name = path.replace(/\.[^.]*$/, '');
  return {
    drystone: 1,
    name,
    description: [`The mesh of ${path}, let go above the ground.`, ...actions].join(' '),
    meshes: { mesh: { vertices: [...positions], triangles: [...mesh.triangles] } },
    bodies: [
      { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] },
      {
        name: name === 'ground' ? 'mesh' : name,
        position: [-(x.low + x.high) / 2 + 0, CLEARANCE * size - y.low, -(z.low + z.high) / 2 + 0],
        shapes: [{ kind: 'mesh', mesh: 'mesh' }],
      },
    ],
  };
}

/** A robot with a root fixed to the world stays there; another one is released above the ground. */
async function sceneOfRobot({ path, bytes }: GivenFile, files: readonly GivenFile[]): Promise<Scene> {
  const { readMjcf, readUrdf } = await import('../../../src/robots/index.js');
  const text = new TextDecoder().decode(bytes);
  const read = endingOf(path) === 'urdf' || /<robot[\s>]/.test(text) ? readUrdf : readMjcf;
  const robotAt = (position: Vec3) => read(text, { upAxis: 'y', position, resolve: findFile(files) });
  const { low, high } = await measureRobot((await robotAt([0, 0, 0])).scene);
  const { scene, notes } = await robotAt([0, CLEARANCE * (high - low) - low, 0]);
  const bodies = scene.bodies ?? [];
  const hasGround = bodies.some(({ shapes }) => shapes.some(({ kind }) => kind === 'half-space'));
  const ground = { kind: 'fixed' as const, name: freeName('ground', bodies), shapes: [{ kind: 'half-space' as const }] };
  return {
    ...scene,
    description: [`The robot of ${path}.`, ...notes].join(' '),
    bodies: hasGround ? bodies : [ground, ...bodies],
  };
}

/** Lowest and highest point of a robot [m]. */
async function measureRobot(scene: Scene): Promise<{ low: number; high: number }> {
  const { world } = new Simulation(scene);
  world.detect({ onlyProximity: true });
  const { bounds } = world.store.nodes.columns;
  const heights = [...world.bodies()].flatMap(({ row }) => [bounds[6 * row + 1], bounds[6 * row + 4]]).filter(Number.isFinite);
  return heights.length === 0 ? { low: 0, high: 1 } : extentOf(heights);
}

function extentOf(numbers: ArrayLike<number>): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < numbers.length; i++) {
    low = Math.min(low, numbers[i]);
    high = Math.max(high, numbers[i]);
  }
  return { low, high };
}

function freeName(name: string, bodies: readonly { name?: string }[]): string {
  return bodies.some((body) => body.name === name) ? freeName(`${name}-`, bodies) : name;
}
