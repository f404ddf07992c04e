// Refusal of contents that a world on the GPU does not support. They are refused on the processor too, so that a
// program does not fail only on machines with a device.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import { bodyField } from '../bodies/descriptors.js';
import { InputError, refuse, show } from '../input/fields.js';
import { DEFAULT_METHOD, DEFAULT_SCHEDULER, defaultSolverOf, METHODS } from '../methods.js';
import type { Scene } from '../scene/scene.js';
import type { SettingName } from '../settings.js';
import { SETTINGS } from '../settings.js';
import { describeBody } from './describe-bodies.js';
import type { Surroundings } from './surroundings.js';

/** Lists of a scene that must be empty or left out. */
const WITHOUT = ['composites', 'multibodies', 'characters', 'joints', 'couplings', 'rules', 'triggers', 'timers'] as const;
/** Settings that may differ from their defaults: the device uses them, or they do not affect results. */
const KNOWN_SETTINGS: readonly SettingName[] = ['gravity', 'damping.linear', 'damping.angular', 'limits.memory'];

const ON_GPU = 'in a world on the GPU';
/** What a name must be. */
export const NAME = 'a name that no other body has';

/** Throws an InputError for the first part of a scene that the device does not support. */
export function refuseForGpu(scene: Scene): void {
  for (const name of WITHOUT) {
    const list = scene[name];
    if (list !== undefined && list.length > 0) throw new InputError(`${name} has ${list.length}, but must have none ${ON_GPU}.`);
  }
  const { method, scheduler, solver } = scene;
  if (method !== undefined && method !== DEFAULT_METHOD) refuse('method', method, `"${DEFAULT_METHOD}" ${ON_GPU}`);
  if (scheduler !== undefined && scheduler !== DEFAULT_SCHEDULER)
    refuse('scheduler', scheduler, `"${DEFAULT_SCHEDULER}" ${ON_GPU}`);
  const ownSolver = defaultSolverOf(METHODS[DEFAULT_METHOD]);
  if (solver !== undefined && solver !== ownSolver) refuse('solver', solver, `"${ownSolver}" ${ON_GPU}`);
  for (const [name, value] of Object.entries(scene.settings ?? {})) refuseSetting(name as SettingName, value);
  for (const [name, material] of Object.entries(scene.materials ?? {})) refuseResistance(material, `materials.${name}`);
  scene.materialPairs?.forEach((pair, i) => {
    refuseResistance(pair, `materialPairs[${i}]`);
  });
  scene.additions?.forEach(({ multibodies, joints, couplings }, i) => {
    for (const [name, list] of Object.entries({ multibodies, joints, couplings })) {
      if (list !== undefined && list.length > 0)
        throw new InputError(`additions[${i}].${name} has ${list.length}, but must have none ${ON_GPU}.`);
    }
  });
  const names = new Set<string>();
  for (const [path, body] of bodiesOf(scene)) {
    refuseBodyForGpu(body, path);
    const { name } = body;
    if (name !== undefined && names.has(name)) refuse(`${path}.name`, name, NAME);
    if (name !== undefined) names.add(name);
  }
}

/** Throws for the first body whose material or that of a shape does not exist. */
export function refuseUnknownMaterials(scene: Scene, around: Surroundings): void {
  for (const [path, body] of bodiesOf(scene)) around.check(body, path);
}

/** All bodies of a scene with their paths in it, those that it adds included. */
function* bodiesOf({ bodies = [], additions = [] }: Scene): Generator<[string, BodyDescriptor]> {
  for (const [i, body] of bodies.entries()) yield [`bodies[${i}]`, body];
  for (const [i, { bodies: later = [] }] of additions.entries())
    for (const [k, body] of later.entries()) yield [`additions[${i}].bodies[${k}]`, body];
}

function refuseSetting(name: SettingName, value: unknown): void {
  if (KNOWN_SETTINGS.includes(name)) return;
  const usual = SETTINGS[name].default;
  if (JSON.stringify(value) !== JSON.stringify(usual))
    refuse(`settings.${name}`, value, `${show(usual)}, its default, ${ON_GPU}`);
}

function refuseResistance(material: { rollingFriction?: number; spinningFriction?: number }, path: string): void {
  for (const name of ['rollingFriction', 'spinningFriction'] as const) {
    const value = material[name];
    if (value !== undefined && value !== 0) refuse(`${path}.${name}`, value, `0 ${ON_GPU}`);
  }
}

/** Checks a body as every world does, and throws for fields that the device does not support. */
export function refuseBodyForGpu(body: BodyDescriptor, path: string): void {
  bodyField.check(body, path);
  describeBody(body, path);
}
