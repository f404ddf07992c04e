// The inspector of the selected joint: its bodies, its force and torque, its coordinates with their couplings, and
// sliders for its motors.

import type { CoordinateNumbers, CoupledCoordinate, CouplingNumbers, JointNumbers, JointPicture, Named } from '../protocol.js';
import { byId, format, formatVector, make, makeLink } from './elements.js';

export interface JointUse {
  select(body: number | null): void;
  selectJoint(joint: number | null): void;
  setTarget(joint: number, coordinate: string, value: number): void;
}

/** Default half ranges of sliders, by unit, for velocities and for positions. */
const SPEEDS = { m: 2, rad: 10 };
const POSITIONS = { m: 1, rad: Math.PI };
/** Number of steps of a slider. */
const STEPS = 400;

/** The slider of a motor, with the number beside it. */
interface Slider {
  readonly element: HTMLElement;
  readonly range: HTMLInputElement;
  readonly number: HTMLInputElement;
}

export class JointInspector {
  readonly #numbers = make('div');
  readonly #motors = make('div');
  readonly #names = make('datalist', { id: 'joint-names' });
  readonly #input = make('input', {
    id: 'joint-name',
    list: 'joint-names',
    placeholder: 'click one, or type its name',
    autocomplete: 'off',
  });
  readonly #use: JointUse;
  #joints: readonly JointPicture[] = [];
  /** Sliders by coordinate, and the joint and motors they were made for: they must not be replaced while dragged. */
  #sliders = new Map<string, Slider>();
  #made = '';

  constructor(use: JointUse) {
    this.#use = use;
    byId('joint').append(
      make('h2', {}, 'Selected joint'),
      make('div', { class: 'row' }, make('label', { for: 'joint-name' }, 'Joint'), this.#input),
      this.#names,
      this.#numbers,
      this.#motors,
    );
    this.#input.addEventListener('change', () => {
      const found = this.#joints.find(({ name }) => name === this.#input.value);
      use.selectJoint(found?.id ?? null);
    });
    this.setJoints([]);
  }

  /** Sets the joints of the scene, and hides the inspector if there are none. */
  setJoints(joints: readonly JointPicture[]): void {
    this.#joints = joints;
    byId('joint').hidden = joints.length === 0;
    this.#names.replaceChildren(...joints.map(({ name }) => make('option', { value: name })));
  }

  show(joint: JointNumbers | null): void {
    if (document.activeElement !== this.#input) this.#input.value = joint?.name ?? '';
    if (joint === null) {
      this.#numbers.replaceChildren();
      this.#showMotors('', null);
      return;
    }
    const { kind, state, bodyA, bodyB, force, torque, coordinates } = joint;
    const link = ({ id, name }: Named) => makeLink(name, () => this.#use.select(id));
    const table = make('table', { class: 'numbers', 'data-joint': joint.name });
    const rows: [string, ...(Node | string)[]][] = [
      ['kind', state === 'acting' ? kind : `${kind}, ${state}`],
      ['from', bodyA === null ? 'the world' : link(bodyA)],
      ['to', link(bodyB)],
      ['force', `${format(Math.hypot(...force))} N`],
      ['', `${formatVector(force)} N`],
      ['torque', `${format(Math.hypot(...torque))} N m`],
      ['', `${formatVector(torque)} N m`],
    ];
    const geared = joint.couplings.map((coupling) => this.#rowOf(coupling));
    for (const [name, ...value] of [...rows, ...coordinates.flatMap(rowsOf), ...geared]) {
      table.append(make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, ...value)));
    }
    this.#numbers.replaceChildren(table);
    this.#showMotors([joint.id, ...coordinates.map(({ motor }) => motor?.kind)].join(), joint);
  }

  /** A coupling as an equation, with links to its joints. */
  #rowOf({ name, first, second, ratio, offset }: CouplingNumbers): [string, ...(Node | string)[]] {
    const end = ({ joint, coordinate }: CoupledCoordinate) => [
      makeLink(joint.name, () => this.#use.selectJoint(joint.id)),
      ` ${coordinate}`,
    ];
    const shift = offset === 0 ? '' : ` ${offset < 0 ? '−' : '+'} ${format(Math.abs(offset))}`;
    return [name, ...end(second), ` = ${format(ratio)} × `, ...end(first), shift];
  }

  #showMotors(key: string, joint: JointNumbers | null): void {
    const driven = joint === null ? [] : joint.coordinates.filter(({ motor }) => motor !== null);
    if (key !== this.#made && joint !== null) {
      this.#sliders = new Map(driven.map((coordinate) => [coordinate.name, this.#makeSlider(joint.id, coordinate)]));
    }
    if (key !== this.#made) {
      this.#motors.replaceChildren(...(joint === null ? [] : [...this.#sliders.values()].map(({ element }) => element)));
    }
    this.#made = key;
    for (const { name, motor } of driven) {
      const { range, number } = this.#sliders.get(name) as Slider;
      const target = String(Number((motor?.target ?? 0).toPrecision(6)));
      // Not while the user drags or types.
      if (!range.matches(':active')) range.value = target;
      if (document.activeElement !== number) number.value = target;
    }
  }

  #makeSlider(joint: number, coordinate: CoordinateNumbers): Slider {
    const { name } = coordinate;
    const [least, most] = rangeOf(coordinate);
    const id = `target-${name}`;
    const title = titleOf(coordinate);
    const label = make('label', { for: id }, title);
    const range = make('input', {
      type: 'range',
      id,
      min: String(least),
      max: String(most),
      step: String((most - least) / STEPS),
    });
    const number = make('input', { type: 'number', step: 'any', 'aria-label': `${title}, as a number` });
    const tell = (from: HTMLInputElement, to: HTMLInputElement) => {
      const value = from.valueAsNumber;
      if (!Number.isFinite(value)) return;
      to.value = String(Number(value.toPrecision(6)));
      this.#use.setTarget(joint, name, value);
    };
    range.addEventListener('input', () => tell(range, number));
    number.addEventListener('change', () => tell(number, range));
    return { element: make('div', { class: 'motor' }, label, range, number), range, number };
  }
}

function rowsOf({ name, unit, value, velocity, force, limits }: CoordinateNumbers): [string, string][] {
  const degrees = unit === 'rad' ? ` (${format((value * 180) / Math.PI)}°)` : '';
  return [
    // The coordinate roll has a velocity but no value.
    [name, name === 'roll' ? '' : `${format(value)} ${unit}${degrees}`],
    ['  velocity', `${format(velocity)} ${unit}/s`],
    ['  force', `${format(force)} ${unit === 'rad' ? 'N m' : 'N'}`],
    ...(limits === null ? [] : [['  limits', `${limits.map(format).join(' to ')} ${unit}`] as [string, string]]),
  ];
}

function titleOf({ name, unit, motor }: CoordinateNumbers): string {
  const force = unit === 'rad' ? 'N m' : 'N';
  const unitOfTarget = { velocity: `${unit}/s`, position: unit, force }[motor?.kind ?? 'force'];
  return `${name}: ${motor?.kind} [${unitOfTarget}]`;
}

/** Range of a slider: a position's limits, or a force's largest force; otherwise a default that includes the target. */
function rangeOf({ unit, limits, motor }: CoordinateNumbers): [number, number] {
  if (motor?.kind === 'position' && limits !== null && limits.every(Number.isFinite)) return [...limits];
  const usual = motor?.kind === 'position' ? POSITIONS[unit] : motor?.kind === 'velocity' ? SPEEDS[unit] : 0;
  const half = motor?.kind === 'force' ? motor.maxForce : Math.max(usual, 2 * Math.abs(motor?.target ?? 0));
  return [-half, half];
}
