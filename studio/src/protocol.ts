// What page and worker say to each other. The page asks, each request has one answer with its number; the worker alone has the
// world.

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

/** Where a scene comes from. */
export type SceneSource =
  | {
      readonly kind: 'built-in';
      readonly name: string;
      readonly seed: number;
      readonly options: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

/** What goes before the scene's own choices. */
export interface Choices {
  readonly method?: MethodName;
  readonly scheduler?: SchedulerName;
  readonly solver?: SolverName;
  /** [s] */
  readonly dt?: number;
  readonly settings: Partial<Settings>;
}

/** What may be drawn over the scene. */
export const OVERLAYS = { graph: 'Contact graph', contacts: 'Contacts', boxes: 'Bounding boxes', joints: 'Joints' } as const;
export type Overlay = keyof typeof OVERLAYS;
export type Overlaid = Readonly<Record<Overlay, boolean>>;

/** What is to be seen besides poses. */
export interface Look extends Overlaid {
  readonly colour: Colour;
  /** Level of the contact trees whose cells are drawn, 0 for the root; null for none. */
  readonly treeLevel: number | null;
  /** Id of the body whose numbers are wanted. */
  readonly selected: number | null;
  /** Id of the joint whose numbers are wanted. */
  readonly joint: number | null;
}

/** What the colour of a body may stand for. */
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

/** How a scene is looked at first. */
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

/** What a person did to the world before a step. */
export type Input =
  | { readonly kind: 'throw'; readonly body: BodyDescriptor }
  | { readonly kind: 'pull'; readonly pull: Pull }
  | { readonly kind: 'set'; readonly name: string; readonly value: unknown }
  | Target
  | Drive;

/** What a person wants of the character or vehicle that they drive, in one step. */
export interface Drive {
  readonly kind: 'drive';
  /** Id of the body of a character, or of the multibody of a vehicle. */
  readonly node: number;
  /** Ahead and to the left, each from -1 to 1 [1]. */
  readonly ahead: number;
  readonly left: number;
  /** Jump, or hand brake. */
  readonly space: boolean;
  /** Run, or full throttle. */
  readonly shift: boolean;
  /** Where the view looks, level: x and z of a unit vector [1]. */
  readonly facing: readonly [number, number];
}

/** What can be driven. */
export interface Drivable {
  readonly kind: 'character' | 'vehicle';
  /** Of its node, and of the body that the view follows. */
  readonly id: number;
  readonly body: number;
  readonly name: string;
}

/** What the motor of a coordinate is to give from now on. */
export interface Target {
  readonly kind: 'target';
  /** Id. */
  readonly joint: number;
  readonly coordinate: string;
  /** Velocity, position or force, by the kind of the motor. */
  readonly value: number;
}

/** A spring from a point of a body to a point of the world. */
export interface Pull {
  /** Id. */
  readonly body: number;
  /** In the frame at the body's centre of mass [m]. */
  readonly anchor: Vec3;
  /** In the world [m]. */
  readonly target: Vec3;
}

/** A file that was chosen or dropped. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Endings of the files of meshes, in the order in which one is taken for the model, and of robots. */
export const MESH_FILES = ['glb', 'gltf', 'obj', 'stl', 'ply'];
export const ROBOT_FILES = ['urdf', 'mjcf', 'xml'];

export function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

/** What can be made of a run, as a file. */
export type Saved = 'scene' | 'recording' | 'glb';

export type Request =
  /** With `isMeasured`, frames have measures. */
  | { readonly kind: 'open'; readonly source: SceneSource; readonly choices: Choices; readonly isMeasured: boolean }
  | ({ readonly kind: 'open-recording' } & GivenFile)
  /** A mesh or a robot, with the files that it names, as a scene of its own. */
  | { readonly kind: 'open-model'; readonly files: readonly GivenFile[] }
  /** A scene file by another engine, with a setting of those that it offers. */
  | { readonly kind: 'open-rival'; readonly engine: Rival; readonly setting: string; readonly text: string }
  /** Goes on by this much time, as far as the machine keeps up [s]. */
  | { readonly kind: 'play'; readonly seconds: number }
  /** Goes on until a time, as far as the machine keeps up [s]. */
  | { readonly kind: 'reach'; readonly time: number }
  /** To a step, recorded or yet to come. */
  | { readonly kind: 'seek'; readonly step: number }
  /** Forgets what was recorded after this moment. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'input'; readonly input: Exclude<Input, { kind: 'pull' | 'drive' }> }
  /** Holds a body from now on, until null lets it go. */
  | { readonly kind: 'pull'; readonly pull: Pull | null }
  /** Drives from now on, until all is let go. */
  | { readonly kind: 'drive'; readonly drive: Drive }
  | { readonly kind: 'look'; readonly look: Look }
  /** The matrix of the contact group that a body is in. */
  | { readonly kind: 'matrix'; readonly body: number }
  | { readonly kind: 'save'; readonly what: Saved };

export type Answer =
  | { readonly kind: 'opened'; readonly opened: Opened; readonly frame: Frame }
  | { readonly kind: 'opened-rival'; readonly opened: OpenedRival; readonly frame: Frame }
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** Nothing to show: no step was due, or a later request took its place. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'matrix'; readonly matrix: GroupMatrix | null }
  /** A sentence that says what is wrong; all is as it was. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** What is under way, and which share of it is done; the answer is still to come. */
export interface Progress {
  readonly kind: 'progress';
  readonly what: string;
  /** [1] */
  readonly share: number;
}

/** Engines that a scene can be compared with; they are loaded when they are asked for. */
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
 * The pattern of the matrix of a contact group: its contacts, then its joints, each with the numbers of its two bodies in the group, -1 for what
 * does not move. A block of the matrix is not nought where two of them have a body in common.
 */
export interface GroupMatrix {
  readonly bodies: number;
  readonly contacts: number;
  /** Two numbers a contact or joint. */
  readonly ends: Int32Array;
}

/** A scene that has been opened, with all that it runs with. */
export interface Opened {
  readonly name: string;
  readonly description: string;
  readonly method: MethodName;
  readonly scheduler: SchedulerName;
  readonly solver: SolverName;
  /** [s] */
  readonly dt: number;
  /** How long it is worth watching [s]. */
  readonly seconds: number;
  readonly settings: Settings;
  /** What the scene itself says of settings. */
  readonly sceneSettings: Partial<Settings>;
  readonly drivable: readonly Drivable[];
  /** Levels of the deepest contact tree; 0 where there is none. */
  readonly treeLevels: number;
  /** Of a recording or a mesh: what it was made from, to begin again. */
  readonly recorded: { readonly text: string; readonly choices: Choices } | null;
}

/** What a saved recording says of its world. */
export interface Origin {
  readonly scene: Scene;
  readonly choices: Choices;
  /** Settings that were changed on the way, with the step before which they were. */
  readonly changes: readonly { readonly step: number; readonly name: string; readonly value: unknown }[];
}

export interface ShapePicture {
  readonly shape: ShapeDescriptor;
  /** In the frame at the body's centre of mass [m], [1]. */
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  /** Of a shape of kind mesh or surface. */
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
  /** Names of its coordinates. */
  readonly coordinates: readonly string[];
  /** Ids; null is the world. */
  readonly bodyA: number | null;
  readonly bodyB: number;
  /** Ids of the joints that a gear or mimic joint makes follow this one. */
  readonly followers: readonly number[];
}

/** Whether a body of a kind moves by what acts on it: a rigid body, or one that is a link of a multibody. */
export function isMoved(kind: string): boolean {
  return kind === 'rigid' || kind === 'link';
}

/** Numbers of one pose: centre of mass [m], orientation [1]. */
export const POSE_WIDTH = 7;
/** Numbers of one contact: point [m], normal [1], friction impulse [N s], normal impulse [N s], gap [m]. */
export const CONTACT_WIDTH = 11;
/**
 * Numbers of one edge: from [m], to [m], state (0 separated, 1 touching, 2 penetrating; 3 no contact, but a joint, rule, trigger
 * or composite).
 */
export const EDGE_WIDTH = 7;
export const EDGE_STATES = ['close', 'touching', 'penetrating', 'joint, logical or structural'] as const;
/** Numbers of one box: min x, y, z, max x, y, z [m]. */
export const BOX_WIDTH = 6;
/**
 * Numbers of one joint: its place in the list of joints, its state of JOINT_STATES, its frames on A and on B as poses,
 * then of six coordinates the lower and upper limits and the values [m or rad], then force [N] and torque [N m] on B.
 */
export const JOINT_WIDTH = 40;
/** Where these begin in the numbers of a joint. */
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
 * Columns of what a comparison plots, of each step: time [s], deepest overlap [m], farthest way sideways of a body from its start [m],
 * energy [J], time that the step took [ms]. All but the last are told from the poses alone where the scene lets them be.
 */
export const MEASURES = ['time', 'penetration', 'drift', 'energy', 'stepTime'] as const;

/** Numbers of one cell of a contact tree that surface is in: centre [m], orientation [1], half its side, where it is sampled [m]. */
export const CELL_WIDTH = 11;

/** Rows of numbers of the steps from `first` on that the page has not had yet, one a step. */
export interface StepRows {
  readonly first: number;
  readonly rows: Float32Array;
}

/** The world at a step. Arrays are in the order of `bodies`. */
export interface Frame {
  readonly step: number;
  /** [s] */
  readonly time: number;
  /** Last step that is recorded. */
  readonly last: number;
  /** Hash of all state; null while time runs. */
  readonly hash: string | null;
  /** The bodies, where they are not those of the frame before. */
  readonly bodies: readonly BodyPicture[] | null;
  /** The joints, where they or what couples them are not those of the frame before. */
  readonly joints: readonly JointPicture[] | null;
  readonly poses: Float32Array;
  /** What the colour stands for, a number a body; empty for stone. */
  readonly values: Float32Array;
  readonly contacts: Float32Array | null;
  readonly edges: Float32Array | null;
  readonly boxes: Float32Array | null;
  /** All joints where they are looked at, the selected one alone where not. */
  readonly jointRows: Float32Array | null;
  /** Cells of contact trees. */
  readonly cells: Float32Array | null;
  /** Rows of STATISTICS. */
  readonly statistics: StepRows;
  /** Rows of MEASURES, where they were asked for. */
  readonly measures: StepRows | null;
  /** Null with fixed steps. */
  readonly times: TimePicture | null;
  readonly selected: BodyNumbers | null;
  readonly joint: JointNumbers | null;
  /** A sentence, when a recording does not come out as it was recorded. */
  readonly notice: string | null;
}

/** What a scheduler of time is doing. Arrays are in the order of the bodies. */
export interface TimePicture {
  /** How far each body is ahead of GVT [s]; NaN for one that does not move by itself. */
  readonly ahead: Float32Array;
  /** 1 for each body that was rolled back since the frame before. */
  readonly rolledBack: Uint8Array;
  readonly statistics: TimeStatistics & TimeFigures;
}

/** With its number. */
export type Numbered<T> = T & { readonly id: number };
