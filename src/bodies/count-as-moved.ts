// Marking of a node for the next detection, whether it moves until then or not.

/** A value that differs from every `active`, so that the comparison with the last detection fails. */
const NOT_KNOWN = -1;

/** Makes a node count as moved in the next detection. The pose and velocity noted by the last detection stay. */
export function countAsMoved({ detectedAs }: { readonly detectedAs: Int32Array }, row: number): void {
  detectedAs[3 * row] = NOT_KNOWN;
}
