// Wrong use: each call is refused with a sentence that names the field and the value, and leaves the world as it was, bit for
// bit.

import { describe, expect, it } from 'vitest';
import type { Body, BodyDescriptor, Handle, ShapeDescriptor } from '../../src/index.js';
import { METHODS, SOLVERS, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { addGround, expectVector, makeWorld, run } from './laboratory.js';

const CUBE: ShapeDescriptor = { kind: 'box', size: [1, 1, 1] };

interface Bench {
  world: World;
  ground: Body;
  body: Body;
  member: Body;
  other: Body;
  composite: Handle;
  passive: Body;
  free: Body;
  platform: Body;
  lift: Body;
  crane: Body;
  removed: Body;
  foreign: Body;
}

/** A world with something of everything, some steps old. */
function bench(): Bench {
  const world = makeWorld({ events: 'safe' });
  const ground = addGround(world);
  const body = world.createBody({ shapes: [CUBE], name: 'cube', position: [0, 0.5, 0] });
  const member = world.createBody({ shapes: [CUBE], name: 'member', position: [5, 0.5, 0] });
  const other = world.createBody({ shapes: [CUBE], position: [6, 0.5, 0] });
  const composite = world.createComposite({ members: [member, other], name: 'pair' });
  const passive = world.createBody({ shapes: [CUBE], name: 'passive', active: false, position: [0, 9, 0] });
  const platform = world.createBody({
    kind: 'scripted',
    shapes: [CUBE],
    position: [20, 0, 0],
    motion: { kind: 'oscillation', frequency: 1 },
  });
  const keyframe = { time: 0, position: [40, 3, 0], orientation: [0, 0, 0, 1] } as const;
  const lift = world.createBody({
    kind: 'scripted',
    name: 'lift',
    shapes: [CUBE],
    motion: { kind: 'keyframes', keyframes: [keyframe, { ...keyframe, time: 1 }] },
  });
  const crane = world.createBody({
    kind: 'scripted',
    name: 'crane',
    shapes: [CUBE],
    motion: {
      kind: 'function',
      pose: (t, position) => {
        position[0] = 50 + t;
        position[1] = 4;
      },
    },
  });
  const free = world.createBody({ shapes: [CUBE], position: [30, 0.5, 0] });
  const removed = world.createBody({ shapes: [CUBE], position: [-9, 0.5, 0] });
  world.createTrigger({ shapes: [CUBE], name: 'gate' });
  world.createTimer({ period: 0.05, name: 'clock' });
  run(world, 0.1, 0.01);
  removed.remove();
  const foreign = new World().createBody({ shapes: [CUBE] });
  return { world, ground, body, member, other, composite, passive, free, platform, lift, crane, removed, foreign };
}

type Case = [what: string, call: (bench: Bench) => unknown, message: RegExp];

/** A descriptor that the types forbid. */
const wrong = (fields: object): BodyDescriptor => ({ shapes: [CUBE], ...fields }) as BodyDescriptor;
const shape = (fields: object): BodyDescriptor => ({ shapes: [fields as ShapeDescriptor] });

const BODIES: Case[] = [
  ['NaN in a position', ({ world }) => world.createBody(wrong({ position: [0, Number.NaN, 0] })), /body\.position\[1\] is NaN/],
  [
    'an infinite position',
    ({ world }) => world.createBody(wrong({ position: [Infinity, 0, 0] })),
    /body\.position\[0\] is Infinity/,
  ],
  [
    'a position of two numbers',
    ({ world }) => world.createBody(wrong({ position: [1, 2] })),
    /body\.position is \[1, 2\].*3 finite/,
  ],
  ['a position that is text', ({ world }) => world.createBody(wrong({ position: 'here' })), /body\.position is "here"/],
  ['NaN in a velocity', ({ world }) => world.createBody(wrong({ velocity: [0, 0, Number.NaN] })), /body\.velocity\[2\] is NaN/],
  [
    'an infinite spin',
    ({ world }) => world.createBody(wrong({ angularVelocity: [-Infinity, 0, 0] })),
    /angularVelocity\[0\] is -Infinity/,
  ],
  [
    'a zero quaternion',
    ({ world }) => world.createBody(wrong({ orientation: [0, 0, 0, 0] })),
    /orientation is \[0, 0, 0, 0\].*length/,
  ],
  [
    'NaN in a quaternion',
    ({ world }) => world.createBody(wrong({ orientation: [0, 0, 0, Number.NaN] })),
    /orientation\[3\] is NaN/,
  ],
  ['a negative mass', ({ world }) => world.createBody(wrong({ mass: -1 })), /body\.mass is -1.*above 0/],
  ['a mass of zero', ({ world }) => world.createBody(wrong({ mass: 0 })), /body\.mass is 0.*above 0/],
  ['a mass without a finite inverse', ({ world }) => world.createBody(wrong({ mass: 1e-310 })), /mass/],
  ['a velocity of a fixed body', ({ world }) => world.createBody(wrong({ kind: 'fixed', velocity: [1, 0, 0] })), /velocity/],
  [
    'a spin of a fixed body',
    ({ world }) => world.createBody(wrong({ kind: 'fixed', angularVelocity: [1, 0, 0] })),
    /angularVelocity/,
  ],
  ['a mass of NaN', ({ world }) => world.createBody(wrong({ mass: Number.NaN })), /body\.mass is NaN/],
  ['an infinite mass', ({ world }) => world.createBody(wrong({ mass: Infinity })), /body\.mass is Infinity/],
  ['a negative density', ({ world }) => world.createBody(wrong({ density: -1000 })), /body\.density is -1000/],
  ['mass and density', ({ world }) => world.createBody(wrong({ mass: 1, density: 2 })), /density is 2.*mass \(1\)/],
  ['a negative damping', ({ world }) => world.createBody(wrong({ linearDamping: -0.1 })), /linearDamping is -0\.1/],
  ['NaN as gravityScale', ({ world }) => world.createBody(wrong({ gravityScale: Number.NaN })), /gravityScale is NaN/],
  [
    'an unknown axis',
    ({ world }) => world.createBody(wrong({ locks: ['x', 'w'] })),
    /body\.locks\[1\] is "w".*"x", "y", "z", "rx"/,
  ],
  ['a text for locks', ({ world }) => world.createBody(wrong({ locks: 'x' })), /body\.locks is "x", but must be a list/],
  ['an unknown kind', ({ world }) => world.createBody(wrong({ kind: 'soft' })), /body\.kind is "soft".*"rigid"/],
  ['an unknown field', ({ world }) => world.createBody(wrong({ colour: 'red' })), /body\.colour is not a field/],
  ['a field of a prototype', ({ world }) => world.createBody(wrong({ toString: 1 })), /body\.toString is not a field/],
  ['no shapes', ({ world }) => world.createBody({} as BodyDescriptor), /body\.shapes is missing/],
  ['an empty list of shapes', ({ world }) => world.createBody({ shapes: [] }), /shapes is an empty list/],
  ['nothing at all', ({ world }) => world.createBody(undefined as unknown as BodyDescriptor), /body is undefined/],
  ['a list as a body', ({ world }) => world.createBody([] as unknown as BodyDescriptor), /body is \[\]/],
  ['a name that is taken', ({ world }) => world.createBody(wrong({ name: 'cube' })), /name is "cube".*unique/],
  ['an empty name', ({ world }) => world.createBody(wrong({ name: '' })), /body\.name is ""/],
  ['an unknown material', ({ world }) => world.createBody(wrong({ material: 'cheese' })), /material is "cheese".*"default"/],
  ['a text for active', ({ world }) => world.createBody(wrong({ active: 'yes' })), /body\.active is "yes"/],
  ['a singular inertia', ({ world }) => world.createBody(wrong({ inertia: [1, 1, 0, 0, 0, 0] })), /inertia is .*above 0/],
  [
    'an impossible inertia',
    ({ world }) => world.createBody(wrong({ inertia: [1, 1, 5, 0, 0, 0] })),
    /inertia is .*sum of the others/,
  ],
  ['an inertia of NaN', ({ world }) => world.createBody(wrong({ inertia: [1, 1, 1, 0, Number.NaN, 0] })), /inertia\[4\] is NaN/],
  ['an inertia of three', ({ world }) => world.createBody(wrong({ inertia: [1, 1, 1] })), /inertia is \[1, 1, 1\].*6 finite/],
  ['a scripted body without motion', ({ world }) => world.createBody(wrong({ kind: 'scripted' })), /motion is missing/],
  [
    'a motion of a rigid body',
    ({ world }) => world.createBody(wrong({ motion: { kind: 'oscillation', frequency: 1 } })),
    /motion is .*scripted/,
  ],
  [
    'keyframes out of order',
    ({ world }) =>
      world.createBody(wrong({ kind: 'scripted', motion: { kind: 'keyframes', keyframes: [{ time: 1 }, { time: 1 }] } })),
    /motion\.keyframes\[1\]\.time is 1/,
  ],
  [
    'no keyframes',
    ({ world }) => world.createBody(wrong({ kind: 'scripted', motion: { kind: 'keyframes', keyframes: [] } })),
    /motion\.keyframes is \[\]/,
  ],
  [
    'a frequency of zero',
    ({ world }) => world.createBody(wrong({ kind: 'scripted', motion: { kind: 'oscillation', frequency: 0 } })),
    /motion\.frequency is 0/,
  ],
  [
    'an unknown motion',
    ({ world }) => world.createBody(wrong({ kind: 'scripted', motion: { kind: 'dance' } })),
    /motion\.kind is "dance"/,
  ],
  [
    'a function motion that gives NaN',
    ({ world }) =>
      world.createBody({
        kind: 'scripted',
        shapes: [CUBE],
        name: 'lost',
        motion: { kind: 'function', pose: (_, position) => void position.fill(Number.NaN) },
      }),
    /motion of "lost" gives NaN/,
  ],
  [
    'a function motion that gives no rotation',
    ({ world }) =>
      world.createBody({
        kind: 'scripted',
        shapes: [CUBE],
        name: 'lost',
        motion: { kind: 'function', pose: (_, __, orientation) => void orientation.fill(0) },
      }),
    /motion of "lost" gives/,
  ],
];

const SHAPES: Case[] = [
  ['an unknown shape', ({ world }) => world.createBody(shape({ kind: 'torus' })), /shapes\[0\]\.kind is "torus".*"sphere"/],
  ['a radius of zero', ({ world }) => world.createBody(shape({ kind: 'sphere', radius: 0 })), /shapes\[0\]\.radius is 0/],
  [
    'a radius of NaN',
    ({ world }) => world.createBody(shape({ kind: 'sphere', radius: Number.NaN })),
    /shapes\[0\]\.radius is NaN/,
  ],
  ['a radius that is missing', ({ world }) => world.createBody(shape({ kind: 'sphere' })), /shapes\[0\]\.radius is missing/],
  [
    'a radius so small that it has no mass',
    ({ world }) => world.createBody(shape({ kind: 'sphere', radius: 1e-200 })),
    /radius|mass/,
  ],
  ['a negative edge', ({ world }) => world.createBody(shape({ kind: 'box', size: [1, -1, 1] })), /shapes\[0\]\.size\[1\] is -1/],
  [
    'an infinite height',
    ({ world }) => world.createBody(shape({ kind: 'cylinder', radius: 1, height: Infinity })),
    /shapes\[0\]\.height is Infinity/,
  ],
  [
    'a field of another shape',
    ({ world }) => world.createBody(shape({ kind: 'sphere', radius: 1, height: 2 })),
    /shapes\[0\]\.height is not a field/,
  ],
  [
    'a half-space that is rigid',
    ({ world }) => world.createBody(shape({ kind: 'half-space' })),
    /shapes\[0\]\.kind is "half-space"/,
  ],
  [
    'a hull of three points',
    ({ world }) =>
      world.createBody(
        shape({
          kind: 'hull',
          points: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
        }),
      ),
    /points is .*at least 4/,
  ],
  [
    'a flat hull',
    ({ world }) =>
      world.createBody(
        shape({
          kind: 'hull',
          points: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
            [1, 1, 0],
          ],
        }),
      ),
    /plane|flat/,
  ],
  [
    'a zero quaternion of a shape',
    ({ world }) => world.createBody(shape({ kind: 'sphere', radius: 1, orientation: [0, 0, 0, 0] })),
    /shapes\[0\]\.orientation is/,
  ],
  [
    'an unknown material of a shape',
    ({ world }) => world.createBody(shape({ kind: 'sphere', radius: 1, material: 'cheese' })),
    /shapes\[0\]\.material is "cheese"/,
  ],
];

const OTHERS: Case[] = [
  ['a trigger without shapes', ({ world }) => world.createTrigger({ shapes: [] }), /trigger\.shapes is \[\]/],
  ['a trigger with a taken name', ({ world }) => world.createTrigger({ shapes: [CUBE], name: 'gate' }), /name is "gate"/],
  ['a timer without period', ({ world }) => world.createTimer({} as { period: number }), /timer\.period is missing/],
  ['a timer of no period', ({ world }) => world.createTimer({ period: 0 }), /timer\.period is 0/],
  ['a timer with a taken name', ({ world }) => world.createTimer({ period: 1, name: 'clock' }), /name is "clock"/],
  ['a rule naming nobody', ({ world }) => world.createRule({ kind: 'ignore', between: [] }), /rule\.between is \[\].*at least 1/],
  [
    'a rule naming a stranger',
    ({ world }) => world.createRule({ kind: 'ignore', between: ['nobody'] }),
    /rule\.between\[0\] is "nobody"/,
  ],
  [
    'a rule naming a trigger',
    ({ world }) => world.createRule({ kind: 'ignore', between: ['cube'], and: ['gate'] }),
    /rule\.and\[0\] is "gate"/,
  ],
  [
    'a rule naming a removed body',
    ({ world, removed }) => world.createRule({ kind: 'only', between: [removed] }),
    /rule\.between\[0\] is .*gone/,
  ],
  [
    'a rule naming a body of another world',
    ({ world, foreign }) => world.createRule({ kind: 'only', between: [foreign] }),
    /rule\.between\[0\]/,
  ],
  [
    'a rule of an unknown kind',
    ({ world }) => world.createRule({ kind: 'maybe' as 'only', between: ['cube'] }),
    /rule\.kind is "maybe"/,
  ],
  [
    'a rule with a taken name',
    ({ world }) => world.createRule({ kind: 'only', between: ['cube'], name: 'cube' }),
    /name is "cube"/,
  ],
  ['a composite of one', ({ world, body }) => world.createComposite({ members: [body] }), /composite\.members is .*at least 2/],
  [
    'a composite of the same twice',
    ({ world, body }) => world.createComposite({ members: [body, body] }),
    /composite\.members\[1\] is named twice/,
  ],
  [
    'a composite with a fixed body',
    ({ world, body, ground }) => world.createComposite({ members: [body, ground] }),
    /members\[1\] is a fixed body/,
  ],
  [
    'a composite with a scripted body',
    ({ world, body, platform }) => world.createComposite({ members: [platform, body] }),
    /members\[0\] is a scripted body/,
  ],
  [
    'a composite with a member of another',
    ({ world, body, member }) => world.createComposite({ members: [body, member] }),
    /members\[1\] is part of a composite/,
  ],
  [
    'a composite with a passive body',
    ({ world, body, passive }) => world.createComposite({ members: [body, passive] }),
    /members\[1\] is passive/,
  ],
  [
    'a composite with a taken name',
    ({ world, body, free }) => world.createComposite({ members: [body, free], name: 'cube' }),
    /name is "cube"/,
  ],
  ['a material of negative friction', ({ world }) => world.createMaterial('x', { friction: -1 }), /material\.friction is -1/],
  ['a restitution above one', ({ world }) => world.createMaterial('x', { restitution: 1.1 }), /material\.restitution is 1\.1/],
  ['a material without name', ({ world }) => world.createMaterial('', {}), /name is ""/],
  [
    'an unknown field of a material',
    ({ world }) => world.createMaterial('x', { bounce: 1 } as object),
    /material\.bounce is not a field/,
  ],
  ['a pair with an unknown material', ({ world }) => world.setMaterialPair('default', 'cheese', {}), /"cheese"/],
  [
    'a pair of NaN',
    ({ world }) => world.setMaterialPair('default', 'default', { friction: Number.NaN }),
    /pair\.friction is NaN/,
  ],
];

const HANDLES: Case[] = [
  ['a position of NaN', ({ body }) => (body.position = [Number.NaN, 0, 0]), /position\[0\] is NaN/],
  ['an orientation of zero', ({ body }) => (body.orientation = [0, 0, 0, 0]), /orientation is \[0, 0, 0, 0\]/],
  ['a pose of NaN', ({ world, body }) => world.setPose(body, [Number.NaN, 0, 0], [0, 0, 0, 1]), /position/],
  ['a pose without rotation', ({ world, body }) => world.setPose(body, [0, 0, 0], [0, 0, 0, 0]), /orientation/],
  ['an infinite velocity', ({ body }) => (body.velocity = [0, Infinity, 0]), /velocity\[1\] is Infinity/],
  ['a spin of NaN', ({ body }) => (body.angularVelocity = [0, 0, Number.NaN]), /angularVelocity\[2\] is NaN/],
  ['a negative damping', ({ body }) => (body.linearDamping = -1), /linearDamping is -1/],
  ['a negative angular damping', ({ body }) => (body.angularDamping = -1), /angularDamping is -1/],
  ['a gravityScale of NaN', ({ body }) => (body.gravityScale = Number.NaN), /gravityScale is NaN/],
  ['an unknown axis', ({ body }) => (body.locks = ['z', 3] as never), /locks\[1\] is 3, but must be one of "x"/],
  ['true for locks', ({ body }) => (body.locks = true as never), /locks is true, but must be a list/],
  ['a text for active', ({ body }) => (body.active = 'no' as unknown as boolean), /active is "no"/],
  ['a force of NaN', ({ body }) => body.applyForce([Number.NaN, 0, 0]), /force\[0\] is NaN/],
  ['a force at NaN', ({ body }) => body.applyForce([1, 0, 0], [0, Number.NaN, 0]), /point\[1\] is NaN/],
  [
    'a torque of two numbers',
    ({ body }) => body.applyTorque([1, 2] as unknown as [number, number, number]),
    /torque is \[1, 2\]/,
  ],
  ['an infinite impulse', ({ body }) => body.applyImpulse([0, 0, Infinity]), /impulse\[2\] is Infinity/],
  ['an angular impulse of NaN', ({ body }) => body.applyAngularImpulse([Number.NaN, 0, 0]), /impulse\[0\] is NaN/],
  ['a point of NaN', ({ body }) => body.velocityAt([Number.NaN, 0, 0]), /point\[0\] is NaN/],
  ['a force on a fixed body', ({ ground }) => ground.applyForce([1, 0, 0]), /force is given to a fixed body/],
  ['a torque on a fixed body', ({ ground }) => ground.applyTorque([1, 0, 0]), /torque is given to a fixed body/],
  ['an impulse on a fixed body', ({ ground }) => ground.applyImpulse([1, 0, 0]), /impulse is given to a fixed body/],
  ['a velocity of a fixed body', ({ ground }) => (ground.velocity = [1, 0, 0]), /velocity is given to a fixed body/],
  ['a force on a scripted body', ({ platform }) => platform.applyForce([1, 0, 0]), /force is given to a scripted body/],
  [
    'a spin of a scripted body',
    ({ platform }) => (platform.angularVelocity = [1, 0, 0]),
    /angularVelocity is given to a scripted body/,
  ],
  [
    'a position of a keyframed body',
    ({ lift }) => (lift.position = [1, 0, 0]),
    /^The position of body lift cannot be set: its motion, of kind keyframes, says it\.$/,
  ],
  [
    'a pose of a keyframed body',
    ({ world, lift }) => world.setPose(lift, [1, 0, 0], [0, 0, 0, 1]),
    /position of body lift cannot/,
  ],
  [
    'an orientation of a keyframed body',
    ({ lift }) => (lift.orientation = [1, 0, 0, 0]),
    /orientation of body lift cannot be set/,
  ],
  ['a velocity of a keyframed body', ({ lift }) => (lift.velocity = [1, 0, 0]), /velocity is given to a scripted body/],
  ['a damping of a keyframed body', ({ lift }) => (lift.linearDamping = 1), /linearDamping is given to a scripted body/],
  [
    'a position of a body moved by a function that says it',
    ({ crane }) => (crane.position = [1, 0, 0]),
    /^The position of body crane cannot be set: its motion, of kind function, says it\.$/,
  ],
  [
    'a height of it, of which the function says no other part',
    ({ crane }) => (crane.position = [0, 7, 0]),
    /position of body crane/,
  ],
  ['a spin of a fixed body', ({ ground }) => (ground.angularVelocity = [1, 0, 0]), /angularVelocity is given to a fixed body/],
  ['a damping of a fixed body', ({ ground }) => (ground.angularDamping = 1), /angularDamping is given to a fixed body/],
  ['a gravityScale of a fixed body', ({ ground }) => (ground.gravityScale = 0), /gravityScale is given to a fixed body/],
  [
    'a force on a passive body',
    ({ passive }) => passive.applyForce([1, 0, 0]),
    /force is given to body .*, which is passive: no step/,
  ],
  ['a torque on a passive body', ({ passive }) => passive.applyTorque([1, 0, 0]), /torque is given to body .*, which is passive/],
  ['a velocity of a member', ({ member }) => (member.velocity = [1, 0, 0]), /velocity of body member cannot be set/],
  ['a position of a member', ({ member }) => (member.position = [1, 0, 0]), /pose of body member cannot be set/],
  ['a passive member', ({ member }) => (member.active = false), /active of body member cannot be set/],
  ['a removed body moved', ({ removed }) => (removed.position = [0, 0, 0]), /no longer in the world/],
  ['a removed body pushed', ({ removed }) => removed.applyForce([1, 0, 0]), /no longer in the world/],
  ['a removed body struck', ({ removed }) => removed.applyImpulse([1, 0, 0]), /no longer in the world/],
  ['a removed body switched', ({ removed }) => (removed.active = false), /no longer in the world/],
  ['a removed body removed', ({ removed }) => removed.remove(), /no longer in the world/],
  ['a removed body asked', ({ removed }) => removed.velocity, /no longer in the world/],
  ['a body of another world removed', ({ world, foreign }) => world.remove(foreign), /world/],
  ['a body of another world switched', ({ world, foreign }) => world.setActive(foreign, false), /world/],
  ['a body of another world moved', ({ world, foreign }) => world.setPose(foreign, [0, 0, 0], [0, 0, 0, 1]), /world/],
];

const STEPS: Case[] = [
  ['a step of zero', ({ world }) => world.step(0), /dt is 0.*of at least 1e-9/],
  ['a negative step', ({ world }) => world.step(-0.01), /dt is -0\.01/],
  ['a step of NaN', ({ world }) => world.step(Number.NaN), /dt is NaN/],
  ['an infinite step', ({ world }) => world.step(Infinity), /dt is Infinity/],
  ['no step', ({ world }) => world.step(undefined as unknown as number), /dt is undefined/],
  ['an unknown setting', ({ world }) => world.set('ncp.magic' as 'ncp.iterations', 1), /settings\.ncp\.magic is not a setting/],
  [
    'the former name of a setting',
    ({ world }) => world.set('ncp.warmStart' as 'contact.warmStart', 1),
    /^settings\.ncp\.warmStart is not a setting any more; it is called contact\.warmStart\.$/,
  ],
  ['a gravity of NaN', ({ world }) => world.set('gravity', [0, Number.NaN, 0]), /settings\.gravity\[1\] is NaN/],
  ['half an iteration', ({ world }) => world.set('ncp.iterations', 1.5), /settings\.ncp\.iterations is 1\.5/],
  [
    'an unknown friction',
    ({ world }) => world.set('contact.friction', 'sphere' as 'cone'),
    /settings\.contact\.friction is "sphere".*"cone"/,
  ],
];

describe.each([
  ['in a body', BODIES],
  ['in a shape', SHAPES],
  ['in a trigger, rule, timer, composite or material', OTHERS],
  ['through a handle', HANDLES],
  ['in a step or a setting', STEPS],
] as [string, Case[]][])('%s', (_, cases) => {
  it.each(cases)('%s is refused', (_, call, message) => {
    const things = bench();
    const { world } = things;
    const twin = bench().world;
    const hash = world.hash();
    const count = [...world.bodies()].length;
    let refusal: unknown;
    try {
      call(things);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Error);
    expect((refusal as Error).message).toMatch(message);
    expect((refusal as Error).message).toMatch(/\.$/);
    expect(world.hash()).toBe(hash);
    expect([...world.bodies()].length).toBe(count);
    // And nothing that the hash does not see has changed either: the world goes on as one that was never asked.
    run(world, 0.05, 0.01);
    run(twin, 0.05, 0.01);
    expect(world.hash()).toBe(twin.hash());
    expect(things.foreign.isAlive).toBe(true);
  });
});

describe('making a world', () => {
  it('takes a copy of the arrays it is given', () => {
    const gravity: Vec3 = [0, -9.81, 0];
    const world = new World({ settings: { gravity } });
    const body = world.createBody({ shapes: [CUBE] });
    gravity[1] = Number.NaN;
    world.step(0.01);
    expectVector(body.velocity, [0, -0.0981, 0], 1e-15);
    const changed: Vec3 = [1, 0, 0];
    world.set('gravity', changed);
    changed[0] = Number.NaN;
    world.step(0.01);
    expectVector(body.velocity, [0.01, -0.0981, 0], 1e-15);
  });

  it('refuses settings that are not', () => {
    expect(() => new World({ settings: { speed: 1 } as object })).toThrow(/settings\.speed is not a setting/);
    expect(() => new World({ settings: { 'detection.envelope': 0 } })).toThrow(/settings\.detection\.envelope is 0/);
  });

  it('refuses a solver the method cannot use', () => {
    expect(() => new World({ stepper: METHODS.ncp, solver: { ...SOLVERS.pgs, name: 'oracle', abilities: [] } })).toThrow(
      /solver is "oracle".*method ncp/,
    );
  });
});
