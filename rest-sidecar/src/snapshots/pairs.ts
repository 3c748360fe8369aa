/** Field and value in turn: how Redis tells hashes, and the fields of a stream's entry. */
export type Pairs = readonly string[];

/** The last of two equal names counts. */
export function addPairs(map: Map<string, string>, pairs: Pairs): void {
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    map.set(pairs[index] ?? '', pairs[index + 1] ?? '');
  }
}

export function pairsToMap(pairs: Pairs): Map<string, string> {
  const map = new Map<string, string>();
  addPairs(map, pairs);
  return map;
}
