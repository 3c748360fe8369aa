/** Longer names are not compared: they are pasted rather than typed. */
const MAX_LENGTH = 64;

/** Maximum number of edits between what was typed and a known name, for names of any length. */
const MAX_EDITS = 3;

/**
 * Returns the name of `known` that a mistyped `name` was probably meant to be: the one at the smallest edit
 * distance (letters omitted, inserted, replaced, or swapped with a neighbour), ignoring case.
 * @param maxEdits 1 to 3; short names are allowed one edit per three letters
 * @returns undefined if no name is close enough, or `name` itself is known
 */
export function nearestName(name: string, known: Iterable<string>, maxEdits = MAX_EDITS): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.min(maxEdits, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    if (candidate === name) return undefined;
    if (candidate.length > MAX_LENGTH || Math.abs(candidate.length - wanted.length) >= fewest) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/**
 * Damerau-Levenshtein distance in its restricted form (optimal string alignment): no letter is edited twice.
 */
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
