import type { CompletionStage, Executor, JavaCollection, Throwable } from '../../types/jdk.ts';

/** What a Java call failed with, as an error of the script. */
export class JavaException extends Error {
  readonly thrown: Throwable;

  constructor(thrown: Throwable) {
    super(thrown.getMessage() ?? thrown.toString());
    this.name = 'JavaException';
    this.thrown = thrown;
  }

  /**
   * The message of what lies at the bottom, which names the reason: that the connection was refused, rather
   * than that none could be made.
   */
  get rootMessage(): string {
    let { thrown } = this;
    for (let cause = thrown.getCause(); cause !== null; cause = cause.getCause()) thrown = cause;
    return thrown.getMessage() ?? thrown.toString();
  }
}

/** Whether Java has thrown it: what the script throws itself is none. */
export function isThrowable(cause: unknown): cause is Throwable {
  return typeof cause === 'object' && cause !== null && 'getMessage' in cause;
}

/**
 * A collection's elements, in one call out of the script. Each costs the script memory: what may be long
 * stays in Java.
 */
export function toArray<T>(collection: JavaCollection<T>): T[] {
  return Java.from(collection.toArray());
}

/**
 * A Java stage as a promise of the script.
 * @param executor of the script thread: stages are completed on another thread, which must not enter the
 * script
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
