/** Exit codes of the command line. */
export const EXIT = { done: 0, failed: 1, usage: 2, differs: 3, interrupted: 130 } as const;

/**
 * Ends a command with an error message and an exit code of {@link EXIT}. Thrown by commands, caught by
 * `runProgram`.
 */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An argument, an option or an environment variable is invalid; nothing was done. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}
