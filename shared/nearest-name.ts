/** Longer names are not compared: nobody mistypes one of them by a letter. */
const LONGEST = 64;

/** Edits by which a name may differ from what was typed, whatever its length. */
const MOST_EDITS = 3;

/**
 * The name of `known` that `name` was probably meant to be: the one with the fewest edits between them
 * (letters left out, added, replaced, or swapped with their neighbours), case ignored.
 * @param most edits, 1 to 3; of short names one for each three letters
 * @returns undefined where none is near enough, or the name itself is known
 */
export function nearestName(name: string, known: Iterable<string>, most = MOST_EDITS): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.min(most, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    if (candidate === name) return undefined;
    if (candidate.length > LONGEST || Math.abs(candidate.length - wanted.length) >= fewest) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/** Damerau's distance, in the form in which no letter is edited twice. */
function editDistance(one: string, other: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (beforePrevious[column - 2] ?? Infinity) + 1 : Infinity;
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[other.length] ?? 0;
}
