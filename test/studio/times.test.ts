// Schedulers of time in the studio: local times, rollbacks and statistics, in the worker and in a real browser.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { SchedulerName } from '../../src/index.js';
import { isMoved } from '../../studio/src/protocol.js';
import { listRows } from '../../studio/src/worker/picture.js';
import { Session } from '../../studio/src/worker/session.js';
import { drawTimes } from '../../studio/src/worker/time-picture.js';
import { OpenStudio } from './open-studio.js';
import { provideBrowser } from './provide-browser.js';

const open = (scheduler: SchedulerName) => new Session(SCENES.gas.make({ seed: 1, count: 20 }), { scheduler, settings: {} });
const draw = (session: Session) => drawTimes(session.world, listRows(session.world), session.rolledBack.take());

describe('the picture of time', () => {
  test('has who is ahead of GVT, and who was rolled back since the frame before', () => {
    const session = open('timewarp');
    for (let step = 0; step < 40; step++) session.advance();
    const times = draw(session);
    const kinds = [...session.world.bodies()].map(({ kind }) => kind);
    kinds.forEach((kind, i) => {
      expect(Number.isNaN(times?.ahead[i])).toBe(!isMoved(kind));
    });
    const ahead = [...(times?.ahead ?? [])].filter((value) => !Number.isNaN(value));
    expect(Math.min(...ahead)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ahead)).toBeGreaterThan(0);
    const back = [...(times?.rolledBack ?? [])].filter((is) => is === 1).length;
    expect(back).toBeGreaterThan(0);
    expect(back).toBeLessThanOrEqual(times?.statistics.bodiesRolledBack ?? 0);
    // Nobody is told twice.
    expect([...(draw(session)?.rolledBack ?? [])].every((is) => is === 0)).toBe(true);
  });

  test('has the rollbacks of the last step alone where time has gone a long way', () => {
    const session = open('timewarp');
    session.approach(39, Number.POSITIVE_INFINITY);
    const before = session.world.timeStatistics?.bodiesRolledBack ?? 0;
    session.approach(40, Number.POSITIVE_INFINITY);
    const inLastStep = (session.world.timeStatistics?.bodiesRolledBack ?? 0) - before;
    const back = [...(draw(session)?.rolledBack ?? [])].filter((is) => is === 1).length;
    expect(before).toBeGreaterThan(20);
    expect(back).toBeLessThanOrEqual(inLastStep);
  });

  test('forgets what was ahead where time goes back', () => {
    const session = open('timewarp');
    for (let step = 0; step < 10; step++) session.advance();
    session.approach(0, Number.POSITIVE_INFINITY);
    const ahead = [...(draw(session)?.ahead ?? [])].filter((value) => !Number.isNaN(value));
    expect(ahead.every((value) => value === 0)).toBe(true);
  });

  test('has all bodies at GVT with the other two, and is none with fixed steps', () => {
    for (const scheduler of ['retroactive', 'conservative'] as const) {
      const session = open(scheduler);
      for (let step = 0; step < 10; step++) session.advance();
      const ahead = [...(draw(session)?.ahead ?? [])].filter((value) => !Number.isNaN(value));
      expect(ahead.length).toBe(20);
      for (const value of ahead) expect(value).toBeCloseTo(0, 12);
    }
    const session = open('fixed');
    session.advance();
    expect(draw(session)).toBeNull();
  });
});

const browser = provideBrowser();

describe.skipIf(browser === null)('the panel of local times', () => {
  const studio = new OpenStudio();
  beforeAll(async () => {
    await studio.start(browser as string);
  });
  afterEach(() => studio.leavePages());
  afterAll(() => studio.close());

  test('shows bars, rollbacks and statistics with time warp, and is away with fixed steps', async () => {
    const view = { viewport: { width: 1200, height: 900 } };
    const opened = await studio.page('#scene=gas&scheduler=timewarp&count=40', view);
    const { page } = opened;
    await opened.work((handle) => handle.seek(60));
    await page.locator('#times').waitFor({ state: 'visible' });
    const { statistics } = await opened.work((handle) => handle.frame.times as NonNullable<typeof handle.frame.times>);
    expect(statistics.rollbacks).toBeGreaterThan(0);
    const row = (name: string) =>
      page.locator('#times tr', { has: page.getByRole('rowheader', { name, exact: true }) }).locator('td');
    expect(await row('rollbacks').textContent()).toMatch(new RegExp(`^${statistics.rollbacks}, in the last second \\d+$`));
    expect(await row('collisions').textContent()).toBe(`${statistics.collisions}, fusions ${statistics.fusions}`);
    expect(await opened.text('#times .scale')).toMatch(/^GVT 0\.6 s; bars to [\d.]+ s ahead; rolled back now: \d+$/);
    const inked = await page.locator('#times canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
      return count / (data.length / 4);
    });
    // Bodies are half a step of integration ahead on average.
    expect(inked).toBeGreaterThan(0.1);
    expect(inked).toBeLessThan(0.9);
    const fixed = await studio.page('#scene=gas&count=40', view);
    await fixed.work((handle) => handle.seek(2));
    expect(await fixed.page.locator('#times').isHidden()).toBe(true);
    expect(studio.complaints).toEqual([]);
  }, 120_000);
});
