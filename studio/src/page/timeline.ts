// The controls of time: play, pause, single steps, slow motion, and the timeline.

import type { Frame } from '../protocol.js';
import { byId } from './elements.js';

export interface TimeControls {
  toggle(): void;
  seek(step: number): void;
  cut(): void;
  restart(): void;
}

export class Timeline {
  readonly #range = byId<HTMLInputElement>('timeline');
  readonly #play = byId<HTMLButtonElement>('play');
  readonly #speed = byId<HTMLSelectElement>('speed');
  #step = 0;
  #last = 0;

  constructor(private readonly controls: TimeControls) {
    this.#range.addEventListener('input', () => controls.seek(Number(this.#range.value)));
    this.#play.addEventListener('click', () => controls.toggle());
    byId('step').addEventListener('click', () => this.stepBy(1));
    byId('step-back').addEventListener('click', () => this.stepBy(-1));
    byId('to-start').addEventListener('click', () => controls.seek(0));
    byId('cut').addEventListener('click', () => controls.cut());
    byId('restart').addEventListener('click', () => controls.restart());
  }

  /** Speed of simulated time relative to real time [1]. */
  get speed(): number {
    return Number(this.#speed.value);
  }

  /** Moves by steps from the position of the thumb, so that quick clicks add up. */
  stepBy(steps: number): void {
    this.#step = Math.max(0, this.#step + steps);
    this.controls.seek(this.#step);
  }

  toEnd(): void {
    this.controls.seek(this.#last);
  }

  show({ step, time, last, hash }: Frame): void {
    this.#step = step;
    this.#last = last;
    this.#range.max = String(last);
    if (!this.#range.matches(':active')) this.#range.value = String(step);
    this.#range.setAttribute('aria-valuetext', `${time.toFixed(2)} s, step ${step} of ${last}`);
    byId('time').textContent = `${time.toFixed(2)} s · ${step} / ${last}`;
    byId('hash').textContent = hash ?? '';
    byId<HTMLButtonElement>('cut').disabled = step >= last;
  }

  showPlaying(isPlaying: boolean): void {
    this.#play.textContent = isPlaying ? '❚❚' : '▶';
    this.#play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  }
}
