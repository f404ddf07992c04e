/**
 * The list of exports, nothing else: who imports one scene gets one scene.
 *
 * @module drystone/scenes
 */

export { arch } from './arch.js';
export { atoms } from './atoms.js';
export { avalanche } from './avalanche.js';
export { ballAtBase } from './ball-at-base.js';
export { ballGrid } from './ball-grid.js';
export { billiards } from './billiards.js';
export { boxStack } from './box-stack.js';
export { bridge } from './bridge.js';
export { bullet } from './bullet.js';
export { cars } from './cars.js';
export type { BuiltInScene } from './catalogue.js';
export { SCENES, seedField } from './catalogue.js';
export { chain } from './chain.js';
export { cityWall } from './city-wall.js';
export { CONTROLS } from './controls.js';
export { course } from './course.js';
export { cowPile } from './cow-pile.js';
export { crane } from './crane.js';
export { cubeSphereStack } from './cs-stack.js';
export { cubeglass, isInside as isInsideGlass, NECK as GLASS_NECK } from './cubeglass.js';
export { cubejam } from './cubejam.js';
export { diku } from './diku.js';
export { field } from './field.js';
export { figure2 } from './figure-2.js';
export { gas } from './gas.js';
export { heavyOnLight } from './heavy-on-light.js';
export { jackBowl } from './jack-bowl.js';
export { jenga } from './jenga.js';
export { leaningStack } from './leaning-stack.js';
export { lintel } from './lintel.js';
export { meshZoo } from './mesh-zoo.js';
export { nutAndBolt } from './nut-and-bolt.js';
export { officeToy } from './office-toy.js';
export type { SceneOptions } from './parts.js';
export { poured } from './poured.js';
export { pyramid } from './pyramid.js';
export { ragdolls } from './ragdolls.js';
export { revivalChain } from './revival-chain.js';
export { ringChain } from './ring-chain.js';
export { robots } from './robots.js';
export { roofTower } from './roof-tower.js';
export { loadOn, scale } from './scale.js';
export { seesaw } from './seesaw.js';
export { silo } from './silo.js';
export { singleBody } from './single-body.js';
export { sled } from './sled.js';
export { squarePyramid } from './square-pyramid.js';
export { stack } from './stack.js';
export { stadium } from './stadium.js';
export { terrain } from './terrain.js';
export { torusOnPost } from './torus-on-post.js';
export { tower } from './tower.js';
export { unstableSpheres } from './unstable-spheres.js';
export { vehicle } from './vehicle.js';
export { walker } from './walker.js';
export { wall } from './wall.js';
