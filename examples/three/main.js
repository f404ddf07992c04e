// Ten boxes, the top one a thousand times as heavy as the others. A click creates a ball.

import { Runner, World } from 'drystone';
import { DebugView, pick, WorldView } from 'drystone/three';
import { AmbientLight, Color, DirectionalLight, PerspectiveCamera, Raycaster, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const world = new World();
world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
for (let i = 0; i < 10; i++) {
  const density = i === 9 ? 2_000_000 : 2000;
  world.createBody({ position: [0, i + 0.5, 0], density, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
}

const scene = new Scene();
scene.background = new Color(0xdfe5ea);
const sun = new DirectionalLight(0xffffff, 2.5);
sun.position.set(6, 14, 8);
sun.castShadow = true;
Object.assign(sun.shadow.camera, { left: -12, right: 12, top: 12, bottom: -12 });
const view = new WorldView(world);
const debug = new DebugView(world, { shapes: false, graph: true });
scene.add(new AmbientLight(0xffffff, 1.2), sun, view, debug);

const renderer = new WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(45, 1, 0.1, 500);
camera.position.set(9, 8, 16);
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.set(0, 5, 0);

const raycaster = new Raycaster();
renderer.domElement.addEventListener('pointerdown', ({ clientX, clientY }) => {
  const hit = pick(world, raycaster, camera, (2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight);
  if (hit === undefined || hit.body.kind === 'fixed') return;
  const { x, y, z } = raycaster.ray.direction;
  const position = camera.position.toArray();
  world.createBody({ position, velocity: [30 * x, 30 * y, 30 * z], shapes: [{ kind: 'sphere', radius: 0.3 }] });
});

const runner = new Runner(world, { dt: 1 / 60 });
let last = performance.now();
renderer.setAnimationLoop((now) => {
  runner.advance(Math.max(now - last, 0) / 1000);
  last = now;
  view.update(runner);
  debug.update();
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
  renderer.setSize(innerWidth, innerHeight);
  controls.update();
  renderer.render(scene, camera);
});

Object.assign(globalThis, { world, view });
