// The studio: joins the picture, the panel, the timeline and the plots to the worker that simulates. It takes no step itself.

import { Quaternion, Vector3 } from 'three';
import type { SettingName } from '../../src/index.js';
import { SETTINGS } from '../../src/index.js';
import type { Place } from './page/address.js';
import { readAddress, writeAddress } from './page/address.js';
import { ballFrom } from './page/ball.js';
import { Client } from './page/client.js';
import { toggleDrawer } from './page/drawers.js';
import { Driver } from './page/driver.js';
import { byId, download } from './page/elements.js';
import { addFiles } from './page/files.js';
import { makeGallery } from './page/gallery.js';
import { makeHelp } from './page/help.js';
import { Inspector } from './page/inspector.js';
import { JointInspector } from './page/joint-inspector.js';
import { listKeys } from './page/keys.js';
import { showLegend } from './page/legend.js';
import { ChangePanel, LookPanel } from './page/panel.js';
import { Plots } from './page/plots.js';
import { followPointer } from './page/pointer.js';
import { followTheme } from './page/theme.js';
import { Timeline } from './page/timeline.js';
import { TimesPanel } from './page/times-panel.js';
import type { Answer, Frame, Look, Opened, Request, Target } from './protocol.js';
import { FIRST_LOOK, POSE_WIDTH } from './protocol.js';
import { type PagePoint, Viewport } from './view/viewport.js';

/** Longest time by the clock that one frame makes up for [s]. */
const LONGEST_FRAME = 0.05;
/** Least time between two showings of the numbers of a body while time runs [ms]. */
const NUMBERS_PAUSE = 150;
/** Endings of the mesh files that can be opened, and of all files. */
const MESHES = ['obj', 'stl', 'ply', 'glb', 'gltf'];
const OPENED = ['json', 'drystone', ...MESHES];
const NOBODY = new Uint8Array();
/** At this width and above, plots are open from the start [px]. */
const WIDE = 1100;

export class Studio {
  readonly viewport: Viewport;
  /** Work of the page itself: frames, and milliseconds of its own code in all, without and with the calls that draw. */
  readonly work = { frames: 0, milliseconds: 0, withDrawing: 0 };
  frame: Frame | null = null;
  opened: Opened | null = null;
  place: Place | null = null;
  look: Look = FIRST_LOOK;
  isPlaying = false;
  readonly #client = new Client((sentence) => this.say(sentence));
  readonly #timeline: Timeline;
  readonly #plots = new Plots();
  readonly #inspector: Inspector;
  readonly #jointInspector: JointInspector;
  readonly #times = new TimesPanel();
  readonly #lookPanel: LookPanel;
  readonly #changePanel: ChangePanel;
  readonly #driver: Driver;
  readonly #theme: { toggle(): void };
  readonly #gallery: { open(): void };
  readonly #help: { open(): void };
  /** What the top of the colour ramp stands for: the most that has been seen. */
  #most = 0;
  #isWaiting = false;
  /** What a motor is being told. */
  #target: Target | null = null;
  #lastTick = 0;
  #numbersAt = 0;
  #isFitDue = false;
  /** What the last frame had to say. */
  #notice: string | null = null;

  constructor() {
    this.viewport = new Viewport(byId<HTMLCanvasElement>('view'));
    this.#theme = followTheme((theme) => {
      this.viewport.setTheme(theme);
      this.viewport.requestDrawing();
      this.#plots.restyle();
    });
    this.#timeline = new Timeline({
      toggle: () => this.toggle(),
      seek: (step) => void this.seek(step),
      cut: () => void this.request({ kind: 'cut' }),
    });
    this.#inspector = new Inspector(
      (id) => void this.select(id),
      (id) => void this.selectJoint(id),
    );
    this.#jointInspector = new JointInspector({
      select: (id) => void this.select(id),
      selectJoint: (id) => void this.selectJoint(id),
      setTarget: (joint, coordinate, value) => void this.#setTarget({ kind: 'target', joint, coordinate, value }),
    });
    this.#driver = new Driver({
      tell: (drive) => {
        void this.#client.ask({ kind: 'drive', drive });
        this.setPlaying(true);
      },
      facing: () => this.viewport.facing(),
    });
    this.#lookPanel = new LookPanel((look) => void this.setLook(look));
    this.#changePanel = new ChangePanel({
      open: (place) => void this.open(place, { keepsView: true }),
      set: (name, value) => void this.#set(name, value),
    });
    this.#gallery = makeGallery((name) => {
      void this.open({ source: { kind: 'built-in', name, seed: 1, options: {} }, choices: { settings: {} } });
      this.setPlaying(true);
    });
    this.#help = makeHelp(
      listKeys(this, {
        timeline: this.#timeline,
        openGallery: () => this.#gallery.open(),
        openHelp: () => this.#help.open(),
        toggleTheme: () => this.#theme.toggle(),
      }),
    );
    addFiles({ accept: OPENED, open: (file) => void this.#readFile(file), save: (what) => void this.save(what) });
    this.#listen();
    const animate = (now: number) => {
      this.#animate(now);
      requestAnimationFrame(animate);
    };
    requestAnimationFrame(animate);
  }

  /**
   * What the address of the page says; the gallery where it says nothing. `#empty` leaves it to whoever works the page from
   * outside.
   */
  async start(): Promise<void> {
    if (location.hash === '#empty') return;
    const isNew = location.hash.length < 2;
    await this.#openAddress();
    if (isNew) this.#gallery.open();
  }

  // --- Scenes ---

  /** True when it is open; a sentence is shown when it is refused, and all is as it was. */
  async open(place: Place, { keepsView = false } = {}): Promise<boolean> {
    // A scene of meshes takes a while.
    byId('stage').setAttribute('aria-busy', 'true');
    const answer = await this.#client.ask({ kind: 'open', ...place });
    byId('stage').removeAttribute('aria-busy');
    if (answer.kind === 'opened') this.place = place;
    const isOpen = this.#takeOpened(answer, keepsView);
    // The panel shows what is, not what was tried.
    if (!isOpen && this.place !== null && this.opened !== null) this.#changePanel.show(this.place, this.opened);
    return isOpen;
  }

  async openFile(name: string, bytes: Uint8Array): Promise<boolean> {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    if (!OPENED.includes(ending)) {
      this.say(
        `${name} cannot be opened here: scenes (.json), recordings (.drystone) and meshes (${MESHES.map((word) => `.${word}`).join(', ')}) can.`,
      );
      return false;
    }
    if (ending !== 'json') {
      // A scene of a mesh takes a while.
      byId('stage').setAttribute('aria-busy', 'true');
      const answer = await this.#client.ask({ kind: ending === 'drystone' ? 'open-recording' : 'open-mesh', path: name, bytes });
      byId('stage').removeAttribute('aria-busy');
      if (answer.kind === 'opened' && answer.opened.recorded !== null) {
        const { text, choices } = answer.opened.recorded;
        this.place = { source: { kind: 'file', path: name, text }, choices };
      }
      return this.#takeOpened(answer, false);
    }
    const text = new TextDecoder().decode(bytes);
    return this.open({ source: { kind: 'file', path: name, text }, choices: { settings: {} } });
  }

  async save(what: 'scene' | 'recording'): Promise<void> {
    const answer = await this.#client.ask({ kind: 'save', what });
    if (answer.kind === 'file') download(answer.name, answer.bytes);
    else this.#take(answer);
  }

  /** Begins again with what is chosen. */
  async restart(): Promise<void> {
    if (this.place !== null) await this.open(this.place, { keepsView: true });
  }

  // --- Time ---

  setPlaying(isPlaying: boolean): void {
    if (this.isPlaying === isPlaying) return;
    this.isPlaying = isPlaying;
    this.#timeline.showPlaying(isPlaying);
    this.#lastTick = performance.now();
    // A frame with its hash, where time has stopped.
    if (!isPlaying && this.frame !== null) void this.request({ kind: 'look', look: this.look });
  }

  toggle(): void {
    this.setPlaying(!this.isPlaying);
  }

  /** To a step, recorded or yet to come. */
  async seek(step: number): Promise<void> {
    this.setPlaying(false);
    await this.request({ kind: 'seek', step });
  }

  // --- Looking ---

  async setLook(look: Partial<Look>): Promise<void> {
    if (look.colour !== undefined && look.colour !== this.look.colour) this.#most = 0;
    this.look = { ...this.look, ...look };
    this.#lookPanel.show(this.look);
    await this.request({ kind: 'look', look: this.look });
  }

  async select(id: number | null): Promise<void> {
    this.#numbersAt = 0;
    await this.setLook({ selected: id, joint: null });
    if (id !== null && innerWidth >= WIDE) toggleDrawer('panel', true);
  }

  /** A joint in place of a body. */
  async selectJoint(id: number | null): Promise<void> {
    this.#numbersAt = 0;
    await this.setLook({ selected: null, joint: id });
    if (id !== null && innerWidth >= WIDE) toggleDrawer('panel', true);
  }

  /** Where the centre of a body is on the page [px]; null when there is none of that id. */
  placeOnPage(id: number): { x: number; y: number } | null {
    const index = this.viewport.bodies.bodies.findIndex((body) => body.id === id);
    if (index < 0 || this.frame === null) return null;
    return this.viewport.project(new Vector3().fromArray(this.frame.poses, POSE_WIDTH * index));
  }

  /** Where a joint is on the page [px]; null when it is not drawn. */
  jointOnPage(id: number): PagePoint | null {
    for (const [joint, origin] of this.viewport.overlays.joints.places()) if (joint === id) return this.viewport.project(origin);
    return null;
  }

  /** Shows a sentence until it is closed; none closes it. */
  say(sentence: string | null): void {
    byId('message-text').textContent = sentence ?? '';
    byId('message').hidden = sentence === null;
  }

  /** Asks the worker and shows what it answers. */
  async request(request: Request): Promise<void> {
    this.#take(await this.#client.ask(request));
  }

  // --- What comes from the worker ---

  #take(answer: Answer): void {
    const start = performance.now();
    if (answer.kind === 'frame') this.#show(answer.frame);
    else if (answer.kind === 'refused') {
      this.setPlaying(false);
      this.say(answer.sentence);
    }
    this.#addWork(performance.now() - start);
  }

  #takeOpened(answer: Answer, keepsView: boolean): boolean {
    if (answer.kind !== 'opened') {
      this.#take(answer);
      return false;
    }
    this.say(null);
    const { opened, frame } = answer;
    this.opened = opened;
    this.#most = 0;
    this.look = { ...this.look, selected: null, joint: null };
    this.#plots.clear();
    byId('scene-name').textContent = opened.name;
    byId('scene-description').textContent = opened.description;
    document.title = `${opened.name} · Drystone Studio`;
    this.viewport.clear();
    this.#show(frame);
    if (!keepsView) this.#isFitDue = true;
    this.viewport.setSizes();
    this.#driver.setDrivable(opened.drivable);
    if (this.place?.drive !== undefined) this.drive(this.place.drive);
    this.#showChoices();
    return true;
  }

  #showChoices(): void {
    if (this.place === null || this.opened === null) return;
    this.#changePanel.show(this.place, this.opened);
    const address = writeAddress(this.place);
    if (address !== location.hash) history.replaceState(null, '', address);
  }

  #show(frame: Frame): void {
    this.frame = frame;
    if (frame.bodies !== null) this.#inspector.setBodies(frame.bodies);
    if (frame.joints !== null) this.#jointInspector.setJoints(frame.joints);
    this.viewport.show(frame, this.look);
    for (const value of frame.values) if (value > this.#most) this.#most = value;
    const { colour, selected } = this.look;
    this.viewport.showRollbacks(frame.times?.rolledBack ?? NOBODY);
    this.viewport.showColours(colour, frame.values, Math.max(this.#most, 1e-6), selected);
    this.viewport.follow(this.#placeOfDriven());
    this.#timeline.show(frame);
    this.#times.show(frame);
    this.#plots.add(frame.statistics.first, frame.statistics.rows, frame);
    const now = performance.now();
    if (!this.isPlaying || now - this.#numbersAt > NUMBERS_PAUSE) {
      this.#numbersAt = now;
      this.#inspector.show(frame.selected);
      this.#jointInspector.show(frame.joint);
      showLegend(this.look, this.#most, this.viewport.overlays);
      if (!this.#isFitDue) this.viewport.keepInView();
    }
    if (frame.notice !== this.#notice && frame.notice !== null) this.say(frame.notice);
    this.#notice = frame.notice;
  }

  // --- What people do ---

  /** A ball from the eye to the middle of the view. */
  async throwBall(): Promise<void> {
    await this.request({ kind: 'input', input: { kind: 'throw', body: ballFrom(this.viewport) } });
    this.setPlaying(true);
  }

  /** Drives what has a name, or the first that can be driven; time runs and the view follows. */
  drive(name?: string): void {
    if (this.place === null || !this.#driver.start(name)) return;
    this.place = { ...this.place, drive: this.#driver.driven?.name ?? '' };
    this.viewport.comeNear(this.#placeOfDriven());
    this.#showChoices();
    this.setPlaying(true);
  }

  toggleDriving(): void {
    if (this.#driver.driven === null) {
      this.drive();
      return;
    }
    this.#driver.stop();
    if (this.place === null) return;
    const { drive: _, ...place } = this.place;
    this.place = place;
    this.#showChoices();
  }

  /** Where what is driven is, and where it points if it is a vehicle; null when nothing is. */
  #placeOfDriven(): { position: Vector3; ahead: Vector3 | null } | null {
    const { driven } = this.#driver;
    const index = driven === null ? -1 : this.viewport.bodies.bodies.findIndex(({ id }) => id === driven.body);
    if (driven === null || index < 0 || this.frame === null) return null;
    const at = POSE_WIDTH * index;
    const turn = new Quaternion().fromArray(this.frame.poses, at + 3);
    const ahead = driven.kind === 'vehicle' ? new Vector3(1, 0, 0).applyQuaternion(turn) : null;
    return { position: new Vector3().fromArray(this.frame.poses, at), ahead };
  }

  async #set(name: SettingName, value: unknown): Promise<void> {
    if (this.place === null || this.opened === null) return;
    const given = value === undefined ? SETTINGS[name].default : value;
    const answer = await this.#client.ask({ kind: 'input', input: { kind: 'set', name, value: given } });
    this.#take(answer);
    if (answer.kind === 'frame') {
      const { [name]: _, ...others } = this.place.choices.settings;
      const standard = this.opened.sceneSettings[name] ?? SETTINGS[name].default;
      const isStandard = JSON.stringify(given) === JSON.stringify(standard);
      this.place = {
        ...this.place,
        choices: { ...this.place.choices, settings: isStandard ? others : { ...others, [name]: given } },
      };
      this.opened = { ...this.opened, settings: { ...this.opened.settings, [name]: given } };
      this.say(null);
    }
    this.#showChoices();
  }

  /** While the worker is at work, only the last target counts. */
  async #setTarget(target: Target): Promise<void> {
    const isWaiting = this.#target !== null;
    this.#target = target;
    if (isWaiting) return;
    for (let told: Target | null = null; told !== this.#target; ) {
      told = this.#target;
      await this.request({ kind: 'input', input: told });
    }
    this.#target = null;
  }

  async #openAddress(): Promise<void> {
    try {
      const place = readAddress(location.hash);
      // A link that cannot be followed leaves nothing to see but what is wrong with it.
      await this.open(place);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  async #readFile(file: File): Promise<void> {
    this.setPlaying(false);
    await this.openFile(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  #listen(): void {
    const click = (id: string, press: () => void) => byId(id).addEventListener('click', press);
    click('open-gallery', () => this.#gallery.open());
    click('open-help', () => this.#help.open());
    click('toggle-theme', () => this.#theme.toggle());
    click('toggle-panel', () => toggleDrawer('panel'));
    click('toggle-plots', () => toggleDrawer('plots'));
    click('throw-ball', () => void this.throwBall());
    click('drive', () => this.toggleDriving());
    click('close-message', () => this.say(null));
    toggleDrawer('plots', innerWidth >= WIDE);
    toggleDrawer('panel', innerWidth >= 720);
    addEventListener('hashchange', () => void this.#openAddress());
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void this.#readFile(file);
    });
    followPointer(this.viewport, {
      select: (id) => void this.select(id),
      selectJoint: (id) => void this.selectJoint(id),
      pull: (pull) => void this.#client.ask({ kind: 'pull', pull }),
      isRunning: () => this.isPlaying,
      poses: () => this.frame?.poses ?? new Float32Array(),
    });
  }

  // --- Every frame of the screen ---

  #animate(now: number): void {
    const start = performance.now();
    if (this.isPlaying && !this.#isWaiting && this.frame !== null) {
      const elapsed = Math.min((now - this.#lastTick) / 1000, LONGEST_FRAME);
      this.#lastTick = now;
      this.#isWaiting = true;
      void this.request({ kind: 'play', seconds: Math.max(0, elapsed) * this.#timeline.speed }).finally(() => {
        this.#isWaiting = false;
      });
    }
    this.#plots.draw(now);
    this.#driver.tell();
    if (this.#isFitDue && this.viewport.canvas.clientHeight > 0) {
      this.#isFitDue = false;
      this.viewport.fit();
      this.viewport.comeNear(this.#placeOfDriven());
    }
    const beforeDrawing = performance.now();
    if (this.viewport.draw()) this.#placeLabel();
    this.work.frames++;
    this.#addWork(beforeDrawing - start, performance.now() - beforeDrawing);
  }

  /** The name of the selected joint stands beside it. */
  #placeLabel(): void {
    const { joint } = this.frame ?? { joint: null };
    const place = joint === null || joint === undefined ? null : this.jointOnPage(joint.id);
    const label = byId('joint-label');
    label.hidden = place?.isAhead !== true;
    if (joint === null || place === null) return;
    const { left, top } = this.viewport.canvas.getBoundingClientRect();
    label.textContent = joint.name;
    label.style.translate = `${place.x - left}px ${place.y - top}px`;
  }

  #addWork(milliseconds: number, drawing = 0): void {
    this.work.milliseconds += milliseconds;
    this.work.withDrawing += milliseconds + drawing;
  }
}
