// Scenes with one thing wrong each, made from the one that uses every field, and what must be said of them.

import { boxMesh } from '../shapes/mesh-samples.js';
import { fullScene } from './full-scene.js';

export interface BadScene {
  what: string;
  /** What must be named. */
  says: RegExp;
  scene: unknown;
}

const REMOVED = Symbol('removed');

/** The scene that uses every field, with another value at one place, e.g. "bodies/1/mass". */
function bad(what: string, says: RegExp, place: string, value: unknown): BadScene {
  const scene = fullScene();
  const path = place.split('/');
  const last = path.pop() as string;
  let parent = scene as unknown as Record<string, unknown>;
  for (const key of path) parent = parent[key] as Record<string, unknown>;
  if (value === REMOVED) delete parent[last];
  else parent[last] = value;
  return { what, says, scene };
}

export const BAD_SCENES: readonly BadScene[] = [
  { what: 'null', says: /scene is null/, scene: null },
  { what: 'a list', says: /scene is \[1, 2\]/, scene: [1, 2] },
  { what: 'a text', says: /scene is "wall"/, scene: 'wall' },
  bad('no version', /^drystone is missing.*must be 1/, 'drystone', REMOVED),
  bad('another version', /^drystone is 2, but must be 1/, 'drystone', 2),
  { what: 'another version with fields unknown today', says: /^drystone is 2/, scene: { drystone: 2, springs: [] } },
  bad('a version as a text', /^drystone is "1", but must be 1/, 'drystone', '1'),
  bad('no name', /^name is missing/, 'name', REMOVED),
  bad('an empty name', /^name is ""/, 'name', ''),
  bad('an unknown field', /^springs is not a field of a scene; allowed are drystone/, 'springs', []),
  bad('dt zero', /^dt is 0, but must be a finite number of at least 1e-9 and of at most 1000/, 'dt', 0),
  bad('dt not a number', /^dt is NaN/, 'dt', Number.NaN),
  bad('dt infinite', /^dt is Infinity/, 'dt', Number.POSITIVE_INFINITY),
  bad('meshes as a list', /^meshes is \[\], but must be an object/, 'meshes', []),
  bad('a mesh of nothing', /^meshes\.cube\.vertices is missing; a mesh needs it/, 'meshes/cube', {}),
  bad('a mesh of a list and a file', /^meshes\.cube\.vertices is not a field/, 'meshes/cube/file', 'cube.obj'),
  bad('a mesh file that was not read', /^meshes\.cube\.file is "cube.obj", but must be read before/, 'meshes/cube', {
    file: 'cube.obj',
  }),
  bad('vertices as a typed array', /^meshes\.cube\.vertices is an object, but/, 'meshes/cube/vertices', new Float64Array(24)),
  bad(
    'a vertex missing',
    /^meshes\.cube\.triangles\[6\] is 4, but must .* below 4, the number/,
    'meshes/cube/vertices',
    [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  ),
  bad('an open mesh', /^meshes\.cube: The mesh is open at 3 edges\./, 'meshes/cube/triangles', boxMesh().triangles.slice(3)),
  bad('an unknown mesh', /^bodies\[7\]\.shapes\[0\]\.mesh is "cow".*there are "cube", "corner"/, 'bodies/7/shapes/0/mesh', 'cow'),
  bad('a mesh without name', /^bodies\[7\]\.shapes\[0\]\.mesh is missing/, 'bodies/7/shapes/0/mesh', REMOVED),
  bad('no contacts', /^materialPairs\[0\]\.budget\.contacts is 0/, 'materialPairs/0/budget/contacts', 0),
  bad('seconds negative', /^seconds is -1/, 'seconds', -1),
  bad('an unknown method', /^method is "magic", but must be one of .*"ncp"/, 'method', 'magic'),
  bad('an unknown scheduler', /^scheduler is "late", but must be one of .*"fixed"/, 'scheduler', 'late'),
  bad('an unknown solver', /^solver is "me", but must be one of .*"pgs"/, 'solver', 'me'),
  bad('an unknown setting', /^settings\.speed is not a field of the settings/, 'settings/speed', 1),
  bad(
    'the former name of a setting',
    /^settings\.ncp\.friction is not a setting any more; it is called contact\.friction\.$/,
    'settings/ncp.friction',
    'cone',
  ),
  bad('a setting out of range', /^settings\.ncp\.iterations is 0\.5/, 'settings/ncp.iterations', 0.5),
  bad('gravity of two numbers', /^settings\.gravity is \[0, 1\]/, 'settings/gravity', [0, 1]),
  bad('negative friction', /^materials\.ice\.friction is -1/, 'materials/ice/friction', -1),
  bad('too much restitution', /^materials\.ice\.restitution is 1\.5.*at most 1/, 'materials/ice/restitution', 1.5),
  bad(
    'a pair of one',
    /^materialPairs\[0\]\.between is \["ice"\], but must be a list of the names of two/,
    'materialPairs/0/between',
    ['ice'],
  ),
  bad(
    'a pair of unknown materials',
    /^materialPairs\[0\]\.between\[1\] is "mud", but must be the name of a material; there are "default", "ice"/,
    'materialPairs/0/between',
    ['ice', 'mud'],
  ),
  bad(
    'a pair twice, the other way round',
    /^materialPairs\[1\]\.between is \["default", "ice"\], a pair that is given already/,
    'materialPairs/1',
    { between: ['default', 'ice'] },
  ),
  bad('bodies not a list', /^bodies is an object, but must be a list/, 'bodies', {}),
  bad('a body that is a number', /^bodies\[1\] is 7, but must be an object: a body/, 'bodies/1', 7),
  bad('an unknown kind of body', /^bodies\[1\]\.kind is "soft".*"rigid", "fixed", "scripted"/, 'bodies/1/kind', 'soft'),
  bad('an unknown field of a body', /^bodies\[1\]\.colour is not a field of a body/, 'bodies/1/colour', 'red'),
  bad('an unknown kind of shape', /^bodies\[1\]\.shapes\[0\]\.kind is "cone".*"sphere"/, 'bodies/1/shapes/0/kind', 'cone'),
  bad('a flat hull', /^bodies\[4\]\.shapes\[0\]\.points .*in one plane/, 'bodies/4/shapes/0/points/3', [1, 1, 0]),
  bad('a shape without its size', /^bodies\[1\]\.shapes\[0\]\.radius is missing/, 'bodies/1/shapes/0/radius', REMOVED),
  bad('a ball turned inside out', /^bodies\[1\]\.shapes\[0\]\.radius is -1/, 'bodies/1/shapes/0/radius', -1),
  bad('negative mass', /^bodies\[1\]\.mass is -3, but must be a finite number above 0/, 'bodies/1/mass', -3),
  bad('mass and density', /^bodies\[1\]\.density is 2.*left out where mass \(3\)/, 'bodies/1/density', 2),
  bad('a position with null', /^bodies\[1\]\.position\[1\] is null/, 'bodies/1/position', [0, null, 0]),
  bad('a rotation by nothing', /^bodies\[2\]\.orientation is \[0, 0, 0, 0\]/, 'bodies/2/orientation', [0, 0, 0, 0]),
  bad('a rigid body without shapes', /^bodies\[1\]\.shapes is an empty list.*needs both mass and inertia/, 'bodies/1/shapes', []),
  bad(
    'a rigid half-space',
    /^bodies\[1\]\.shapes\[0\]\.kind is "half-space", but a rigid body has finite shapes only/,
    'bodies/1/shapes',
    [{ kind: 'half-space' }],
  ),
  bad('an unknown material', /^bodies\[2\]\.material is "mud"/, 'bodies/2/material', 'mud'),
  bad('a material without a name', /^materials\[2\]\.name is ""/, 'materials/', {}),
  bad('an unknown material of a shape', /^bodies\[0\]\.shapes\[0\]\.material is "mud"/, 'bodies/0/shapes/0/material', 'mud'),
  bad('a material named like a method of objects', /material is "toString"/, 'bodies/2/material', 'toString'),
  bad('the same name twice', /^bodies\[2\]\.name is "ball", but must be unique/, 'bodies/2/name', 'ball'),
  bad('scripted without motion', /^bodies\[5\]\.motion is missing; a scripted body needs it/, 'bodies/5/motion', REMOVED),
  bad('motion of a rigid body', /^bodies\[5\]\.motion is an object.*this one is rigid/, 'bodies/5/kind', REMOVED),
  bad('motion by a function', /^bodies\[5\]\.motion\.kind is "function"/, 'bodies/5/motion', { kind: 'function', pose() {} }),
  bad(
    'keyframes out of order',
    /^bodies\[5\]\.motion\.keyframes\[1\]\.time is 0, but must be above the time before it, 0/,
    'bodies/5/motion/keyframes/1/time',
    0,
  ),
  bad('no frequency', /^bodies\[6\]\.motion\.frequency is missing/, 'bodies/6/motion/frequency', REMOVED),
  bad('a composite of one', /^composites\[0\]\.members is \["left"\]/, 'composites/0/members', ['left']),
  bad('a composite of nobody', /^composites\[0\]\.members\[1\] is "nobody"/, 'composites/0/members/1', 'nobody'),
  bad('a composite of one body twice', /^composites\[0\]\.members\[1\] is named twice/, 'composites/0/members/1', 'left'),
  bad('a fixed member', /^composites\[0\]\.members\[1\] is a fixed body/, 'composites/0/members/1', 'ground'),
  bad('a body in two composites', /^composites\[1\]\.members\[0\] is part of a composite already/, 'composites/1', {
    members: ['left', 'ball'],
  }),
  bad('a joint of nobody', /^joints\[0\]\.bodyB is "nobody", but must be the name of a body/, 'joints/0/bodyB', 'nobody'),
  bad('a joint of an unknown kind', /^joints\[0\]\.kind is "hinge", but must be one of "fixed"/, 'joints/0/kind', 'hinge'),
  bad(
    'limits the wrong way round',
    /^multibodies\[0\]\.joints\[0\]\.coordinates\.angle\.limits is \[1, -1\]/,
    'multibodies/0/joints/0/coordinates/angle/limits',
    [1, -1],
  ),
  bad(
    'a motor without a largest force',
    /^joints\[1\]\.coordinates\.slide\.motor\.maxForce is missing/,
    'joints/1/coordinates/slide/motor/maxForce',
    REMOVED,
  ),
  bad(
    'a joint that is among the joints again',
    /^multibodies\[0\]\.joints\[2\] is a distance joint, which closes a ring with those before it/,
    'multibodies/0/joints/2',
    fullScene().multibodies?.[0].loops?.[0],
  ),
  bad('a link of no world', /^multibodies\[0\]\.links\[0\] is "late"/, 'multibodies/0/links/0', 'late'),
  bad('a fixed link', /^multibodies\[0\]\.links\[0\] is a fixed body/, 'multibodies/0/links/0', 'ground'),
  bad('a gear of a joint that is none', /^couplings\[0\]\.first\.joint is "axle"/, 'couplings/0/first/joint', 'axle'),
  bad('locks by a method without', /^bodies\[2\]: .* is "vsp", which knows no locked axes/, 'method', 'vsp'),
  {
    what: 'joints by a method without',
    says: /^multibodies\[0\]: The method of this world is "vsp"/,
    scene: { ...fullScene(), method: 'vsp', bodies: fullScene().bodies?.map(({ locks: _, ...body }) => body) },
  },
  bad('a rule for nobody', /^rules\[0\]\.between\[0\] is "nobody"/, 'rules/0/between', ['nobody']),
  bad('a rule against nobody', /^rules\[0\]\.and\[0\] is "late"/, 'rules/0/and', ['late']),
  bad('an unknown kind of rule', /^rules\[0\]\.kind is "maybe".*"ignore", "only"/, 'rules/0/kind', 'maybe'),
  bad('two rules of one name', /^rules\[1\]\.name is "pass"/, 'rules/1', fullScene().rules?.[0]),
  bad('two triggers of one name', /^triggers\[1\]\.name is "gate"/, 'triggers/1', fullScene().triggers?.[0]),
  bad('a trigger named like a body', /^triggers\[0\]\.name is "ball"/, 'triggers/0/name', 'ball'),
  bad('two timers of one name', /^timers\[1\]\.name is "clock"/, 'timers/1', fullScene().timers?.[0]),
  bad('a timer without period', /^timers\[0\]\.period is missing/, 'timers/0/period', REMOVED),
  bad('an addition before the start', /^additions\[0\]\.at is -1/, 'additions/0/at', -1),
  bad('an addition of nothing', /^additions\[0\]\.bodies is \[\]/, 'additions/0/bodies', []),
  bad('an addition of no kind', /^additions\[0\] adds nothing, but must have one of "bodies", "multibodies"/, 'additions/0', {
    at: 1,
  }),
  bad('a joint added to nobody', /^additions\[0\]\.joints\[0\]\.bodyB is "nobody"/, 'additions/0/joints', [
    { kind: 'ball', bodyB: 'nobody', anchor: [0, 0, 0] },
  ]),
  bad('a gear added before its joint', /^additions\[0\]\.couplings\[0\]\.first\.joint is "later"/, 'additions/0/couplings', [
    { first: { joint: 'later', coordinate: 'angle' }, second: { joint: 'wrist', coordinate: 'angle' }, ratio: 1 },
  ]),
  bad('an addition of a name taken', /^additions\[0\]\.bodies\[0\]\.name is "ball"/, 'additions/0/bodies/0/name', 'ball'),
];
