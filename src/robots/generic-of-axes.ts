// Makes generic joints of the axes between two links: perpendicular slides, then rotations.

import type { Vec3 } from '../math/vector.js';
import { cross, length, rotate, subtract } from '../math/vector.js';
import type { Form, JointOfAxes } from './axis-frames.js';
import { areAcross, frameAbout, frameOf, NEAR, named } from './axis-frames.js';
import type { Axis } from './link.js';

const NAMES = ['X', 'Y', 'Z'];
const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The x, y and z axes of a joint's frame. */
type Triad = readonly [Axis['direction'], Axis['direction'], Axis['direction']];

/**
 * The generic joint of some axes. Slides must come first: they are fixed to the parent, as in our joints. The rotations
 * must be a known form: one hinge, two perpendicular hinges, or a ball. Undefined if no frame has an axis for each of
 * them.
 */
export function genericOf(axes: readonly Axis[], forms: Readonly<Record<string, Form>>): JointOfAxes | undefined {
  const first = axes.findIndex(({ kind }) => kind !== 'slide');
  const slides = first < 0 ? axes : axes.slice(0, first);
  const turns = axes.slice(slides.length);
  if (turns.some(({ kind }) => kind === 'slide')) return undefined;
  const turning = forms[turns.map(({ kind }) => kind).join(' ')]?.(turns);
  if (turns.length > 0 && turning === undefined) return undefined;
  const isBall = turning?.kind === 'ball';
  // For a ball made of three hinges, twist is about the last one.
  const hinges = isBall ? turns.slice(2) : turns;
  for (const triad of triadsOf([...hinges, ...slides])) {
    const along = slides.map((axis) => placeIn(triad, axis));
    const about = hinges.map((axis) => placeIn(triad, axis));
    const areApart = !along.includes(-1) && new Set(along).size === along.length;
    const areInOrder =
      !about.includes(-1) &&
      (isBall ? about.every((place) => place === 0) : about.every((place, i) => i === 0 || place > about[i - 1]));
    if (!areApart || !areInOrder) continue;
    return {
      kind: 'generic',
      frame: frameOf(triad[0], triad[1], turning?.frame.position ?? slides[0].anchor),
      coordinates: [
        ...slides.map((axis, i) => named(`slide${NAMES[along[i]]}`, axis)),
        ...(isBall ? turning.coordinates : hinges.map((axis, i) => named(`turn${NAMES[about[i]]}`, axis))),
      ],
      ...(turning?.loss !== undefined && { loss: turning.loss }),
    };
  }
  return undefined;
}

/** Index of the frame's axis that has the direction of an axis; -1 for none. */
function placeIn(triad: Triad, { direction }: Axis): number {
  return triad.findIndex((axis) => length(subtract(axis, direction)) < NEAR);
}

/** All right-handed frames that contain two perpendicular ones of the axes, or a frame about the only axis. */
function triadsOf(axes: readonly Axis[]): Triad[] {
  if (axes.length === 1) {
    const { orientation } = frameAbout(axes[0].direction, [0, 0, 0]);
    return [AXES.map((axis) => rotate(orientation, axis)) as unknown as Triad];
  }
  return axes.flatMap((a) =>
    axes
      .filter((b) => areAcross(a, b))
      .flatMap((b): Triad[] => {
        const [x, y, z] = [a.direction, b.direction, cross(a.direction, b.direction)];
        return [
          [x, y, z],
          [z, x, y],
          [y, z, x],
        ];
      }),
  );
}
