/** What a command sees of the world. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What was asked for, for pipes. */
  readonly out: (text: string) => void;
  /** What is said about it, for people. */
  readonly err: (text: string) => void;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Ends a command with exit code 1 and one line that says what went wrong. Thrown by commands, caught where the program is run. */
export class Failure extends Error {}
