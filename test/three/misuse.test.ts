// What drystone/three is given wrongly is refused by one sentence, and nothing is left in the world.

import { Mesh, Object3D, PerspectiveCamera, PlaneGeometry, Raycaster } from 'three';
import { describe, expect, it } from 'vitest';
import { InputError, World } from '../../src/index.js';
import { createBodyFrom, DebugView, Followers, pick, pickByRay, showWorld, WorldView } from '../../src/three/index.js';

const world = new World();
const body = world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] });
const [view, followers, camera, ray] = [new WorldView(world), new Followers(), new PerspectiveCamera(), new Raycaster()];
followers.add(body, new Object3D());
const solid = () => new Mesh(new PlaneGeometry());

const WRONG: unknown[] = [null, 0, 'x', {}, [], () => {}, Symbol('s'), Number.NaN, body];
/** Calls whose argument can be none of WRONG. */
const CALLS: Record<string, (given: never) => unknown> = {
  'new WorldView': (given) => new WorldView(given),
  'new DebugView': (given) => new DebugView(given),
  'view.update': (given) => view.update(given),
  'followers.update': (given) => followers.update(given),
  'followers.add, of a body': (given) => followers.add({ given } as never, new Object3D()),
  'followers.add, of an object': (given) => followers.add(body, given),
  'pick, of a world': (given) => pick(given, ray, camera, 0, 0),
  'pick, of a raycaster': (given) => pick(world, given, camera, 0, 0),
  'pick, of a camera': (given) => pick(world, ray, given, 0, 0),
  'pick, of a place': (given) => pick(world, ray, camera, [given] as never, 0),
  'pickByRay, of a world': (given) => pickByRay(given, ray),
  'pickByRay, of a raycaster': (given) => pickByRay(world, given),
  'createBodyFrom, of a world': (given) => createBodyFrom(given, solid()),
  'createBodyFrom, of an object': (given) => createBodyFrom(world, given),
  'createBodyFrom, of a form': (given) => createBodyFrom(world, solid(), { form: given }),
  showWorld: (given) => showWorld(given),
  'showWorld, of a step': (given) => showWorld(world, { dt: [given] as never }),
  'showWorld, of a callback': (given) => showWorld(world, { beforePicture: { given } as never }),
};

describe('what is given wrongly', () => {
  it.each(Object.keys(CALLS))('to %s', (name) => {
    const before = world.hash();
    for (const given of WRONG) {
      let thrown: unknown;
      try {
        CALLS[name](given as never);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(InputError);
      expect((thrown as InputError).message).toMatch(/^[^\n]+ is [^\n]+ must [^\n]+\.$/);
    }
    expect(world.hash()).toBe(before);
  });

  it.each([null, 0, 'x'])('options of createBodyFrom as %j', (options) => {
    expect(() => createBodyFrom(world, solid(), options as never)).toThrow(/^options is .*, but must be an object\.$/);
  });

  it('what no ray has met, to bodyOf', () => {
    for (const met of [null, undefined, 0, {}])
      expect(() => view.bodyOf(met as never)).toThrow(/^intersection is .*, but must be an intersection\.$/);
  });

  it('a world without a page', () => {
    expect(() => showWorld(world)).toThrow('There is no page: showWorld() draws in a browser alone.');
  });
});
