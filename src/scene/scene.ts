// A scene: everything a world is built from, as plain data that JSON can hold. Built-in scenes return one, a scene file is one.

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

/** The version of the scene format that this program reads and writes. */
export const SCENE_VERSION = 1;
/** Time step of a scene that does not name its own [s]. */
export const DEFAULT_DT = 0.01;
/** Duration of a scene that does not name its own [s]. */
export const DEFAULT_SECONDS = 10;

/** A body as a file can hold it: any but one moved by a function. */
export interface SceneBody extends Omit<BodyDescriptor, 'motion'> {
  /** How a scripted body moves; needed for it and for no other. */
  motion?: KeyframeMotion | OscillationMotion;
}

/** What two materials do together, in place of what would follow from the two. */
export interface MaterialPair extends MaterialPairDescriptor {
  /** Names of the two materials, in any order. */
  between: readonly [string, string];
}

/** A mesh of arrays, or of a file that is to be read before the scene is built. */
export type SceneMesh = MeshArrays | MeshFile;
export interface MeshArrays extends MeshDescriptor {
  vertices: readonly number[];
  triangles: readonly number[];
}
export interface MeshFile extends Omit<MeshDescriptor, 'vertices' | 'triangles'> {
  /** Path of the file, relative to that of the scene; its ending says what format it has. */
  file: string;
}

/** A surface of arrays or heights, or of a file that is to be read before the scene is built. */
export type SceneSurface = SurfaceDescriptor | SurfaceFile;
export interface SurfaceFile {
  /** Path of the file of a mesh, relative to that of the scene; its ending says what format it has. */
  file: string;
  sides?: SurfaceSides;
}

/** A multibody as a file can hold it: what controls it has a name, and whoever runs the scene has the function. */
export interface SceneMultibody extends MultibodyDescriptor<string, SceneBody> {
  /** Name of the function that is called before each step; without one nothing is. */
  control?: string;
}

/** A character as a file can hold it: what decides where it walks has a name, and whoever runs the scene has the function. */
export interface SceneCharacter extends Omit<CharacterOptions, 'filter'> {
  /** Name of the function that is called before each of its moves; without one it wishes what it is told. */
  control?: string;
}

/** What joins while the scene runs. It may name all that is there by then. */
export interface Addition {
  /** Time at which it is there; it joins before the step that this time falls into [s]. */
  at: number;
  bodies?: readonly SceneBody[];
  multibodies?: readonly SceneMultibody[];
  joints?: readonly JointDescriptor<string>[];
  couplings?: readonly CouplingDescriptor<string>[];
}

export interface Scene {
  /** Version of the format. */
  drystone: typeof SCENE_VERSION;
  /** Address of the JSON Schema, for editors; not read. */
  $schema?: string;
  name: string;
  /** What is to be seen, in a sentence. */
  description?: string;
  /** Time step [s]; default 0.01. */
  dt?: number;
  /** How long it is worth watching [s]; default 10. */
  seconds?: number;
  /** Names of the time-stepping method, scheduler and solver; default the library's. */
  method?: MethodName;
  scheduler?: SchedulerName;
  solver?: SolverName;
  /** World settings by name; the others have their defaults. */
  settings?: Partial<Settings>;
  /** By name. "default" exists always and may be redefined here. */
  materials?: Readonly<Record<string, MaterialDescriptor>>;
  materialPairs?: readonly MaterialPair[];
  /** By name, for shapes of kind mesh. */
  meshes?: Readonly<Record<string, SceneMesh>>;
  /** By name, for shapes of kind surface. */
  surfaces?: Readonly<Record<string, SceneSurface>>;
  bodies?: readonly SceneBody[];
  /** These name bodies of `bodies`, not of `additions`. */
  composites?: readonly CompositeDescriptor[];
  /** Links are bodies of their own, or names of such of `bodies`. */
  multibodies?: readonly SceneMultibody[];
  /** Their bodies come after all others. */
  characters?: readonly SceneCharacter[];
  /** These name bodies of `bodies` and links of `multibodies`. */
  joints?: readonly JointDescriptor<string>[];
  /** These name joints of `joints` and of `multibodies`. */
  couplings?: readonly CouplingDescriptor<string>[];
  /** These name bodies of `bodies` and links of `multibodies`, not bodies of `additions`. */
  rules?: readonly RuleDescriptor[];
  triggers?: readonly TriggerDescriptor[];
  timers?: readonly TimerDescriptor[];
  additions?: readonly Addition[];
}
