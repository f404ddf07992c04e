// Writes the text of a scene file: JSON with one body, mesh, rule or other entry on each line, easy to search and to
// compare.

import type { Scene } from './scene.js';

export function formatScene(scene: Scene): string {
  const fields = Object.entries(scene)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${formatField(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function formatField(value: unknown): string {
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
  if (!isRecordOfObjects(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`);
  return `{\n${entries.join(',\n')}\n  }`;
}

/** Whether a value maps names to objects, such as materials and meshes by name. */
function isRecordOfObjects(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries: unknown[] = Object.values(value);
  return entries.length > 0 && entries.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry));
}
