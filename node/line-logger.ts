import { inspect } from 'node:util';
import { describeError } from '../shared/describe-error.ts';
import { escapeUnprintable } from '../shared/escape-unprintable.ts';
import { LOG_LEVELS } from '../shared/logger.ts';
import type { Logger, LogLevel } from '../shared/logger.ts';

/**
 * A logger that writes one line per message, with its time, as `docker logs` and journald expect. The stack
 * of an error follows, indented. Unprintable characters in messages are escaped here.
 */
export function createLineLogger(write: (line: string) => void, lowest: LogLevel): Logger {
  const log = (level: LogLevel, message: string, cause = ''): void => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)) return;
    const line = escapeUnprintable(message) + cause;
    write(`${new Date().toISOString()} ${level.toUpperCase()} ${line}\n`);
  };
  return {
    debug(message) {
      log('debug', message);
    },
    info(message) {
      log('info', message);
    },
    warn(message) {
      log('warn', message);
    },
    error(message, cause) {
      log('error', message, cause === undefined ? '' : `: ${describeError(cause, inspectInLine)}`);
    },
  };
}

function inspectInLine(cause: unknown): string {
  return typeof cause === 'string' ? cause : inspect(cause, { breakLength: Infinity });
}
