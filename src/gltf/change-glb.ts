// Changes the JSON of a GLB file.

// Browsers and Node both have these classes.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const HEADER = 12;
const CHUNK_HEADER = 8;
const SPACE = 0x20;

/** A copy of the file after `change` has changed its JSON, which is its first chunk. */
export function changeGlbJson(bytes: Uint8Array, change: (json: Record<string, unknown>) => void): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(HEADER, true);
  const start = HEADER + CHUNK_HEADER;
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(start, start + length)));
  change(json);
  const text = new TextEncoder().encode(JSON.stringify(json));
  // Chunks are aligned to four bytes.
  const padded = 4 * Math.ceil(text.length / 4);
  const rest = bytes.subarray(start + length);
  const changed = new Uint8Array(start + padded + rest.length);
  changed.set(bytes.subarray(0, start));
  changed.fill(SPACE, start, start + padded);
  changed.set(text, start);
  changed.set(rest, start + padded);
  const header = new DataView(changed.buffer);
  header.setUint32(8, changed.length, true);
  header.setUint32(HEADER, padded, true);
  return changed;
}
