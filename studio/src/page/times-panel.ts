// The local times of bodies with a time scheduler: a bar for each body from GVT to its local time, in another colour
// for bodies that were rolled back; the number of recent rollbacks; the statistics of the time warp paper.

import type { Frame, TimePicture } from '../protocol.js';
import { FLASH_COLOUR } from '../view/colours.js';
import { byId, format, make } from './elements.js';

/** Height of the bars [px]. */
const HEIGHT = 64;
/** Simulated time over which recent rollbacks are counted [s]. */
const OF_LATE = 1;
/** Round lengths of the bars' axis, so that bars can be compared from frame to frame [s]. */
const ROUND = [1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export class TimesPanel {
  readonly #section = byId('times');
  readonly #bars = make('canvas', { role: 'img', height: String(HEIGHT) });
  readonly #caption = make('p', { class: 'scale' });
  readonly #table = make('table', { class: 'numbers' });
  /** Time [s] and total number of rollbacks of recent frames. */
  #counts: { time: number; rollbacks: number }[] = [];

  constructor() {
    this.#section.append(make('h2', {}, 'Local times'), this.#bars, this.#caption, this.#table);
  }

  /** Shows a frame; with fixed steps the panel is hidden. */
  show({ time, times }: Frame): void {
    this.#section.hidden = times === null;
    if (times === null) return;
    const ahead = times.ahead.filter((value) => !Number.isNaN(value));
    const most = ahead.reduce((a, b) => Math.max(a, b), 0);
    const top = ROUND.find((value) => value >= most) ?? most;
    this.#draw(times, ahead.length, top);
    const back = times.rolledBack.reduce((sum, is) => sum + is, 0);
    this.#caption.textContent = `GVT ${format(time)} s; bars to ${format(top)} s ahead; rolled back now: ${back}`;
    this.#bars.setAttribute('aria-label', `Local times of ${ahead.length} bodies, at most ${format(most)} s ahead of GVT`);
    this.#showNumbers(times, this.#countOfLate(time, times.statistics.rollbacks));
  }

  /** Number of rollbacks in the last second; begins anew if time has gone back. */
  #countOfLate(time: number, rollbacks: number): number {
    const last = this.#counts.at(-1);
    if (last !== undefined && (time < last.time || rollbacks < last.rollbacks)) this.#counts = [];
    this.#counts.push({ time, rollbacks });
    while (this.#counts.length > 1 && this.#counts[1].time <= time - OF_LATE) this.#counts.shift();
    return rollbacks - this.#counts[0].rollbacks;
  }

  #draw({ ahead, rolledBack }: TimePicture, count: number, top: number): void {
    const width = Math.max(1, this.#section.clientWidth);
    if (this.#bars.width !== width) this.#bars.width = width;
    const context = this.#bars.getContext('2d') as CanvasRenderingContext2D;
    const style = getComputedStyle(this.#section);
    context.clearRect(0, 0, width, HEIGHT);
    const pitch = width / Math.max(1, count);
    let place = 0;
    ahead.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const isBack = rolledBack[i] !== 0;
      const height = Math.max(1, (value / top) * (HEIGHT - 2));
      context.fillStyle = isBack ? FLASH_COLOUR : style.getPropertyValue('--accent');
      context.fillRect(place * pitch, HEIGHT - 1 - height, Math.max(0.75, pitch - (pitch > 3 ? 1 : 0)), height);
      place++;
    });
    context.fillStyle = style.color;
    context.fillRect(0, HEIGHT - 1, width, 1);
  }

  #showNumbers({ statistics }: TimePicture, ofLate: number): void {
    const s = (value: number) => (Number.isFinite(value) ? `${format(value)} s` : 'none');
    const rows: [string, string][] = [
      ['rollbacks', `${statistics.rollbacks}, in the last second ${ofLate}`],
      ['bodies each', `${format(statistics.bodiesPerRollback)}, at most ${statistics.mostBodiesRolledBack}`],
      ['discarded', `${statistics.statesDiscarded} states`],
      ['collisions', `${statistics.collisions}, fusions ${statistics.fusions}`],
      ['new contacts', String(statistics.newContacts)],
      ['fissions', String(statistics.fissions)],
      ['callbacks', String(statistics.callbacks)],
      ['groups', `${statistics.groups}, largest ${statistics.largestGroup}, contacts ${statistics.mostContacts}`],
      ['integrations', String(statistics.integrations)],
      ['checks', String(statistics.collisionChecks)],
      ['interval', s(statistics.discontinuityInterval)],
      ['step', `${s(statistics.integrationStep)}, ratio ${format(statistics.ratio)}`],
      ['GVT lag', s(statistics.gvtLag)],
    ];
    const cells = rows.map(([name, value]) => make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, value)));
    this.#table.replaceChildren(...cells);
  }
}
