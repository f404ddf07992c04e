// The studio: connects the picture, the panel, the timeline and the plots with the worker, which simulates.

import type { SettingName } from '../../src/index.js';
import type { Opponent, Place } from './page/address.js';
import { Busy } from './page/busy.js';
import { firstOpponent, withoutDrive, withoutOpponent } from './page/choices.js';
import { Chooser } from './page/chooser.js';
import { type ClientUse, startEngine } from './page/client.js';
import { Compare } from './page/compare.js';
import { Display } from './page/display.js';
import { toggleDrawer } from './page/drawers.js';
import { byId, download } from './page/elements.js';
import { addFiles } from './page/files.js';
import { makeGallery } from './page/gallery.js';
import { Hands } from './page/hands.js';
import { makeHelp } from './page/help.js';
import { listKeys } from './page/keys.js';
import { listen, WIDE } from './page/listen.js';
import { bodyOnPage, jointOnPage, placeLabels } from './page/on-page.js';
import { isModel, OPENED, readAll, readWish } from './page/open-files.js';
import { Pace } from './page/pace.js';
import { LookPanel } from './page/panel.js';
import { findPlace } from './page/served.js';
import { saveVideo } from './page/take-away.js';
import { followTheme } from './page/theme.js';
import { Timeline } from './page/timeline.js';
import type { Answer, Frame, GivenFile, Look, Opened, Request, Saved } from './protocol.js';
import { FIRST_LOOK } from './protocol.js';
import { type PagePoint, Viewport } from './view/viewport.js';

/** Longest real time that one frame simulates [s]. */
const LONGEST_FRAME = 0.05;

export class Studio {
  readonly viewport: Viewport;
  /** Load of the page: number of frames, and total time of its own code without and with drawing [ms]. */
  readonly work = { frames: 0, milliseconds: 0, withDrawing: 0 };
  frame: Frame | null = null;
  opened: Opened | null = null;
  place: Place | null = null;
  look: Look = FIRST_LOOK;
  isPlaying = false;
  readonly compare: Compare;
  readonly #busy = new Busy();
  readonly #hearing: ClientUse = {
    fail: (sentence) => this.say(sentence),
    progress: ({ what, share }) => this.#busy.tell(what, share),
  };
  readonly #client = startEngine(this.#hearing);
  readonly #timeline: Timeline;
  readonly #pace = new Pace();
  readonly #display: Display;
  readonly #lookPanel: LookPanel;
  readonly #chooser: Chooser;
  readonly #hands: Hands;
  #isWaiting = false;
  #lastTick = 0;
  #isFitDue = false;
  /** Message of the last frame. */
  #notice: string | null = null;

  constructor() {
    this.viewport = new Viewport(byId<HTMLCanvasElement>('view'));
    this.compare = new Compare(this.viewport, {
      ...this.#hearing,
      choose: (opponent) => void this.compareWith(opponent),
      seek: (time) => void this.#seekTime(time),
      take: (answer) => this.#take(answer),
      refresh: () => {
        if (this.frame !== null) this.#display.showOther(this.frame, this.look);
      },
      change: (side) => this.#chooser.turnTo(side),
    });
    this.#display = new Display(this.viewport, this.compare, {
      select: (id) => void this.select(id),
      selectJoint: (id) => void this.selectJoint(id),
      setTarget: (joint, coordinate, value) => void this.#hands.setTarget({ kind: 'target', joint, coordinate, value }),
      seek: (time) => void this.#seekTime(time),
      findMatrix: async (body) => {
        const answer = await this.#client.ask({ kind: 'matrix', body });
        return answer.kind === 'matrix' ? answer.matrix : null;
      },
    });
    const theme = followTheme((theme) => {
      this.viewport.setTheme(theme);
      this.viewport.requestDrawing();
      this.compare.setTheme(theme);
      this.#display.restyle();
    });
    this.#timeline = new Timeline({
      toggle: () => this.toggle(),
      seek: (step) => void this.seek(step),
      cut: () => void this.request({ kind: 'cut' }),
      restart: () => void this.restart(),
    });
    this.#hands = new Hands(this);
    this.#lookPanel = new LookPanel(
      (look) => void this.setLook(look),
      (isFollowing) => this.toggleFollowing(isFollowing),
    );
    this.#chooser = new Chooser(this);
    const gallery = makeGallery((name) => {
      void this.open({ source: { kind: 'built-in', name, seed: 1, options: {} }, choices: { settings: {} } });
      this.setPlaying(true);
    });
    const page = {
      timeline: this.#timeline,
      openGallery: () => gallery.open(),
      openHelp: () => help.open(),
      toggleTheme: () => theme.toggle(),
      openAddress: () => void this.#openAddress(),
      open: (files: Iterable<File>) => void this.#readFiles(files),
    };
    const help = makeHelp(listKeys(this, page));
    listen(this, page);
    addFiles({
      accept: OPENED,
      open: (files) => void this.#readFiles(files),
      save: (what) => void this.save(what),
      saveVideo: () => void this.saveVideo(),
      copyLink: () => void this.#copyLink(),
    });
    const animate = (now: number) => {
      this.#animate(now);
      requestAnimationFrame(animate);
    };
    requestAnimationFrame(animate);
  }

  /**
   * Opens the scene of the page's address. An empty address opens the first scene, plays it and shows a hint. `#empty`
   * opens none, for programs that control the page from outside.
   */
  async start(): Promise<void> {
    if (location.hash === '#empty') return;
    const isNew = location.hash.length < 2;
    await this.#openAddress();
    if (!isNew) return;
    byId('hint').hidden = false;
    this.setPlaying(true);
  }

  // --- Scenes ---

  /** Opens a scene; returns true if it is open. If it is refused, shows a message and changes nothing. */
  async open(place: Place, { keepsView = false } = {}): Promise<boolean> {
    const { source, choices, compare } = place;
    const isMeasured = compare !== undefined;
    // A scene of meshes takes a while.
    const answer = await this.#busy.during('Opening the scene', this.#client.ask({ kind: 'open', source, choices, isMeasured }));
    if (answer.kind !== 'opened') {
      this.#take(answer);
      // Resets the panel, which shows the refused choices.
      this.#chooser.show();
      return false;
    }
    this.place = place;
    const sentence = await this.#openOther(answer.opened);
    this.#takeOpened(answer, keepsView);
    if (sentence !== null) this.say(sentence);
    return true;
  }

  async openFile(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.openFiles([{ path: name, bytes }]);
  }

  /** Opens one of the files; the others are those that it refers to. */
  async openFiles(files: readonly GivenFile[]): Promise<boolean> {
    const wish = readWish(files);
    if (wish.kind === 'refused') {
      this.say(wish.sentence);
      return false;
    }
    if (wish.kind === 'scene') return this.open(wish);
    const answer = await this.#busy.during(`Opening ${wish.path}`, this.#client.ask(wish.request));
    if (answer.kind !== 'opened' || answer.opened.recorded === null) {
      this.#take(answer);
      return false;
    }
    const { text, choices } = answer.opened.recorded;
    this.place = { source: { kind: 'file', path: wish.path, text }, choices };
    this.compare.close();
    this.#takeOpened(answer, false);
    return true;
  }

  async save(what: Saved): Promise<void> {
    const answer = await this.#busy.during('Saving', this.#client.ask({ kind: 'save', what }));
    if (answer.kind === 'file') download(answer.name, answer.bytes);
    else this.#take(answer);
  }

  /** Saves a video of the whole recording, with the present camera. */
  async saveVideo(): Promise<void> {
    const views = this.compare.isOn ? [this.viewport, this.compare.side.viewport] : [this.viewport];
    await saveVideo(this, views, this.#busy).catch((error: Error) => this.say(error.message));
  }

  /** Begins the scene again with the present choices. */
  async restart(): Promise<void> {
    if (this.place !== null) await this.open(this.place, { keepsView: true });
  }

  // --- Two sides ---

  async toggleCompare(): Promise<void> {
    const { place, opened } = this;
    if (place === null || opened === null) return;
    if (!this.compare.isOn) {
      await this.compareWith(firstOpponent(place, opened));
      return;
    }
    this.compare.close();
    this.place = withoutOpponent(place);
    this.#afterComparing();
  }

  /** Begins the scene again, on both sides. */
  async compareWith(opponent: Opponent): Promise<void> {
    if (this.place === null) return;
    this.#hands.driver.stop();
    await this.open({ ...withoutDrive(this.place), compare: opponent }, { keepsView: this.compare.isOn });
    this.setPlaying(true);
  }

  /** Opens the other side of a comparison, if there is one; returns a message if it was refused. */
  async #openOther(opened: Opened): Promise<string | null> {
    const { place } = this;
    if (place?.compare === undefined) {
      this.compare.close();
      return null;
    }
    const saved = await this.#client.ask({ kind: 'save', what: 'scene' });
    const text = saved.kind === 'file' ? new TextDecoder().decode(saved.bytes) : '';
    const opening = this.compare.open(place, place.compare, opened, text);
    const sentence = await this.#busy.during('Opening the other side', opening);
    if (sentence !== null) this.place = withoutOpponent(place);
    return sentence;
  }

  #afterComparing(): void {
    const { isOn } = this.compare;
    byId('toggle-compare').setAttribute('aria-pressed', String(isOn));
    byId<HTMLButtonElement>('throw-ball').disabled = isOn;
    this.#chooser.show();
  }

  // --- Time ---

  setPlaying(isPlaying: boolean): void {
    if (this.isPlaying === isPlaying) return;
    this.isPlaying = isPlaying;
    this.#timeline.showPlaying(isPlaying);
    this.#lastTick = performance.now();
    if (isPlaying) return;
    this.#pace.stop();
    // When the simulation stops, requests a frame with a hash; in a comparison both sides stop at the same time.
    if (this.compare.isOn && this.frame !== null) void this.seek(this.frame.step);
    else if (this.frame !== null) void this.request({ kind: 'look', look: this.look });
  }

  toggle(): void {
    this.setPlaying(!this.isPlaying);
  }

  /** Seeks to a step, recorded or not yet simulated. */
  async seek(step: number): Promise<void> {
    if (this.isPlaying) {
      this.isPlaying = false;
      this.#timeline.showPlaying(false);
      this.#pace.stop();
    }
    const time = step * (this.opened?.dt ?? 0);
    const answer = this.#busy.duringLong(`Going to ${time.toFixed(2)} s`, this.#client.ask({ kind: 'seek', step }));
    if (this.compare.isOn) await this.compare.seek(time, answer);
    else this.#take(await answer);
  }

  async #seekTime(time: number): Promise<void> {
    if (this.opened !== null) await this.seek(Math.round(time / this.opened.dt));
  }

  // --- Looking ---

  async setLook(look: Partial<Look>): Promise<void> {
    const isRecoloured = look.colour !== undefined && look.colour !== this.look.colour;
    this.look = { ...this.look, ...look };
    if (isRecoloured) this.#display.recolour(this.look);
    this.#lookPanel.show(this.look, this.#hands.isFollowing);
    const answer = this.#client.ask({ kind: 'look', look: this.look });
    if (this.compare.isOn) await this.compare.setLook(this.look, answer);
    else this.#take(await answer);
  }

  async select(id: number | null): Promise<void> {
    this.#display.hurry();
    await this.setLook({ selected: id, joint: null });
    if (id !== null && innerWidth >= WIDE) toggleDrawer('panel', true);
  }

  /** Selects a joint instead of a body. */
  async selectJoint(id: number | null): Promise<void> {
    this.#display.hurry();
    await this.setLook({ selected: null, joint: id });
    if (id !== null && innerWidth >= WIDE) toggleDrawer('panel', true);
  }

  /** Switches whether the view follows the selected body. */
  toggleFollowing(isFollowing = !this.#hands.isFollowing): void {
    this.#hands.isFollowing = isFollowing;
    this.viewport.follow(this.#hands.followed());
    this.#lookPanel.show(this.look, isFollowing);
  }

  /** The centre of a body on the page [px]; null if there is no body of that id. */
  placeOnPage(id: number): PagePoint | null {
    return bodyOnPage(this.viewport, this.frame, id);
  }

  /** The origin of a joint on the page [px]; null if the joint is not drawn. */
  jointOnPage(id: number): PagePoint | null {
    return jointOnPage(this.viewport, id);
  }

  /** Shows a message until it is closed; null closes it. */
  say(sentence: string | null): void {
    byId('message-text').textContent = sentence ?? '';
    byId('message').hidden = sentence === null;
  }

  /** Sends a request to the worker and shows the answer. */
  async request(request: Request): Promise<void> {
    this.#take(await this.#client.ask(request));
  }

  // --- Answers of the worker ---

  #take(answer: Answer): void {
    const start = performance.now();
    if (answer.kind === 'frame') this.#show(answer.frame);
    else if (answer.kind === 'refused') {
      this.setPlaying(false);
      this.say(answer.sentence);
    }
    this.#addWork(performance.now() - start);
  }

  #takeOpened({ opened, frame }: Extract<Answer, { kind: 'opened' }>, keepsView: boolean): void {
    this.say(null);
    this.opened = opened;
    this.look = { ...this.look, selected: null, joint: null, treeLevel: null };
    this.#display.begin(opened, this.look);
    this.#lookPanel.setLevels(opened.treeLevels);
    this.#lookPanel.show(this.look, this.#hands.isFollowing);
    this.viewport.clear();
    this.#show(frame);
    if (!keepsView) this.#isFitDue = true;
    this.viewport.setSizes();
    if (this.compare.isOn) this.compare.side.viewport.setSizes();
    this.#hands.driver.setDrivable(this.compare.isOn ? [] : opened.drivable);
    if (this.place?.drive !== undefined) this.#driveOrSay(this.place.drive);
    this.#afterComparing();
  }

  #show(frame: Frame): void {
    this.frame = frame;
    this.#timeline.show(frame);
    this.#display.show(frame, this.look, this.isPlaying);
    this.viewport.follow(this.#hands.followed());
    if (frame.notice !== this.#notice && frame.notice !== null) this.say(frame.notice);
    this.#notice = frame.notice;
  }

  // --- User actions ---

  /** Throws a ball from the camera to the middle of the view. */
  async throwBall(): Promise<void> {
    if (!this.compare.isOn) await this.#hands.throwBall();
  }

  /** Starts or ends driving the scene's character or vehicle. */
  toggleDriving(): void {
    if (this.#hands.driver.driven === null) this.#hands.drive();
    else this.#hands.letGo();
    this.#chooser.show();
  }

  /** Changes a setting from the next step on; returns whether it was accepted. */
  async changeSetting(name: SettingName, value: unknown): Promise<boolean> {
    const answer = await this.#client.ask({ kind: 'input', input: { kind: 'set', name, value } });
    this.#take(answer);
    if (answer.kind === 'frame') this.say(null);
    return answer.kind === 'frame';
  }

  /** Drives the character or vehicle of the address, or shows a message if there is none. */
  #driveOrSay(name: string): void {
    const { names } = this.#hands.driver;
    if (names.includes(name) || this.compare.isOn) this.#hands.drive(name);
    else
      this.say(`drive is ${JSON.stringify(name)}, but ${names.length === 0 ? 'nothing here' : names.join(', ')} can be driven.`);
  }

  /** Copies the link. Browsers allow that only for pages from https or from this machine. */
  async #copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      this.say('The browser does not let this page copy the link; it is in the address bar.');
    }
  }

  async #openAddress(): Promise<void> {
    try {
      const place = await findPlace(location.hash);
      // An invalid link shows only the message.
      if ((await this.open(place)) && place.at !== undefined) await this.#seekTime(place.at);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  async #readFiles(files: Iterable<File>): Promise<void> {
    this.setPlaying(false);
    const given = await readAll(files);
    // A mesh or robot is played at once, so that it falls.
    if ((await this.openFiles(given)) && isModel(given)) this.setPlaying(true);
  }

  // --- Every frame of the screen ---

  #animate(now: number): void {
    const start = performance.now();
    if (this.isPlaying && !this.#isWaiting && this.frame !== null) {
      const elapsed = Math.min((now - this.#lastTick) / 1000, LONGEST_FRAME);
      this.#lastTick = now;
      this.#isWaiting = true;
      void this.#advance(Math.max(0, elapsed) * this.#timeline.speed, this.frame).finally(() => {
        this.#isWaiting = false;
      });
      this.#pace.note(now, this.frame.time);
    }
    this.#display.draw(now, this.isPlaying);
    this.#hands.driver.tell();
    if (this.#isFitDue && this.viewport.canvas.clientHeight > 0) {
      this.#isFitDue = false;
      this.viewport.fit();
      this.viewport.comeNear(this.#hands.driver.driven === null ? null : this.#hands.followed());
    }
    const beforeDrawing = performance.now();
    if (this.viewport.draw()) placeLabels(this.viewport, this.frame);
    this.compare.draw();
    this.work.frames++;
    this.#addWork(beforeDrawing - start, performance.now() - beforeDrawing);
  }

  /** Simulates this much time, as far as the machine keeps up [s]. */
  async #advance(seconds: number, frame: Frame): Promise<void> {
    if (!this.compare.isOn) await this.request({ kind: 'play', seconds });
    else await this.compare.advance(seconds, frame, (time) => this.#client.ask({ kind: 'reach', time }));
  }

  #addWork(milliseconds: number, drawing = 0): void {
    this.work.milliseconds += milliseconds;
    this.work.withDrawing += milliseconds + drawing;
  }
}
