// Words that several commands have in common.

export const SCENE_FILE = 'path of a file: a scene, glTF, URDF or MJCF';

/** Values of a flag that may be repeated. */
export function collect(word: string, before: string[] = []): string[] {
  return [...before, word];
}

/** Describes a flag that has one of some names. */
export function choice(what: string, names: object, fallback: string): string {
  return `${what}: ${Object.keys(names).join(', ')} (default: the scene's, else ${fallback})`;
}
