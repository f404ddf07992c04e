// Which name somebody may have meant who has written another.

/** The share of its letters that a name may be off by, and still be meant. */
const OFF = 0.4;

/** "; the nearest is NAME", or nothing where no name is like the word. */
export function suggest(word: string, names: readonly string[]): string {
  const [nearest] = names.map((name) => ({ name, edits: editsBetween(word, name) })).sort((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= OFF * nearest.name.length ? `; the nearest is ${nearest.name}` : '';
}

/** How many letters must be put in, left out or changed to make one word of the other (Levenshtein's distance). */
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
