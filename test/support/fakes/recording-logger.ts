import type { Logger } from '../../../shared/logger.ts';

export interface LogRecord {
  readonly level: keyof Logger;
  readonly message: string;
  readonly cause?: unknown;
}

/** Records log entries. */
export class RecordingLogger implements Logger {
  readonly records: LogRecord[] = [];

  debug(message: string): void {
    this.records.push({ level: 'debug', message });
  }

  info(message: string): void {
    this.records.push({ level: 'info', message });
  }

  warn(message: string): void {
    this.records.push({ level: 'warn', message });
  }

  error(message: string, cause?: unknown): void {
    this.records.push({ level: 'error', message, cause });
  }

  /** The messages of one level, in order. */
  at(level: keyof Logger): string[] {
    return this.records.filter((record) => record.level === level).map(({ message }) => message);
  }
}
