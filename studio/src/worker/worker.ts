// The worker of the studio: it owns the world, takes the steps, and answers requests of the page in order. Seeks are
// done in short stretches, so that a later request can replace an earlier one.

import { SCENES } from '../../../scenes/index.js';
import type { Scene, SettingName } from '../../../src/index.js';
import { decodeRecording, encodeRecording, InputError, parseScene, SETTINGS } from '../../../src/index.js';
import { formatScene } from '../../../src/scene/format-scene.js';
import { DEFAULT_SECONDS } from '../../../src/scene/scene.js';
import type {
  Answer,
  Choices,
  Frame,
  Look,
  Numbered,
  Opened,
  Progress,
  Request,
  Saved,
  SceneSource,
  StepRows,
} from '../protocol.js';
import { FIRST_LOOK } from '../protocol.js';
import type { StepTable } from '../step-table.js';
import { listDrivable } from './drive.js';
import { findGroupMatrix } from './group-matrix.js';
import { describeJoint, drawJointRows, drawJoints, drawRopes, keyOfJoints } from './joint-picture.js';
import { sceneOfModel } from './model-scene.js';
import { describeBody, drawBodies, drawBoxes, drawContacts, drawEdges, drawPoses, drawValues, listRows } from './picture.js';
import { PreparedTrees } from './prepare-trees.js';
import { originOf, Session } from './session.js';
import { drawTimes } from './time-picture.js';
import { countLevels, drawCells } from './tree-cells.js';
import { WayThroughTime } from './way-through-time.js';

/** Longest work between checks for requests [ms]. */
const STRETCH = 40;
/** Longest work for one frame while the simulation plays [ms]. */
const FRAME_WORK = 24;
/** Tolerance of the ratio of a time to the step length [1]. */
const ROUNDING = 1e-6;

let session: Session | null = null;
let look: Look = FIRST_LOOK;
/** Requested time that is not simulated yet [s]. */
let due = 0;
/** Ids of the bodies and of the joints that the page has, and the last step whose statistics it has. */
let known = '';
let knownJoints = '';
let told = 0;
const trees = new PreparedTrees();
/** Resolves when all requested scenes are open. */
let opening: Promise<unknown> = Promise.resolve();
const way = new WayThroughTime({
  approach: (step) => present().approach(step, STRETCH),
  arrive: () => ({ kind: 'frame', frame: draw(false) }),
  post,
  describe,
});

self.onmessage = async ({ data }: MessageEvent<Numbered<Request>>) => {
  try {
    const answer = handle(data);
    const given = answer instanceof Promise ? await answer : answer;
    if (given !== null) post(data.id, given);
  } catch (error) {
    post(data.id, { kind: 'refused', sentence: describe(error) });
  }
};

/** Returns the answer, or null if it comes later. */
function handle(request: Numbered<Request>): Answer | Promise<Answer> | null {
  switch (request.kind) {
    case 'open':
      return inTurn(() => openScene(request));
    case 'open-recording':
      return inTurn(() => openRecording(request));
    case 'open-model':
      return inTurn(() => openModel(request));
    case 'open-rival':
      throw new Error('Other engines have a worker of their own.');
    case 'look':
      look = request.look;
      return session === null ? { kind: 'idle' } : { kind: 'frame', frame: draw(way.isUnderWay) };
  }
  const current = present();
  switch (request.kind) {
    case 'play':
      return play(request.seconds);
    case 'reach':
      return reach(request.time);
    case 'seek':
      seek(request.step, request.id);
      return null;
    case 'cut':
      way.end();
      current.cut();
      told = Math.min(told, current.step);
      return { kind: 'frame', frame: draw(false) };
    case 'input':
      way.end();
      current.do(request.input);
      told = Math.min(told, current.step);
      return { kind: 'frame', frame: draw(false) };
    case 'pull':
      current.pull = request.pull;
      return { kind: 'idle' };
    case 'drive':
      current.drive = request.drive;
      return { kind: 'idle' };
    case 'matrix':
      return { kind: 'matrix', matrix: findGroupMatrix(current.world, request.body) };
    case 'save':
      return save(request);
  }
}

function present(): Session {
  if (session === null) throw new InputError('No scene is open.');
  return session;
}

// --- Scenes and files ---

/** Opens scenes in the order of requests, since opening may wait for trees. */
function inTurn(openNext: () => Promise<Answer>): Promise<Answer> {
  const answer = opening.then(openNext);
  opening = answer.catch(() => {});
  return answer;
}

function open(opened: Session, recorded: Opened['recorded']): Answer {
  way.end();
  session = opened;
  due = 0;
  known = '';
  knownJoints = '';
  told = 0;
  const { simulation } = opened;
  const { scene, method, scheduler, solver, dt, world } = simulation;
  const about: Opened = {
    name: scene.name,
    description: scene.description ?? '',
    method,
    scheduler,
    solver,
    dt,
    seconds: scene.seconds ?? DEFAULT_SECONDS,
    settings: { ...world.settings },
    sceneSettings: scene.settings ?? {},
    drivable: listDrivable(simulation),
    treeLevels: countLevels(world),
    recorded,
  };
  return { kind: 'opened', opened: about, frame: draw(false) };
}

function readScene(source: SceneSource): Scene {
  if (source.kind === 'file') return parseScene(source.text, source.path);
  const { name, seed, options } = source;
  if (!Object.hasOwn(SCENES, name)) {
    throw new InputError(`scene is ${JSON.stringify(name)}, but must be one of ${Object.keys(SCENES).join(', ')}.`);
  }
  return SCENES[name].make({ ...options, seed });
}

async function openScene({ id, source, choices, isMeasured }: Numbered<Extract<Request, { kind: 'open' }>>): Promise<Answer> {
  const scene = readScene(source);
  await prepareTrees(id, scene);
  return open(new Session(scene, choices, { isMeasured }), null);
}

async function openRecording({ id, path, bytes }: Numbered<Extract<Request, { kind: 'open-recording' }>>): Promise<Answer> {
  try {
    const recording = decodeRecording(bytes);
    const { scene, choices } = originOf(recording);
    await prepareTrees(id, scene);
    return open(new Session(scene, choices, { recording }), { text: formatScene(scene), choices });
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${path}: ${error.message}`);
    throw error;
  }
}

async function openModel({ id, files }: Numbered<Extract<Request, { kind: 'open-model' }>>): Promise<Answer> {
  const scene = await sceneOfModel(files);
  const choices = { settings: {} };
  await prepareTrees(id, scene);
  return open(new Session(scene, choices), { text: formatScene(scene), choices });
}

function prepareTrees(id: number, scene: Scene): Promise<void> {
  return trees.prepare(scene, (name, share) => tellProgress(id, `Building the contact tree of ${name}`, share));
}

async function save({ id, what }: { id: number; what: Saved }): Promise<Answer> {
  if (what === 'scene') return saveScene();
  const current = present();
  const { name } = current.simulation.scene;
  if (what === 'recording') return { kind: 'file', name: `${name}.drystone`, bytes: encodeRecording(current.record()) };
  // Loaded on demand, since the library that writes glTF is large and rarely used.
  const { writeGlb } = await import('./glb.js');
  const bytes = await writeGlb(current, (share) => tellProgress(id, 'Writing the animation', share));
  return { kind: 'file', name: `${name}.glb`, bytes };
}

function saveScene(): Answer {
  const { scene, method, scheduler, solver, dt, world } = present().simulation;
  const changed = Object.fromEntries(Object.entries(world.settings).filter(([name, value]) => isChosen(name, value)));
  const whole: Scene = {
    ...scene,
    dt,
    method,
    scheduler,
    solver,
    ...(Object.keys(changed).length > 0 && { settings: changed as Choices['settings'] }),
  };
  return { kind: 'file', name: `${scene.name}.json`, bytes: new TextEncoder().encode(formatScene(whole)) };
}

function isChosen(name: string, value: unknown): boolean {
  const { default: standard } = SETTINGS[name as SettingName];
  return JSON.stringify(value) !== JSON.stringify(standard);
}

// --- Time ---

function play(seconds: number): Answer {
  const current = present();
  const { dt } = current.simulation;
  way.end();
  due += seconds;
  const start = performance.now();
  const before = current.step;
  while (due >= dt && performance.now() - start < FRAME_WORK) {
    current.takeKeys();
    current.advance();
    due -= dt;
  }
  // Time that the machine could not simulate is dropped.
  due = Math.min(due, dt);
  return current.step === before ? { kind: 'idle' } : { kind: 'frame', frame: draw(true) };
}

function reach(time: number): Answer {
  const current = present();
  const { dt } = current.simulation;
  way.end();
  due = 0;
  const start = performance.now();
  const before = current.step;
  const end = Math.floor(time / dt + ROUNDING);
  while (current.step < end && performance.now() - start < FRAME_WORK) current.advance();
  return current.step === before ? { kind: 'idle' } : { kind: 'frame', frame: draw(true) };
}

function seek(step: number, id: number): void {
  due = 0;
  way.goTo(step, id);
}

// --- Answers ---

function draw(isRunning: boolean): Frame {
  const current = present();
  const { world, step, history } = current;
  const rows = listRows(world);
  const ids = rows.map((row) => world.store.nodes.idOf(row)).join();
  const isNew = ids !== known;
  known = ids;
  const joints = keyOfJoints(world);
  const hasNewJoints = joints !== knownJoints;
  knownJoints = joints;
  const rowsAfter = (table: StepTable): StepRows => ({ first: told + 1, rows: table.after(told) });
  const statistics = rowsAfter(current.statistics);
  const measures = current.measures === null ? null : rowsAfter(current.measures.table);
  told = current.statistics.count;
  return {
    step,
    time: world.time,
    last: history.last,
    hash: isRunning ? null : world.hash(),
    bodies: isNew ? drawBodies(world) : null,
    joints: hasNewJoints ? drawJoints(world) : null,
    poses: drawPoses(world, rows),
    values: drawValues(world, rows, look.colour, current.simulation.dt),
    contacts: look.contacts ? drawContacts(world) : null,
    edges: look.graph ? drawEdges(world) : null,
    boxes: look.boxes ? drawBoxes(world, rows) : null,
    jointRows: look.joints ? drawJointRows(world) : look.joint === null ? null : drawJointRows(world, look.joint),
    ropes: drawRopes(world),
    cells: look.treeLevel === null ? null : drawCells(world, look.treeLevel, look.selected),
    statistics,
    measures,
    times: drawTimes(world, rows, current.rolledBack.take()),
    selected: look.selected === null ? null : describeBody(world, look.selected),
    joint: look.joint === null ? null : describeJoint(world, look.joint, history.inputsAt(step)),
    notice: current.notice,
  };
}

function post(id: number, answer: Answer): void {
  self.postMessage({ ...answer, id }, { transfer: buffersOf(answer) });
}

function tellProgress(id: number, what: string, share: number): void {
  self.postMessage({ kind: 'progress', what, share, id } satisfies Numbered<Progress>);
}

/** The buffers of an answer that are transferred, not copied. */
function buffersOf(answer: Answer): ArrayBuffer[] {
  if (answer.kind === 'file') return [answer.bytes.buffer as ArrayBuffer];
  if (answer.kind !== 'frame' && answer.kind !== 'opened') return [];
  const { poses, values, contacts, edges, boxes, jointRows, ropes, cells, statistics, measures, times } = answer.frame;
  const rows = [statistics.rows, measures?.rows, times?.ahead, times?.rolledBack];
  const arrays = [poses, values, contacts, edges, boxes, jointRows, ropes, cells, ...rows];
  return arrays.flatMap((array) => (array === null || array === undefined ? [] : [array.buffer as ArrayBuffer]));
}

function describe(error: unknown): string {
  if (error instanceof InputError) return error.message;
  console.error(error);
  return `The simulation failed: ${error instanceof Error ? error.message : String(error)}`;
}
