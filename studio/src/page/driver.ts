// Driving of a character or vehicle by keys or buttons on the screen. The pressed keys are sent to the worker, which
// uses them as input of each step. While driving, these keys have no other effect.

import type { Drivable, Drive } from '../protocol.js';
import { byId, make } from './elements.js';

type Held = 'ahead' | 'back' | 'left' | 'right' | 'space' | 'shift';

const KEYS: Readonly<Record<string, Held>> = {
  w: 'ahead',
  arrowup: 'ahead',
  s: 'back',
  arrowdown: 'back',
  a: 'left',
  arrowleft: 'left',
  d: 'right',
  arrowright: 'right',
  ' ': 'space',
  shift: 'shift',
};
const BUTTONS: readonly (readonly [Held, string, string])[] = [
  ['left', '◀', 'Left'],
  ['ahead', '▲', 'Ahead'],
  ['back', '▼', 'Back'],
  ['right', '▶', 'Right'],
];
const HINTS = {
  character: 'W A S D or arrows walk, Space jumps, Shift runs, V ends.',
  vehicle: 'W A S D or arrows drive, Space is the hand brake, Shift full throttle, V ends.',
} as const;
const LAST_WORDS = { character: 'Jump', vehicle: 'Hand brake' } as const;
/** Directions of the view that differ by less count as equal [1]. */
const SAME_DIRECTION = 1e-3;

export interface DriverUse {
  tell(drive: Drive): void;
  /** Horizontal direction of the view: x and z [1]. */
  facing(): readonly [number, number];
}

export class Driver {
  /** The driven character or vehicle, or null. */
  driven: Drivable | null = null;
  #drivable: readonly Drivable[] = [];
  readonly #held = new Set<Held>();
  #told: Drive | null = null;
  readonly #button = byId('drive');
  readonly #panel = byId('driving');

  constructor(private readonly use: DriverUse) {
    addEventListener('keydown', (event) => this.#press(event, true), { capture: true });
    addEventListener('keyup', (event) => this.#press(event, false), { capture: true });
    addEventListener('blur', () => this.#release());
  }

  /** Sets what can be driven in a new scene. */
  setDrivable(drivable: readonly Drivable[]): void {
    this.#drivable = drivable;
    this.#button.hidden = drivable.length === 0;
    this.stop();
  }

  get names(): readonly string[] {
    return this.#drivable.map(({ name }) => name);
  }

  /** Starts driving the character or vehicle with a name, or the first; returns false if there is none. */
  start(name?: string): boolean {
    const found = name === undefined ? this.#drivable[0] : this.#drivable.find((one) => one.name === name);
    if (found === undefined) return false;
    this.driven = found;
    this.#button.setAttribute('aria-pressed', 'true');
    this.#panel.hidden = false;
    this.#panel.replaceChildren(make('p', {}, HINTS[found.kind]), this.#makeButtons(found));
    return true;
  }

  stop(): void {
    this.#release();
    this.driven = null;
    this.#told = null;
    this.#button.setAttribute('aria-pressed', 'false');
    this.#panel.hidden = true;
  }

  /** Sends the pressed keys if they or the direction of the view have changed. */
  tell(): void {
    const { driven } = this;
    if (driven === null) return;
    const has = (held: Held) => (this.#held.has(held) ? 1 : 0);
    const drive: Drive = {
      kind: 'drive',
      node: driven.id,
      ahead: has('ahead') - has('back'),
      left: has('left') - has('right'),
      space: this.#held.has('space'),
      shift: this.#held.has('shift'),
      facing: this.use.facing(),
    };
    if (this.#isTold(drive)) return;
    this.#told = drive;
    this.use.tell(drive);
  }

  #isTold({ ahead, left, space, shift, facing: [x, z] }: Drive): boolean {
    const told = this.#told;
    const isIdle = this.#held.size === 0;
    if (told === null) return isIdle;
    const isSame = told.ahead === ahead && told.left === left && told.space === space && told.shift === shift;
    return isSame && (isIdle || Math.abs(told.facing[0] - x) + Math.abs(told.facing[1] - z) < SAME_DIRECTION);
  }

  #press(event: KeyboardEvent, isDown: boolean): void {
    const held = KEYS[event.key.toLowerCase()];
    if (this.driven === null || held === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as HTMLElement).matches?.('input, select, textarea') || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    event.stopPropagation();
    this.#hold(held, isDown);
  }

  #hold(held: Held, isDown: boolean): void {
    if (isDown) this.#held.add(held);
    else this.#held.delete(held);
    this.tell();
  }

  #release(): void {
    this.#held.clear();
    this.tell();
  }

  #makeButtons({ kind }: Drivable): HTMLElement {
    const words = [...BUTTONS, ['space', LAST_WORDS[kind], LAST_WORDS[kind]] as const];
    const buttons = words.map(([held, sign, name]) => {
      const button = make('button', { type: 'button', 'aria-label': name, 'data-held': held }, sign);
      button.addEventListener('pointerdown', (event) => {
        button.setPointerCapture(event.pointerId);
        this.#hold(held, true);
      });
      for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
        button.addEventListener(end, () => this.#hold(held, false));
      button.addEventListener('contextmenu', (event) => event.preventDefault());
      return button;
    });
    return make('div', { class: 'pad' }, ...buttons);
  }
}
