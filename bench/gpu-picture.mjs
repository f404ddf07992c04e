// Pictures of a world on the GPU by the studio's own painter, drawn into a texture in place of a page.
//
// The painter is bundled from the studio's sources. Where the bundler is not at hand, DRYSTONE_PAINTER names a bundle made before:
//
//   node bench/gpu-picture.mjs BUNDLE.mjs

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const PAINTER = fileURLToPath(new URL('../studio/src/gpu/device-painter.ts', import.meta.url));
const FORMAT = 'rgba8unorm';
/** As WebGPU numbers them: what is drawn to, what is copied from and to, and what is mapped. */
const DRAWN = 16;
const COPIED_FROM = 1;
const COPIED_TO = 8;
const MAPPED = 1;
/** Bytes to which rows of a copied texture are aligned [B]. */
const ALIGNED = 256;
const THEME = { background: '#e9edf0', ground: '#d3d5d2', line: '#bcc0bf', sun: 2.6, sky: 1.5 };

/** Makes one module of the painter and all it imports. */
export async function bundlePainter(file) {
  const { build } = await import('rolldown');
  await build({
    input: PAINTER,
    platform: 'node',
    external: [/^node:/],
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
}

async function loadPainter() {
  const given = process.env.DRYSTONE_PAINTER;
  if (given !== undefined) return import(pathToFileURL(given).href);
  const folder = mkdtempSync(join(tmpdir(), 'painter-'));
  try {
    const file = join(folder, 'painter.mjs');
    await bundlePainter(file);
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the painter needs of a page: a canvas of this size, whose picture is a texture. */
function makeCanvas(device, width, height) {
  const listens = { addEventListener() {}, removeEventListener() {} };
  const texture = device.createTexture({ size: [width, height], format: FORMAT, usage: DRAWN | COPIED_FROM });
  const context = { configure() {}, unconfigure: () => texture.destroy(), getCurrentTexture: () => texture };
  const canvas = { clientWidth: width, clientHeight: height, width: 0, height: 0, style: {}, ownerDocument: listens, ...listens };
  return { texture, canvas: { ...canvas, getContext: () => context, getRootNode: () => listens } };
}

/** Opens painters of worlds: pictures of `width` by `height` [px]. */
export async function openPictures(device, width, height) {
  const page = { window: { devicePixelRatio: 1 }, navigator: { gpu: { getPreferredCanvasFormat: () => FORMAT } } };
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
  const { DevicePainter } = await loadPainter();
  return (world) => {
    const { canvas, texture } = makeCanvas(device, width, height);
    const painter = new DevicePainter(canvas, device, world);
    painter.setTheme(THEME);
    painter.fit();
    return {
      painter,
      /** Draws what the world is now; returns before the device has done it. */
      async draw() {
        await painter.refresh();
        painter.draw();
      },
      /** Writes what was drawn last as a PNG. */
      async save(file) {
        writeFileSync(file, pngOf(await readPicture(device, texture, width, height), width, height));
      },
      close: () => painter.dispose(),
    };
  };
}

async function readPicture(device, texture, width, height) {
  const bytesPerRow = ALIGNED * Math.ceil((4 * width) / ALIGNED);
  const buffer = device.createBuffer({ size: bytesPerRow * height, usage: MAPPED | COPIED_TO });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(MAPPED);
  const padded = Buffer.from(buffer.getMappedRange().slice(0));
  buffer.destroy();
  return Buffer.concat(Array.from({ length: height }, (_, y) => padded.subarray(bytesPerRow * y, bytesPerRow * y + 4 * width)));
}

/** A PNG of eight bits a channel, red, green, blue and opacity. */
function pngOf(pixels, width, height) {
  const chunk = (name, data) => {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length);
    out.write(name, 4, 'latin1');
    data.copy(out, 8);
    out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
  };
  const header = Buffer.from([
    ...[width, height].flatMap((x) => [x >>> 24, (x >> 16) & 255, (x >> 8) & 255, x & 255]),
    8,
    6,
    0,
    0,
    0,
  ]);
  // Every row begins with the number of its filter, which is none.
  const rows = Array.from({ length: height }, (_, y) => [
    Buffer.alloc(1),
    pixels.subarray(4 * width * y, 4 * width * (y + 1)),
  ]).flat();
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePainter(process.argv[2]);
