// Options of a character, with their defaults.

import type { Field } from '../input/fields.js';
import { InputError, number, object, refuse, text, vec3 } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import type { QueryOptions } from '../world/query-options.js';

export interface CharacterOptions {
  /** Initial position of the middle of the capsule [m]. */
  position: Readonly<Vec3>;
  /** Radius of the capsule [m]; default 0.3. */
  radius?: number;
  /** Height from the feet to the top of the head [m]; default 1.8. */
  height?: number;
  /** Name of its body, unique in the world; default none. */
  name?: string;
  /** Mass, whose weight acts on moving bodies that it stands on [kg]; default 70. */
  mass?: number;
  /** Steepest slope that it stands on; it slides down steeper ones [rad]; default pi / 4. */
  maxSlope?: number;
  /** Height of the highest step that it takes, up or down [m]; default 0.35. */
  maxStep?: number;
  /** Vertical speed at the beginning of a jump [m/s]; default 5. */
  jumpSpeed?: number;
  /** Largest total force with which it pushes bodies out of its way [N]; default 500. */
  pushForce?: number;
  /** Largest horizontal acceleration in the air [m/s^2]; default 10. */
  airAcceleration?: number;
  /** Gap that it keeps to all solid bodies [m]; default 0.01. */
  skin?: number;
  /** Filter of the queries by which it finds obstacles, besides the masks of its body; default all. */
  filter?: NonNullable<QueryOptions['filter']>;
}

/** The options that are numbers, completed by defaults. */
export type CharacterMeasures = Required<Omit<CharacterOptions, 'position' | 'name' | 'filter'>>;

const DEFAULTS: CharacterMeasures = {
  radius: 0.3,
  height: 1.8,
  mass: 70,
  maxSlope: 0.25 * Math.PI,
  maxStep: 0.35,
  jumpSpeed: 5,
  pushForce: 500,
  airAcceleration: 10,
  skin: 0.01,
};

/** Upper limit of `maxSlope` [rad]. */
const STEEPEST = 1.5;

const functionField = {
  check(value: unknown, path: string): void {
    if (typeof value !== 'function') refuse(path, value, 'a function');
  },
  schema: () => ({}),
};

/** `more` has the fields that only programs, or only scene files, may give. */
export function characterFieldWith(more: Readonly<Record<string, Field>>): Field {
  return object<CharacterOptions>(
    'A capsule that walks',
    'a character',
    { position: vec3('Middle of the capsule [m]') },
    {
      radius: number('Of the capsule [m]', { above: 0 }),
      height: number('From its feet to the top of its head [m]', { above: 0 }),
      name: text('Unique name of its body'),
      mass: number('What presses on the moving bodies that it stands on [kg]', { min: 0 }),
      maxSlope: number('The steepest ground that it stands on [rad]', { min: 0, max: STEEPEST }),
      maxStep: number('The highest step that it takes [m]', { min: 0 }),
      jumpSpeed: number('With which it leaves the ground when it jumps [m/s]', { min: 0 }),
      pushForce: number('The largest force by which it pushes bodies out of its way [N]', { min: 0 }),
      airAcceleration: number('By which it changes its level velocity in the air [m/s^2]', { min: 0 }),
      skin: number('The gap it keeps to all that is solid [m]', { above: 0 }),
      ...more,
    },
  );
}
const optionsField = characterFieldWith({ filter: functionField });

/** Checks options; returns the measures, completed by defaults. */
export function readMeasures(options: CharacterOptions): CharacterMeasures {
  optionsField.check(options, 'options');
  const measures = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as (keyof CharacterMeasures)[]) measures[name] = options[name] ?? DEFAULTS[name];
  const { radius, height, maxStep, skin } = measures;
  if (!(height > 2 * radius)) refuse('options.height', height, `above twice the radius, which is ${radius}`);
  if (!(maxStep < height)) refuse('options.maxStep', maxStep, `below the height, which is ${height}`);
  if (!(skin <= 0.1 * radius))
    throw new InputError(`options.skin is ${skin}, but must be at most a tenth of the radius, which is ${radius}.`);
  return measures;
}
