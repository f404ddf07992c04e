// The scene: everything a world is built from, as plain JSON data. Built-in scenes return one, and a scene file
// contains one.

import type {
  BodyDescriptor,
  CompositeDescriptor,
  KeyframeMotion,
  MaterialDescriptor,
  MaterialPairDescriptor,
  MeshDescriptor,
  OscillationMotion,
  RuleDescriptor,
  SurfaceDescriptor,
  SurfaceSides,
  TimerDescriptor,
  TriggerDescriptor,
} from '../bodies/descriptors.js';
import type { CharacterOptions } from '../character/options.js';
import type { CouplingDescriptor, JointDescriptor, MultibodyDescriptor } from '../joints/descriptors.js';
import type { MethodName, SchedulerName, SolverName } from '../methods.js';
import type { Settings } from '../settings.js';

/** Version of the scene format that the library reads and writes. */
export const SCENE_VERSION = 1;
/** Time step of a scene that does not name its own [s]. */
export const DEFAULT_DT = 0.01;
/** Duration of a scene that does not name its own [s]. */
export const DEFAULT_SECONDS = 10;

/** A body in a scene file: any body but one whose motion is a function. */
export interface SceneBody extends Omit<BodyDescriptor, 'motion'> {
  /** Motion of a scripted body. Scripted bodies need one, other bodies must not have one. */
  motion?: KeyframeMotion | OscillationMotion;
}

/** Properties of contacts between two materials, in place of those that follow from the two. */
export interface MaterialPair extends MaterialPairDescriptor {
  /** Names of the two materials, in any order. */
  between: readonly [string, string];
}

/** A mesh given by arrays, or by a file that is read before the scene is built. */
export type SceneMesh = MeshArrays | MeshFile;
export interface MeshArrays extends MeshDescriptor {
  vertices: readonly number[];
  triangles: readonly number[];
}
export interface MeshFile extends Omit<MeshDescriptor, 'vertices' | 'triangles'> {
  /** Path of the file, relative to that of the scene. The extension determines its format. */
  file: string;
}

/** A surface given by arrays or heights, or by a file that is read before the scene is built. */
export type SceneSurface = SurfaceDescriptor | SurfaceFile;
export interface SurfaceFile {
  /** Path of a mesh file, relative to that of the scene. The extension determines its format. */
  file: string;
  sides?: SurfaceSides;
}

/** A multibody in a scene file. Its control is a name; the program that runs the scene provides the function. */
export interface SceneMultibody extends MultibodyDescriptor<string, SceneBody> {
  /** Name of the control, a function that is called before each step. Without it the multibody has no control. */
  control?: string;
}

/** A character in a scene file. Its control is a name; the program that runs the scene provides the function. */
export interface SceneCharacter extends Omit<CharacterOptions, 'filter'> {
  /**
   * Name of the control, a function that is called before each move and may set `wish`. Without it `wish` stays as set.
   */
  control?: string;
}

/** Bodies, multibodies, joints and couplings added while the scene runs. They may refer to all that exists by then. */
export interface Addition {
  /** Time of the addition [s]. It is added before the step that contains this time. */
  at: number;
  bodies?: readonly SceneBody[];
  multibodies?: readonly SceneMultibody[];
  joints?: readonly JointDescriptor<string>[];
  couplings?: readonly CouplingDescriptor<string>[];
}

/** Everything a world is built from, as plain data. */
export interface Scene {
  /** Version of the format. */
  drystone: typeof SCENE_VERSION;
  /** Address of the JSON Schema, for editors. The library ignores it. */
  $schema?: string;
  name: string;
  /** One sentence about what the scene shows. */
  description?: string;
  /** Time step [s]; default 0.01. */
  dt?: number;
  /** Duration of the run [s]; default 10. */
  seconds?: number;
  /** Names of the time-stepping method, scheduler and solver. Defaults are those of the library. */
  method?: MethodName;
  scheduler?: SchedulerName;
  solver?: SolverName;
  /** World settings by name. Those left out have their defaults. */
  settings?: Partial<Settings>;
  /** Materials by name. "default" always exists and may be redefined here. */
  materials?: Readonly<Record<string, MaterialDescriptor>>;
  materialPairs?: readonly MaterialPair[];
  /** Meshes by name, for shapes of kind mesh. */
  meshes?: Readonly<Record<string, SceneMesh>>;
  /** Surfaces by name, for shapes of kind surface. */
  surfaces?: Readonly<Record<string, SceneSurface>>;
  bodies?: readonly SceneBody[];
  /** Composites. They refer to bodies of `bodies`, not of `additions`. */
  composites?: readonly CompositeDescriptor[];
  /** Multibodies. A link is a body given in place, or the name of a body of `bodies`. */
  multibodies?: readonly SceneMultibody[];
  /** Characters. Their bodies are created after all others. */
  characters?: readonly SceneCharacter[];
  /** Joints. They refer to bodies of `bodies` and links of `multibodies`. */
  joints?: readonly JointDescriptor<string>[];
  /** Couplings. They refer to joints of `joints` and of `multibodies`. */
  couplings?: readonly CouplingDescriptor<string>[];
  /** Rules. They refer to bodies of `bodies` and links of `multibodies`, not to bodies of `additions`. */
  rules?: readonly RuleDescriptor[];
  triggers?: readonly TriggerDescriptor[];
  timers?: readonly TimerDescriptor[];
  additions?: readonly Addition[];
}
