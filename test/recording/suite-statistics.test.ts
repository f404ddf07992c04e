// The numbers of table 1 and the curves of figure 6 of the impulsive suite, from a cubejam that is cut short.

import { describe, expect, it } from 'vitest';
import { cubejam } from '../../scenes/index.js';
import type { SuiteFrame } from '../../src/index.js';
import { plotSuite, SuiteStatistics } from '../../src/index.js';
import { Simulation } from '../../src/scene/simulation.js';

const FRAMES = 150;

function record(freezing: 'on' | 'off') {
  const settings = { 'impulsive.freezing': freezing, 'impulsive.bounces': 0 } as const;
  const simulation = new Simulation(cubejam({ seed: 1 }), { method: 'impulsive', settings });
  // A clock that counts how often it is read: no machine's speed.
  let reads = 0;
  simulation.world.profiler.clock = () => reads++;
  const statistics = new SuiteStatistics(simulation.world);
  let contacts = 0;
  for (let i = 0; i < FRAMES; i++) {
    simulation.step();
    statistics.record();
    contacts += simulation.world.report.contacts;
  }
  return { statistics, contacts };
}

describe('the statistics of a cubejam', () => {
  const without = record('off');
  const frozen = record('on');

  it('add up to what the steps reported, and freezing leaves contacts and QPs out', () => {
    for (const { statistics, contacts } of [without, frozen]) {
      const summary = statistics.summarise();
      expect(summary.frames).toBe(FRAMES);
      expect(summary.contacts * FRAMES).toBeCloseTo(contacts, 6);
      const times = statistics.frames.reduce((sum, frame) => sum + frame.collisionTime + frame.staticTime, 0);
      expect(summary.totalTime).toBeCloseTo(times, 9);
      expect(summary.collisionTime * summary.collisionQPs + summary.staticTime * summary.staticQPs).toBeCloseTo(times, 6);
    }
    expect(Math.max(...frozen.statistics.frames.map((frame) => frame.frozen))).toBeGreaterThan(0);
    expect(without.statistics.frames.every((frame) => frame.frozen === 0)).toBe(true);
    expect(frozen.statistics.summarise().contacts).toBeLessThan(without.statistics.summarise().contacts);
  });

  it('are drawn as figure 6: contacts above, the times of both QPs below, a point a frame', () => {
    const picture = plotSuite(frozen.statistics.frames, 'cubejam with freezing');
    const curves = [...picture.matchAll(/<polyline[^>]*points="([^"]*)"/g)].map(([, points]) => points.trim().split(/\s+/));
    expect(curves.map((points) => points.length)).toEqual([FRAMES, FRAMES, FRAMES]);
    expect(picture).toContain('cubejam with freezing');
    expect(picture).toContain('static contact QP');
    // The highest point of the first curve is the frame of most contacts.
    const heights = curves[0].map((point) => Number(point.split(',')[1]));
    const most = frozen.statistics.frames.reduce((best, frame, i, all) => (frame.contacts > all[best].contacts ? i : best), 0);
    expect(heights.indexOf(Math.min(...heights))).toBe(most);
  });

  it('cannot be drawn of nothing', () => {
    expect(() => plotSuite([] as SuiteFrame[])).toThrow(/frames is empty, but must have at least 1/);
  });
});
