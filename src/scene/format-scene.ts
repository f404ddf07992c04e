// The text of a scene file: JSON with one body, rule or other entry a line, to be read, searched and compared.

import type { Scene } from './scene.js';

export function formatScene(scene: Scene): string {
  const fields = Object.entries(scene)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${formatField(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function formatField(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
}
