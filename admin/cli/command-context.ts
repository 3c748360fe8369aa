import { readRedisSettings } from '../../node/redis-settings.ts';
import { InvalidSetting, Variables } from '../../node/variables.ts';
import { readHistoryEntries } from '../history-settings.ts';
import { UsageError } from './command-error.ts';

/** A colour or style of a line on a terminal. */
export type Colour = 'cyan' | 'red' | 'green' | 'yellow' | 'grey' | 'bold';

/**
 * Environment and output of a command. Commands pass lines unescaped and without a line break; `out` and
 * `err` escape them and add the line break.
 */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line of the result to standard output, which may be a pipe. */
  readonly out: (line: string, colour?: Colour) => void;
  /** Whether a line of the result could not be printed, which was reported: there was no success. */
  readonly isOutputLost?: () => boolean;
  /** Prints a message for people to standard error. */
  readonly err: (line: string, colour?: Colour) => void;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  /**
   * Waits for the first signal, or until nobody reads the output. Without it, a signal ends the process.
   */
  readonly untilEnded?: () => Promise<void>;
  /** Asks the user, and returns the typed line. Absent if there is no terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Reads the settings from the environment. @throws {UsageError} */
export function readSettings({ environment }: CommandContext) {
  const variables = new Variables(environment);
  return orUsageError(() => ({
    ...readRedisSettings(variables),
    /** Maximum number of records in the history of a list. */
    historyEntries: readHistoryEntries(variables),
    /** A sentence for each variable whose name is probably misspelt. */
    misspelt: variables.misspelt(['FC_ACTOR']),
  }));
}

/** The settings of commands. */
export type CommandSettings = ReturnType<typeof readSettings>;

/** @throws {UsageError} if a setting is invalid */
export function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidSetting) throw new UsageError(error.message);
    throw error;
  }
}
