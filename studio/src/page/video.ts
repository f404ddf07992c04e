// Encoding of a video of a run: for each picture the run seeks to its time, draws and encodes it, so that a slow
// machine makes the same video as a fast one.

import type { EncodedPicture } from './webm.js';
import { writeWebm } from './webm.js';

export interface Film {
  /** Canvases of the video, from left to right. */
  readonly canvases: readonly HTMLCanvasElement[];
  /** [s] */
  readonly seconds: number;
  /** Draws a moment [s] on the canvases. */
  draw(time: number): Promise<void>;
  /** Reports the fraction that is done [1]. */
  tell(share: number): void;
}

/** Pictures per second, and pictures per key frame. */
const RATE = 30;
const KEY_EVERY = 60;
/** Bits per pixel [1]. */
const BITS = 0.16;
const CODECS = [
  { codec: 'vp09.00.51.08', name: 'V_VP9' },
  { codec: 'vp8', name: 'V_VP8' },
] as const;

/** Returns the bytes of a WebM file; throws if the browser cannot encode video. */
export async function makeVideo({ canvases, seconds, draw, tell }: Film): Promise<Uint8Array> {
  const sheet = makeSheet(canvases);
  const { width, height } = sheet;
  const { codec, name } = await chooseCodec(width, height);
  const pictures: EncodedPicture[] = [];
  let failure: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ bytes, isKey: chunk.type === 'key' });
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure(settingsOf(codec, width, height));
  const count = Math.max(1, Math.round(seconds * RATE) + 1);
  for (let i = 0; i < count && failure === null; i++) {
    await draw(Math.min(seconds, i / RATE));
    paint(sheet, canvases);
    const picture = new VideoFrame(sheet, { timestamp: Math.round((1e6 * i) / RATE), duration: Math.round(1e6 / RATE) });
    encoder.encode(picture, { keyFrame: i % KEY_EVERY === 0 });
    picture.close();
    tell((i + 1) / count);
    // Limits the queue, since waiting pictures take memory.
    while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await encoder.flush();
  encoder.close();
  if (failure !== null) throw failure;
  return writeWebm({ codec: name, width, height, rate: RATE }, pictures);
}

function settingsOf(codec: string, width: number, height: number): VideoEncoderConfig {
  return { codec, width, height, framerate: RATE, bitrate: Math.round(BITS * width * height * RATE) };
}

async function chooseCodec(width: number, height: number): Promise<(typeof CODECS)[number]> {
  if (!('VideoEncoder' in globalThis)) {
    throw new Error('This browser cannot encode videos, or does so only for pages that come by https or from this machine.');
  }
  for (const choice of CODECS) {
    const { supported } = await VideoEncoder.isConfigSupported(settingsOf(choice.codec, width, height));
    if (supported) return choice;
  }
  throw new Error('This browser can encode videos neither as VP9 nor as VP8.');
}

/** A canvas for all canvases side by side; width and height of a video must be even. */
function makeSheet(canvases: readonly HTMLCanvasElement[]): OffscreenCanvas {
  const even = (size: number) => Math.max(2, size - (size % 2));
  const width = canvases.reduce((sum, canvas) => sum + canvas.width, 0);
  return new OffscreenCanvas(even(width), even(Math.max(...canvases.map(({ height }) => height))));
}

function paint(sheet: OffscreenCanvas, canvases: readonly HTMLCanvasElement[]): void {
  const context = sheet.getContext('2d', { alpha: false }) as OffscreenCanvasRenderingContext2D;
  let left = 0;
  for (const canvas of canvases) {
    context.drawImage(canvas, left, 0);
    left += canvas.width;
  }
}
