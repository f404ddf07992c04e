// Reads the law of an actuator as MuJoCo defines it: force = gain * control + bias, where the bias may depend on length
// and velocity. The elements <motor>, <position> and <velocity> are shorthands for such laws.

import type { XmlElement } from '../xml.js';
import { flagOf, numberOf, numbersOf, wordOf } from '../xml.js';

export interface ActuatorLaw {
  readonly hasPlainGain: boolean;
  readonly gain: number;
  /** Whether there is a bias. `bias`: constant force, force per length, force per velocity. */
  readonly hasBias: boolean;
  readonly bias: readonly [number, number, number];
  readonly gear: number;
  readonly controlRange?: readonly [number, number];
  readonly forceRange?: readonly [number, number];
  readonly controlIsLimited?: boolean;
  readonly forceIsLimited?: boolean;
  /** Name of a part that is not supported. */
  readonly oddity?: string;
}

export const NO_LAW: ActuatorLaw = { hasPlainGain: true, gain: 1, hasBias: false, bias: [0, 0, 0], gear: 1 };
export const ACTUATOR_TAGS: readonly string[] = ['motor', 'position', 'velocity', 'general'];

/** The law of an element, with `from` as defaults. */
export function readLaw(element: XmlElement, from: ActuatorLaw): ActuatorLaw {
  const law = { ...from, ...limitsOf(element) };
  switch (element.name) {
    case 'motor':
      return { ...law, hasPlainGain: true, gain: 1, hasBias: false, bias: [0, 0, 0] };
    case 'position': {
      const gain = numberOf(element, 'kp', { min: 0 }) ?? law.gain;
      const damping = numberOf(element, 'kv', { min: 0 }) ?? Math.max(0, -law.bias[2]);
      const oddity = ['dampratio', 'timeconst', 'inheritrange'].find((name) => (numberOf(element, name) ?? 0) !== 0);
      return {
        ...law,
        hasPlainGain: true,
        gain,
        hasBias: true,
        bias: [0, -gain, -damping],
        ...(oddity !== undefined && { oddity }),
      };
    }
    case 'velocity': {
      const gain = numberOf(element, 'kv', { min: 0 }) ?? law.gain;
      return { ...law, hasPlainGain: true, gain, hasBias: true, bias: [0, 0, -gain] };
    }
    default:
      return readGeneral(element, law);
  }
}

function limitsOf(element: XmlElement): Partial<ActuatorLaw> {
  const gear = numbersOf(element, 'gear', 1, 6)?.[0];
  const controlRange = numbersOf(element, 'ctrlrange', 2) as [number, number] | undefined;
  const forceRange = numbersOf(element, 'forcerange', 2) as [number, number] | undefined;
  const controlIsLimited = flagOf(element, 'ctrllimited');
  const forceIsLimited = flagOf(element, 'forcelimited');
  return {
    ...(gear !== undefined && { gear }),
    ...(controlRange !== undefined && { controlRange }),
    ...(forceRange !== undefined && { forceRange }),
    ...(controlIsLimited !== undefined && { controlIsLimited }),
    ...(forceIsLimited !== undefined && { forceIsLimited }),
  };
}

function readGeneral(element: XmlElement, law: ActuatorLaw): ActuatorLaw {
  const gainKind = wordOf(element, 'gaintype', ['fixed', 'affine', 'muscle', 'dcmotor', 'user']);
  const biasKind = wordOf(element, 'biastype', ['none', 'affine', 'muscle', 'dcmotor', 'user']);
  const dynamics = wordOf(element, 'dyntype', ['none', 'integrator', 'filter', 'filterexact', 'muscle', 'dcmotor', 'user']);
  const given = numbersOf(element, 'biasprm', 1, 10);
  const [a = 0, b = 0, c = 0] = given ?? law.bias;
  const oddities = [gainKind, biasKind, dynamics].filter((word) => word !== undefined && !PLAIN.includes(word));
  return {
    ...law,
    hasPlainGain: gainKind === undefined ? law.hasPlainGain : gainKind === 'fixed',
    gain: numbersOf(element, 'gainprm', 1, 10)?.[0] ?? law.gain,
    hasBias: biasKind === undefined ? law.hasBias : biasKind !== 'none',
    bias: [a, b, c],
    ...(oddities.length > 0 && { oddity: oddities[0] as string }),
  };
}

const PLAIN: readonly string[] = ['fixed', 'none', 'affine'];
