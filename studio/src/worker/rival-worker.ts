// The worker of another engine. It answers the same requests as that of Drystone, as far as the engine can. The engine
// is loaded on demand.

import type { Rival as Adapter } from '../../../bench/rivals/index.mjs';
import type { Scene } from '../../../src/index.js';
import type { Answer, Frame, Numbered, Request, Rival } from '../protocol.js';
import { RIVALS } from '../protocol.js';
import { RivalSession } from './rival-session.js';
import { WayThroughTime } from './way-through-time.js';
import { plainScene } from './yardstick.js';

/** Longest work between checks for requests, and for one frame while the simulation plays [ms]. */
const STRETCH = 40;
const FRAME_WORK = 24;
/** Tolerance of the ratio of a time to the step length [1]. */
const ROUNDING = 1e-6;

const LOADERS: Readonly<Record<Rival, () => Promise<Adapter>>> = {
  rapier: async () => (await import('../../../bench/rivals/rapier.mjs')).rapier,
  jolt: async () => (await import('../../../bench/rivals/jolt.mjs')).jolt,
};

let session: RivalSession | null = null;
/** Number of bodies that the page has, and the last step whose measures it has. */
let known = -1;
let told = 0;
const way = new WayThroughTime({
  approach: (step) => session === null || session.approach(step, STRETCH),
  arrive: () => ({ kind: 'frame', frame: draw(session as RivalSession) }),
  post,
  describe: (error) => (error as Error).message,
});

self.onmessage = async ({ data }: MessageEvent<Numbered<Request>>) => {
  try {
    const answer = data.kind === 'open-rival' ? await open(data) : handle(data);
    if (answer !== null) post(data.id, answer);
  } catch (error) {
    post(data.id, { kind: 'refused', sentence: (error as Error).message });
  }
};

async function open({ engine, setting, text }: Extract<Request, { kind: 'open-rival' }>): Promise<Answer> {
  const scene = JSON.parse(text) as Scene & { dt: number };
  const { dt } = scene;
  const plain = refuseBy(`${RIVALS[engine]} cannot have this scene`, () => plainScene(scene));
  const adapter = await LOADERS[engine]();
  const settings = Object.keys(adapter.settings);
  if (!settings.includes(setting)) {
    throw new Error(`b.setting is ${JSON.stringify(setting)}, but must be one of ${settings.join(', ')}.`);
  }
  session?.dispose();
  session = new RivalSession(await adapter.create({ ...plain, dt, settings: adapter.settings[setting] }), plain, dt);
  way.end();
  known = -1;
  told = 0;
  return { kind: 'opened-rival', opened: { engine, setting, settings, dt }, frame: draw(session) };
}

function refuseBy<T>(reason: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`${reason}: ${(error as Error).message}`);
  }
}

/** Returns the answer, or null if it comes later. */
function handle(request: Numbered<Request>): Answer | null {
  if (session === null) return { kind: 'idle' };
  switch (request.kind) {
    case 'reach': {
      way.end();
      const before = session.step;
      session.approach(Math.max(before, Math.floor(request.time / session.dt + ROUNDING)), FRAME_WORK);
      return session.step === before ? { kind: 'idle' } : { kind: 'frame', frame: draw(session) };
    }
    case 'seek':
      way.goTo(request.step, request.id);
      return null;
    default:
      return { kind: 'frame', frame: draw(session) };
  }
}

function draw(current: RivalSession): Frame {
  const { step, time, last, measures } = current;
  const poses = current.drawPoses();
  const isNew = poses.length !== known;
  known = poses.length;
  const rows = { first: told + 1, rows: measures.after(told) };
  told = measures.count;
  return {
    step,
    time,
    last,
    hash: null,
    bodies: isNew ? current.drawBodies() : null,
    joints: null,
    poses,
    values: new Float32Array(),
    contacts: null,
    edges: null,
    boxes: null,
    jointRows: null,
    ropes: null,
    cells: null,
    statistics: { first: 1, rows: new Float32Array() },
    measures: rows,
    times: null,
    selected: null,
    joint: null,
    notice: null,
  };
}

function post(id: number, answer: Answer): void {
  self.postMessage({ ...answer, id });
}
