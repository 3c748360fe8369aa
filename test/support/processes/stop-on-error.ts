/**
 * Calls `make`, which uses `started`, and stops `started` if `make` fails. Otherwise nothing would stop it,
 * and it would keep the process alive.
 * @returns the result of `make`
 */
export async function stopOnError<T>(
  started: { stop(): Promise<unknown> },
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await started.stop();
    throw error;
  }
}
