// What the parts of a scene demand of each other, beyond what each field allows: names are unique and lead somewhere, materials
// exist, a body has what its kind needs and nothing that it cannot have.

import { InputError, refuse, show } from '../input/fields.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { Scene, SceneBody } from './scene.js';

/** Throws for the first thing that does not fit. The fields themselves must have been checked. */
export function checkConsistency(scene: Scene): void {
  const materials = new Set(['default', ...Object.keys(scene.materials ?? {})]);
  checkMaterialPairs(scene, materials);
  checkUniqueNames(scene);
  forEachBody(scene, (body, path) => {
    checkMaterial(body.material, `${path}.material`, materials);
    checkShapeMaterials(body.shapes, path, materials);
    checkKind(body, path);
  });
  (scene.triggers ?? []).forEach((trigger, i) => {
    checkShapeMaterials(trigger.shapes, `triggers[${i}]`, materials);
  });
  checkComposites(scene);
  checkRules(scene);
}

/** Every body with its path, those of the start before the additions. */
function forEachBody(scene: Scene, visit: (body: SceneBody, path: string) => void): void {
  (scene.bodies ?? []).forEach((body, i) => {
    visit(body, `bodies[${i}]`);
  });
  (scene.additions ?? []).forEach((addition, i) => {
    addition.bodies.forEach((body, j) => {
      visit(body, `additions[${i}].bodies[${j}]`);
    });
  });
}

function checkMaterialPairs(scene: Scene, materials: ReadonlySet<string>): void {
  const seen = new Map<string, string>();
  (scene.materialPairs ?? []).forEach(({ between }, i) => {
    const path = `materialPairs[${i}].between`;
    between.forEach((name, j) => {
      checkMaterial(name, `${path}[${j}]`, materials);
    });
    claim(seen, JSON.stringify([...between].sort()), between, path);
  });
}

function checkUniqueNames(scene: Scene): void {
  const bodies = new Map<string, string>();
  forEachBody(scene, ({ name }, path) => {
    if (name !== undefined) claim(bodies, name, name, `${path}.name`);
  });
  for (const kind of ['composites', 'rules', 'triggers', 'timers'] as const) {
    const names = new Map<string, string>();
    (scene[kind] ?? []).forEach(({ name }, i) => {
      if (name !== undefined) claim(names, name, name, `${kind}[${i}].name`);
    });
  }
}

/** Notes that `key` is used at `path`; throws when it was used before. */
function claim(seen: Map<string, string>, key: string, value: unknown, path: string): void {
  const before = seen.get(key);
  if (before !== undefined) throw new InputError(`${path} is ${show(value)}, which ${before} is already; it must be unique.`);
  seen.set(key, path);
}

function checkMaterial(name: string | undefined, path: string, materials: ReadonlySet<string>): void {
  if (name !== undefined && !materials.has(name))
    refuse(path, name, `one of the materials ${[...materials].map(show).join(', ')}`);
}

function checkShapeMaterials(shapes: readonly ShapeDescriptor[], path: string, materials: ReadonlySet<string>): void {
  shapes.forEach(({ material }, i) => {
    checkMaterial(material, `${path}.shapes[${i}].material`, materials);
  });
}

function checkKind({ kind = 'rigid', motion, shapes, mass, density }: SceneBody, path: string): void {
  if (kind === 'scripted' && motion === undefined) throw new InputError(`${path}.motion is missing; a scripted body needs it.`);
  if (kind !== 'scripted' && motion !== undefined) {
    throw new InputError(`${path}.motion is given, but only a scripted body has one and this one is ${kind}.`);
  }
  if (motion?.kind === 'keyframes') {
    motion.keyframes.forEach(({ time }, i, all) => {
      if (i > 0 && time <= all[i - 1].time) {
        refuse(`${path}.motion.keyframes[${i}].time`, time, `later than the ${all[i - 1].time} of the one before`);
      }
    });
  }
  if (kind !== 'rigid') return;
  if (shapes.length === 0) refuse(`${path}.shapes`, shapes, 'a list of at least 1 for a rigid body');
  shapes.forEach((shape, i) => {
    if (shape.kind === 'half-space') {
      refuse(`${path}.shapes[${i}].kind`, shape.kind, 'a shape of finite volume, since the body is rigid');
    }
  });
  if (mass !== undefined && density !== undefined) {
    throw new InputError(`${path} has a mass of ${mass} and a density of ${density}, but must have at most one of them.`);
  }
}

function checkComposites(scene: Scene): void {
  const find = bodyFinder(scene);
  const taken = new Map<string, string>();
  (scene.composites ?? []).forEach(({ members }, i) => {
    members.forEach((name, j) => {
      const path = `composites[${i}].members[${j}]`;
      const { kind = 'rigid' } = find(name, path);
      if (kind !== 'rigid') throw new InputError(`${path} is ${show(name)}, a ${kind} body, but must be a rigid one.`);
      claim(taken, name, name, path);
    });
  });
}

function checkRules(scene: Scene): void {
  const find = bodyFinder(scene);
  (scene.rules ?? []).forEach(({ between, and = [] }, i) => {
    between.forEach((name, j) => {
      find(name, `rules[${i}].between[${j}]`);
    });
    and.forEach((name, j) => {
      find(name, `rules[${i}].and[${j}]`);
    });
  });
}

/** Looks up bodies that are there from the start. */
function bodyFinder(scene: Scene): (name: string, path: string) => SceneBody {
  const byName = new Map((scene.bodies ?? []).map((body) => [body.name, body]));
  return (name, path) => byName.get(name) ?? refuse(path, name, 'the name of one of the bodies');
}
