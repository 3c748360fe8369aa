/** Names that differ by more are not meant. */
const MOST_EDITS = 2;

/** @returns the name that is closest to a text, but is not it; undefined where none is close */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (text.length < 3 || names.includes(text)) return undefined;
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let fewest = Math.min(MOST_EDITS, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - text.length) >= fewest) continue;
    const edits = distance(wanted, name.toLowerCase());
    if (edits < fewest) [best, fewest] = [name, edits];
  }
  return best;
}

/** How many characters have to be inserted, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
