// The built-in scenes by name, with what they say of themselves: all of them, apart from index.ts, so that whoever
// imports one gets one.

import type { Field } from '../src/input/fields.js';
import { number, object } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { arch, about as archAbout } from './arch.js';
import { atoms, about as atomsAbout } from './atoms.js';
import { avalanche, about as avalancheAbout } from './avalanche.js';
import { ballAtBase, about as ballAtBaseAbout } from './ball-at-base.js';
import { ballGrid, about as ballGridAbout } from './ball-grid.js';
import { billiards, about as billiardsAbout } from './billiards.js';
import { boxStack, about as boxStackAbout } from './box-stack.js';
import { bridge, about as bridgeAbout } from './bridge.js';
import { bullet, about as bulletAbout } from './bullet.js';
import { cars, about as carsAbout } from './cars.js';
import { chain, about as chainAbout } from './chain.js';
import { cityWall, about as cityWallAbout } from './city-wall.js';
import { course, about as courseAbout } from './course.js';
import { cowPile, about as cowPileAbout } from './cow-pile.js';
import { crane, about as craneAbout } from './crane.js';
import { cubeSphereStack, about as cubeSphereStackAbout } from './cs-stack.js';
import { cubeglass, about as cubeglassAbout } from './cubeglass.js';
import { cubejam, about as cubejamAbout } from './cubejam.js';
import { diku, about as dikuAbout } from './diku.js';
import { field, about as fieldAbout } from './field.js';
import { figure2, about as figure2About } from './figure-2.js';
import { gas, about as gasAbout } from './gas.js';
import { heavyOnLight, about as heavyOnLightAbout } from './heavy-on-light.js';
import { jackBowl, about as jackBowlAbout } from './jack-bowl.js';
import { jenga, about as jengaAbout } from './jenga.js';
import { leaningStack, about as leaningStackAbout } from './leaning-stack.js';
import { lintel, about as lintelAbout } from './lintel.js';
import { meshZoo, about as meshZooAbout } from './mesh-zoo.js';
import { nutAndBolt, about as nutAndBoltAbout } from './nut-and-bolt.js';
import { officeToy, about as officeToyAbout } from './office-toy.js';
import type { About, SceneOptions } from './parts.js';
import { poured, about as pouredAbout } from './poured.js';
import { pyramid, about as pyramidAbout } from './pyramid.js';
import { ragdolls, about as ragdollsAbout } from './ragdolls.js';
import { revivalChain, about as revivalChainAbout } from './revival-chain.js';
import { ringChain, about as ringChainAbout } from './ring-chain.js';
import { robots, about as robotsAbout } from './robots.js';
import { roofTower, about as roofTowerAbout } from './roof-tower.js';
import { scale, about as scaleAbout } from './scale.js';
import { seesaw, about as seesawAbout } from './seesaw.js';
import { silo, about as siloAbout } from './silo.js';
import { singleBody, about as singleBodyAbout } from './single-body.js';
import { sled, about as sledAbout } from './sled.js';
import { squarePyramid, about as squarePyramidAbout } from './square-pyramid.js';
import { stack, about as stackAbout } from './stack.js';
import { stadium, about as stadiumAbout } from './stadium.js';
import { terrain, about as terrainAbout } from './terrain.js';
import { torusOnPost, about as torusOnPostAbout } from './torus-on-post.js';
import { tower, about as towerAbout } from './tower.js';
import { unstableSpheres, about as unstableSpheresAbout } from './unstable-spheres.js';
import { vehicle, about as vehicleAbout } from './vehicle.js';
import { walker, about as walkerAbout } from './walker.js';
import { wall, about as wallAbout } from './wall.js';

export interface BuiltInScene {
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /** Paper and figure or section that the scene is from. */
  readonly source: string;
  /** What can be chosen besides the seed, and what is allowed. */
  readonly options: Readonly<Record<string, Field>>;
  /** Throws an InputError for options that are not allowed. */
  make(options: SceneOptions & Readonly<Record<string, unknown>>): Scene;
}

export const seedField: Field = number('Where the random numbers start [1]', {
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  integer: true,
});

export const SCENES: Readonly<Record<string, BuiltInScene>> = Object.fromEntries(
  [
    entry(boxStackAbout, boxStack),
    entry(wallAbout, wall),
    entry(towerAbout, tower),
    entry(ballGridAbout, ballGrid),
    entry(pyramidAbout, pyramid),
    entry(heavyOnLightAbout, heavyOnLight),
    entry(siloAbout, silo),
    entry(fieldAbout, field),
    entry(dikuAbout, diku),
    entry(stackAbout, stack),
    entry(cubeSphereStackAbout, cubeSphereStack),
    entry(cubejamAbout, cubejam),
    entry(cubeglassAbout, cubeglass),
    entry(officeToyAbout, officeToy),
    entry(bulletAbout, bullet),
    entry(unstableSpheresAbout, unstableSpheres),
    entry(revivalChainAbout, revivalChain),
    entry(lintelAbout, lintel),
    entry(archAbout, arch),
    entry(roofTowerAbout, roofTower),
    entry(jengaAbout, jenga),
    entry(leaningStackAbout, leaningStack),
    entry(seesawAbout, seesaw),
    entry(scaleAbout, scale),
    entry(sledAbout, sled),
    entry(ballAtBaseAbout, ballAtBase),
    entry(singleBodyAbout, singleBody),
    entry(cowPileAbout, cowPile),
    entry(ringChainAbout, ringChain),
    entry(jackBowlAbout, jackBowl),
    entry(torusOnPostAbout, torusOnPost),
    entry(nutAndBoltAbout, nutAndBolt),
    entry(meshZooAbout, meshZoo),
    entry(terrainAbout, terrain),
    entry(chainAbout, chain),
    entry(bridgeAbout, bridge),
    entry(ragdollsAbout, ragdolls),
    entry(craneAbout, crane),
    entry(carsAbout, cars),
    entry(vehicleAbout, vehicle),
    entry(courseAbout, course),
    entry(walkerAbout, walker),
    entry(figure2About, figure2),
    entry(robotsAbout, robots),
    entry(gasAbout, gas),
    entry(billiardsAbout, billiards),
    entry(atomsAbout, atoms),
    entry(avalancheAbout, avalanche),
    entry(cityWallAbout, cityWall),
    entry(squarePyramidAbout, squarePyramid),
    entry(stadiumAbout, stadium),
    entry(pouredAbout, poured),
  ].map((scene) => [scene.name, scene]),
);

function entry<Options extends SceneOptions>(about: About<Options>, make: (options: Options) => Scene): BuiltInScene {
  const options: Readonly<Record<string, Field>> = about.options;
  const allowed = object<Record<string, unknown>>(
    '',
    `the options object of the scene ${about.name}`,
    { seed: seedField },
    options,
  );
  return {
    ...about,
    options,
    make(given) {
      allowed.check(given, '');
      const scene = make(given as unknown as Options);
      return { ...scene, description: about.description + describeChoices(given) };
    },
  };
}

/** What was chosen, for the description: it speaks of the scene as it is when nothing is. */
function describeChoices({ seed, ...chosen }: SceneOptions): string {
  const choices = Object.entries(chosen).map(([name, value]) => `${name} = ${value}`);
  return choices.length === 0 ? '' : ` Here with ${choices.join(', ')}.`;
}
