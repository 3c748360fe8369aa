/**
 * Makes something on what was started before, and stops that where this fails: nobody else knows of it then,
 * and it would keep the process alive.
 * @returns what `make` makes
 */
export async function orStop<T>(started: { stop(): Promise<unknown> }, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await started.stop();
    throw error;
  }
}
