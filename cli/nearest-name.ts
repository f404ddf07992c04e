// Suggestion of a known name for an unknown one.

/** Largest edit distance of a suggestion, as a fraction of its length. */
const OFF = 0.4;

/** "; the nearest is NAME", or an empty text if no name is similar. */
export function suggest(word: string, names: readonly string[]): string {
  const [nearest] = names.map((name) => ({ name, edits: editsBetween(word, name) })).sort((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= OFF * nearest.name.length ? `; the nearest is ${nearest.name}` : '';
}

/** Levenshtein distance: the number of letters to insert, delete or change to turn one word into the other. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
