// The state of a world: its contents (bodies, shapes, materials, meshes, joints, the contact graph), their motion, and
// the time. Detection, methods and schedulers work on the state and are not part of it.

import { Bodies } from '../bodies/bodies.js';
import { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { Joints } from '../joints/joints.js';
import type { Settings } from '../settings.js';
import { Memory } from '../table/memory.js';
import { Table } from '../table/table.js';
import { FLIGHT_SCHEMA, TOUCH_SCHEMA } from './flight-table.js';
import { SleepChanges } from './sleep-changes.js';

export class State {
  /** The memory of all tables. */
  readonly memory: Memory;
  readonly bodies: Bodies;
  readonly joints: Joints;
  readonly graph: ContactGraph;
  /** State of schedulers with local times. */
  readonly flights: Table<typeof FLIGHT_SCHEMA>;
  readonly touches: Table<typeof TOUCH_SCHEMA>;
  /** The settings: the same object for the life of the world, changed in place. */
  readonly settings: Settings;
  /** While an island wakes: nodes whose neighbours are still to be woken (detection/islands/wake.ts). */
  readonly waking: number[] = [];
  /** Value of `changesButTargets` at which no node slept or was frozen; -1 if unknown. */
  awakeAt = -1;
  readonly sleepChanges = new SleepChanges();
  /** Time that all bodies have reached [s]. */
  time = 0;
  /** Number of steps taken. */
  stepCount = 0;

  constructor(settings: Settings, memory = new Memory()) {
    this.settings = settings;
    this.memory = memory;
    this.limitMemory();
    this.bodies = new Bodies(this.memory);
    this.joints = new Joints(this.memory, this.bodies);
    this.graph = new ContactGraph(this.memory, this.bodies, this.joints);
    this.flights = new Table(this.memory, FLIGHT_SCHEMA, 2);
    this.touches = new Table(this.memory, TOUCH_SCHEMA, 2);
  }

  /** Number of changes from outside, not counting targets of motors. */
  get changesButTargets(): number {
    return this.bodies.changes - this.joints.targets.changes;
  }

  /** Applies the setting `limits.memory`. */
  limitMemory(): void {
    this.memory.limit = this.settings['limits.memory'] * (1 << 20);
  }
}
