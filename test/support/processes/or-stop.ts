/**
 * Calls `make`, which needs `started`, and stops `started` if that fails: nobody else could stop it, and it
 * would keep the process alive.
 * @returns the result of `make`
 */
export async function orStop<T>(started: { stop(): Promise<unknown> }, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await started.stop();
    throw error;
  }
}
