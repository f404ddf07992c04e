// What the kernel is compiled of: its own AssemblyScript, and what TypeScript compiles as well. Names are paths from src/.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedToAssembly } from './shared-to-assembly.mjs';

const src = fileURLToPath(new URL('../src', import.meta.url));
const OWN = 'kernels/assembly';
const SHARED = 'kernels/shared';

/** What the kernel and TypeScript have in common as it stands. */
const LAYOUTS = ['layout', 'forest-layout', 'tour-layout', 'flight-layout', 'detection-layout', 'stepping-layout'].map(
  (name) => `kernels/${name}.ts`,
);
/** What AssemblyScript is made of, beside shared/: free rotation, the geometry of boxes and balls, and placements. */
const GEOMETRY = [
  'math/sine.ts',
  'bodies/free-rotation.ts',
  'bodies/move-bodies.ts',
  'detection/contact-graph/placement.ts',
  'detection/narrow-phase/principal-contact.ts',
  'detection/narrow-phase/box-axes.ts',
  'detection/narrow-phase/box-box.ts',
  'detection/narrow-phase/sphere-pairs.ts',
  'detection/contact-determination/manifold.ts',
  'detection/contact-determination/complete-manifold.ts',
  'detection/contact-determination/box-feature.ts',
  'detection/contact-determination/projected-overlap.ts',
  'detection/contact-determination/half-space-points.ts',
];
/** What TypeScript has in one module, the kernel in another: numbers and arrays of them, tensors two at a time, and placed
 * shapes without hulls and meshes. */
const IN_PLACE_OF = new Map([
  ['kernels/shared/numbers.ts', 'kernels/assembly/numbers.ts'],
  ['kernels/shared/turn-tensors.ts', 'kernels/assembly/turn-tensors.ts'],
  ['shapes/placed-shape.ts', 'kernels/assembly/placed-shape.ts'],
]);

/** All of it, from the root of the repository on. */
export const KERNEL_SOURCES = [
  ...[OWN, SHARED].flatMap((folder) =>
    readdirSync(`${src}/${folder}`)
      .sort()
      .map((file) => `${folder}/${file}`),
  ),
  ...LAYOUTS,
  ...GEOMETRY,
].map((name) => `src/${name}`);

/**
 * A source of the kernel, or null where there is none.
 * @param {string} name
 */
export function readAssembly(name) {
  const source = IN_PLACE_OF.get(name) ?? name;
  const path = `${src}/${source}`;
  if (!existsSync(path)) return null;
  const text = source === name ? readFileSync(path, 'utf8') : moved(readFileSync(path, 'utf8'), source, name);
  return source.startsWith(OWN) || LAYOUTS.includes(source) ? text : sharedToAssembly(text, source.startsWith(SHARED));
}

/**
 * The text of a module that takes the place of another, with its imports as they are seen from there.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
function moved(text, from, to) {
  const { dirname, join, relative } = posix;
  return text.replaceAll(/(?<=from ')\.[^']*/g, (path) => {
    const way = relative(dirname(to), join(dirname(from), path));
    return way.startsWith('.') ? way : `./${way}`;
  });
}
