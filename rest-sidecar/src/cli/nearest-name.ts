/** Longer names are not compared: nobody mistypes one of them by a letter. */
const LONGEST = 64;

/**
 * The name of `known` that `name` was probably meant to be: the one with the fewest edits between them
 * (letters left out, added, replaced, or swapped with their neighbours), case ignored.
 * @returns undefined where none is near enough: one edit for each three letters, three at most
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const most = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let nearest: string | undefined;
  let fewest = most + 1;
  for (const candidate of known) {
    if (candidate === name || candidate.length > LONGEST) continue;
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue;
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
