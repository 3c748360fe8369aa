/**
 * The log of both programs. One line a call, no trailing full stop needed. Messages are handed
 * over as they are: who writes them escapes them (`escapeUnprintable`).
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** @param cause what was thrown, logged with its stack where there is one */
  error(message: string, cause?: unknown): void;
}
