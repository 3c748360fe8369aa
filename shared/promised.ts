/**
 * A promise of what a callback is told.
 * @param ask handed the callback: an Error rejects
 */
export function promised<T>(ask: (later: (told: T | Error) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((told) => {
      if (told instanceof Error) reject(told);
      else resolve(told);
    });
  });
}
