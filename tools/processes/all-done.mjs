/**
 * Waits until all promises have settled, even if one is rejected, so that no task is still running when the
 * caller continues. @template T
 * @param {readonly Promise<T>[]} promises
 * @returns {Promise<T[]>} their results
 * @throws the error of the first rejected promise, in the order of the array
 */
export async function allDone(promises) {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
