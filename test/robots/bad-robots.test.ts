// What is wrong with a file is said by a sentence that names the element.

import { describe, expect, it } from 'vitest';
import { checkScene, InputError } from '../../src/index.js';
import { readMjcf, readUrdf } from '../../src/robots/index.js';

const mass = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>';
const limit = '<limit lower="-1" upper="1"/>';
const joint = (inside: string, type = 'revolute') => `<joint name="j" type="${type}">${inside}</joint>`;
const ends = '<parent link="a"/><child link="b"/>';
const links = `<link name="a"/><link name="b">${mass}</link>`;
const geometry = (shape: string) => `<link name="a"><collision><geometry>${shape}</geometry></collision></link>`;

const URDF: readonly [string, string, RegExp][] = [
  ['another root', '<sdf/>', /^<sdf> at line 1 is the root, but a URDF file has <robot>/],
  ['no text', '', /^The file is not well-formed XML/],
  ['what is cut short', '<robot><link name="a">', /^The file is not well-formed XML: line 1:22: unclosed tag/],
  ['an endless entity', '<!DOCTYPE a [<!ENTITY x "&x;">]><robot name="&x;"/>', /has a <!DOCTYPE at line 1, but must have none/],
  [
    'a billion laughs',
    '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]><robot>&c;</robot>',
    /has a <!DOCTYPE/,
  ],
  ['an entity from nowhere', '<robot name="&lol;"/>', /not well-formed XML: line 1:\d+: undefined entity/],
  ['no links', '<robot/>', /^<robot> at line 1 has no <link>, but needs one/],
  ['a link without a name', '<robot><link/></robot>', /^<link> at line 1 has no name/],
  [
    'two links of a name',
    '<robot><link name="a"/><link name="a"/></robot>',
    /^<link name="a"> at line 1 has the name of another/,
  ],
  ['a number that is none', `<robot>${geometry('<sphere radius="big"/>')}</robot>`, /^<sphere> at line 1 has radius="big", but/],
  ['a number in hexadecimals', `<robot>${geometry('<sphere radius="0x1"/>')}</robot>`, /radius="0x1", but it must be a finite/],
  ['a negative size', `<robot>${geometry('<box size="1 -1 1"/>')}</robot>`, /^<box> at line 1 has size="1 -1 1", but .* above 0/],
  ['too few numbers', `<robot>${geometry('<box size="1 1"/>')}</robot>`, /size="1 1", but it must be 3 finite numbers/],
  ['a shape that is none', `<robot>${geometry('<cone/>')}</robot>`, /^<cone> at line 1 is no shape that is known/],
  ['a mesh that nobody reads', `<robot>${geometry('<mesh filename="a.stl"/>')}</robot>`, /"a.stl", but options.resolve/],
  ['a macro', '<robot><xacro:include filename="a"/></robot>', /^<xacro:include> at line 1 is a macro of xacro/],
  ['a joint of no type', `<robot>${links}<joint name="j">${ends}</joint></robot>`, /^<joint name="j"> at line 1 has no type/],
  ['a joint of another type', `<robot>${links}${joint(ends, 'helical')}</robot>`, /has type="helical", but it must be one of/],
  ['a joint without a limit', `<robot>${links}${joint(ends)}</robot>`, /^<joint name="j"> at line 1 has no <limit>/],
  [
    'limits the wrong way round',
    `<robot>${links}${joint(`${ends}<limit lower="1" upper="-1"/>`)}</robot>`,
    /^<limit> at line 1 has the lower limit 1 above the upper, -1/,
  ],
  ['a joint without a child', `<robot>${links}${joint(`<parent link="a"/>${limit}`)}</robot>`, /has no <child>, but needs one/],
  ['a link that is not there', `<robot>${links}${joint('<child link="x"/>')}</robot>`, /^<child> at line 1 names the link "x"/],
  [
    'a circle',
    `<robot>${links}${joint(`${ends}${limit}`)}<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint></robot>`,
    /^<robot> at line 1 must have one link .* none: its joints go in a circle/,
  ],
  [
    'two parents',
    `<robot>${links}<link name="c"/>${joint(`${ends}${limit}`)}<joint name="k" type="fixed"><parent link="c"/><child link="b"/></joint></robot>`,
    /^<joint name="k"> at line 1 has the child "b", which another joint has/,
  ],
  ['two roots', `<robot>${links}</robot>`, /must have one link that is no joint's child, but has 2: "a", "b"/],
  [
    'an axis of zeros',
    `<robot>${links}${joint(`${ends}${limit}<axis xyz="0 0 0"/>`)}</robot>`,
    /^<axis> .* a direction, not zero/,
  ],
  [
    'an inertia that no body has',
    `<robot>${links.replace('izz="1"', 'izz="3"')}${joint(`${ends}${limit}`)}</robot>`,
    /^<link name="b"> at line 1 has an inertia with the principal moments \[1, 1, 3\]/,
  ],
  [
    'a mimic of nothing',
    `<robot>${links}${joint(`${ends}${limit}<mimic joint="x"/>`)}</robot>`,
    /^<mimic> at line 1 names the joint "x"/,
  ],
  [
    'two joints of a name',
    `<robot>${links}<link name="c">${mass}</link>${joint(`${ends}${limit}`)}${joint(`<parent link="b"/><child link="c"/>${limit}`)}</robot>`,
    /^<joint name="j"> at line 1 has the name of another joint/,
  ],
  [
    'a mimic by nothing',
    `<robot>${links}<link name="c">${mass}</link>${joint(`${ends}${limit}`)}<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="0"/></joint></robot>`,
    /^<mimic> at line 1 couples by a ratio of 0, but must have another/,
  ],
  [
    'mimics in a ring',
    `<robot>${links}<link name="c">${mass}</link>${joint(`${ends}${limit}<mimic joint="k"/>`)}<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j"/></joint></robot>`,
    /^<mimic> at line 1 follows itself, by way of other joints/,
  ],
  [
    'a number that nobody means',
    `<robot>${geometry('<sphere radius="1e30"/>')}</robot>`,
    /"1e30", but .* of at most 1e\+15 in size/,
  ],
];

const inBody = (inside: string) => `<mujoco><worldbody><body name="b">${inside}</body></worldbody></mujoco>`;
const ball = '<geom size=".1"/>';
const MJCF: readonly [string, string, RegExp][] = [
  ['another root', '<robot/>', /^<robot> at line 1 is the root, but an MJCF file has <mujoco>/],
  ['an endless entity', '<!DOCTYPE a [<!ENTITY x "&x;">]><mujoco model="&x;"/>', /has a <!DOCTYPE/],
  ['an unknown section', '<mujoco><worldbdy/></mujoco>', /^<worldbdy> at line 1 is not known here; in <mujoco> are read/],
  ['an unknown element', inBody('<gom/>'), /^<gom> at line 1 is not known here; in <body> are read/],
  ['an unknown attribute', inBody('<geom siz="1"/>'), /^<geom> at line 1 has "siz", which is no attribute of it/],
  ['a geom without size', inBody('<geom/>'), /^<geom> at line 1 has the size \[\], but a sphere needs 1 numbers above 0/],
  ['a size of zero', inBody('<geom type="box" size="1 0 1"/>'), /has the size \[1, 0, 1\], but a box needs 3 numbers above 0/],
  ['a height field', inBody('<geom type="hfield"/>'), /^<geom> at line 1 is a hfield, which is not read/],
  ['a mesh that is not there', inBody('<geom type="mesh" mesh="m"/>'), /names the mesh "m", which <asset> does not have/],
  [
    'a mesh file that nobody reads',
    inBody('<geom type="mesh" mesh="m"/>').replace('<worldbody>', '<asset><mesh file="m.stl"/></asset><worldbody>'),
    /^<mesh> at line 1 names the file "m.stl", but options.resolve/,
  ],
  ['a class that is not there', inBody('<geom class="c" size="1"/>'), /names the class "c", which the file does not have/],
  ['two orientations', inBody(`<geom size="1" quat="1 0 0 0" euler="0 0 0"/>`), /has quat and euler, but must have one/],
  ['a range the wrong way round', inBody(`<joint range="1 -1"/>${ball}`), /has the range 1 to -1/],
  ['a joint of the world', '<mujoco><worldbody><joint/></worldbody></mujoco>', /is in <worldbody> itself, which does not move/],
  ['a free joint beside another', inBody(`<freejoint/><joint/>${ball}`), /is beside another joint of a body that is free/],
  [
    'a free joint deeper',
    inBody(`<joint/>${ball}<body><freejoint/>${ball}</body>`),
    /^<freejoint> at line 1 is free, but only a body in <worldbody>/,
  ],
  ['a plane that moves', inBody(`<joint/>${ball}<geom type="plane" size="1 1 1"/>`), /moves but has a plane/],
  ['global coordinates', '<mujoco><compiler coordinate="global"/></mujoco>', /^<compiler> .* must have local coordinates/],
  [
    'a polynomial of a higher degree',
    inBody(`<joint name="j"/>${ball}<body><joint name="k"/>${ball}</body>`).replace(
      '</mujoco>',
      '<equality><joint joint1="j" joint2="k" polycoef="0 1 2"/></equality></mujoco>',
    ),
    /couples by a polynomial of more than the first degree/,
  ],
  [
    'an actuator of nothing',
    inBody(`<joint name="j"/>${ball}`).replace('</mujoco>', '<actuator><motor name="m" joint="x"/></actuator></mujoco>'),
    /^<motor name="m"> at line 1 names the joint "x"/,
  ],
  [
    'an exclusion of nothing',
    inBody(`<joint/>${ball}`).replace('</mujoco>', '<contact><exclude body1="b" body2="x"/></contact></mujoco>'),
    /^<exclude> at line 1 names the body "x"/,
  ],
  [
    'a weld of the world to itself',
    inBody(ball).replace('</mujoco>', '<equality><weld body1="b"/></equality></mujoco>'),
    /^<weld> at line 1 joins two things of which neither moves/,
  ],
];

describe('a bad URDF file is refused', () => {
  it.each(URDF)('%s', async (_, text, sentence) => {
    const refused = readUrdf(text);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(sentence);
  });

  it('with the reason why a mesh cannot be read', async () => {
    const text = `<robot>${geometry('<mesh filename="package://p/m.stl"/>')}</robot>`;
    const missing = () => Promise.reject(new Error('no such file'));
    await expect(readUrdf(text, { resolve: missing })).rejects.toThrow(
      '<mesh> at line 1 names the file "package://p/m.stl", which cannot be read: no such file',
    );
    await expect(readUrdf(text, { resolve: () => new Uint8Array([1, 2, 3]) })).rejects.toThrow(
      /^<mesh> at line 1: The file package:\/\/p\/m.stl cannot be read as STL/,
    );
    await expect(readUrdf(text, { resolve: () => 'text' as never })).rejects.toThrow(/gave "text", but must give a Uint8Array/);
  });

  it('when the options are wrong', async () => {
    const text = `<robot>${geometry('<sphere radius="1"/>')}</robot>`;
    await expect(readUrdf(text, { upAxis: 'x' as never })).rejects.toThrow('options.upAxis is "x", but must be one of "y", "z".');
    await expect(readUrdf(text, { scale: 2 } as never)).rejects.toThrow('options.scale is not a field of the options');
    await expect(readUrdf(text, { coordinates: { j: 1 } })).rejects.toThrow(/^options.coordinates.j is not a hinge or slide/);
    await expect(readUrdf(7 as never)).rejects.toThrow('The file is 7, but must be a text.');
  });
});

describe('a bad MJCF file is refused', () => {
  it.each(MJCF)('%s', async (_, text, sentence) => {
    const refused = readMjcf(text);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(sentence);
  });

  it('but not for a body without mass that nothing hangs on: it is left out with a note', async () => {
    expect((await readMjcf(inBody('<joint/>'))).notes.join()).toMatch(/^<body name="b"> at line 1 has neither mass nor shape/);
  });

  it('but not for names that all objects know', async () => {
    const robot = await readMjcf(
      inBody(`<joint name="constructor"/>${ball}<body name="toString"><joint name="valueOf"/>${ball}</body>`),
    );
    checkScene(robot.scene);
    expect(Object.keys(robot.coordinates)).toEqual(['constructor', 'valueOf']);
  });

  it('when a file includes itself, naming the file', async () => {
    const files: Record<string, string> = {
      'a.xml': '<mujocoinclude><include file="b.xml"/></mujocoinclude>',
      'b.xml': '<mujocoinclude>\n<include file="a.xml"/></mujocoinclude>',
    };
    const resolve = (file: string) => new TextEncoder().encode(files[file]);
    await expect(readMjcf('<mujoco><include file="a.xml"/></mujoco>', { resolve })).rejects.toThrow(
      '<include> at line 2 of "b.xml" includes "a.xml" again, but a file is included once.',
    );
  });
});
