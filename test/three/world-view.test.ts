// WorldView: instances are where three's own matrices would put them, and follow what comes, goes and is taken back.

import type { InstancedMesh, MeshStandardMaterial as Standard } from 'three';
import { Color, Matrix4, MeshStandardMaterial, Quaternion, Raycaster, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Runner, World } from '../../src/index.js';
import { pickByRay, WorldView } from '../../src/three/index.js';

const instanced = (view: WorldView) => view.children as InstancedMesh[];
const countInstances = (view: WorldView) => instanced(view).reduce((sum, { count }) => sum + count, 0);

function makePile(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 20; i++)
    world.createBody({ position: [0, 1 + 2 * i, 0], shapes: [{ kind: 'box', size: [1, 0.5 + 0.05 * i, 2] }] });
  for (let i = 0; i < 5; i++)
    world.createBody({ position: [5, 1 + 2 * i, 0], shapes: [{ kind: 'sphere', radius: 0.3 + 0.1 * i }] });
  return world;
}

describe('WorldView', () => {
  it('draws bodies of one kind of shape by one call', () => {
    const view = new WorldView(makePile());
    expect(instanced(view).map(({ count }) => count)).toEqual([1, 20, 5]);
  });

  it('puts a shape where the body and its place in the body say', () => {
    const world = new World();
    const turned = new Quaternion(0.1, 0.2, -0.3, 0.9).normalize();
    const local = new Quaternion(-0.4, 0.1, 0.2, 0.8).normalize();
    const body = world.createBody({
      position: [1, 2, 3],
      orientation: turned.toArray(),
      shapes: [
        { kind: 'box', size: [1, 2, 3], position: [4, -1, 2], orientation: local.toArray() },
        { kind: 'sphere', radius: 0.5 },
      ],
    });
    const [box] = instanced(new WorldView(world));
    const found = new Matrix4();
    box.getMatrixAt(0, found);
    const pose = new Matrix4().compose(new Vector3(...body.position), turned, new Vector3(1, 1, 1));
    const expected = pose.multiply(new Matrix4().compose(new Vector3(4, -1, 2), local, new Vector3(1, 2, 3)));
    found.elements.forEach((x, k) => {
      expect(x).toBeCloseTo(expected.elements[k], 5);
    });
  });

  it('follows bodies that come, go, change shape and are taken back', () => {
    const world = makePile();
    const view = new WorldView(world);
    expect(countInstances(view)).toBe(26);
    const before = world.snapshot();
    const added = world.createBody({ shapes: [{ kind: 'capsule', radius: 0.2, length: 1 }] });
    view.update();
    expect(countInstances(view)).toBe(27);
    expect(instanced(view).length).toBe(4);
    added.shapes = [{ kind: 'box', size: [1, 1, 1] }];
    view.update();
    expect(instanced(view).map(({ count }) => count)).toEqual([1, 21, 5]);
    world.restore(before);
    view.update();
    expect(countInstances(view)).toBe(26);
    [...world.bodies()][3].remove();
    view.update();
    expect(countInstances(view)).toBe(25);
  });

  it('shows a body between steps where a runner has it', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    world.createBody({ velocity: [6, 0, 0], shapes: [{ kind: 'sphere', radius: 1 }] });
    const runner = new Runner(world, { dt: 0.1 });
    const view = new WorldView(world);
    runner.advance(0.25);
    view.update(runner);
    // Two steps are taken, and half of one has gone by since the last but one state.
    expect(instanced(view)[0].instanceMatrix.array[12]).toBeCloseTo(0.9, 5);
    view.update();
    expect(instanced(view)[0].instanceMatrix.array[12]).toBeCloseTo(1.2, 5);
  });

  it("three's rays meet the bodies that the engine's rays meet", () => {
    const world = makePile();
    const view = new WorldView(world);
    view.updateMatrixWorld(true);
    let met = 0;
    for (let i = 0; i < 60; i++) {
      const origin = new Vector3(12, 1 + 0.7 * i, 9);
      const raycaster = new Raycaster(origin, new Vector3(-0.8, 0, -0.6));
      const [hit] = raycaster.intersectObject(view, true);
      const exact = pickByRay(world, raycaster, { filter: (body) => body.name !== 'ground' });
      if (exact !== undefined && exact.body.shapes?.[0].kind === 'box') {
        met++;
        expect(view.bodyOf(hit)?.id).toBe(exact.body.id);
        expect(hit.distance).toBeCloseTo(exact.distance, 4);
      }
    }
    expect(met).toBeGreaterThan(5);
  });

  it('asks for materials, colours and which bodies are shown', () => {
    const world = makePile();
    const red = new MeshStandardMaterial();
    const view = new WorldView(world, {
      material: () => red,
      colour: (body) => (body.shapes[0].kind === 'box' ? 0xff0000 : 0x0000ff),
      filter: (body) => body.name !== 'ground',
    });
    expect(instanced(view).every(({ material }) => (material as Standard) === red)).toBe(true);
    const colour = new Color();
    instanced(view)[0].getColorAt(3, colour);
    expect(colour.getHex()).toBe(0xff0000);
    expect(countInstances(view)).toBe(25);
  });

  it('refuses what is no world and no option, by a sentence', () => {
    expect(() => new WorldView({} as World)).toThrow('world is');
    expect(() => new WorldView(new World(), { groundWidth: -1 })).toThrow('options.groundWidth is -1, but must be');
    expect(() => new WorldView(new World(), { colour: 'red' as never })).toThrow(
      'options.colour is "red", but must be a function of a body',
    );
  });
});
