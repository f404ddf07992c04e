// User actions on the running world: throwing balls, setting motors, driving, and following a body with the view.

import type { Frame, Look, Request, Target } from '../protocol.js';
import type { Driven, Viewport } from '../view/viewport.js';
import type { Place } from './address.js';
import { ballFrom } from './ball.js';
import { withoutDrive } from './choices.js';
import { Driver } from './driver.js';
import { placeOfBody } from './followed.js';

/** The part of the studio that hands need. */
export interface HandsUse {
  readonly viewport: Viewport;
  readonly frame: Frame | null;
  readonly look: Look;
  place: Place | null;
  request(request: Request): Promise<void>;
  setPlaying(isPlaying: boolean): void;
}

export class Hands {
  readonly driver: Driver;
  /** Whether the view follows the selected body. */
  isFollowing = false;
  readonly #use: HandsUse;
  /** The target of a motor that is being sent to the worker. */
  #target: Target | null = null;

  constructor(use: HandsUse) {
    this.#use = use;
    this.driver = new Driver({
      tell: (drive) => {
        void use.request({ kind: 'drive', drive });
        use.setPlaying(true);
      },
      facing: () => use.viewport.facing(),
    });
  }

  /** Throws a ball from the camera to the middle of the view. */
  async throwBall(): Promise<void> {
    await this.#use.request({ kind: 'input', input: { kind: 'throw', body: ballFrom(this.#use.viewport) } });
    this.#use.setPlaying(true);
  }

  /** Starts driving the character or vehicle with a name, or the first; plays, and follows it with the view. */
  drive(name?: string): void {
    const { place, viewport } = this.#use;
    if (place === null || !this.driver.start(name)) return;
    this.#use.place = { ...place, drive: this.driver.driven?.name ?? '' };
    viewport.comeNear(this.followed());
    this.#use.setPlaying(true);
  }

  letGo(): void {
    this.driver.stop();
    if (this.#use.place !== null) this.#use.place = withoutDrive(this.#use.place);
  }

  /** Sends a motor's target. While the worker is busy, only the last target is kept. */
  async setTarget(target: Target): Promise<void> {
    const isWaiting = this.#target !== null;
    this.#target = target;
    if (isWaiting) return;
    for (let told: Target | null = null; told !== this.#target; ) {
      told = this.#target;
      await this.#use.request({ kind: 'input', input: told });
    }
    this.#target = null;
  }

  /** What the view follows: the driven body, or the selected one; null for none. */
  followed(): Driven | null {
    const { frame, viewport, look } = this.#use;
    const { driven } = this.driver;
    if (frame === null) return null;
    const { bodies } = viewport.bodies;
    if (driven !== null) return placeOfBody(frame, bodies, driven.body, driven.kind === 'vehicle');
    return this.isFollowing ? placeOfBody(frame, bodies, look.selected) : null;
  }
}
