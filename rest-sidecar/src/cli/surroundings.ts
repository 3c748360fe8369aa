/** What a command sees of the world. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line of what was asked for, for pipes. Without its line break, and not escaped: who prints it does both. */
  readonly out: (line: string) => void;
  /** Prints a line of what is said about it, for people; likewise. */
  readonly err: (line: string) => void;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Ends a command with exit code 1 and one line that says what went wrong. Thrown by commands, caught where the program is run. */
export class Failure extends Error {}
