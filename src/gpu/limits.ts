// Limits of a device: what worlds need of every one, and what the buffers of one world take.

/** Limits that a device must have at least, as the number of storage buffers of one kernel [1]. */
export const LEAST_LIMITS: Readonly<Record<string, number>> = {
  maxStorageBuffersPerShaderStage: 10,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
};
/** Limits of the size of a buffer, which are requested as large as the adapter allows. */
export const LARGEST = ['maxStorageBufferBindingSize', 'maxBufferSize'];

/** A world is too large for its device; the message says why in a sentence. */
export class DeviceTooSmall extends Error {}

export function limitOf(limits: object, name: string): number {
  return (limits as Readonly<Record<string, number>>)[name];
}

/** The first limit that is less than every world needs, as a sentence; null where there is none. */
export function lackOf(limits: object, who: string): string | null {
  for (const [name, least] of Object.entries(LEAST_LIMITS)) {
    const limit = limitOf(limits, name);
    if (limit < least) return `${who} allows ${limit} for ${name}, but a world on the GPU needs ${least}.`;
  }
  return null;
}

/** Throws unless the device allows a buffer of so many bytes. */
export function checkSize(limits: object, size: number): void {
  for (const name of LARGEST) {
    const limit = limitOf(limits, name);
    if (limit < size) throw new DeviceTooSmall(`The device allows ${limit} for ${name}, but this world needs ${size}.`);
  }
}
