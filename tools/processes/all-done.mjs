/**
 * Waits for works that were begun beside each other, for all of them even when one fails: what goes on must
 * not be met by what comes next.
 * @template T
 * @param {readonly Promise<T>[]} works
 * @returns {Promise<T[]>} their results
 * @throws what the first of them threw, in their order
 */
export async function allDone(works) {
  await Promise.allSettled(works);
  return await Promise.all(works);
}
