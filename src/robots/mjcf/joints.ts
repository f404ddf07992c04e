// Reads the joints of a body: axes, limits, springs, damping and friction.

import type { CoordinateDescriptor } from '../../joints/descriptors.js';
import type { Pose } from '../../math/vector.js';
import { rotate, transformPoint } from '../../math/vector.js';
import type { Axis } from '../link.js';
import type { XmlElement } from '../xml.js';
import { describe, directionOf, flagOf, numberOf, numbersOf, refuseElement, vectorOf, wordOf } from '../xml.js';
import type { MjcfContext } from './context.js';

export const JOINT_KINDS = ['free', 'ball', 'slide', 'hinge'] as const;

/** Reads a joint that is not free, with defaults applied, in a frame of its body. */
export function readAxis(joint: XmlElement, name: string, frame: Pose, context: MjcfContext): Axis {
  const kind = wordOf(joint, 'type', ['ball', 'slide', 'hinge']) ?? 'hinge';
  const unit = kind === 'slide' ? 1 : context.compiler.angleUnit;
  const motorLimit = readMotorLimit(joint, context);
  return {
    name,
    kind,
    direction: rotate(frame.orientation, directionOf(joint, 'axis') ?? [0, 0, 1]),
    anchor: transformPoint(frame, vectorOf(joint, 'pos') ?? [0, 0, 0]),
    reference: kind === 'ball' ? 0 : (numberOf(joint, 'ref') ?? 0) * unit,
    laws: readLaws(joint, kind, unit, context),
    ...(motorLimit !== undefined && { motorLimit }),
  };
}

function readMotorLimit(joint: XmlElement, { compiler }: MjcfContext): number | undefined {
  const range = numbersOf(joint, 'actuatorfrcrange', 2);
  const isLimited = flagOf(joint, 'actuatorfrclimited') ?? compiler.autolimits;
  return isLimited && range !== undefined ? Math.max(...range.map(Math.abs)) : undefined;
}

function readLaws(joint: XmlElement, kind: Axis['kind'], unit: number, context: MjcfContext): CoordinateDescriptor {
  const limits = readLimits(joint, kind, unit, context);
  const stiffness = numbersOf(joint, 'stiffness', 1, 8)?.[0] ?? 0;
  const damping = numbersOf(joint, 'damping', 1, 8)?.[0] ?? 0;
  const friction = numberOf(joint, 'frictionloss', { min: 0 }) ?? 0;
  const armature = numberOf(joint, 'armature', { min: 0 }) ?? 0;
  if (stiffness < 0 || damping < 0) refuseElement(joint, 'has a stiffness or a damping below 0.');
  if ((numbersOf(joint, 'springdamper', 2) ?? [0, 0]).every((value) => value > 0))
    context.notes.push(`${describe(joint)} has a springdamper, which is left out: give stiffness and damping.`);
  const rest = kind === 'ball' ? 0 : (numberOf(joint, 'springref') ?? 0) * unit;
  const spring = { stiffness, ...(damping > 0 && { damping }), ...(rest !== 0 && { rest }) };
  return {
    ...(limits !== undefined && { limits }),
    ...(stiffness > 0 && { spring }),
    ...(stiffness === 0 && damping > 0 && { damping }),
    ...(friction > 0 && { friction }),
    ...(armature > 0 && { armature }),
  };
}

function readLimits(
  joint: XmlElement,
  kind: Axis['kind'],
  unit: number,
  { compiler }: MjcfContext,
): readonly [number, number] | undefined {
  const range = numbersOf(joint, 'range', 2);
  const isLimited = flagOf(joint, 'limited') ?? (compiler.autolimits && range !== undefined);
  if (!isLimited) return undefined;
  const [lower, upper] = range ?? [0, 0];
  if (!(lower < upper)) refuseElement(joint, `has the range ${lower} to ${upper}, but the second must be above the first.`);
  if (kind === 'ball' && lower !== 0) refuseElement(joint, `is a ball whose range begins at ${lower}, but must begin at 0.`);
  return [lower * unit, upper * unit];
}
