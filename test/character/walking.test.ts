// A character against closed forms: on the flat, on steps and slopes, along walls, in the air.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisAngle, Character, type CharacterOptions, InputError, Random, type Vec3, World } from '../../dist/src/index.js';

const DT = 1 / 60;
const HALF = 0.9;
const SKIN = 0.01;
/** The height at which it stands on the plane y = 0 [m]. */
const STANDING = HALF + SKIN;

function makeFlat(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  return world;
}

function addBox(world: World, size: Vec3, position: Vec3, name?: string): void {
  world.createBody({ kind: 'fixed', ...(name !== undefined && { name }), position, shapes: [{ kind: 'box', size }] });
}

function addCharacter(world: World, options: Partial<CharacterOptions> = {}): Character {
  return new Character(world, { position: [0, STANDING, 0], ...options });
}

function walk(character: Character, wish: Vec3, seconds: number, look?: () => void): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    character.move(wish, DT);
    character.world.step(DT);
    look?.();
  }
}

/** Whether its capsule, shifted, overlaps anything. */
function isInSomething({ world, body }: Character, down = 0): boolean {
  const [x, y, z] = body.position;
  const shape = { kind: 'capsule', radius: 0.3, length: 1.2 } as const;
  return world.queries.overlapShapeAny(shape, { position: [x, y - down, z] }, { except: body });
}

describe('on the flat', () => {
  it('goes as fast as it wishes, and not up or down by a bit', () => {
    const character = addCharacter(makeFlat());
    walk(character, [1.5, 0, -2], 2, () => expect(character.body.position[1]).toBe(STANDING));
    const [x, , z] = character.body.position;
    expect(x).toBeCloseTo(3, 12);
    expect(z).toBeCloseTo(-4, 12);
    expect(character.velocity[0]).toBeCloseTo(1.5, 12);
    expect(character.isGrounded).toBe(true);
    expect(character.ground?.body.name).toBe('ground');
    expect(character.ground?.normal).toEqual([0, 1, 0]);
  });

  it('stands still without a change of the world, and walks on afterwards', () => {
    const character = addCharacter(makeFlat());
    walk(character, [0, 0, 0], 0.5);
    const { position } = character.body;
    walk(character, [0, 0, 0], 1, () => expect(character.body.position).toEqual(position));
    walk(character, [1, 0, 0], 1);
    expect(character.body.position[0]).toBeCloseTo(1, 12);
  });

  it('falls onto the ground by the law of fall, and stays there', () => {
    const character = addCharacter(makeFlat(), { position: [0, STANDING + 2, 0] });
    expect(character.isGrounded).toBe(false);
    walk(character, [0, 0, 0], 0.5);
    expect(character.body.position[1]).toBeCloseTo(STANDING + 2 - 0.5 * 9.81 * 0.25, 10);
    walk(character, [0, 0, 0], 0.5);
    expect(character.isGrounded).toBe(true);
    expect(character.body.position[1]).toBeCloseTo(STANDING, 9);
  });

  it('jumps as high as v^2 / 2 g, on a parabola', () => {
    const character = addCharacter(makeFlat());
    character.jump(4.905);
    let highest = 0;
    let time = 0;
    walk(character, [1, 0, 0], 1, () => {
      time += DT;
      const parabola = STANDING + 4.905 * time - 0.5 * 9.81 * time * time;
      expect(character.body.position[1]).toBeCloseTo(Math.max(parabola, STANDING), 9);
      highest = Math.max(highest, character.body.position[1] - STANDING);
    });
    expect(highest).toBeCloseTo((4.905 * 4.905) / (2 * 9.81), 9);
    walk(character, [0, 0, 0], 0.1);
    character.jump();
    walk(character, [0, 0, 0], DT);
    expect(character.isGrounded).toBe(false);
    // In the air there is nothing to jump from.
    const rising = character.velocity[1];
    character.jump();
    walk(character, [0, 0, 0], DT);
    expect(character.velocity[1]).toBeCloseTo(rising - 9.81 * DT, 10);
  });
});

describe('steps', () => {
  it.each([
    [0.05, true],
    [0.2, true],
    [0.35, true],
    [0.351, false],
    [0.5, false],
  ])('of %f m, where 0.35 m is allowed: climbs it: %s', (height, climbs) => {
    const world = makeFlat();
    addBox(world, [4, height, 4], [3, 0.5 * height, 0]);
    const character = addCharacter(world);
    walk(character, [2, 0, 0], 1.2);
    const [x, y] = character.body.position;
    if (climbs) {
      expect(x).toBeGreaterThan(2.2);
      expect(y).toBeCloseTo(STANDING + height, 9);
    } else {
      expect(x).toBeLessThan(1);
      expect(y).toBe(STANDING);
    }
  });

  it('goes up and down stairs on its feet, never faster down than a step', () => {
    const world = makeFlat();
    for (let i = 0; i < 6; i++) addBox(world, [0.3, 0.18 * (i + 1), 2], [1.15 + 0.3 * i, 0.09 * (i + 1), 0]);
    const character = addCharacter(world);
    let highest = 0;
    walk(character, [1.5, 0, 0], 3, () => {
      expect(character.isGrounded || character.body.position[0] > 2.6).toBe(true);
      highest = Math.max(highest, character.body.position[1]);
    });
    expect(highest).toBeCloseTo(STANDING + 6 * 0.18, 6);
    walk(character, [0, 0, 0], 1);
    // Back up is a wall of 1.08 m.
    walk(character, [-1.5, 0, 0], 2);
    expect(character.body.position[0]).toBeGreaterThan(2.8);
    expect(character.body.position[1]).toBeCloseTo(STANDING, 9);
  });

  it('goes down stairs without leaving the ground', () => {
    const world = makeFlat();
    for (let i = 0; i < 6; i++) addBox(world, [0.3, 0.18 * (i + 1), 2], [-1.15 - 0.3 * i, 0.09 * (i + 1), 0]);
    const character = addCharacter(world, { position: [-2.65, STANDING + 6 * 0.18, 0] });
    walk(character, [1.5, 0, 0], 2, () => expect(character.isGrounded).toBe(true));
    expect(character.body.position[1]).toBeCloseTo(STANDING, 9);
  });
});

describe('slopes', () => {
  const ramp = (degrees: number): World => {
    const world = makeFlat();
    const angle = (degrees * Math.PI) / 180;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    // Its upper face goes through (1, 0, 0) and rises with x.
    world.createBody({
      kind: 'fixed',
      position: [1 + 10 * c + s, 10 * s - c, 0],
      orientation: axisAngle([0, 0, 1], angle),
      shapes: [{ kind: 'box', size: [22, 2, 4] }],
    });
    return world;
  };

  it('walks up one a degree below its limit, at the speed of the flat', () => {
    const character = addCharacter(ramp(44));
    walk(character, [2, 0, 0], 2);
    const before = character.body.position;
    walk(character, [2, 0, 0], 1);
    const after = character.body.position;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    expect(Math.sqrt(dx * dx + dy * dy)).toBeCloseTo(2, 6);
    expect(dy / dx).toBeCloseTo(Math.tan((44 * Math.PI) / 180), 6);
    walk(character, [0, 0, 0], 1, () => expect(character.body.position).toEqual(after));
    walk(character, [-2, 0, 0], 1, () => expect(character.isGrounded).toBe(true));
  });

  it('does not climb one a degree beyond', () => {
    const character = addCharacter(ramp(46));
    let highest = 0;
    walk(character, [2, 0, 0], 3, () => {
      highest = Math.max(highest, character.body.position[1]);
    });
    expect(highest).toBeLessThan(STANDING + 0.05);
  });

  it('slides down one a degree beyond by g sin a, without friction', () => {
    const angle = (46 * Math.PI) / 180;
    const character = addCharacter(ramp(46), { position: [6, 5 * Math.tan(angle) + STANDING + 0.15, 0] });
    // Efforts uphill are in vain.
    walk(character, [1, 0, 0], 0.4, () => expect(character.isGrounded).toBe(false));
    const speed = (): number => -character.velocity[1] / Math.sin(angle);
    const before = speed();
    walk(character, [1, 0, 0], 0.3);
    expect(speed() - before).toBeCloseTo(9.81 * Math.sin(angle) * 0.3, 6);
    walk(character, [0, 0, 0], 3);
    expect(character.isGrounded).toBe(true);
    expect(character.body.position[1]).toBeCloseTo(STANDING, 6);
  });
});

describe('walls', () => {
  it('slides along one, with the part of the wish that is along it', () => {
    const world = makeFlat();
    addBox(world, [1, 4, 20], [2, 2, 0]);
    const character = addCharacter(world);
    walk(character, [3, 0, 2], 2, () => expect(character.body.position[0]).toBeLessThanOrEqual(1.5 - 0.3));
    expect(character.body.position[0]).toBeCloseTo(1.5 - 0.3 - SKIN, 6);
    expect(character.body.position[2]).toBeCloseTo(4, 9);
    expect(character.body.position[1]).toBe(STANDING);
  });

  it('stops in corners of 30 to 150 degrees, and is never in a wall', () => {
    for (const degrees of [30, 60, 90, 120, 150]) {
      const world = makeFlat();
      for (const side of [-1, 1]) {
        const turn = (side * degrees * Math.PI) / 360;
        const [s, c] = [Math.sin(turn), Math.cos(turn)];
        // Both begin at (4, 0, 0) and open towards -x.
        world.createBody({
          kind: 'fixed',
          position: [4 - 10 * c + side * s * 0.5, 1, 10 * s + side * c * 0.5],
          orientation: axisAngle([0, 1, 0], turn),
          shapes: [{ kind: 'box', size: [24, 4, 1] }],
        });
      }
      const character = addCharacter(world, { position: [degrees > 45 ? 2 : 0, STANDING, 0] });
      walk(character, [3, 0, 0.3], 2, () => {
        expect(isInSomething(character)).toBe(false);
        expect(character.isGrounded).toBe(true);
      });
      const { position } = character.body;
      walk(character, [3, 0, 0.3], 0.5, () => {
        for (let k = 0; k < 3; k++) expect(character.body.position[k]).toBeCloseTo(position[k], 6);
      });
    }
  });

  it('is never in anything, in random worlds of fixed bodies', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const random = new Random(seed);
        const between = (low: number, high: number): number => random.uniform(low, high);
        const world = makeFlat();
        for (let i = 0; i < 30; i++) {
          const [a, b, c] = [between(0.2, 2), between(0.1, 1), between(0.2, 2)];
          const shapes = [
            { kind: 'box', size: [a, b, c] },
            { kind: 'sphere', radius: 0.5 * a },
            { kind: 'cylinder', radius: 0.5 * a, height: b },
            { kind: 'capsule', radius: 0.3 * b, length: a },
          ] as const;
          const position: Vec3 = [between(-5, 5), between(0, 0.8), between(-5, 5)];
          if (Math.abs(position[0]) < 2 && Math.abs(position[2]) < 2) continue;
          const axis: Vec3 = [between(-1, 1), between(-1, 1), 1];
          const orientation = axisAngle(axis, i % 2 === 0 ? 0 : between(0, 1));
          world.createBody({ kind: 'fixed', position, orientation, shapes: [shapes[i % 4]] });
        }
        const character = addCharacter(world);
        for (let i = 0; i < 12; i++) {
          if (i % 4 === 3) character.jump();
          walk(character, [between(-4, 4), 0, between(-4, 4)], 0.4, () => expect(isInSomething(character)).toBe(false));
          // Its feet are on something.
          if (character.isGrounded) expect(isInSomething(character, 0.06)).toBe(true);
        }
      }),
      { numRuns: 8, seed: 1 },
    );
  });

  it('walks over a heightfield and up an open mesh', () => {
    const world = new World();
    const [columns, rows] = [61, 21];
    const heights = Float64Array.from({ length: columns * rows }, (_, i) => 0.3 * Math.sin(0.4 * (i % columns)));
    world.createSurface('hills', { heights, columns, rows, spacing: [0.5, 0.5] });
    const ramp = { vertices: [0, 0, -1, 0, 0, 1, 4, 2, 1, 4, 2, -1], triangles: [0, 1, 2, 0, 2, 3], sides: 'both' } as const;
    world.createSurface('ramp', ramp);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'hills' }] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'surface', surface: 'ramp', position: [0, -0.2, 3] }] });
    const character = addCharacter(world, { position: [-10, 2, 0] });
    walk(character, [0, 0, 0], 1);
    expect(character.isGrounded).toBe(true);
    walk(character, [2, 0, 0], 4, () => {
      expect(character.isGrounded).toBe(true);
      const [x, y] = character.body.position;
      // The hills are 0.3 m high.
      expect(Math.abs(y - STANDING)).toBeLessThan(0.3 + 0.02);
      expect(x).toBeLessThan(0);
    });
    const climber = addCharacter(world, { position: [-1, 1.5, 3] });
    walk(climber, [0, 0, 0], 0.5);
    walk(climber, [2, 0, 0], 2, () => expect(climber.isGrounded).toBe(true));
    const [x, y] = climber.body.position;
    // On a plane of slope 1 / 2 the capsule touches by its side.
    const above = (0.31 * Math.sqrt(5)) / 2 + 0.6;
    expect(y).toBeCloseTo(0.5 * x - 0.2 + above, 6);
  });

  it('hits its head and falls', () => {
    const world = makeFlat();
    addBox(world, [4, 1, 4], [0, 2.7, 0]);
    const character = addCharacter(world);
    character.jump(6);
    walk(character, [0, 0, 0], 1, () => expect(character.body.position[1]).toBeLessThan(2.2 - HALF));
    expect(character.isGrounded).toBe(true);
  });
});

describe('bad input', () => {
  it('is refused by a sentence, and changes nothing', () => {
    const world = makeFlat();
    const make = (options: object) => () => new Character(world, { position: [0, 2, 0], ...options } as CharacterOptions);
    const before = world.hash();
    expect(make({ radius: -1 })).toThrow(new InputError('options.radius is -1, but must be a finite number above 0.'));
    expect(make({ height: 0.5 })).toThrow('options.height is 0.5, but must be above twice the radius, which is 0.3.');
    expect(make({ maxSlope: 3 })).toThrow('options.maxSlope is 3, but must be a finite number of at least 0 and of at most 1.5.');
    expect(make({ skin: 1 })).toThrow('options.skin is 1, but must be at most a tenth of the radius, which is 0.3.');
    expect(make({ maxStep: 2 })).toThrow('options.maxStep is 2, but must be below the height, which is 1.8.');
    expect(make({ wings: 2 })).toThrow('options.wings is not a field of a character');
    expect(() => new Character({} as World, { position: [0, 2, 0] })).toThrow('world is an object, but must be a world.');
    const shy = () => {
      throw new Error('shy');
    };
    expect(make({ filter: shy, position: [0, STANDING, 0] })).toThrow('shy');
    expect(world.hash()).toBe(before);
    const character = addCharacter(world);
    const made = world.hash();
    expect(() => character.move([Number.NaN, 0, 0], DT)).toThrow('wish[0] is NaN, but must be a finite number.');
    expect(() => character.move([1, 0, 0], 0)).toThrow('dt is 0');
    expect(() => character.jump(-1)).toThrow('speed is -1, but must be a finite number of at least 0.');
    expect(() => (character.wish = [0, 0] as never)).toThrow('wish is [0, 0], but must be a list of 3 finite numbers.');
    expect(() => (character.isByHand = 1 as never)).toThrow('isByHand is 1, but must be true or false.');
    expect(world.hash()).toBe(made);
  });
});
