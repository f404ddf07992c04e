// The state of a world: what there is (bodies, shapes, materials, meshes, joints, the contact graph), how it stands,
// and at what time. Detection, methods and schedulers work on it; none of them is it.

import { Bodies } from '../bodies/bodies.js';
import { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { Joints } from '../joints/joints.js';
import type { Settings } from '../settings.js';
import { Memory } from '../table/memory.js';
import { Table } from '../table/table.js';
import { FLIGHT_SCHEMA, TOUCH_SCHEMA } from './flight-table.js';
import { SleepChanges } from './sleep-changes.js';

export class State {
  /** All tables lie in it. */
  readonly memory: Memory;
  readonly bodies: Bodies;
  readonly joints: Joints;
  readonly graph: ContactGraph;
  /** What schedulers of time keep from step to step. */
  readonly flights: Table<typeof FLIGHT_SCHEMA>;
  readonly touches: Table<typeof TOUCH_SCHEMA>;
  /** One object for the life of the world, changed in place. */
  readonly settings: Settings;
  /** Nodes whose neighbours are still to be woken, while an island wakes (detection/islands/wake.ts). */
  readonly waking: number[] = [];
  /** The changes from outside (`changesButTargets`) at which no node slept or was frozen; -1 where that is not known. */
  awakeAt = -1;
  readonly sleepChanges = new SleepChanges();
  /** The time that all bodies have come to [s]. */
  time = 0;
  /** Steps taken. */
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

  /** How often something was changed from outside, but for targets of motors. */
  get changesButTargets(): number {
    return this.bodies.changes - this.joints.targets.changes;
  }

  /** The memory may grow as far as the settings say. */
  limitMemory(): void {
    this.memory.limit = this.settings['limits.memory'] * (1 << 20);
  }
}
