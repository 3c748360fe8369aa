import { inspect } from 'node:util';
import type { Logger } from '../../../shared/logger.ts';
import { LOG_LEVELS } from '../config.ts';
import type { LogLevel } from '../config.ts';

/** One line a message, with its time: what `docker logs` and journald expect. Errors bring their stack. */
export class LineLogger implements Logger {
  readonly #write: (line: string) => void;
  readonly #least: number;

  constructor(write: (line: string) => void, level: LogLevel) {
    this.#write = write;
    this.#least = LOG_LEVELS.indexOf(level);
  }

  debug(message: string): void {
    this.#log('debug', message);
  }

  info(message: string): void {
    this.#log('info', message);
  }

  warn(message: string): void {
    this.#log('warn', message);
  }

  error(message: string, cause?: unknown): void {
    this.#log('error', cause === undefined ? message : `${message}: ${describe(cause)}`);
  }

  #log(level: LogLevel, message: string): void {
    if (LOG_LEVELS.indexOf(level) < this.#least) return;
    this.#write(`${new Date().toISOString()} ${level.toUpperCase()} ${message}\n`);
  }
}

function describe(cause: unknown): string {
  if (cause instanceof Error) return cause.stack ?? cause.message;
  return typeof cause === 'string' ? cause : inspect(cause);
}
