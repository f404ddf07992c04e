// The other side of a comparison: the same scene in a worker of its own, drawn beside the first, from the same eye.

import type { Answer, Frame, Look, Opened, OpenedRival, Request } from '../protocol.js';
import type { Range } from '../view/colours.js';
import { Viewport } from '../view/viewport.js';
import type { Opponent, Place } from './address.js';
import { type Client, type ClientUse, startEngine, startRival } from './client.js';
import { byId } from './elements.js';

export class OtherSide {
  readonly viewport: Viewport;
  frame: Frame | null = null;
  /** Of Drystone, and of another engine; null while nothing is compared. */
  opened: Opened | null = null;
  openedRival: OpenedRival | null = null;
  readonly #use: ClientUse;
  #client: { readonly client: Client; readonly isRival: boolean } | null = null;

  constructor(use: ClientUse) {
    this.#use = use;
    this.viewport = new Viewport(byId<HTMLCanvasElement>('view-b'));
  }

  get isOpen(): boolean {
    return this.opened !== null || this.openedRival !== null;
  }

  /** Length of its steps [s]. */
  get dt(): number {
    return this.opened?.dt ?? this.openedRival?.dt ?? Number.NaN;
  }

  /** Opens the same scene; `text` is its file. Null when it is open, else a sentence that says what is wrong. */
  async open({ source }: Place, opponent: Opponent, text: string): Promise<string | null> {
    const isRival = opponent.engine !== 'drystone';
    if (this.#client?.isRival !== isRival) {
      this.close();
      this.#client = { client: isRival ? startRival(this.#use) : startEngine(this.#use), isRival };
    }
    const request: Request =
      opponent.engine === 'drystone'
        ? { kind: 'open', source, choices: opponent.choices, isMeasured: true }
        : { kind: 'open-rival', engine: opponent.engine, setting: opponent.setting, text };
    const answer = await this.#client.client.ask(request);
    this.opened = answer.kind === 'opened' ? answer.opened : null;
    this.openedRival = answer.kind === 'opened-rival' ? answer.opened : null;
    if (answer.kind !== 'opened' && answer.kind !== 'opened-rival') {
      return answer.kind === 'refused' ? answer.sentence : 'The other side could not be opened.';
    }
    this.viewport.clear();
    this.frame = answer.frame;
    return null;
  }

  close(): void {
    this.#client?.client.end();
    this.#client = null;
    this.frame = this.opened = this.openedRival = null;
  }

  /** Asks, and keeps the frame of the answer; a sentence where it is refused. */
  async ask(request: Request): Promise<Answer> {
    if (this.#client === null) return { kind: 'idle' };
    const answer = await this.#client.client.ask(request);
    if (answer.kind === 'frame') this.frame = answer.frame;
    return answer;
  }

  /** Draws the frame; colours need numbers that other engines do not have. */
  show(frame: Frame, look: Look, range: Range): void {
    this.viewport.show(frame, look);
    const colour = frame.values.length > 0 ? look.colour : 'stone';
    this.viewport.showColours(colour, frame.values, range, this.openedRival === null ? look.selected : null);
  }
}
