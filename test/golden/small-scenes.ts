// Options that make the largest built-in scenes small: a silo of 300 is as telling as one of 3000.

export const SMALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  silo: { count: 300 },
  cubeglass: { count: 100 },
  'roof-tower': { layers: 8 },
  'cow-pile': { count: 20, height: 1 },
  'jack-bowl': { count: 10 },
  'mesh-zoo': { count: 6 },
  terrain: { count: 20 },
  ragdolls: { count: 4 },
  chain: { links: 20 },
  bullet: { plates: 8 },
  robots: { count: 2 },
  avalanche: { count: 40 },
  'city-wall': { bodies: 800 },
  'square-pyramid': { bodies: 140 },
  stadium: { bodies: 300 },
  poured: { bodies: 100, mixed: true },
  cars: { count: 2, pendulums: 40 },
};
