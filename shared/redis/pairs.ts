/** Returns the pairs in a reply of Redis, of alternating fields and values. */
export function* pairsIn(reply: readonly string[]): Generator<[field: string, value: string]> {
  for (let index = 0; index + 1 < reply.length; index += 2)
    yield [reply[index] ?? '', reply[index + 1] ?? ''];
}
