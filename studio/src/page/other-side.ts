// The other side of a comparison: the same scene in its own worker, drawn beside the first with the same camera.

import type { Answer, Frame, Look, Opened, OpenedRival, Request } from '../protocol.js';
import type { Range } from '../view/colours.js';
import { Viewport } from '../view/viewport.js';
import type { Opponent, Place } from './address.js';
import { type Client, type ClientUse, startEngine, startRival } from './client.js';
import { byId } from './elements.js';

export class OtherSide {
  readonly viewport: Viewport;
  frame: Frame | null = null;
  /** The opened scene of Drystone, or of another engine; null while there is no comparison. */
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

  /** Length of a step [s]. */
  get dt(): number {
    return this.opened?.dt ?? this.openedRival?.dt ?? Number.NaN;
  }

  /**
   * Opens the same scene, with the file `text`; returns null, or a message if it was refused. Where another opening has
   * replaced the worker meanwhile, the side is left to it.
   */
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
    const { client } = this.#client;
    const answer = await client.ask(request);
    if (this.#client?.client !== client) return null;
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

  /** Sends a request, and keeps the frame of the answer. */
  async ask(request: Request): Promise<Answer> {
    if (this.#client === null) return { kind: 'idle' };
    const answer = await this.#client.client.ask(request);
    if (answer.kind === 'frame') this.frame = answer.frame;
    return answer;
  }

  /** Shows the frame, in the colour stone if the engine does not provide the values of the colour mode. */
  show(frame: Frame, look: Look, range: Range): void {
    this.viewport.show(frame, look);
    const colour = frame.values.length > 0 ? look.colour : 'stone';
    this.viewport.showColours(colour, frame.values, range, this.openedRival === null ? look.selected : null);
  }
}
