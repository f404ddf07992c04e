// A node that the next detection is to look at anew, wherever it is then.

/** No node is as active as this. */
const NOT_KNOWN = -1;

/** The node counts as moved in the next detection; what the last one noted of its motion stays. */
export function countAsMoved({ detectedAs }: { readonly detectedAs: Int32Array }, row: number): void {
  detectedAs[3 * row] = NOT_KNOWN;
}
