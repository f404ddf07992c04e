// The room of trees in joint coordinates (kernels/flight-layout.ts), and what is done with them: by the compiled kernel,
// or by the same source in TypeScript, to the bit. It lies in the memory of a world's tables, so that the kernel reads
// and writes these itself.

import * as layout from '../../kernels/flight-layout.js';
import type { BlockOfMemory, FlightKernel } from '../../kernels/kernel.js';
import { makeKernel } from '../../kernels/kernel.js';
import { twiceEnergy } from '../../kernels/shared/end-links.js';
import { readBodies, readJoints, writeBodies, writeJoints } from '../../kernels/shared/exchange-links.js';
import { beginFlight, endFlight, flyWhole, goOnFlight } from '../../kernels/shared/fly-links.js';
import { placeLinks } from '../../kernels/shared/place-links.js';

const { ASKS, FLIGHT_TABLE_LENGTH, IS_FACTORED, LINK_INTEGERS, LINK_NUMBERS, REFUSED, SUMS } = layout;

/** The memory of a world's tables. */
interface TableMemory {
  readonly block: BlockOfMemory;
  /** How often views of it were made anew. */
  readonly bindings: number;
  /** Offset of a new block of zeros [bytes]. */
  allocate(bytes: number): number;
  /** `holder.bindViews()` is called whenever the memory has moved. */
  register(holder: { bindViews(): void }): void;
}

/** Columns of nodes and joints that links are read from and written to. */
export interface NodeColumns {
  readonly position: Float64Array;
  readonly orientation: Float64Array;
  readonly velocity: Float64Array;
  readonly force: Float64Array;
  readonly rotation: Float64Array;
  readonly rotatedBy: Float64Array;
  readonly inverseInertia: Float64Array;
}
export interface JointColumns {
  readonly impulse: Float64Array;
  readonly response: Float64Array;
  readonly target: Float64Array;
}

export class FlightRoom {
  count = 0;
  /** Sums over all links, and the records of these. */
  sums: Float64Array = new Float64Array(0);
  numbers: Float64Array = new Float64Array(0);
  integers: Int32Array = new Int32Array(0);
  /** Whether links are placed where they are; and factorised with the laws that are written. */
  isPlaced = false;
  isFactored = false;
  /** Whether a law asks for responses. */
  areAsking = false;
  #kernel: FlightKernel | null = null;
  readonly #memory: TableMemory;
  readonly #isCompiled: boolean;
  /** Where the room is, the table of addresses first, and where its parts are [bytes]; and for how many links. */
  #first = 0;
  #capacity = 0;
  #sumsAt = 0;
  #numbersAt = 0;
  #integersAt = 0;
  #addresses: Int32Array = new Int32Array(0);
  /** How often views had been made when addresses were written. */
  #boundAt = -1;

  /** Without the compiled kernel unless `isCompiled`. */
  constructor(memory: TableMemory, isCompiled = true) {
    this.#memory = memory;
    this.#isCompiled = isCompiled;
    memory.register(this);
  }

  /** Makes room for so many links, of which nothing is known yet. */
  reserve(count: number): void {
    this.count = count;
    this.isPlaced = this.isFactored = false;
    if (count > this.#capacity) {
      const capacity = Math.max(16, 2 * count);
      this.#first = this.#memory.allocate(
        8 * (FLIGHT_TABLE_LENGTH + SUMS + LINK_NUMBERS * capacity) + 4 * LINK_INTEGERS * capacity,
      );
      this.#capacity = capacity;
      this.bindViews();
    }
    this.numbers.fill(0, 0, LINK_NUMBERS * count);
    this.integers.fill(0, 0, LINK_INTEGERS * count);
  }

  /** Makes views and kernel anew over the memory as it is now. */
  bindViews(): void {
    if (this.#capacity === 0) return;
    const { block } = this.#memory;
    const count = LINK_NUMBERS * this.#capacity;
    this.#sumsAt = this.#first + 8 * FLIGHT_TABLE_LENGTH;
    this.#numbersAt = this.#sumsAt + 8 * SUMS;
    this.#integersAt = this.#numbersAt + 8 * count;
    this.#kernel = this.#isCompiled ? makeKernel(block) : null;
    this.#addresses = new Int32Array(block.buffer, this.#first, FLIGHT_TABLE_LENGTH);
    this.sums = new Float64Array(block.buffer, this.#sumsAt, SUMS);
    this.numbers = new Float64Array(block.buffer, this.#numbersAt, count);
    this.integers = new Int32Array(block.buffer, this.#integersAt, LINK_INTEGERS * this.#capacity);
    this.#boundAt = -1;
  }

  /** Tables that have grown lie elsewhere. */
  #bind(nodes: NodeColumns, joints: JointColumns): void {
    if (this.#boundAt === this.#memory.bindings) return;
    this.#boundAt = this.#memory.bindings;
    const to = this.#addresses;
    to[layout.NODE_POSITION] = nodes.position.byteOffset;
    to[layout.NODE_ORIENTATION] = nodes.orientation.byteOffset;
    to[layout.NODE_VELOCITY] = nodes.velocity.byteOffset;
    to[layout.NODE_FORCE] = nodes.force.byteOffset;
    to[layout.NODE_ROTATION] = nodes.rotation.byteOffset;
    to[layout.NODE_ROTATED_BY] = nodes.rotatedBy.byteOffset;
    to[layout.NODE_INVERSE_INERTIA] = nodes.inverseInertia.byteOffset;
    to[layout.JOINT_IMPULSE] = joints.impulse.byteOffset;
    to[layout.JOINT_RESPONSE] = joints.response.byteOffset;
    to[layout.JOINT_TARGET] = joints.target.byteOffset;
  }

  /** Returns how far joints are open at the most [m or rad]. */
  place(): number {
    const { numbers, integers, count } = this;
    const kernel = this.#kernel;
    if (kernel === null) return placeLinks(numbers, integers, count);
    return kernel.placeTree(this.#numbersAt, this.#integersAt, count);
  }

  /**
   * Reads what bodies and joints begin a step with under gravity [m/s^2], impulses of joints so many times; notes
   * whether links are where they were.
   */
  read(nodes: NodeColumns, joints: JointColumns, gravity: readonly [number, number, number], times: number): void {
    const { numbers, integers, count, isPlaced } = this;
    const { position, orientation, velocity, force } = nodes;
    const { impulse, response, target } = joints;
    const gx = gravity[0];
    const gy = gravity[1];
    const gz = gravity[2];
    const kernel = this.#kernel;
    if (kernel === null) {
      readJoints(numbers, integers, count, times, impulse, response, target);
      this.isPlaced = readBodies(numbers, integers, count, isPlaced, gx, gy, gz, position, orientation, velocity, force);
      return;
    }
    this.#bind(nodes, joints);
    const placed = isPlaced ? 1 : 0;
    const areThere = kernel.readTree(this.#first, this.#numbersAt, this.#integersAt, count, placed, gx, gy, gz, times);
    this.isPlaced = areThere !== 0;
  }

  /**
   * Reads a tree without other laws than plain ones as read() does, and takes it through a step of dt [s], as begin(),
   * goOn() and end() do. Returns whether the step was found.
   */
  fly(
    nodes: NodeColumns,
    joints: JointColumns,
    gravity: readonly [number, number, number],
    times: number,
    open: number,
    dt: number,
    most: number,
  ): boolean {
    const { numbers, integers, sums, count, isPlaced, isFactored } = this;
    const kernel = this.#kernel;
    let isFound: boolean;
    if (kernel === null) {
      this.read(nodes, joints, gravity, times);
      isFound = flyWhole(numbers, integers, count, sums, this.isPlaced, isFactored, open, dt, most);
    } else {
      this.#bind(nodes, joints);
      const placed = isPlaced ? 1 : 0;
      const factored = isFactored ? 1 : 0;
      isFound =
        kernel.flyTree(
          this.#first,
          this.#numbersAt,
          this.#integersAt,
          count,
          this.#sumsAt,
          placed,
          factored,
          gravity[0],
          gravity[1],
          gravity[2],
          times,
          open,
          dt,
          most,
        ) !== 0;
    }
    this.isPlaced = this.isFactored = isFound;
    return isFound;
  }

  /**
   * Writes where links have come to, `scale` times how fast they are, and what their joints have carried, so many times.
   * Returns whether a joint is to be looked at: it may break, or its angles are to be counted anew.
   */
  land(nodes: NodeColumns, joints: JointColumns, scale: number, times: number): boolean {
    const { numbers, integers, count } = this;
    const { position, orientation, velocity, rotation, rotatedBy, inverseInertia } = nodes;
    const kernel = this.#kernel;
    if (kernel !== null) {
      this.#bind(nodes, joints);
      return kernel.landTree(this.#first, this.#numbersAt, this.#integersAt, count, scale, times) !== 0;
    }
    writeBodies(numbers, integers, count, scale, position, orientation, velocity, rotation, rotatedBy, inverseInertia);
    return writeJoints(numbers, integers, count, times, joints.impulse, joints.response);
  }

  /**
   * The beginning of a step of dt [s]; joints that are open by more than `open` [m or rad] are refused. Returns whether
   * it may go on.
   */
  begin(open: number, dt: number, most: number): boolean {
    const { numbers, integers, count, isPlaced } = this;
    const kernel = this.#kernel;
    // Whatever becomes of this step, the room is of its end from now on.
    this.isPlaced = false;
    const answer =
      kernel === null
        ? beginFlight(numbers, integers, count, isPlaced, open, dt, most)
        : kernel.beginTree(this.#numbersAt, this.#integersAt, count, isPlaced ? 1 : 0, open, dt, most);
    this.areAsking = (answer & ASKS) !== 0;
    if (!isPlaced || (answer & IS_FACTORED) === 0) this.isFactored = false;
    return answer !== REFUSED;
  }

  /** Moves the links by a step of dt [s]. Returns whether it was found. */
  goOn(dt: number, most: number): boolean {
    const { sums, numbers, integers, count, isFactored, areAsking } = this;
    const kernel = this.#kernel;
    if (kernel === null) return goOnFlight(numbers, integers, count, sums, isFactored, areAsking, dt, most);
    const factored = isFactored ? 1 : 0;
    const asks = areAsking ? 1 : 0;
    return kernel.goOnTree(this.#numbersAt, this.#integersAt, count, this.#sumsAt, factored, asks, dt, most) !== 0;
  }

  /** The end of a step of dt [s], with the laws at hand. */
  end(dt: number): void {
    const { sums, numbers, integers, count } = this;
    const kernel = this.#kernel;
    this.isPlaced = this.isFactored = true;
    if (kernel === null) endFlight(numbers, integers, count, sums, dt);
    else kernel.endTree(this.#numbersAt, this.#integersAt, count, this.#sumsAt, dt);
  }

  /** Twice the kinetic energy of all links [J]. */
  twiceEnergy(): number {
    const { numbers, count } = this;
    return this.#kernel === null ? twiceEnergy(numbers, count) : this.#kernel.twiceEnergyOfTree(this.#numbersAt, count);
  }
}
