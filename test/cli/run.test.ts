import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { PHASES } from '../../src/phases.js';
import { formatScene } from '../../src/scene/format-scene.js';
import type { Scene } from '../../src/scene/scene.js';
import { drystone, temporaryFolder } from './command.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: what is printed is checked field by field.
function runJson(...words: string[]): any {
  const { code, stdout, stderr } = drystone('run', ...words, '--json');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}
/** The lines of a file of poses. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function readLines(path: string): any[] {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('drystone run', () => {
  test('has a table of what a scheduler of time did, and none with fixed steps', () => {
    const { stdout } = drystone('run', 'gas', '--set', 'count=10', '--seconds', '0.2', '--scheduler', 'timewarp');
    const rows = ['time ', '  events', '  discontinuities', '  mean interval', '  integration step', '  rollbacks'];
    for (const row of [...rows, '  states discarded', '  groups formed', '  GVT lag']) expect(stdout).toContain(`\n${row}`);
    expect(stdout).toMatch(/GVT lag +[\d.]+ ms/);
    expect(drystone('run', 'lintel', '--seconds', '0.02').stdout).not.toContain('GVT');
  });
});

describe('drystone run --json', () => {
  test('prints one object with the fields of the contract', () => {
    const result = runJson('lintel', '--seconds', '0.5');
    expect(result).toMatchObject({
      scene: 'lintel',
      seed: 1,
      scheduler: 'fixed',
      bodies: 8,
      steps: 50,
      dt: 0.01,
      seconds: 0.5,
      asleep: 0,
      hanging: 0,
    });
    for (const name of ['method', 'solver', 'version']) expect(result[name]).toMatch(/./);
    expect(Object.keys(result.phasesMs)).toEqual([...PHASES]);
    const numbers: Record<string, string[]> = {
      stepMs: ['median', 'p99', 'mean', 'total'],
      contacts: ['mean', 'max'],
      groups: ['mean', 'max'],
      penetration: ['max', 'settled', 'end'],
      drift: ['max'],
      kineticEnergy: ['end'],
      energy: ['start', 'end'],
      residual: ['median', 'max'],
      narrowPhase: ['tests', 'skipped'],
    };
    for (const [name, parts] of Object.entries(numbers)) {
      expect(Object.keys(result[name])).toEqual(parts);
      for (const part of parts) expect(result[name][part], `${name}.${part}`).toBeTypeOf('number');
    }
    expect(result.hash).toMatch(/^[0-9a-f]+$/);
    expect(result.contacts.max).toBeGreaterThanOrEqual(result.contacts.mean);
    expect(result.penetration.max).toBeGreaterThanOrEqual(result.penetration.settled);
    expect(result.stepMs.total).toBeGreaterThan(result.stepMs.p99);
  });

  // Slopes of ten degrees.
  const slope = { kind: 'fixed', shapes: [{ kind: 'half-space' }], orientation: [0, 0, -0.0871557, 0.9961947] };
  const ballAt = (z: number) => ({ shapes: [{ kind: 'sphere', radius: 0.5 }], position: [0.0868241, 0.4924039, z] });
  test.each([
    ['gsp', []],
    ['ncp', ['subgrouping', 'fixation', 'zeroing', 'damping']],
  ] as const)('counts who is left hanging by %s with %j, where what creeps passes for rest', (method, switches) => {
    // Two balls side by side in a thick fluid roll down at a speed that does not grow.
    const file = join(folder, 'creeping.json');
    const settings = { 'damping.linear': 20, 'damping.angular': 20, 'sleeping.enabled': 'on' };
    writeFileSync(file, JSON.stringify({ drystone: 1, name: 'creeping', settings, bodies: [slope, ballAt(0), ballAt(1)] }));
    const set = switches.flatMap((name) => ['--set', `speedups.${name}=on`]);
    const words = [file, '--method', method, '--seconds', '4', ...set];
    expect(runJson(...words)).toMatchObject({ asleep: 2, hanging: 2 });
    expect(runJson(...words, '--set', 'sleeping.energy=1e-6')).toMatchObject({ asleep: 0, hanging: 0 });
  });

  test('leaves nobody hanging that rolls off alone, however much energy passes for rest', () => {
    const file = join(folder, 'rolling.json');
    const settings = { 'sleeping.enabled': 'on', 'sleeping.energy': 1 };
    writeFileSync(file, JSON.stringify({ drystone: 1, name: 'rolling', settings, bodies: [slope, ballAt(0)] }));
    expect(runJson(file, '--seconds', '2')).toMatchObject({ asleep: 0, hanging: 0 });
  });

  test('gives the same hash for the same words, and another for another seed, setting or step', () => {
    const words = ['box-stack', '--set', 'noise=1', '--seconds', '0.1'];
    const { hash } = runJson(...words);
    expect(runJson(...words).hash).toBe(hash);
    expect(runJson(...words, '--seed', '2').hash).not.toBe(hash);
    expect(runJson(...words, '--set', 'gravity=[0,-5,0]').hash).not.toBe(hash);
    expect(runJson(...words, '--dt', '0.02').hash).not.toBe(hash);
  });

  test('measures drift from where bodies began', () => {
    const { drift, seconds } = runJson('office-toy', '--seconds', '0.05', '--set', 'speed=2');
    expect(drift.max).toBeCloseTo(2 * seconds, 9);
  });

  test.each(['retroactive', 'conservative', 'timewarp'])('says what the scheduler %s did', (scheduler) => {
    const { time, seconds, hash } = runJson('gas', '--set', 'count=20', '--seconds', '0.5', '--scheduler', scheduler);
    expect(hash).toBe(runJson('gas', '--set', 'count=20', '--seconds', '0.5', '--scheduler', 'timewarp').hash);
    for (const [name, value] of Object.entries(time)) expect(value, name).toBeTypeOf('number');
    expect(time).toMatchObject({ redraws: 50, fusions: 0, fissions: 0, groups: 0, largestGroup: 0, mostContacts: 0 });
    expect(time.simulated).toBeCloseTo(seconds, 9);
    expect(time.collisions).toBeGreaterThan(5);
    expect(time.collisionEvents).toBeGreaterThanOrEqual(time.collisions);
    expect(time.discontinuityInterval).toBeCloseTo(seconds / time.collisions, 12);
    expect(time.ratio).toBeCloseTo(time.integrationStep / time.discontinuityInterval, 9);
    expect(time.clockPerSecond).toBeGreaterThan(0);
    // Every body is integrated over all of the time: more where some of it is taken back, or goes ahead.
    expect(time.integrated).toBeGreaterThan(20 * seconds - 1e-9);
  });

  test('shows what sets schedulers of time apart', () => {
    const run = (scheduler: string) => runJson('gas', '--set', 'count=20', '--seconds', '0.5', '--scheduler', scheduler).time;
    const [retroactive, conservative, timewarp] = ['retroactive', 'conservative', 'timewarp'].map(run);
    // Retroactive detection takes all bodies back to a collision, time warp those that collide, and conservative
    // advancement none.
    expect(retroactive).toMatchObject({ bodiesPerRollback: 20, mostBodiesRolledBack: 20, gvtLag: 0 });
    expect(timewarp.bodiesPerRollback).toBeLessThanOrEqual(2);
    expect(conservative).toMatchObject({ rollbacks: 0, bodiesRolledBack: 0, gvtLag: 0 });
    // Bodies of time warp alone go ahead, and by more than from one discontinuity to the next.
    expect(timewarp.gvtLag).toBeGreaterThan(0);
    expect(timewarp.ratio).toBeGreaterThan(2);
    expect(conservative.ratio).toBeLessThan(1);
  });

  test('counts fusions, groups and their contacts', () => {
    // Its cubes drop onto each other.
    const { time } = runJson('stack', '--seconds', '1', '--scheduler', 'timewarp');
    expect(time.fusions).toBeGreaterThan(0);
    expect(time.groups).toBeGreaterThanOrEqual(time.fusions);
    // Every group is stepped, until it rests.
    expect(time.groupEvents).toBeGreaterThanOrEqual(time.groups);
    expect(time.largestGroup).toBeGreaterThan(1);
    expect(time.mostContacts).toBeGreaterThanOrEqual(4 * time.largestGroup);
  });

  test('says nothing of time with fixed steps', () => {
    expect(runJson('lintel', '--seconds', '0.02')).not.toHaveProperty('time');
  });

  test('takes names of method, scheduler and solver', () => {
    const result = runJson('lintel', '--seconds', '0.02', '--method', 'ncp', '--scheduler', 'fixed', '--solver', 'pgs');
    expect(result).toMatchObject({ method: 'ncp', scheduler: 'fixed', solver: 'pgs' });
  });

  test('runs a scene file like the built-in scene it came from', () => {
    const path = join(folder, 'wall.json');
    expect(drystone('scenes', 'wall', '--set', 'courses=4', '-o', path).code).toBe(0);
    const fromFile = runJson(path, '--seconds', '0.1');
    expect(fromFile.hash).toBe(runJson('wall', '--set', 'courses=4', '--seconds', '0.1').hash);
    expect(fromFile).toMatchObject({ scene: 'wall', seed: null });
  });
});

test('drystone run prints a table', () => {
  const { code, stdout, stderr } = drystone('run', 'lintel', '--seconds', '0.1');
  expect([code, stderr]).toEqual([0, '']);
  for (const row of ['scene', 'method', 'bodies', 'steps', 'time a step', 'contacts', 'penetration', 'drift', 'hash']) {
    expect(stdout).toMatch(new RegExp(`^${row}  +\\S`, 'm'));
  }
});

describe('drystone run --poses', () => {
  test('writes the bodies, then their poses every N steps', () => {
    const path = join(folder, 'lintel.poses');
    runJson('lintel', '--seconds', '0.1', '--poses', path, '--every', '5');
    const [{ bodies }, ...frames] = readLines(path);
    expect(bodies).toHaveLength(8);
    expect(bodies[0]).toMatchObject({ name: 'ground', kind: 'fixed', shape: { kind: 'half-space' }, mass: 0 });
    expect(bodies[1]).toMatchObject({ name: 'block-0', kind: 'rigid', shape: { kind: 'box', size: [1, 2, 1] }, mass: 4000 });
    expect(new Set(bodies.map(({ id }: { id: number }) => id)).size).toBe(8);
    expect(frames).toHaveLength(3);
    frames.forEach(({ t, p }, i) => {
      expect(t).toBeCloseTo(0.05 * i, 12);
      expect(p).toHaveLength(8);
      for (const pose of p) expect(pose).toHaveLength(7);
    });
    expect(frames[0].p[1]).toEqual([-2, 1, 0, 0, 0, 0, 1]);
  });

  test('gives the shapes of a body of several as a list', () => {
    const path = join(folder, 'diku.poses');
    runJson('diku', '--set', 'count=1', '--seconds', '0.01', '--poses', path);
    const [{ bodies }] = readLines(path);
    expect(bodies[1].shape.length).toBeGreaterThan(10);
  });

  test('lists the bodies anew when some have joined', () => {
    const scene: Scene = {
      drystone: 1,
      name: 'late',
      bodies: [{ name: 'early', shapes: [{ kind: 'sphere', radius: 1 }] }],
      additions: [{ at: 0.03, bodies: [{ name: 'late', position: [5, 0, 0], shapes: [{ kind: 'sphere', radius: 1 }] }] }],
    };
    const file = join(folder, 'late.json');
    const path = join(folder, 'late.poses');
    writeFileSync(file, formatScene(scene));
    const { bodies, drift } = runJson(file, '--seconds', '0.05', '--poses', path);
    expect(bodies).toBe(2);
    expect(drift.max).toBeCloseTo((9.81 * 0.05 * 0.05) / 2, 9);
    const kinds = readLines(path).map((line) => (line.bodies ? `bodies ${line.bodies.length}` : `poses ${line.p.length}`));
    expect(kinds).toEqual(['bodies 1', 'poses 1', 'poses 1', 'poses 1', 'poses 1', 'bodies 2', 'poses 2', 'poses 2']);
  });
});

describe('drystone run --glb', () => {
  test('writes the run as a valid animation, a key every N steps', async () => {
    const path = join(folder, 'late.glb');
    const scene: Scene = {
      drystone: 1,
      name: 'fall',
      bodies: [{ name: 'ball', position: [0, 9, 0], shapes: [{ kind: 'sphere', radius: 1 }] }],
    };
    const file = join(folder, 'fall.json');
    writeFileSync(file, formatScene(scene));
    runJson(file, '--seconds', '0.1', '--glb', path, '--every', '5');
    const { issues, info } = await validateBytes(readFileSync(path));
    expect([issues.messages, info.animationCount]).toEqual([[], 1]);
    const { code, stderr } = drystone('run', file, '--glb', join(folder, 'none', 'fall.glb'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/--glb ".*fall\.glb" cannot be written: there is no such file or folder\.$/m);
  });
});

describe('a run that would make a number that is not finite', () => {
  test('ends with exit code 1, a sentence with body, step and phase, and no result', () => {
    const bodies = [0, 1, 2].map((i) => ({
      name: `box-${i}`,
      position: [1.1 * i, 1, 0],
      velocity: [1e15 * (1 - i), 0, 0],
      angularVelocity: [1e14, 1e14 * i, -1e14],
      shapes: [{ kind: 'box', size: [1, 1, 1] }],
    }));
    const ground = { kind: 'fixed', shapes: [{ kind: 'half-space' }] };
    const path = join(folder, 'fast.json');
    writeFileSync(path, JSON.stringify({ drystone: 1, name: 'fast', bodies: [ground, ...bodies] }));
    const { code, stdout, stderr } = drystone(
      'run',
      path,
      '--method',
      'substeps',
      '--seconds',
      '0.1',
      '--dt',
      String(1 / 60),
      '--json',
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^drystone: Step 0 would give body "box-\d" \(\d+\) a \w+ that is not finite, in phase [\w-]+;.*\n$/);
  });
});
