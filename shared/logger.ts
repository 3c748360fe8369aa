/**
 * The log of both programs. Each call logs one line, without a trailing full stop. Messages are logged
 * unchanged: the caller must escape them (`escapeUnprintable`).
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** @param cause the thrown value, logged with its stack if it has one */
  error(message: string, cause?: unknown): void;
}
