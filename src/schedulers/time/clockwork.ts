// What the three schedulers of time share: a step of the world from its beginning, when all bodies have histories up to
// now, to its end, when all of them are shown at one time and what has happened is told.

import type { Detection } from '../../detection/detection.js';
import { InputError } from '../../input/fields.js';
import type { LocalTimes, Stages } from '../scheduler.js';
import { Collisions } from './collisions.js';
import { FLIES, Histories } from './histories.js';
import { Keeping } from './keeping.js';

/** Collisions without end, in a step, are more than this for each body [1]. */
const MOST_COLLISIONS = 20_000;

export class Clockwork implements LocalTimes {
  readonly histories: Histories;
  readonly collisions: Collisions;
  readonly #keeping: Keeping;
  /** Rows of the bodies that fly. */
  rows = new Int32Array(0);
  rowCount = 0;
  #collided = 0;
  /** Where the step begins [s]. */
  beginning = 0;
  readonly #times = { begin: 0, end: 0, dt: 0 };
  /** The movers that are stepped without the others; undefined where all are. */
  #movers: ArrayLike<number> | undefined;
  readonly #goesAhead: boolean;

  /** A scheduler whose bodies do not go ahead has histories that do, to find what bodies may meet. */
  constructor(detection: Detection, goesAhead = true) {
    this.#goesAhead = goesAhead;
    this.histories = new Histories(detection);
    this.collisions = new Collisions(this.histories);
    this.#keeping = new Keeping(this.histories);
  }

  /** Begins a step of dt [s], of all bodies or of some, up to an end [s] if not just dt later; returns when it ends [s]. */
  begin(stages: Stages, dt: number, movers?: ArrayLike<number>, end?: number): number {
    const [x, y, z] = stages.state.settings.gravity;
    this.collisions.soft = dt * Math.sqrt(x * x + y * y + z * z);
    this.beginning = beginningOf(stages, movers);
    this.#movers = movers;
    const until = end ?? this.beginning + dt;
    this.histories.beginStep(this.beginning, until, stages.keepsWays);
    this.#times.begin = this.beginning;
    this.#times.end = until;
    this.#times.dt = dt;
    this.#keeping.begin(stages, this.#times, movers);
    const { kind } = this.histories;
    if (this.rows.length < kind.length) this.rows = new Int32Array(kind.length);
    this.rowCount = 0;
    for (let row = 0; row < kind.length; row++) if (kind[row] === FLIES) this.rows[this.rowCount++] = row;
    this.#collided = 0;
    return until;
  }

  /** Ends it at a time [s]: nothing before that is undone any more. */
  end(stages: Stages, dt: number, time: number): void {
    this.#tell(time);
    this.#keeping.end(stages, this.#times, this.#movers);
    const { statistics } = this.histories;
    statistics.redraws++;
    statistics.simulated += dt;
    let ahead = 0;
    for (let i = 0; i < this.rowCount; i++) ahead += this.localTimeOf(this.rows[i]) - time;
    if (this.rowCount > 0) statistics.lag += ahead / this.rowCount;
  }

  localTimeOf(row: number): number {
    const { detection, kind, lvt } = this.histories;
    // What rests is not ahead: it does not move.
    const isAhead = this.#goesAhead && this.#keeping.isCurrent && kind[row] === FLIES && lvt[row] < Number.POSITIVE_INFINITY;
    return isAhead ? lvt[row] : detection.state.time;
  }

  wasRolledBack(row: number): boolean {
    return this.#keeping.isCurrent && this.histories.wasRolledBack(row);
  }

  get pools(): Readonly<Record<string, number>> {
    const { anchors, links, segments, checks, events, untold, grouping } = this.histories;
    return {
      anchors: anchors.body.length,
      links: links.time.length,
      segments: segments.shape.length,
      checks: checks.safe.length,
      events: events.time.length,
      untold: untold.time.length,
      groupStates: this.#keeping.isCurrent ? grouping.groups.states.bytes : 0,
    };
  }

  /** Lets a collision happen that is due. */
  collide(check: number): void {
    if (++this.#collided > MOST_COLLISIONS * (this.rowCount + 1)) {
      const { checks, anchors, detection } = this.histories;
      const [a, b] = [0, 1].map((side) => nameOf(detection, anchors.body[checks.anchors[2 * check + side]]));
      throw new InputError(`Bodies ${a} and ${b} collide without end at ${checks.time[check]} s.`);
    }
    this.collisions.collide(check);
  }

  /** Collisions up to a time [s] are of the history that holds: nothing that was undone is told. */
  #tell(time: number): void {
    const { untold, links, anchors, grouping } = this.histories;
    while (untold.isDue(time)) {
      const link = untold.owner[0];
      const isOf = links.version[link] === untold.version[0];
      untold.remove();
      if (!isOf) continue;
      for (let anchor = links.firstAnchor[link]; anchor >= 0; anchor = anchors.nextOfLink[anchor]) {
        if (anchors.link[anchor] === link) anchors.link[anchor] = -1;
      }
      grouping.collectEvents(link);
      grouping.release(link);
      links.release(link);
    }
  }
}

/** Where a step of all bodies, or of some movers, begins [s]. */
export function beginningOf({ state, time }: Stages, movers: ArrayLike<number> | undefined): number {
  return movers === undefined ? time : state.bodies.nodes.columns.time[movers[0]];
}

function nameOf({ bodies }: Detection, row: number): string {
  return bodies.names[row] ?? `of id ${bodies.nodes.idOf(row)}`;
}
