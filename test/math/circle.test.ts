import { expect, it } from 'vitest';
import { CIRCLE, CIRCLE_POINTS } from '../../src/math/circle.js';

it('has its points where they belong', () => {
  expect(CIRCLE).toHaveLength(2 * CIRCLE_POINTS);
  for (let i = 0; i < CIRCLE_POINTS; i++) {
    const angle = (2 * Math.PI * i) / CIRCLE_POINTS;
    expect(CIRCLE[2 * i]).toBeCloseTo(Math.cos(angle), 14);
    expect(CIRCLE[2 * i + 1]).toBeCloseTo(Math.sin(angle), 14);
  }
});
