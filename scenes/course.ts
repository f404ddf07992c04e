// A character walks a course: stairs, slopes at its limit and beyond, a door on a hinge, a seesaw, a turntable, a lift and a ferry.
// src/character has how it walks.

import type { Character } from '../src/character/character.js';
import type { JointDescriptor } from '../src/joints/descriptors.js';
import { cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { Body } from '../src/world.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, rotation, stoneScene } from './parts.js';

export const about: About = {
  name: 'course',
  description: 'A character walks a course of stairs, slopes and things that move.',
  source: 'our own',
  options: {},
};

/** Of the path [m]. */
const WIDTH = 3;
/** Of the character's middle when it stands [m]. */
const STANDING = 0.91;
/** It walks at [m/s]. */
const SPEED = 1.5;
/** A degree below and above its limit, which is 45 degrees [rad]. */
const CLIMBED = (44 * Math.PI) / 180;
const TOO_STEEP = (46 * Math.PI) / 180;
/** Height of the deck that the ferry goes at, and how far it is up there [m]. */
const DECK = 1.2;
const RUN = (DECK * cos(CLIMBED)) / sin(CLIMBED);
/** Where the ferry is in its middle, and how far it goes to each side [m]. */
const FERRY = 31.5;
const FERRY_WAY = 1.5;
/** The end of the course [m]. */
const GOAL = 43;

/** x and y of a corner [m]. */
type Corner = readonly [number, number];

export function course(_options: SceneOptions): Scene {
  const lift = platform('lift', [18.9, 0.6, 0], 1.9, { frequency: 0.2, translation: [0, 0.55, 0] });
  const ferry = platform('ferry', [FERRY, DECK - 0.1, 0], 2, { frequency: 0.1, translation: [FERRY_WAY, 0, 0], phase: Math.PI });
  const bodies = [...stairs(), ...hinged(), turntable(), lift, ...decks(), ferry, steepWedge()];
  return stoneScene(about, bodies, {
    dt: 1 / 60,
    seconds: 40,
    joints: [hinge('door', [7, 1.05, -0.6], [0, 1, 0]), hinge('seesaw', [10, 0.25, 0], [0, 0, 1])],
    characters: [{ name: 'walker', position: [0, STANDING, 0], control: 'course' }],
  });
}

function stairs(): SceneBody[] {
  const steps = Array.from({ length: 6 }, (_, i) => block(`stair-${i}`, 1 + 0.3 * i, 1.3 + 0.3 * i, 0.18 * (i + 1)));
  return [...steps, block('landing', 2.8, 4, 1.08), ramp('ramp', [4, 1.08], [5.3, 0])];
}

/** A door across the path, and a seesaw whose near end is down. */
function hinged(): SceneBody[] {
  return [
    { name: 'door', position: [7, 1.05, 0], mass: 15, shapes: [{ kind: 'box', size: [0.06, 2, 1.2] }] },
    {
      name: 'seesaw',
      position: [10, 0.25, 0],
      orientation: rotation([0, 0, 1], 0.1),
      mass: 30,
      shapes: [{ kind: 'box', size: [4, 0.08, 1.5] }],
    },
  ];
}

/** Turns by half a radian a second. */
function turntable(): SceneBody {
  // The last is the first again, to the bit.
  const quarters = [0, 1, 2, 3, 0].map((i, k) => ({ time: k * Math.PI, orientation: rotation([0, 1, 0], (i * Math.PI) / 2) }));
  return {
    kind: 'scripted',
    name: 'turntable',
    position: [14.5, 0.1, 0],
    shapes: [{ kind: 'cylinder', radius: 1.5, height: 0.2 }],
    motion: { kind: 'keyframes', keyframes: quarters, repeat: true },
  };
}

/** Too steep to stand on, as steep as it can climb, then a gap that the ferry crosses. */
function decks(): SceneBody[] {
  const begin = 26 + RUN;
  return [
    block('top', 20, 23, DECK),
    ramp('slide', [23, DECK], [23.7, 0]),
    ramp('climb', [26, 0], [begin, DECK]),
    block('deck-0', begin, FERRY - FERRY_WAY - 1.05, DECK),
    block('deck-1', FERRY + FERRY_WAY + 1.05, 36, DECK),
    ramp('descent', [36, DECK], [37.5, 0]),
  ];
}

/** Across the path, aslant: who walks against it is led around it. */
function steepWedge(): SceneBody {
  const run = cos(TOO_STEEP) / sin(TOO_STEEP);
  const shapes = prism(
    [
      [0, 0],
      [run, 1],
      [run, 0],
    ],
    1,
  );
  return { ...fixture('too-steep', shapes, [39, 0, -0.3]), orientation: rotation([0, 1, 0], Math.PI / 4) };
}

/** A block from the ground up. */
function block(name: string, from: number, to: number, height: number): SceneBody {
  return fixture(name, [{ kind: 'box', size: [to - from, height, WIDTH] }], [0.5 * (from + to), 0.5 * height, 0]);
}

/** A wedge whose upper face goes from one point of the plane z = 0 to another. */
function ramp(name: string, from: Corner, to: Corner): SceneBody {
  const low = from[1] > to[1] ? from[0] : to[0];
  const corners: Corner[] = [
    [from[0] - low, from[1]],
    [to[0] - low, to[1]],
    [0, 0],
  ];
  return fixture(name, prism(corners, 0.5 * WIDTH), [low, 0, 0]);
}

/** A triangle of the plane z = 0, made as thick as `half` to either side. */
function prism(corners: readonly Corner[], half: number): SceneBody['shapes'] {
  return [{ kind: 'hull', points: [-half, half].flatMap((z) => corners.map(([x, y]): Vec3 => [x, y, z])) }];
}

function platform(
  name: string,
  position: Vec3,
  length: number,
  motion: { frequency: number; translation: Vec3; phase?: number },
): SceneBody {
  const shapes = [{ kind: 'box', size: [length, 0.2, WIDTH] }] as const;
  return { kind: 'scripted', name, position, shapes, motion: { kind: 'oscillation', ...motion } };
}

function hinge(body: string, anchor: Vec3, axis: Vec3): JointDescriptor<string> {
  return { kind: 'revolute', bodyB: body, anchor, axis };
}

/** Along the middle of the path. It waits for lift and ferry, and jumps where it has got past the wedge. */
export function walkCourse(character: Character): void {
  const { world, body } = character;
  const [x, , z] = body.position;
  const lift = world.find('lift') as Body;
  const ferry = world.find('ferry') as Body;
  const waits = waitsForLift(x, lift.position[1] + 0.1) || waitsForFerry(x, ferry.position[0]) || x > GOAL;
  character.wish = waits ? [0, 0, 0] : [SPEED, 0, -2 * z];
  if (x > 41.5 && x < 41.6) character.jump();
}

/** Before it until it is down, and on it until it is up. */
function waitsForLift(x: number, top: number): boolean {
  return (x > 17.3 && x < 17.6 && top > 0.3) || (x > 18.7 && x < 19 && top < DECK);
}

/** Before it until it is near, and in its middle until it is across. */
function waitsForFerry(x: number, middle: number): boolean {
  const isBefore = x > FERRY - FERRY_WAY - 1.6 && x < FERRY - FERRY_WAY - 1.3;
  const isOn = Math.abs(x - middle) < 0.2 && x < FERRY + FERRY_WAY;
  return (isBefore && middle > FERRY - FERRY_WAY + 0.1) || (isOn && middle < FERRY + FERRY_WAY - 0.1);
}
