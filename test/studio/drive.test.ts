// Driving, without a browser: what keys ask of a character and of a car, and that all of it is gone through again to the same bits, on every
// way through time, from a saved recording, and by the library alone.

import { describe, expect, test } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { type Body, decodeRecording, encodeRecording, replay, Simulation } from '../../src/index.js';
import type { Drive } from '../../studio/src/protocol.js';
import { listDrivable } from '../../studio/src/worker/drive.js';
import { originOf, Session } from '../../studio/src/worker/session.js';

const open = (name: string) => new Session(SCENES[name].make({ seed: 1 }), { settings: {} });
const IDLE = { ahead: 0, left: 0, space: false, shift: false, facing: [1, 0] } as const;

/** Keys held for some steps. */
function hold(session: Session, keys: Partial<Drive>, steps: number): void {
  const [{ id }] = listDrivable(session.simulation);
  session.drive = { kind: 'drive', node: id, ...IDLE, ...keys };
  for (let i = 0; i < steps; i++) {
    session.takeKeys();
    session.advance();
  }
  session.drive = { kind: 'drive', node: id, ...IDLE };
}

function expectSameAgain(session: Session): void {
  const { world } = session;
  const [last, hash] = [session.step, world.hash()];
  expect(session.approach(Math.floor(last / 3), 1e9)).toBe(true);
  const early = world.hash();
  session.approach(last, 1e9);
  expect(world.hash()).toBe(hash);
  // Keys that were let go are told once time goes on.
  expect(session.history.inputsAt(last).map(({ kind }) => kind)).toEqual(['drive']);
  const recording = decodeRecording(encodeRecording(session.record()));
  const { scene, choices } = originOf(recording);
  const replayed = new Session(scene, choices, { recording });
  replayed.approach(Math.floor(last / 3), 1e9);
  expect(replayed.world.hash()).toBe(early);
  replayed.approach(last, 1e9);
  expect([replayed.world.hash(), replayed.notice]).toEqual([hash, null]);
  const alone = new Simulation(scene, { controls: CONTROLS });
  expect(replay(recording, alone.world)).toBeUndefined();
  expect(alone.world.hash()).toBe(hash);
}

describe('driving', () => {
  test('a character walks where the view looks, runs, jumps, and leaves its script', () => {
    const session = open('course');
    expect(listDrivable(session.simulation)).toMatchObject([{ kind: 'character', name: 'walker' }]);
    const { body } = session.simulation.characters[0];
    const [x, y, z] = body.position;
    // Along -z, whatever its script wants; then to the left, which is -x; then at a run, aslant.
    hold(session, { ahead: 1, facing: [0, -1] }, 30);
    expect(body.position[0]).toBeCloseTo(x, 9);
    expect(body.position[2]).toBeCloseTo(z - 30 * (2 / 60), 6);
    hold(session, { left: 1, facing: [0, -1] }, 30);
    expect(body.position[0]).toBeCloseTo(x - 1, 6);
    hold(session, { ahead: 1, left: 1, shift: true, facing: [0, -1] }, 30);
    expect(Math.hypot(body.position[0] - x + 1, body.position[2] - z + 1)).toBeCloseTo(30 * (4.5 / 60), 6);
    hold(session, { space: true }, 10);
    expect(body.position[1]).toBeGreaterThan(y + 0.5);
    expectSameAgain(session);
  });

  test('a car drives off, steers to the left, brakes by the pedal for back, and then goes back', () => {
    const session = open('vehicle');
    const [{ id, name, kind }] = listDrivable(session.simulation);
    expect([name, kind, session.world.node(id)?.kind]).toEqual(['car', 'vehicle', 'multibody']);
    const chassis = session.world.find('chassis') as Body;
    hold(session, { ahead: 1, shift: true }, 60);
    const fast = chassis.velocity[0];
    expect(fast).toBeGreaterThan(2);
    hold(session, { ahead: 1, left: 1 }, 40);
    expect(chassis.position[2]).toBeLessThan(-0.01);
    hold(session, { ahead: -1 }, 30);
    expect(chassis.velocity[0]).toBeLessThan(fast - 1);
    hold(session, { ahead: -1, shift: true }, 160);
    expect(chassis.velocity[0]).toBeLessThan(-0.5);
    expectSameAgain(session);
  });

  test('what is neither a character nor a vehicle is not driven', () => {
    const session = open('course');
    session.drive = { kind: 'drive', node: 1e9, ...IDLE, ahead: 1 };
    session.takeKeys();
    expect(() => session.advance()).toThrow('The node of id 1000000000 is neither a character nor a vehicle of this world.');
  });
});
