// Random clusters of every shape, meshes among them, as isolated systems: no step changes their momentum by any method, or adds energy
// by those that promise it. A short form of `npm run bench -- --parts clusters`.

import { describe, expect, it } from 'vitest';
import { followCluster } from '../../bench/clusters.mjs';
import { randomCluster } from '../../bench/random-clusters.mjs';
import { METHODS } from '../../src/index.js';

/**
 * Each way of being near each other and each step; after these such as some method gained energy in, 71 times what
 * there was in one.
 */
const SEEDS = [0, 4, 8, 58, 112, 146, 183, 237, 296];
const clusters = SEEDS.map(randomCluster);

/** What bodies are displaced by, where penetration is mended, is missing from their angular momentum: docs/methods.md has the figures. */
const MENDED = 0.03;
/** Soft contacts, and layers that are fixated, may give energy: docs/methods.md. */
const PASSIVE = ['gsp', 'ncp', 'isp', 'impulsive'];
const WITHOUT_PROJECTION = ['isp', 'substeps'];

describe.each(Object.keys(METHODS))('isolated clusters by %s', (method) => {
  it.each(clusters)(
    'keep their momenta and gain nothing: $seed, $way, e = $restitution, friction $friction, dt = $dt',
    (cluster) => {
      const { linear, angular, gain, contacts } = followCluster(cluster, method, {
        settings: { 'detection.continuous': 0 },
      });
      expect(contacts).toBeGreaterThan(0);
      expect(linear).toBeLessThan(1e-12);
      expect(angular).toBeLessThan(WITHOUT_PROJECTION.includes(method) ? 1e-12 : MENDED);
      if (PASSIVE.includes(method)) expect(gain).toBeLessThan(1e-12);
    },
  );

  // It displaces what would have passed something, as a projection does.
  it.each(clusters)('the last look costs them no more than a mended penetration does: $seed', (cluster) => {
    const { linear, angular, gain } = followCluster(cluster, method);
    expect(linear).toBeLessThan(1e-12);
    expect(angular).toBeLessThan(MENDED);
    if (PASSIVE.includes(method)) expect(gain).toBeLessThan(1e-12);
  });
});
