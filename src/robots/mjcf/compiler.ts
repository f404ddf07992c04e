// Reads <compiler>, and the poses of elements, whose angles and orientations depend on it.

import { atan2 } from '../../math/portable.js';
import { quatOfMatrix } from '../../math/symmetric.js';
import type { Pose, Quat, Vec3 } from '../../math/vector.js';
import { axisAngle, cross, dot, IDENTITY, length, multiply, normalizeQuat, scale, subtract } from '../../math/vector.js';
import type { XmlElement } from '../xml.js';
import { childrenOf, flagOf, numberOf, numbersOf, refuseElement, vectorOf, wordOf } from '../xml.js';

export interface Compiler {
  /** Factor from the file's angles to radians [rad]. */
  readonly angleUnit: number;
  readonly eulerSequence: string;
  readonly meshFolder: string;
  readonly stripsPaths: boolean;
  readonly inertiaFromGeom: boolean | undefined;
  readonly inertiaGroups: readonly [number, number];
  readonly autolimits: boolean;
  readonly leastMass: number;
  readonly leastInertia: number;
  readonly totalMass: number | undefined;
  readonly balancesInertia: boolean;
}

/** Reads all <compiler> elements. Attributes of later elements override those of earlier ones. */
export function readCompiler(root: XmlElement): Compiler {
  const attributes = Object.assign({}, ...childrenOf(root, 'compiler').map((element) => element.attributes));
  const element: XmlElement = { ...(childrenOf(root, 'compiler').at(-1) ?? root), name: 'compiler', attributes };
  if (wordOf(element, 'coordinate', ['local', 'global']) === 'global')
    refuseElement(element, 'has coordinate="global", but must have local coordinates, as MuJoCo itself has by now.');
  const eulerSequence = attributes.eulerseq ?? 'xyz';
  if (!/^[xyzXYZ]{3}$/.test(eulerSequence)) refuseElement(element, 'has an eulerseq that is not three of the letters x, y, z.');
  const total = numberOf(element, 'settotalmass') ?? -1;
  return {
    angleUnit: wordOf(element, 'angle', ['degree', 'radian']) === 'radian' ? 1 : Math.PI / 180,
    eulerSequence,
    meshFolder: attributes.meshdir ?? attributes.assetdir ?? '',
    stripsPaths: flagOf(element, 'strippath') ?? false,
    inertiaFromGeom: flagOf(element, 'inertiafromgeom'),
    inertiaGroups: (numbersOf(element, 'inertiagrouprange', 2) ?? [0, 5]) as [number, number],
    autolimits: flagOf(element, 'autolimits') ?? true,
    leastMass: numberOf(element, 'boundmass', { min: 0 }) ?? 0,
    leastInertia: numberOf(element, 'boundinertia', { min: 0 }) ?? 0,
    totalMass: total > 0 ? total : undefined,
    balancesInertia: flagOf(element, 'balanceinertia') ?? false,
  };
}

/** The attributes that give an orientation. An element has at most one of them. */
export const ORIENTATIONS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const;

export function readPose(element: XmlElement, compiler: Compiler): Pose {
  return { position: vectorOf(element, 'pos') ?? [0, 0, 0], orientation: readOrientation(element, compiler) };
}

function readOrientation(element: XmlElement, { angleUnit, eulerSequence }: Compiler): Quat {
  const given = ORIENTATIONS.filter((name) => element.attributes[name] !== undefined);
  if (given.length > 1) refuseElement(element, `has ${given.join(' and ')}, but must have one orientation.`);
  const numbers = (count: number): number[] => numbersOf(element, given[0], count) as number[];
  switch (given[0]) {
    case 'quat': {
      const [w, x, y, z] = numbers(4);
      if (w === 0 && x === 0 && y === 0 && z === 0) refuseElement(element, 'has a quat of zeros, but needs a rotation.');
      return normalizeQuat([x, y, z, w]);
    }
    case 'axisangle': {
      const [x, y, z, angle] = numbers(4);
      checkDirection(element, [x, y, z]);
      return axisAngle([x, y, z], angle * angleUnit);
    }
    case 'xyaxes': {
      const [a, b, c, d, e, f] = numbers(6);
      checkDirection(element, [a, b, c]);
      const x = scale([a, b, c], 1 / length([a, b, c]));
      const along = subtract([d, e, f], scale(x, dot(x, [d, e, f])));
      checkDirection(element, along);
      const y = scale(along, 1 / length(along));
      const z = cross(x, y);
      return quatOfMatrix([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]);
    }
    case 'zaxis': {
      const z = numbers(3) as Vec3;
      checkDirection(element, z);
      return turnFromZ(z);
    }
    case 'euler':
      return turnByEuler(numbers(3), eulerSequence, angleUnit);
    default:
      return [...IDENTITY];
  }
}

function checkDirection(element: XmlElement, direction: Readonly<Vec3>): void {
  if (!(length(direction) > 1e-10)) refuseElement(element, 'has an axis of its orientation that is zero.');
}

const AXES: Readonly<Record<string, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** Lower-case letters rotate about moving axes, upper-case letters about those of the parent. */
function turnByEuler(angles: readonly number[], sequence: string, unit: number): Quat {
  let turned: Quat = [...IDENTITY];
  for (let i = 0; i < 3; i++) {
    const letter = sequence[i].toLowerCase();
    const turn = axisAngle(AXES[letter], angles[i] * unit);
    turned = letter === sequence[i] ? multiply(turned, turn) : multiply(turn, turned);
  }
  return turned;
}

/** The shortest rotation from z to a direction. */
export function turnFromZ(direction: Readonly<Vec3>): Quat {
  const [x, y, z] = scale(direction, 1 / length(direction));
  const across = Math.sqrt(x * x + y * y);
  return axisAngle(across < 1e-10 ? [1, 0, 0] : [-y, x, 0], atan2(across, z));
}
