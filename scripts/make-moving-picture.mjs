// The moving picture of the README: two stacks of ten boxes, the top one of each a thousand times as heavy, by gsp and by ncp, and a ball
// that comes at the end. Drawn as an SVG whose frames take turns: faces of boxes in the order of their distance, with shadows.
//
//   npm run build && node scripts/make-moving-picture.mjs

import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { METHODS, World } = await import(pathToFileURL(`${root}dist/src/index.js`).href);

const [WIDTH, HEIGHT] = [720, 400];
/** Frames a second, and seconds. */
const RATE = 15;
const SECONDS = 5;
const STEPS = 4;
/** When a ball is thrown at each stack [s]. */
const BALL_AT = 2.4;
const APART = 7;
const CAMERA = { from: [0, 7, 23], to: [0, 4.6, 0], zoom: 700 };
const LIGHT = normalize([0.5, 1, 0.6]);
const COLOURS = { box: [214, 202, 178], heavy: [168, 74, 58], ball: [70, 84, 96] };

const CUBE_FACES = [
  { corners: [1, 3, 7, 5], normal: [1, 0, 0] },
  { corners: [0, 4, 6, 2], normal: [-1, 0, 0] },
  { corners: [2, 6, 7, 3], normal: [0, 1, 0] },
  { corners: [0, 1, 5, 4], normal: [0, -1, 0] },
  { corners: [4, 5, 7, 6], normal: [0, 0, 1] },
  { corners: [0, 2, 3, 1], normal: [0, 0, -1] },
];

const sides = [
  { method: 'gsp', x: -APART / 2, label: 'gsp, the default' },
  { method: 'ncp', x: APART / 2, label: 'ncp: projected Gauss-Seidel alone' },
].map((side) => ({ ...side, ...makeStack(side.method) }));

function makeStack(method) {
  const world = new World({ stepper: METHODS[method] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const bodies = [];
  for (let i = 0; i < 10; i++) {
    const density = i === 9 ? 2_000_000 : 2000;
    const body = world.createBody({ position: [0, i + 0.5, 0], density, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    bodies.push({ body, colour: i === 9 ? COLOURS.heavy : COLOURS.box, corners: cubeCorners(), faces: CUBE_FACES });
  }
  return { world, bodies };
}

function throwBall({ world, bodies }) {
  const body = world.createBody({
    position: [0, 3, 9],
    velocity: [0, 3, -30],
    density: 20_000,
    shapes: [{ kind: 'sphere', radius: 0.6 }],
  });
  bodies.push({ body, colour: COLOURS.ball, radius: 0.6 });
}

const frames = [];
for (let frame = 0; frame < RATE * SECONDS; frame++) {
  if (frame === Math.round(BALL_AT * RATE)) sides.forEach(throwBall);
  frames.push(drawFrame());
  for (const { world } of sides) for (let k = 0; k < STEPS; k++) world.step(1 / (RATE * STEPS));
}
writeFileSync(`${root}docs/images/stacks.svg`, layOut(frames));

function drawFrame() {
  const shadows = [];
  const faces = [];
  for (const { x, bodies } of sides) {
    for (const shown of bodies) {
      const at = add(shown.body.position, [x, 0, 0]);
      if (Math.abs(at[0]) > 12 || at[2] > 14) continue;
      if (shown.radius === undefined) addBox(shown, at, shadows, faces);
      else addBall(shown, at, shadows, faces);
    }
  }
  faces.sort((a, b) => b.distance - a.distance);
  return `<g class="s">${shadows.join('')}</g>${faces.map(({ text }) => text).join('')}`;
}

function addBox({ body, colour, corners, faces: list }, at, shadows, faces) {
  const placed = corners.map((corner) => add(rotate(body.orientation, corner), at));
  const ground = placed.map(([x, y, z]) => [
    x - (LIGHT[0] / LIGHT[1]) * Math.max(y, 0),
    0,
    z - (LIGHT[2] / LIGHT[1]) * Math.max(y, 0),
  ]);
  shadows.push(`<path d="${pathOf(hull(ground.map(project)))}"/>`);
  for (const { corners: order, normal } of list) {
    const outward = rotate(body.orientation, normal);
    const middle = scale(add(placed[order[0]], placed[order[2]]), 0.5);
    if (dot(outward, subtract(CAMERA.from, middle)) <= 0) continue;
    const points = order.map((k) => project(placed[k]));
    faces.push({
      distance: length(subtract(CAMERA.from, middle)),
      text: `<path fill="${shade(colour, outward)}" d="${pathOf(points)}"/>`,
    });
  }
}

function addBall({ colour, radius }, at, shadows, faces) {
  const [x, y] = project(at);
  const size = (radius * CAMERA.zoom) / depthOf(at);
  const fallen = [at[0] - (LIGHT[0] / LIGHT[1]) * at[1], 0, at[2] - (LIGHT[2] / LIGHT[1]) * at[1]];
  const [sx, sy] = project(fallen);
  shadows.push(`<ellipse cx="${sx}" cy="${sy}" rx="${round(size)}" ry="${round(size / 3)}"/>`);
  faces.push({
    distance: length(subtract(CAMERA.from, at)),
    text: `<circle fill="${shade(colour, LIGHT)}" cx="${x}" cy="${y}" r="${round(size)}"/>`,
  });
}

function layOut(all) {
  const seconds = all.length / RATE;
  const share = (100 / all.length).toFixed(4);
  const groups = all.map((frame, i) => `<g class="f" style="animation-delay:${(i / RATE - seconds).toFixed(4)}s">${frame}</g>`);
  const labels = sides.map(({ x, label }) => `<text x="${project([x, 0, 3])[0]}" y="${HEIGHT - 14}">${label}</text>`);
  const horizon = project([0, 0, -400])[1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<title>Two stacks of ten boxes, the top one of each a thousand times as heavy</title>
<style>.f{visibility:hidden;animation:f ${seconds}s step-end infinite}@keyframes f{0%{visibility:visible}${share}%{visibility:hidden}}
.f>path,circle{stroke:#3b352c;stroke-width:.4;stroke-linejoin:round}.s{opacity:.15}text{font:15px system-ui,sans-serif;text-anchor:middle;fill:#444}</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#dfe5ea"/><rect y="${horizon}" width="${WIDTH}" height="${HEIGHT - horizon}" fill="#c3c6c4"/>
${groups.join('\n')}
${labels.join('')}
</svg>
`;
}

/** The place in the picture of a point of the world, in tenths of a pixel. */
function project(point) {
  const [x, y] = inView(point);
  const depth = depthOf(point);
  return [round(WIDTH / 2 + (CAMERA.zoom * x) / depth), round(HEIGHT / 2 - (CAMERA.zoom * y) / depth)];
}
function depthOf(point) {
  return Math.max(inView(point)[2], 0.1);
}
function inView(point) {
  const forward = normalize(subtract(CAMERA.to, CAMERA.from));
  const right = normalize(cross(forward, [0, 1, 0]));
  const from = subtract(point, CAMERA.from);
  return [dot(from, right), dot(from, cross(right, forward)), dot(from, forward)];
}

function shade(colour, normal) {
  const light = 0.62 + 0.38 * Math.max(dot(normal, LIGHT), 0);
  return `#${colour
    .map((part) =>
      Math.round(part * light)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function pathOf(points) {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}z`;
}

/** The convex hull of points in the plane, by Andrew's chain. */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
function turn(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function cubeCorners() {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5]);
}

function round(x) {
  return Math.round(10 * x) / 10;
}
function add(a, b) {
  return a.map((x, i) => x + b[i]);
}
function subtract(a, b) {
  return a.map((x, i) => x - b[i]);
}
function scale(a, s) {
  return a.map((x) => x * s);
}
function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
function length(a) {
  return Math.sqrt(dot(a, a));
}
function normalize(a) {
  return scale(a, 1 / length(a));
}
function rotate([x, y, z, w], v) {
  const t = scale(cross([x, y, z], v), 2);
  return add(add(v, scale(t, w)), cross([x, y, z], t));
}
