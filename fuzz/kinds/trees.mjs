// Contact trees as bytes, changed and sealed again, then asked for distances and put into a world.

import { HEAD, HEAD_WORDS, MEASURES } from '../../dist/src/distance-field/tree-layout.js';
import { ContactTree, METHODS, World } from '../../dist/src/index.js';
import { Hash } from '../../dist/src/math/hash.js';
import { mutateBytes } from '../mutate.mjs';
import { attempt, expectSteps, Finding } from '../oracle.mjs';
import { CROSSED_TREE, METHOD_NAMES, TREE } from '../sample-world.mjs';

const FILES = [TREE.toBytes(), CROSSED_TREE.toBytes()];

export function run(dice) {
  const bytes = changed(dice.pick(FILES), dice);
  const tree = attempt('ContactTree.fromBytes()', undefined, () => ContactTree.fromBytes(bytes))?.value;
  if (tree === undefined) return;
  for (let i = 0; i < 4; i++) {
    const point = dice.chance(0.8) ? dice.vector(1.2) : dice.list(3, () => dice.edgeNumber());
    const distance = attempt(`distance(${point})`, undefined, () => tree.distance(...point))?.value;
    if (point.every((x) => Math.abs(x) < 1e9) && !Number.isFinite(distance ?? 0))
      throw new Finding(`the distance at [${point}] is ${distance}`);
  }
  attempt("the tree's properties", undefined, () => [
    tree.digest,
    tree.options,
    tree.surface,
    tree.exact,
    tree.sides,
    tree.leafCount,
  ]);
  const world = new World({ stepper: METHODS[dice.pick(METHOD_NAMES)] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  attempt('createMesh()', world, () => world.createMesh('thing', tree));
  for (let i = 0; i < 2; i++)
    attempt('createBody()', world, () =>
      world.createBody({ position: [0.2 * i, 0.5 * i, 0], shapes: [{ kind: 'mesh', mesh: 'thing' }] }),
    );
  expectSteps(world, [0.01, 0.01]);
}

/** Where the counts are, where the links are, or anywhere. */
function changed(file, dice) {
  const bytes = file.slice();
  if (dice.chance(0.2)) return seal(mutateBytes(bytes, dice, 1 + dice.below(3)));
  const words = new Uint32Array(bytes.buffer);
  const reals = new Float32Array(bytes.buffer);
  for (let i = dice.below(3); i >= 0; i--) {
    const at = dice.pick([
      dice.below(HEAD_WORDS),
      HEAD_WORDS + dice.below(2 * MEASURES),
      dice.below(words.length),
      dice.below(words.length),
    ]);
    if (dice.chance(0.5))
      words[at] = dice.pick([0, 1, 2, 7, words.length, 2 ** 31, 2 ** 32 - 1, words[at] + 1, words[dice.below(words.length)]]);
    else reals[at] = dice.edgeNumber();
  }
  return seal(bytes);
}

function seal(bytes) {
  if (bytes.length < 4 * HEAD_WORDS || bytes.length % 4 !== 0) return bytes;
  const hash = new Hash();
  hash.words(new Int32Array(bytes.buffer, 4 * (HEAD.checksum + 1)));
  new Uint32Array(bytes.buffer)[HEAD.checksum] = hash.uint32();
  return bytes;
}
