import type { CompletionStage, Executor } from '../../types/jdk.ts';
import { JavaException } from './java-exception.ts';

/**
 * A Java stage as a promise of the script.
 * @param executor of the script thread: whoever completes the stage does so on another thread, which must not enter the script
 * @param explain what the promise is rejected with where the stage fails; the exception itself by default
 */
export function toPromise<T>(
  stage: CompletionStage<T>,
  executor: Executor,
  explain: (exception: JavaException) => Error = (exception) => exception,
): Promise<T> {
  return new Promise((resolve, reject) => {
    stage.whenCompleteAsync((value, error) => {
      if (error === null) resolve(value);
      else reject(explain(new JavaException(error)));
    }, executor);
  });
}
