import { inspect } from 'node:util';
import { describeError } from '../../../shared/describe-error.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { Logger } from '../../../shared/logger.ts';
import { LOG_LEVELS } from '../config.ts';
import type { LogLevel } from '../config.ts';

/**
 * One line a message, with its time: what `docker logs` and journald expect. Errors bring their stack, indented. Whatever
 * text is in a message, it is escaped here.
 */
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
    this.#log('error', message, cause === undefined ? '' : `: ${describeError(cause, inspectInLine)}`);
  }

  /** @param described escaped already */
  #log(level: LogLevel, message: string, described = ''): void {
    if (LOG_LEVELS.indexOf(level) < this.#least) return;
    const line = escapeUnprintable(message) + described;
    this.#write(`${new Date().toISOString()} ${level.toUpperCase()} ${line}\n`);
  }
}

function inspectInLine(cause: unknown): string {
  return typeof cause === 'string' ? cause : inspect(cause, { breakLength: Infinity });
}
