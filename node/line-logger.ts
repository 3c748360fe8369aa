import { fstatSync } from 'node:fs';
import { inspect } from 'node:util';
import { describeError } from '../shared/describe-error.ts';
import { escapeUnprintable } from '../shared/escape-unprintable.ts';
import { LOG_LEVELS, MAX_MESSAGE_LENGTH } from '../shared/logger.ts';
import type { Logger, LogLevel } from '../shared/logger.ts';
import type { ProgramKind } from '../shared/redis/programs/program-record.ts';
import type { Environment } from './variables.ts';

export const LOG_FORMATS = ['text', 'json'] as const;

export interface LogSettings {
  /** Lower levels are not written. */
  readonly logLevel: LogLevel;
  readonly logFormat: (typeof LOG_FORMATS)[number];
}

export interface LineLoggerOptions extends LogSettings {
  /** The field `program` of JSON. */
  readonly program: ProgramKind;
  /** Whether the reader of the log adds the time. */
  readonly isTimed: boolean;
}

/** What a line contains, in this order. In JSON, absent fields are omitted. */
interface LogRecord {
  /** In ISO 8601. */
  readonly time: string | undefined;
  readonly level: LogLevel;
  readonly message: string;
  readonly program: ProgramKind;
  /** The cause, with its stack. */
  readonly error: string | undefined;
}

/**
 * A logger that writes one line per message, as `docker logs` and journald expect. In the text format, the
 * stack of an error follows, indented. Unprintable characters in messages are escaped here.
 */
export function createLineLogger(
  write: (line: string) => void,
  { isTimed, logFormat, logLevel, program }: LineLoggerOptions,
): Logger {
  const format = logFormat === 'json' ? JSON.stringify : formatText;
  const log = (level: LogLevel, message: string, error?: string): void => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return;
    const time = isTimed ? undefined : new Date().toISOString();
    const record: LogRecord = {
      time,
      level,
      message: escapeUnprintable(message.slice(0, MAX_MESSAGE_LENGTH)),
      program,
      error,
    };
    write(`${format(record)}\n`);
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
      log('error', message, cause === undefined ? undefined : describeError(cause, inspectInLine));
    },
  };
}

/** Whether journald reads the standard output, and adds the time: systemd.exec(5), `JOURNAL_STREAM`. */
export function isReadByJournal(environment: Environment): boolean {
  const { dev, ino } = fstatSync(1, { bigint: true });
  return environment['JOURNAL_STREAM'] === `${dev}:${ino}`;
}

function formatText({ time, level, message, error }: LogRecord): string {
  const start = time === undefined ? '' : `${time} `;
  const end = error === undefined ? '' : `: ${error}`;
  return `${start}${level.toUpperCase()} ${message}${end}`;
}

function inspectInLine(cause: unknown): string {
  return typeof cause === 'string' ? cause : inspect(cause, { breakLength: Infinity });
}
