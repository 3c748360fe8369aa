/** What a command line ends with, as shells see it. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/**
 * Ends a command with one line that says what went wrong. Thrown by commands, caught where they are run.
 * @param exitCode of {@link EXIT}
 */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Something that was typed, or set, cannot be used; nothing was done. */
export class UsageFailure extends Failure {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** The user has ended the command. */
export class Interrupted extends Failure {
  constructor(message = 'interrupted') {
    super(message, EXIT.interrupted);
  }
}
