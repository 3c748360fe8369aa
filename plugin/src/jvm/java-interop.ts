import type { CompletionStage, Executor, JavaCollection, Throwable } from '../../types/jdk.ts';

/** An error of the script that wraps the exception of a Java call. */
export class JavaException extends Error {
  readonly thrown: Throwable;

  constructor(thrown: Throwable) {
    super(thrown.getMessage() ?? thrown.toString());
    this.name = 'JavaException';
    this.thrown = thrown;
  }

  /** Its message and those of its causes. The last one names the reason: “Connection refused”. */
  get messages(): readonly string[] {
    const messages: string[] = [];
    for (let cause: Throwable | null = this.thrown; cause !== null; cause = cause.getCause())
      messages.push(cause.getMessage() ?? cause.toString());
    return messages;
  }
}

/** Whether an error is a Java exception, rather than an error of the script. */
function isThrowable(cause: unknown): cause is Throwable {
  return typeof cause === 'object' && cause !== null && 'getMessage' in cause;
}

/**
 * Returns the reason of a failure in one line for the operator.
 * @throws the cause itself if it is not a Java exception, but an error of the script
 */
export function reasonOf(cause: unknown): string {
  if (!isThrowable(cause)) throw cause;
  return Java.type('io.github.featurecontrol.Reason').of(cause);
}

/**
 * Copies a collection into the script, in one call to Java. Collections that may be large stay in Java, as
 * each element uses memory of the script.
 */
export function toArray<T>(collection: JavaCollection<T>): T[] {
  return Java.from(collection.toArray());
}

/**
 * Converts a Java stage to a promise of the script.
 * @param executor runs on the script thread: a stage is completed on another thread, which must not enter the
 * script
 * @param explain converts the exception of a failed stage to the reason of the rejection; by default the
 * exception itself
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
