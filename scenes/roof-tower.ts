// A tall round tower that has to stand for a second, then carry a heavy block that falls on it, then break under a cannonball:
// the configuration by which the paper compares methods. 40 rings of 20 bricks there, 32 in the picture of the falling roof.

import { boolean, number } from '../src/input/fields.js';
import type { Addition, Scene } from '../src/scene/scene.js';
import { noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, STONE, stoneScene } from './parts.js';
import { ringReach, towerBricks } from './tower.js';

export interface RoofTowerOptions extends SceneOptions {
  /** Rings [1]. */
  layers?: number;
  /** Bricks of a ring [1]. */
  ring?: number;
  /** Whether the block falls; default true. */
  block?: boolean;
  /** Whether the cannonball comes; default true. */
  ball?: boolean;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<RoofTowerOptions> = {
  name: 'roof-tower',
  description: 'A heavy block falls onto a round tower of 800 bricks, and a cannonball hits it.',
  source: 'velocity-based shock propagation, figures 16 (32 rings) and 20-26',
  options: {
    layers: number('Rings; the paper has 40 and 32 [1]', { min: 1, max: 1000, integer: true }),
    ring: number('Bricks of a ring [1]', { min: 8, max: 1000, integer: true }),
    block: boolean('Whether the block falls; default true'),
    ball: boolean('Whether the cannonball comes; default true'),
    noise: noiseField,
  },
};

const BRICK_MASS = STONE * BRICK[0] * BRICK[1] * BRICK[2];

/** When the block is let go [s], how high above the tower [m], and what it weighs [kg]. */
const BLOCK_TIME = 1;
const BLOCK_DROP = 2;
const BLOCK_MASS = 100 * BRICK_MASS;
const BLOCK_HEIGHT = 1;

/** When the ball is shot, by when the block lies still [s]; its speed [m/s], mass [kg], and way to the tower [m]. */
const BALL_TIME = 4;
const BALL_SPEED = 60;
const BALL_MASS = 200 * BRICK_MASS;
const BALL_APPROACH = 3;
/** About as large as if it were of iron [m]. */
const BALL_RADIUS = 1.5;

export function roofTower({ seed, layers = 40, ring = 20, block = true, ball = true, noise = 0 }: RoofTowerOptions): Scene {
  const height = BRICK[1] * layers;
  const reach = ringReach(ring, noise);
  const additions = [...(block ? [fallingBlock(height, reach)] : []), ...(ball ? [cannonball(height, reach)] : [])];
  return stoneScene(about, towerBricks(layers, ring, noise, seed), { additions });
}

/** A block that covers a tower whose bricks are within `reach` of its axis. */
function fallingBlock(height: number, reach: number): Addition {
  const shape = { kind: 'box', size: [2 * reach, BLOCK_HEIGHT, 2 * reach] } as const;
  const position = [0, height + BLOCK_DROP + BLOCK_HEIGHT / 2, 0] as const;
  return { at: BLOCK_TIME, bodies: [{ name: 'block', position, shapes: [shape], mass: BLOCK_MASS }] };
}

/** A ball that flies at half the height of the tower, but above the ground, towards its axis. */
function cannonball(height: number, reach: number): Addition {
  const position = [-reach - BALL_APPROACH - BALL_RADIUS, Math.max(height / 2, BALL_RADIUS), 0] as const;
  const shapes = [{ kind: 'sphere', radius: BALL_RADIUS }] as const;
  return { at: BALL_TIME, bodies: [{ name: 'cannonball', position, velocity: [BALL_SPEED, 0, 0], shapes, mass: BALL_MASS }] };
}
