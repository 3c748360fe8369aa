/** Longer messages are cut, in characters: they may contain names of others. */
export const MAX_MESSAGE_LENGTH = 2000;

/** In ascending order. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The log of a program. Messages are one line each, without a trailing full stop; implementations escape
 * unprintable characters in them. The stack of a cause follows on further lines.
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** @param cause the thrown value, logged with its stack if it has one */
  error(message: string, cause?: unknown): void;
}
