import type { Throwable } from '../../types/jdk.ts';

/** What a Java call failed with, as an error of the script. */
export class JavaException extends Error {
  readonly thrown: Throwable;

  constructor(thrown: Throwable) {
    super(thrown.getMessage() ?? thrown.toString());
    this.name = 'JavaException';
    this.thrown = thrown;
  }

  /** The message of what lies at the bottom, which names the reason: that the connection was refused, rather than that none could be made. */
  get rootMessage(): string {
    let { thrown } = this;
    for (let cause = thrown.getCause(); cause !== null; cause = cause.getCause()) thrown = cause;
    return thrown.getMessage() ?? thrown.toString();
  }
}
