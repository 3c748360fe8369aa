import type { CompletionStage, Executor } from '../../types/jdk.ts';
import { JavaException } from './java-exception.ts';

/**
 * A Java stage as a promise of the script.
 * @param executor of the script thread: whoever completes the stage does so on another thread, which must not enter the script
 * @throws JavaException (as a rejection) where the stage fails
 */
export function toPromise<T>(stage: CompletionStage<T>, executor: Executor): Promise<T> {
  return new Promise((resolve, reject) => {
    stage.whenCompleteAsync((value, error) => {
      if (error === null) resolve(value);
      else reject(new JavaException(error));
    }, executor);
  });
}
