// Converts actuators to motors on the coordinates of joints.

import { show } from '../../input/fields.js';
import type { MotorDescriptor } from '../../joints/descriptors.js';
import type { MotorOfJoint } from '../assemble.js';
import type { Axis } from '../link.js';
import type { XmlElement } from '../xml.js';
import { describe, refuseElement } from '../xml.js';
import { type ActuatorLaw, readLaw } from './actuator-law.js';
import type { MjcfContext } from './context.js';
import { checkAttributes, isRead } from './words.js';

/** Largest force of a motor without a limit [N or N m]. */
const NO_LIMIT = 1e9;

/** Reads the motors of <actuator>. `axes` are those of all bodies. */
export function readActuators(section: XmlElement, axes: readonly Axis[], context: MjcfContext): MotorOfJoint[] {
  const motors: MotorOfJoint[] = [];
  for (const element of section.children) {
    if (!isRead(section, element, context.notes)) continue;
    checkAttributes(element);
    const joint = element.attributes.joint ?? element.attributes.jointinparent;
    if (joint === undefined) {
      context.notes.push(`${describe(element)} does not act on a joint, and is left out.`);
      continue;
    }
    const axis = axes.find(({ name }) => name === joint);
    if (axis === undefined)
      refuseElement(element, `names the joint ${show(joint)}, which the file does not have or which is free.`);
    const law = readLaw(element, context.defaults.lawOf(element));
    const found = motorOf(element, law, context.notes);
    if (found === undefined) continue;
    const motor = { ...found, maxForce: Math.min(found.maxForce, axis.motorLimit ?? NO_LIMIT) };
    const range = targetRange(law);
    const name = element.attributes.name ?? `${joint} ${element.name}`;
    motors.push({
      name,
      element,
      joint,
      motor,
      ...(range !== undefined && { range: scaleRange(range, targetScale(law, motor)) }),
    });
  }
  return motors;
}

/**
 * Converts a law to the coordinate of the joint: length, velocity and force of the actuator are `gear` times those of
 * the joint.
 */
function motorOf(element: XmlElement, law: ActuatorLaw, notes: string[]): MotorDescriptor | undefined {
  const { gain, gear, hasBias, oddity } = law;
  const [constant, perLength, perVelocity] = hasBias ? law.bias : [0, 0, 0];
  const leaveOut = (why: string): undefined => {
    notes.push(`${describe(element)} ${why}, and is left out.`);
    return undefined;
  };
  if (oddity !== undefined) return leaveOut(`has ${oddity}, which no motor here has`);
  if (gear === 0 || gain === 0) return leaveOut('has no gear or no gain');
  if (!law.hasPlainGain || constant !== 0) return leaveOut('has a gain or a bias that no motor here has');
  const maxForce = largestForce(law);
  if (perLength === 0 && perVelocity === 0) return { kind: 'force', target: 0, maxForce };
  if (perLength === -gain && perVelocity <= 0) {
    const [lower, upper] = targetRange(law) ?? [0, 0];
    const target = targetRange(law) === undefined ? 0 : Math.min(Math.max(0, lower), upper) / gear;
    const square = gear * gear;
    return { kind: 'position', target, stiffness: gain * square, damping: -perVelocity * square, maxForce };
  }
  if (perLength === 0 && perVelocity === -gain) {
    notes.push(`${describe(element)} holds its velocity as firmly as its largest force allows, whatever its kv.`);
    return { kind: 'velocity', target: 0, maxForce };
  }
  return leaveOut('has a law that is neither of a motor, nor of a position, nor of a velocity');
}

/** The largest force on the joint. */
function largestForce(law: ActuatorLaw): number {
  const { gear, gain, hasBias, forceRange, forceIsLimited = forceRange !== undefined } = law;
  if (forceIsLimited && forceRange !== undefined) return Math.abs(gear) * Math.max(...forceRange.map(Math.abs));
  const controls = targetRange(law);
  if (hasBias || controls === undefined) return NO_LIMIT;
  return Math.abs(gear * gain) * Math.max(...controls.map(Math.abs));
}

function targetRange({ controlRange, controlIsLimited = controlRange !== undefined }: ActuatorLaw) {
  return controlIsLimited ? controlRange : undefined;
}

/** Factor from a control to the motor's target. */
function targetScale({ gear, gain }: ActuatorLaw, { kind }: MotorDescriptor): number {
  return kind === 'force' ? gear * gain : 1 / gear;
}

function scaleRange([a, b]: readonly [number, number], factor: number): [number, number] {
  return factor < 0 ? [b * factor, a * factor] : [a * factor, b * factor];
}
