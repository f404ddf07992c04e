// Contact trees that were built in a process of the tests, kept for the files that follow: a world holds its trees weakly, and the same few
// meshes of the built-in scenes would be built anew, for seconds, by every file that goes through these scenes. A tree is a function of its
// mesh and options: nobody can tell a kept one from another.

import { ContactTree } from '../src/distance-field/contact-tree.js';

/** Trees that were built faster than that are not kept [ms]. */
const WORTH_KEEPING = 50;
/** Most that are kept: more than the built-in scenes have. */
const MOST = 64;

// Each file runs this, and all files of a process share the class.
const { build } = ContactTree;
if (build.name !== 'buildAndKeep') {
  const kept: ContactTree[] = [];
  ContactTree.build = function buildAndKeep(...given) {
    const start = performance.now();
    const tree = build.apply(ContactTree, given);
    if (performance.now() - start < WORTH_KEEPING) return tree;
    kept.push(tree);
    if (kept.length > MOST) kept.shift();
    return tree;
  };
}
