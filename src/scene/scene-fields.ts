// The fields of scene files: one table that checks scenes and writes the published JSON Schema.

import {
  compositeFieldWith,
  fileBodyField,
  materialField,
  materialPairFieldWith,
  meshFieldWith,
  ruleFieldWith,
  surfaceFieldWith,
  surfaceSidesField,
  timerField,
  treeFields,
  triggerField,
} from '../bodies/descriptors.js';
import { characterFieldWith } from '../character/options.js';
import type { Field } from '../input/fields.js';
import { InputError, list, literal, number, object, oneOf, record, refuse, show, text } from '../input/fields.js';
import { couplingFieldWith, jointFieldWith, linkFieldWith, multibodyFieldWith } from '../joints/joint-fields.js';
import { METHODS, SCHEDULERS, SOLVERS } from '../methods.js';
import type { Settings } from '../settings.js';
import { refuseOldName, SETTINGS, STEP_LIMITS } from '../settings.js';
import type { Addition, MeshFile, Scene, SurfaceFile } from './scene.js';
import { SCENE_VERSION } from './scene.js';

export const dtField: Field = number('Time step [s]', STEP_LIMITS);
export const secondsField: Field = number('How long it is worth watching [s]', { above: 0 });
export const methodField: Field = oneOf('Time-stepping method', Object.keys(METHODS));
export const schedulerField: Field = oneOf('How time advances', Object.keys(SCHEDULERS));
export const solverField: Field = oneOf('Solver of the contact problem', Object.keys(SOLVERS));

const settings = object<Settings>(
  'World settings; those left out have their defaults',
  'the settings',
  {},
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { field }]) => [name, field])),
);
const settingsField: Field = {
  check(value, path) {
    if (typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) refuseOldName(name, `${path}.${name}`);
    settings.check(value, path);
  },
  schema: settings.schema,
};

const twoMaterials: Field = {
  check(value, path) {
    if (!Array.isArray(value) || value.length !== 2) return refuse(path, value, 'a list of the names of two materials');
    for (let i = 0; i < 2; i++) text('').check(value[i], `${path}[${i}]`);
  },
  schema: () => ({
    type: 'array',
    items: text('Name of a material').schema(),
    minItems: 2,
    maxItems: 2,
    description: 'Names of the two materials',
  }),
};
const materialPairField = materialPairFieldWith({ between: twoMaterials });

const meshArraysField = meshFieldWith(true);
const meshFileField = object<MeshFile>(
  'A mesh in a file',
  'a mesh',
  { file: text('Path of the file, relative to that of the scene') },
  treeFields,
);
/** Whether a mesh or a surface is given by a file instead of arrays. */
function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value;
}
const meshField: Field = {
  check(value, path) {
    (isFile(value) ? meshFileField : meshArraysField).check(value, path);
  },
  schema: () => ({
    description: 'A closed surface of triangles, as lists or as a file',
    oneOf: [meshArraysField.schema(), meshFileField.schema()],
  }),
};

const surfaceArraysField = surfaceFieldWith(true);
const surfaceFileField = object<SurfaceFile>(
  'A surface in the file of a mesh',
  'a surface',
  { file: text('Path of the file, relative to that of the scene') },
  { sides: surfaceSidesField },
);
const surfaceField: Field = {
  check(value, path) {
    (isFile(value) ? surfaceFileField : surfaceArraysField).check(value, path);
  },
  schema: () => ({
    description: 'An open mesh or a heightfield, as lists, or an open mesh as a file',
    oneOf: [surfaceArraysField.schema(), surfaceFileField.schema()],
  }),
};

const bodyName = text('Name of a body');
const linkField: Field = {
  check(value, path) {
    (typeof value === 'string' ? bodyName : fileBodyField).check(value, path);
  },
  schema: () => ({ description: 'A link: a body, or the name of one', anyOf: [bodyName.schema(), fileBodyField.schema()] }),
};

const multibodyField = multibodyFieldWith(linkField, linkFieldWith(bodyName), true);
const characterField = characterFieldWith({
  control: text('Name of what says where it walks, which whoever runs the scene has'),
});
const jointField = jointFieldWith(bodyName);
const couplingField = couplingFieldWith(text('Name of a joint'));

const added = {
  bodies: list('The bodies', fileBodyField, 1),
  multibodies: list('Trees of links', multibodyField, 1),
  joints: list('What holds bodies together', jointField, 1),
  couplings: list('Gears and mimic joints', couplingField, 1),
};
const addedAt = object<Addition>(
  'What joins while the scene runs',
  'an addition',
  { at: number('Time at which it joins [s]', { min: 0 }) },
  added,
);
const additionField: Field = {
  check(value, path) {
    addedAt.check(value, path);
    const names = Object.keys(added);
    if (!names.some((name) => (value as Record<string, unknown>)[name] !== undefined))
      throw new InputError(`${path} adds nothing, but must have one of ${names.map(show).join(', ')}.`);
  },
  schema: () => ({ ...addedAt.schema(), anyOf: Object.keys(added).map((name) => ({ required: [name] })) }),
};

export const sceneField: Field = object<Scene>(
  'A scene of the rigid-body engine Drystone',
  'a scene',
  { drystone: literal(SCENE_VERSION), name: text('Name of the scene') },
  {
    $schema: text('Address of the JSON Schema, for editors'),
    description: text('What is to be seen, in a sentence'),
    dt: dtField,
    seconds: secondsField,
    method: methodField,
    scheduler: schedulerField,
    solver: solverField,
    settings: settingsField,
    materials: record('Materials by name; "default" exists always and may be redefined', materialField),
    materialPairs: list('What pairs of materials do together', materialPairField),
    meshes: record('Meshes by name, for shapes of kind mesh', meshField),
    surfaces: record('Open meshes and heightfields by name, for shapes of kind surface', surfaceField),
    bodies: list('The bodies at the start', fileBodyField),
    composites: list('Rigid bodies attached to each other', compositeFieldWith(bodyName)),
    multibodies: list('Trees of links', multibodyField),
    characters: list('Capsules that walk', characterField),
    joints: list('What holds bodies together', jointField),
    couplings: list('Gears and mimic joints', couplingField),
    rules: list('Which bodies interact', ruleFieldWith(bodyName)),
    triggers: list('Volumes that raise events', triggerField),
    timers: list('Events at regular times', timerField),
    additions: list('What joins while the scene runs', additionField),
  },
);

/** The published JSON Schema of scene files (draft 2020-12). */
export function sceneSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:drystone:scene:${SCENE_VERSION}`,
    title: 'Drystone scene',
    ...sceneField.schema(),
  };
}
