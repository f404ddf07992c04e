// Messages between the page and its worker. Each request of the page has one answer with the same number. Only the
// worker has the world.

import type {
  BodyDescriptor,
  JointKind,
  MethodName,
  Scene,
  SchedulerName,
  Settings,
  ShapeDescriptor,
  SolverName,
  TimeFigures,
  TimeStatistics,
  Vec3,
} from '../../src/index.js';
import { PHASES } from '../../src/index.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';
import type { BodyNumbers, JointNumbers } from './numbers.js';

export * from './numbers.js';

/** The source of a scene. */
export type SceneSource =
  | {
      readonly kind: 'built-in';
      readonly name: string;
      readonly seed: number;
      readonly options: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

/** Choices that override those of the scene. */
export interface Choices {
  readonly method?: MethodName;
  readonly scheduler?: SchedulerName;
  readonly solver?: SolverName;
  /** [s] */
  readonly dt?: number;
  readonly settings: Partial<Settings>;
}

/** Overlays that can be drawn over the scene. */
export const OVERLAYS = { graph: 'Contact graph', contacts: 'Contacts', boxes: 'Bounding boxes', joints: 'Joints' } as const;
export type Overlay = keyof typeof OVERLAYS;
export type Overlaid = Readonly<Record<Overlay, boolean>>;

/** The data of frames that the page wants besides poses. */
export interface Look extends Overlaid {
  readonly colour: Colour;
  /** Level of the contact trees whose cells are drawn, 0 for the root; null for none. */
  readonly treeLevel: number | null;
  /** Id of the selected body. */
  readonly selected: number | null;
  /** Id of the selected joint. */
  readonly joint: number | null;
}

/** Meanings of the colour of a body. */
export const COLOURS = {
  stone: 'Stone',
  group: 'Contact group',
  layer: 'Stack layer',
  activity: 'Activity',
  speed: 'Speed',
  penetration: 'Penetration',
  mass: 'Mass',
} as const;
export type Colour = keyof typeof COLOURS;

/** Values of the colour `activity`, as in figure 17 of the contact graph paper. */
export const ACTIVITIES = ['fixed', 'at rest', 'sleepy', 'moving'] as const;

/** The initial look of a scene. */
export const FIRST_LOOK: Look = {
  colour: 'stone',
  contacts: false,
  graph: false,
  boxes: false,
  joints: false,
  treeLevel: null,
  selected: null,
  joint: null,
};

/** A user action on the world before a step. */
export type Input =
  | { readonly kind: 'throw'; readonly body: BodyDescriptor }
  | { readonly kind: 'pull'; readonly pull: Pull }
  | { readonly kind: 'set'; readonly name: string; readonly value: unknown }
  | Target
  | Drive;

/** Input of one step for the character or vehicle that the user drives. */
export interface Drive {
  readonly kind: 'drive';
  /** Id of the body of a character, or of the multibody of a vehicle. */
  readonly node: number;
  /** Input ahead and to the left, each from -1 to 1 [1]. */
  readonly ahead: number;
  readonly left: number;
  /** Jump of a character, hand brake of a vehicle. */
  readonly space: boolean;
  /** Running of a character, full throttle of a vehicle. */
  readonly shift: boolean;
  /** Horizontal direction of the view: x and z of a unit vector [1]. */
  readonly facing: readonly [number, number];
}

/** A character or vehicle that can be driven. */
export interface Drivable {
  readonly kind: 'character' | 'vehicle';
  /** Id of its node, and of the body that the view follows. */
  readonly id: number;
  readonly body: number;
  readonly name: string;
}

/** A new target for the motor of a coordinate. */
export interface Target {
  readonly kind: 'target';
  /** Id of the joint. */
  readonly joint: number;
  readonly coordinate: string;
  /** Velocity, position or force, depending on the kind of the motor. */
  readonly value: number;
}

/** A spring from a point of a body to a point of the world. */
export interface Pull {
  /** Id of the body. */
  readonly body: number;
  /** Point in the frame at the body's centre of mass [m]. */
  readonly anchor: Vec3;
  /** Point in the world [m]. */
  readonly target: Vec3;
}

/** A file that was chosen or dropped. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Extensions of mesh files, in order of preference as the model; extensions of robot files. */
export const MESH_FILES = ['glb', 'gltf', 'obj', 'stl', 'ply'];
export const ROBOT_FILES = ['urdf', 'mjcf', 'xml'];

export function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

/** Files that can be saved of a run. */
export type Saved = 'scene' | 'recording' | 'glb';

export type Request =
  /** Opens a scene; with `isMeasured`, frames have measures. */
  | { readonly kind: 'open'; readonly source: SceneSource; readonly choices: Choices; readonly isMeasured: boolean }
  | ({ readonly kind: 'open-recording' } & GivenFile)
  /** Opens a mesh or robot, with the files that it refers to, as a scene. */
  | { readonly kind: 'open-model'; readonly files: readonly GivenFile[] }
  /** Opens a scene file in another engine, with one of its settings. */
  | { readonly kind: 'open-rival'; readonly engine: Rival; readonly setting: string; readonly text: string }
  /** Simulates this much time, as far as the machine keeps up [s]. */
  | { readonly kind: 'play'; readonly seconds: number }
  /** Simulates up to a time, as far as the machine keeps up [s]. */
  | { readonly kind: 'reach'; readonly time: number }
  /** Seeks to a step, recorded or not yet simulated. */
  | { readonly kind: 'seek'; readonly step: number }
  /** Discards the recording after this moment. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'input'; readonly input: Exclude<Input, { kind: 'pull' | 'drive' }> }
  /** Pulls a body from now on, until a request with null. */
  | { readonly kind: 'pull'; readonly pull: Pull | null }
  /** Drives with this input from now on, until another request. */
  | { readonly kind: 'drive'; readonly drive: Drive }
  | { readonly kind: 'look'; readonly look: Look }
  /** The matrix of the contact group that a body is in. */
  | { readonly kind: 'matrix'; readonly body: number }
  | { readonly kind: 'save'; readonly what: Saved };

export type Answer =
  | { readonly kind: 'opened'; readonly opened: Opened; readonly frame: Frame }
  | { readonly kind: 'opened-rival'; readonly opened: OpenedRival; readonly frame: Frame }
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** Nothing to show: no step was due, or a later request replaced this one. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'matrix'; readonly matrix: GroupMatrix | null }
  /** The request was refused, with a message; nothing has changed. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Progress of an operation whose answer is still to come. */
export interface Progress {
  readonly kind: 'progress';
  readonly what: string;
  /** Fraction that is done [1]. */
  readonly share: number;
}

/** Engines that a scene can be compared with; they are loaded on demand. */
export const RIVALS = { rapier: 'Rapier', jolt: 'Jolt' } as const;
export type Rival = keyof typeof RIVALS;

export interface OpenedRival {
  readonly engine: Rival;
  readonly setting: string;
  /** Names of all its settings, the default first. */
  readonly settings: readonly string[];
  /** [s] */
  readonly dt: number;
}

/**
 * Sparsity pattern of the matrix of a contact group: its contacts, then its joints, each with the indices of its two
 * bodies in the group, -1 for a body that does not move. A block of the matrix is nonzero if both have a common body.
 */
export interface GroupMatrix {
  readonly bodies: number;
  readonly contacts: number;
  /** Two indices per contact or joint. */
  readonly ends: Int32Array;
}

/** An opened scene, with its method, scheduler, solver and settings. */
export interface Opened {
  readonly name: string;
  readonly description: string;
  readonly method: MethodName;
  readonly scheduler: SchedulerName;
  readonly solver: SolverName;
  /** [s] */
  readonly dt: number;
  /** Suggested duration [s]. */
  readonly seconds: number;
  readonly settings: Settings;
  /** Settings of the scene itself. */
  readonly sceneSettings: Partial<Settings>;
  readonly drivable: readonly Drivable[];
  /** Number of levels of the deepest contact tree, 0 if there is none. */
  readonly treeLevels: number;
  /** For a recording or a mesh: the scene and choices from which to begin again. */
  readonly recorded: { readonly text: string; readonly choices: Choices } | null;
}

/** The origin of a saved recording: its scene and choices. */
export interface Origin {
  readonly scene: Scene;
  readonly choices: Choices;
  /** Settings that were changed during the run, each before a step. */
  readonly changes: readonly { readonly step: number; readonly name: string; readonly value: unknown }[];
}

export interface ShapePicture {
  readonly shape: ShapeDescriptor;
  /** Pose in the frame at the body's centre of mass [m], [1]. */
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  /** Triangles of a shape of kind mesh or surface, else null. */
  readonly mesh: TriangleMesh | null;
}
export interface BodyPicture {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly shapes: readonly ShapePicture[];
}

export interface JointPicture {
  readonly id: number;
  readonly name: string;
  readonly kind: JointKind;
  /** Names of the joint's coordinates. */
  readonly coordinates: readonly string[];
  /** Ids of the bodies; null is the world. */
  readonly bodyA: number | null;
  readonly bodyB: number;
  /** Ids of joints that are coupled to this one as followers. */
  readonly followers: readonly number[];
}

/** Whether forces move bodies of a kind: rigid bodies and links of multibodies. */
export function isMoved(kind: string): boolean {
  return kind === 'rigid' || kind === 'link';
}

/** Numbers per pose: centre of mass [m], orientation [1]. */
export const POSE_WIDTH = 7;
/** Numbers per contact: point [m], normal [1], friction impulse [N s], normal impulse [N s], gap [m]. */
export const CONTACT_WIDTH = 11;
/**
 * Numbers per edge: start [m], end [m], state (0 separated, 1 touching, 2 penetrating; 3 no contact, but a joint, rule,
 * trigger or composite).
 */
export const EDGE_WIDTH = 7;
export const EDGE_STATES = ['close', 'touching', 'penetrating', 'joint, logical or structural'] as const;
/** Numbers per box: min x, y, z, max x, y, z [m]. */
export const BOX_WIDTH = 6;
/**
 * Numbers per joint: its index in the list of joints, its index in JOINT_STATES, its frames on A and on B as poses,
 * lower and upper limits of six coordinates and their values [m or rad], force [N] and torque [N m] on B.
 */
export const JOINT_WIDTH = 40;
/** Begins of these parts in the numbers of a joint. */
export const JOINT_PLACES = { frameA: 2, frameB: 9, limits: 16, values: 28, force: 34, torque: 37 } as const;

/** Columns of the statistics of a step. */
export const STATISTICS = [
  'time',
  'contacts',
  'groupCount',
  'penetration',
  'kinetic',
  'potential',
  'residual',
  ...PHASES,
] as const;

/**
 * Columns of the measures of a step in a comparison: time [s], deepest overlap [m], largest horizontal distance of a
 * body from its start [m], energy [J], real time of the step [ms]. All but the last are found from poses alone, if the
 * scene allows that.
 */
export const MEASURES = ['time', 'penetration', 'drift', 'energy', 'stepTime'] as const;

/** Numbers per surface cell of a contact tree: centre [m], orientation [1], half its side, sample point [m]. */
export const CELL_WIDTH = 11;

/** Numbers of a rope, rod or spring: its two ends [m]. */
export const ROPE_WIDTH = 6;

/** Rows of the steps from `first` on, one per step, that the page does not have yet. */
export interface StepRows {
  readonly first: number;
  readonly rows: Float32Array;
}

/** The world at a step. Arrays are in the order of `bodies`. */
export interface Frame {
  readonly step: number;
  /** [s] */
  readonly time: number;
  /** Last recorded step. */
  readonly last: number;
  /** Hash of the whole state; null while the simulation plays. */
  readonly hash: string | null;
  /** The bodies if they have changed since the last frame, else null. */
  readonly bodies: readonly BodyPicture[] | null;
  /** The joints if they or their couplings have changed since the last frame, else null. */
  readonly joints: readonly JointPicture[] | null;
  readonly poses: Float32Array;
  /** Values of the colour mode, a number per body; empty for stone. */
  readonly values: Float32Array;
  readonly contacts: Float32Array | null;
  readonly edges: Float32Array | null;
  readonly boxes: Float32Array | null;
  /** All joints if they are shown, else the selected one only. */
  readonly jointRows: Float32Array | null;
  /** Distance joints that act: they are part of the scene, whether or not joints are looked at. */
  readonly ropes: Float32Array | null;
  /** Cells of contact trees. */
  readonly cells: Float32Array | null;
  /** Rows of STATISTICS. */
  readonly statistics: StepRows;
  /** Rows of MEASURES, if the scene was opened with measures. */
  readonly measures: StepRows | null;
  /** Null with fixed steps. */
  readonly times: TimePicture | null;
  readonly selected: BodyNumbers | null;
  readonly joint: JointNumbers | null;
  /** A message if a recording is not reproduced as it was recorded. */
  readonly notice: string | null;
}

/** The state of a time scheduler. Arrays are in the order of the bodies. */
export interface TimePicture {
  /** Local time of each body minus GVT [s]; NaN for a body that forces do not move. */
  readonly ahead: Float32Array;
  /** 1 for each body that was rolled back since the frame before. */
  readonly rolledBack: Uint8Array;
  readonly statistics: TimeStatistics & TimeFigures;
}

/** A message with its number. */
export type Numbered<T> = T & { readonly id: number };
