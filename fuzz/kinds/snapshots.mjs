// Snapshots, in memory and as bytes, with numbers and parts changed, and sealed again with the right checksum.

import { decodeSnapshot, encodeSnapshot } from '../../dist/src/index.js';
import { checksumOf } from '../../dist/src/recording/snapshot.js';
import { mutate } from '../mutate.mjs';
import { attempt, expectSteps } from '../oracle.mjs';
import { changeEncoded } from '../resealed.mjs';
import { METHOD_NAMES, makeWorld } from '../sample-world.mjs';

/** One world a method, restored from case to case, and its snapshot as bytes. */
const worlds = new Map();

export function run(dice) {
  const { world, good, bytes } = worldOf(dice.pick(METHOD_NAMES));
  world.restore(good);
  if (dice.chance(0.5)) restoreChanged(world, bytes, dice);
  else {
    const changed = changeEncoded(bytes, dice);
    const decoded = attempt('decodeSnapshot()', world, () => decodeSnapshot(changed));
    if (decoded === undefined) return;
    attempt('restore()', world, () => world.restore(decoded.value));
  }
  expectSteps(world, [0.01, dice.pick([0.001, 0.05])]);
}

function worldOf(method) {
  if (!worlds.has(method)) {
    const world = makeWorld(method, { events: 'queue' });
    for (let i = 0; i < 12; i++) world.step(0.01);
    const good = world.snapshot();
    worlds.set(method, { world, good, bytes: encodeSnapshot(good) });
  }
  return worlds.get(method);
}

function restoreChanged(world, bytes, dice) {
  const snapshot = decodeSnapshot(bytes);
  const changed = dice.chance(0.3) ? mutate(snapshot, dice, 1 + dice.below(2), () => dice.anyValue()) : snapshot;
  if (changed === snapshot) for (let i = dice.below(3); i >= 0; i--) changeNumber(changed, dice);
  attempt('restore()', world, () => world.restore(sealed(changed)));
}

function changeNumber({ tables, events, hulls }, dice) {
  const [a, b] = [dice.pick(tables).columns, hulls.filter(Boolean).flatMap(Object.values)];
  const column = dice.pick(dice.pick([a, a, a, a, a, b, [events.kind, events.a, events.b, events.time]]));
  if (column.length === 0) return;
  const at = dice.below(column.length);
  column[at] = dice.pick([
    dice.edgeNumber(),
    dice.edgeNumber(),
    column[at] + dice.pick([-1, 1]),
    column[dice.below(column.length)],
  ]);
}

/** With the checksum of what it now is, as far as it has one. */
function sealed(snapshot) {
  try {
    return { ...snapshot, checksum: checksumOf(snapshot) };
  } catch {
    return snapshot;
  }
}
