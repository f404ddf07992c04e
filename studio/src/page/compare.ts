// The comparison of two runs side by side: choice of the other side, common time, common camera, and plots of both.

import { METHODS } from '../../../src/index.js';
import type { Answer, Frame, Look, Opened } from '../protocol.js';
import { MEASURES, RIVALS } from '../protocol.js';
import { StepTable } from '../step-table.js';
import type { Range } from '../view/colours.js';
import type { Theme, Viewport } from '../view/viewport.js';
import type { Opponent, Place } from './address.js';
import type { ClientUse } from './client.js';
import { byId, make } from './elements.js';
import { OtherSide } from './other-side.js';
import { COMPARE_PLOTS } from './plot-kinds.js';
import { Plots, type Run } from './plots.js';

export interface CompareUse extends ClientUse {
  /** Called when another opponent is chosen. */
  choose(opponent: Opponent): void;
  seek(time: number): void;
  take(answer: Answer): void;
  /** Called when the other side alone has changed. */
  refresh(): void;
  /** Called when the user selects the side that the panel changes. */
  change(side: 'a' | 'b'): void;
}

/** Largest lead of one side over the other, in steps [1]. */
const LEAD = 2;

export class Compare {
  opponent: Opponent | null = null;
  readonly plots: Plots;
  readonly #runs: [Run, Run] = [run(), run()];
  readonly #first: Viewport;
  readonly #use: CompareUse;
  /** Made on first use, since it needs a second viewport. */
  #side: OtherSide | null = null;
  #theme: Theme | null = null;
  readonly #stage = byId('stage');
  readonly #with = make('select', { id: 'compare-with', 'aria-label': 'Compared with' });
  readonly #setting = make('select', { id: 'compare-setting', 'aria-label': 'Setting of the other engine' });
  readonly #labels = [byId('side-a'), byId('side-b')];
  readonly #sides = byId('change-side');
  /** Simulated time that both sides must reach [s]. */
  #clock = 0;

  constructor(first: Viewport, use: CompareUse) {
    this.#first = first;
    this.#use = use;
    this.plots = new Plots(COMPARE_PLOTS, this.#runs, (time) => use.seek(time));
    this.plots.hidden = true;
    for (const method of Object.keys(METHODS))
      this.#with.append(make('option', { value: `drystone ${method}` }, `Drystone ${method}`));
    for (const [key, name] of Object.entries(RIVALS)) this.#with.append(make('option', { value: key }, name));
    this.#with.addEventListener('change', () => use.choose(this.#chosen()));
    this.#setting.addEventListener('change', () =>
      use.choose({ engine: this.#with.value, setting: this.#setting.value } as Opponent),
    );
    this.#labels[1].append(make('b', {}, 'B'), this.#with, this.#setting);
    for (const side of ['a', 'b'] as const) {
      const button = make('button', { type: 'button', 'data-side': side }, `Change side ${side.toUpperCase()}`);
      button.addEventListener('click', () => use.change(side));
      this.#sides.append(button);
    }
  }

  get isOn(): boolean {
    return this.opponent !== null;
  }

  get side(): OtherSide {
    if (this.#side === null) {
      this.#side = new OtherSide(this.#use);
      if (this.#theme !== null) this.#side.viewport.setTheme(this.#theme);
      this.#lockViews(this.#side);
    }
    return this.#side;
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#side?.viewport.setTheme(theme);
    this.plots.restyle();
  }

  /** Opens the other side. Returns null, or a message if it was refused; the comparison is then closed. */
  async open(place: Place, opponent: Opponent, opened: Opened, text: string): Promise<string | null> {
    const sentence = await this.side.open(place, opponent, text);
    if (sentence !== null) {
      this.close();
      return sentence;
    }
    if (!this.side.isOpen) return null;
    this.opponent = opponent;
    this.#clock = 0;
    this.#runs.forEach((one, i) => {
      one.table.cut(0);
      one.dt = i === 0 ? opened.dt : this.side.dt;
    });
    this.#stage.classList.add('comparing');
    this.plots.hidden = false;
    this.#showLabels(opened, opponent);
    return null;
  }

  close(): void {
    this.#side?.close();
    this.opponent = null;
    this.#stage.classList.remove('comparing');
    this.plots.hidden = true;
    this.#sides.hidden = true;
  }

  /** Shows which side the panel changes. */
  showChanged(side: 'a' | 'b'): void {
    for (const button of this.#sides.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.side === side));
    }
  }

  /** Shows a frame of the first side, beside the last frame of the other. */
  show(frame: Frame, look: Look, range: Range): void {
    const { frame: other } = this.side;
    if (other === null) return;
    [frame, other].forEach(({ measures }, i) => {
      if (measures !== null && (measures.rows.length > 0 || measures.first - 1 < this.#runs[i].table.count)) {
        this.#runs[i].table.put(measures.first, measures.rows);
      }
    });
    this.side.show(other, look, range);
    this.plots.show({ now: frame.time, end: frame.last * this.#runs[0].dt });
  }

  /**
   * Advances both sides by `seconds` [s], as far as the slower one keeps up; `ask` sends the request to the first side.
   * Resolves when both have answered.
   */
  async advance(seconds: number, frame: Frame, ask: (time: number) => Promise<Answer>): Promise<void> {
    const { side } = this;
    const slowest = Math.min(frame.time, side.frame?.time ?? 0);
    const longest = Math.max(this.#runs[0].dt, this.#runs[1].dt);
    this.#clock = Math.min(this.#clock + seconds, slowest + LEAD * longest + seconds);
    if (this.#clock < slowest) this.#clock = slowest + seconds;
    await this.#both(ask(this.#clock), side.ask({ kind: 'reach', time: this.#clock }));
  }

  /** Moves both sides to a time [s]. */
  async seek(time: number, first: Promise<Answer>): Promise<void> {
    this.#clock = time;
    const { dt } = this.#runs[1];
    await this.#both(first, this.side.ask({ kind: 'seek', step: Math.round(time / dt) }));
  }

  async setLook(look: Look, first: Promise<Answer>): Promise<void> {
    await this.#both(first, this.side.ask({ kind: 'look', look }));
  }

  async #both(first: Promise<Answer>, second: Promise<Answer>): Promise<void> {
    const [a, b] = await Promise.all([first, second]);
    this.#use.take(a);
    if (b.kind === 'refused') this.#use.take(b);
    else if (b.kind === 'frame' && a.kind !== 'frame') this.#use.refresh();
  }

  /** Draws the other side in each frame of the screen, with the camera of the first. */
  draw(): void {
    if (!this.isOn) return;
    this.side.viewport.lookAs(this.#first);
    this.side.viewport.draw();
  }

  /** Makes the cameras of both views follow each other. */
  #lockViews({ viewport }: OtherSide): void {
    const { controls } = viewport;
    let isTurning = false;
    controls.addEventListener('start', () => {
      isTurning = true;
    });
    controls.addEventListener('change', () => {
      if (isTurning) this.#first.lookAs(viewport, true);
    });
    controls.addEventListener('end', () => {
      isTurning = false;
    });
  }

  #chosen(): Opponent {
    const [engine, method] = this.#with.value.split(' ');
    if (engine !== 'drystone') return { engine, setting: 'default' } as Opponent;
    const present = this.opponent?.engine === 'drystone' ? this.opponent.choices : { settings: {} };
    // The solver is left out, since it belongs to the former method.
    const { solver: _, ...others } = present;
    return { engine, choices: { ...others, method } } as Opponent;
  }

  #showLabels({ method }: Opened, opponent: Opponent): void {
    const { openedRival, opened } = this.side;
    this.#labels[0].replaceChildren(make('b', {}, 'A'), `Drystone ${method}`);
    this.#with.value = opponent.engine === 'drystone' ? `drystone ${opened?.method}` : opponent.engine;
    this.#setting.hidden = openedRival === null;
    this.#sides.hidden = opened === null;
    if (openedRival === null) return;
    this.#setting.replaceChildren(...openedRival.settings.map((name) => make('option', { value: name }, name)));
    this.#setting.value = openedRival.setting;
  }
}

function run(): Run {
  return { table: new StepTable(MEASURES.length), dt: 1 };
}
