// The studio on the GPU: a world on the device, drawn from its own buffers. Without a device, a smaller world runs on
// the processor.

import type { PlacedWorld } from '../../../src/gpu/index.js';
import { createGpuWorld } from '../../../src/gpu/index.js';
import type { BodyDescriptor, Scene } from '../../../src/index.js';
import { DEFAULT_DT } from '../../../src/scene/scene.js';
import { ballFrom } from '../page/ball.js';
import { explainColour } from '../page/colour-legend.js';
import { byId, make } from '../page/elements.js';
import { makeHelp } from '../page/help.js';
import { Pace } from '../page/pace.js';
import { followTheme } from '../page/theme.js';
import { COLOURS } from '../protocol.js';
import type { Theme } from '../view/viewport.js';
import type { Choice } from './choice.js';
import { COUNTS, ON_GPU, ON_PROCESSOR, readChoice, SIZED, sceneOf, writeChoice } from './choice.js';
import { DevicePainter } from './device-painter.js';
import { Devices } from './devices.js';
import { wayThrough } from './eye.js';
import type { Painter } from './painter.js';
import type { Mode } from './shaders.js';
import { MODES } from './shaders.js';

/** Longest real time that one frame simulates [s], and largest number of steps per frame [1]. */
const LONGEST_FRAME = 0.05;
const MOST_STEPS = 8;
/** Largest radius of a thrown ball [m]. */
const LARGEST_BALL = 2.5;
/** Weight of earlier steps in the shown mean time of a step [1]. */
const SMOOTHING = 0.9;
/** Largest motion of the pointer in a click [px]. */
const STILL = 4;
/** Number of steps between backups of the state: practically infinite, since a lost world begins again [1]. */
const NEVER = 1e12;
/** A WebGPU entry point without an adapter. */
const NOWHERE = { requestAdapter: async () => null };
/** Activities without sleep, which a world on the GPU does not support. */
const ACTIVITIES = ['fixed', 'at rest', 'moving'] as const;
const GESTURES: readonly (readonly [string, string])[] = [
  ['click, tap', 'throw a ball there'],
  ['drag', 'turn the view; with two fingers or the right button, move it'],
  ['scroll, pinch', 'zoom'],
];

export class GpuStudio {
  world: PlacedWorld | null = null;
  painter: Painter | null = null;
  isPlaying = false;
  readonly #devices = new Devices();
  readonly #pace = new Pace();
  readonly #speed = byId<HTMLSelectElement>('speed');
  #choice: Choice | null = null;
  #scene: Scene | null = null;
  /** Thrown bodies by id. */
  readonly #thrown = new Map<number, BodyDescriptor>();
  #theme: Theme | null = null;
  #mode: Mode = 'stone';
  /** The last of the asynchronous operations, which run one after the other. */
  #work: Promise<void> = Promise.resolve();
  #isStepping = false;
  /** Time that is still to be simulated [s]; time of the last frame [ms]. */
  #due = 0;
  #lastTick = 0;
  /** Mean real time of a step [ms]. */
  #cost = 0;

  constructor() {
    this.#fillLists();
    const theme = followTheme((theme) => {
      this.#theme = theme;
      this.painter?.setTheme(theme);
    });
    const openHelp = () => help.open();
    const help = makeHelp(
      this.#keys(() => theme.toggle(), openHelp),
      GESTURES,
    );
    this.#listen(openHelp);
    const animate = (now: number) => {
      this.#animate(now);
      requestAnimationFrame(animate);
    };
    requestAnimationFrame(animate);
  }

  /** Opens the scene of the page's address. */
  async openAddress(): Promise<void> {
    try {
      await this.open(readChoice(location.hash));
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Opens a scene and plays it; shows a message if that fails. */
  open(choice: Choice): Promise<void> {
    this.setPlaying(false);
    this.#work = this.#work.then(() => this.#open(choice)).catch((error: Error) => this.#fail(error));
    return this.#work;
  }

  async #open(choice: Choice): Promise<void> {
    this.say(null);
    this.#showBusy('Looking for a GPU');
    const found = await this.#devices.find();
    const isOnDevice = typeof found !== 'string';
    const wanted = (choice.options.bodies as number | undefined) ?? (isOnDevice && !found.isSoftware ? ON_GPU : ON_PROCESSOR);
    this.#showBusy(`Opening ${choice.name}`);
    // Lets the browser show the message first.
    await new Promise((resolve) => setTimeout(resolve));
    const scene = sceneOf(choice, isOnDevice ? wanted : Math.min(wanted, ON_PROCESSOR));
    this.#close();
    this.#choice = choice;
    this.#scene = scene;
    history.replaceState(null, '', writeChoice(choice));
    const canvas = this.#freshCanvas();
    if (isOnDevice) {
      // A lost world begins again on a device: a world of this size would be too slow on the processor.
      const world = await createGpuWorld({ scene, device: found.kernels, fallback: 'none', keepEvery: NEVER });
      this.world = world;
      this.painter = new DevicePainter(canvas, found.device, world);
    } else {
      const { ProcessorPainter } = await import('./processor-painter.js');
      const world = await createGpuWorld({ scene, gpu: NOWHERE });
      this.world = world;
      this.painter = new ProcessorPainter(canvas, world, (id) => this.#descriptorOf(id));
      this.say(`${found} The scene runs on the processor, with at most ${ON_PROCESSOR} bodies.`);
    }
    if (this.#theme !== null) this.painter.setTheme(this.#theme);
    this.painter.setMode(this.#mode);
    await this.painter.refresh();
    this.painter.fit();
    this.#showOpened(wanted);
    this.#showBusy(null);
    this.setPlaying(true);
  }

  /** Frees the open world. */
  #close(): void {
    this.painter?.dispose();
    this.world?.destroy();
    this.painter = this.world = null;
    this.#thrown.clear();
    this.#due = 0;
    this.#cost = 0;
  }

  /** Replaces the canvas, since a canvas keeps the kind of context that it got first. */
  #freshCanvas(): HTMLCanvasElement {
    const old = byId<HTMLCanvasElement>('view');
    const canvas = old.cloneNode() as HTMLCanvasElement;
    old.replaceWith(canvas);
    this.#throwByClicks(canvas);
    return canvas;
  }

  #descriptorOf(id: number): BodyDescriptor {
    return this.#thrown.get(id) ?? ((this.#scene?.bodies?.[id] ?? { shapes: [] }) as BodyDescriptor);
  }

  #fail(error: Error): void {
    this.setPlaying(false);
    this.#showBusy(null);
    this.say(error.message);
  }

  /** Begins the chosen scene again. */
  restart(): void {
    if (this.#choice !== null) void this.open(this.#choice);
  }

  // --- Time ---

  setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying && this.world !== null;
    byId('play').textContent = this.isPlaying ? '❚❚' : '▶';
    byId('play').setAttribute('aria-label', this.isPlaying ? 'Pause' : 'Play');
    this.#lastTick = performance.now();
    this.#due = 0;
    if (!this.isPlaying) this.#pace.stop();
  }

  /** Takes `count` steps, after all earlier operations. */
  step(count = 1): Promise<void> {
    this.#work = this.#work.then(() => this.#step(count)).catch((error: Error) => this.#fail(error));
    return this.#work;
  }

  async #step(count: number): Promise<void> {
    const { world, painter } = this;
    if (world === null || painter === null || count === 0) return;
    const start = performance.now();
    await world.steps(count, this.#dt);
    const cost = (performance.now() - start) / count;
    this.#cost = this.#cost === 0 ? cost : SMOOTHING * this.#cost + (1 - SMOOTHING) * cost;
    await painter.refresh();
    this.#showTime();
  }

  get #dt(): number {
    return this.#scene?.dt ?? DEFAULT_DT;
  }

  #animate(now: number): void {
    if (this.isPlaying && !this.#isStepping) {
      const elapsed = Math.min((now - this.#lastTick) / 1000, LONGEST_FRAME);
      this.#lastTick = now;
      this.#due = Math.min(this.#due + Math.max(0, elapsed) * Number(this.#speed.value), LONGEST_FRAME);
      const count = Math.min(MOST_STEPS, Math.floor(this.#due / this.#dt));
      if (count > 0) {
        this.#due -= count * this.#dt;
        this.#isStepping = true;
        void this.step(count).finally(() => {
          this.#isStepping = false;
          if (this.isPlaying && this.world !== null) this.#pace.note(performance.now(), this.world.time);
        });
      }
    }
    this.painter?.draw();
  }

  // --- User actions ---

  /** Throws a ball from the camera to the middle of the view, or in another direction. */
  throwBall(way?: Parameters<typeof ballFrom>[1]): void {
    const { world, painter } = this;
    if (world === null || painter === null) return;
    const ball = ballFrom(painter, way, LARGEST_BALL);
    this.#thrown.set(world.createBody(ball), ball);
    this.setPlaying(true);
  }

  #throwByClicks(canvas: HTMLCanvasElement): void {
    let start: { x: number; y: number } | null = null;
    canvas.addEventListener('pointerdown', ({ isPrimary, button, clientX, clientY }) => {
      start = isPrimary && button === 0 ? { x: clientX, y: clientY } : null;
    });
    canvas.addEventListener('pointerup', ({ isPrimary, clientX, clientY }) => {
      if (!isPrimary || start === null || this.painter === null) return;
      if (Math.hypot(clientX - start.x, clientY - start.y) < STILL)
        this.throwBall(wayThrough(canvas, this.painter.camera, clientX, clientY));
      start = null;
    });
  }

  setColour(mode: Mode): void {
    this.#mode = mode;
    byId<HTMLSelectElement>('colour').value = mode;
    this.painter?.setMode(mode);
    this.#showLegend();
  }

  #keys(toggleTheme: () => void, openHelp: () => void) {
    const colours = MODES.map((mode, i) => ({
      key: String(i + 1),
      what: `colour by ${COLOURS[mode].toLowerCase()}`,
      press: () => this.setColour(mode),
    }));
    return [
      { key: ' ', label: 'Space', what: 'play or pause', press: () => this.setPlaying(!this.isPlaying) },
      { key: 'arrowright', label: '→', what: 'one step', press: () => this.#stepOnce() },
      { key: 'r', what: 'begin again', press: () => this.restart() },
      { key: 'b', what: 'throw a ball at the middle of the view', press: () => this.throwBall() },
      ...colours,
      { key: 'f', what: 'fit the view', press: () => this.painter?.fit() },
      { key: 't', what: 'light or dark', press: toggleTheme },
      { key: '?', what: 'this list', press: openHelp },
    ];
  }

  #stepOnce(): void {
    this.setPlaying(false);
    void this.step();
  }

  #listen(openHelp: () => void): void {
    byId('play').addEventListener('click', () => this.setPlaying(!this.isPlaying));
    byId('step').addEventListener('click', () => this.#stepOnce());
    byId('restart').addEventListener('click', () => this.restart());
    byId('throw-ball').addEventListener('click', () => this.throwBall());
    byId('open-help').addEventListener('click', openHelp);
    byId('close-message').addEventListener('click', () => this.say(null));
    addEventListener('hashchange', () => void this.openAddress());
    const choose = (name: string, options: Choice['options']) => void this.open({ name, seed: this.#choice?.seed ?? 1, options });
    const bodies = byId<HTMLSelectElement>('bodies');
    byId<HTMLSelectElement>('scene').addEventListener('change', ({ target }) => {
      choose(
        (target as HTMLSelectElement).value,
        this.#choice?.options.bodies === undefined ? {} : { bodies: Number(bodies.value) },
      );
    });
    bodies.addEventListener('change', () => {
      if (this.#choice !== null) choose(this.#choice.name, { ...this.#choice.options, bodies: Number(bodies.value) });
    });
    byId<HTMLSelectElement>('colour').addEventListener('change', ({ target }) => {
      this.setColour((target as HTMLSelectElement).value as Mode);
    });
  }

  // --- Display ---

  /** Shows a message until it is closed; null closes it. */
  say(sentence: string | null): void {
    byId('message-text').textContent = sentence ?? '';
    byId('message').hidden = sentence === null;
  }

  #showBusy(what: string | null): void {
    byId('busy-text').textContent = what ?? '';
    byId('busy').hidden = what === null;
  }

  #fillLists(): void {
    byId('scene').append(...SIZED.map((name) => make('option', { value: name }, name)));
    byId('bodies').append(...COUNTS.map((count) => make('option', { value: String(count) }, count.toLocaleString('en'))));
    byId('colour').append(...MODES.map((mode) => make('option', { value: mode }, COLOURS[mode])));
  }

  #showOpened(wanted: number): void {
    const { name, description = '' } = this.#scene as Scene;
    byId('scene-name').textContent = name;
    byId('scene-description').textContent = description;
    document.title = `${name} · Drystone Studio on the GPU`;
    choose(byId('scene'), name, name);
    choose(byId('bodies'), String(wanted), wanted.toLocaleString('en'));
    this.#showTime();
    this.#showLegend();
  }

  #showTime(): void {
    const { world } = this;
    if (world === null) return;
    byId('time').textContent = `${world.time.toFixed(2)} s · ${world.stepCount}`;
    byId('cost').textContent = this.#cost === 0 ? '' : `${this.#cost.toFixed(1)} ms`;
    const place = world.place === 'gpu' ? 'on the GPU' : 'on the processor';
    byId('place').textContent = `${world.bodyCount.toLocaleString('en')} bodies ${place}`;
  }

  #showLegend(): void {
    const legend = byId('legend');
    const rows = this.painter === null ? [] : explainColour(this.#mode, this.painter.range, ACTIVITIES);
    legend.hidden = rows.length === 0;
    legend.replaceChildren(...rows);
  }
}

/** Selects a value of a list, and adds it if the list does not have it. */
function choose(list: HTMLElement, value: string, text: string): void {
  const select = list as HTMLSelectElement;
  if (![...select.options].some((option) => option.value === value)) select.append(make('option', { value }, text));
  select.value = value;
}
