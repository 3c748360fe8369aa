import { describeError } from '../../../shared/describe-error.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Slf4jLogger } from '../../types/bridge.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The proxy's log, without what is below the configured level. Whatever text is in a message, it is escaped
 * here.
 * @param level asked at each line, so that it can be changed while the plugin runs
 */
export function createLogger(log: Slf4jLogger, level: () => LogLevel): Logger {
  const isLogged = (wanted: LogLevel): boolean => LOG_LEVELS.indexOf(wanted) >= LOG_LEVELS.indexOf(level());
  return {
    // As info: the proxy prints no debug lines, and where they are enabled here they are to be seen.
    debug: (message) => {
      if (isLogged('debug')) log.info(`debug: ${escapeUnprintable(message)}`);
    },
    info: (message) => {
      if (isLogged('info')) log.info(escapeUnprintable(message));
    },
    warn: (message) => {
      if (isLogged('warn')) log.warn(escapeUnprintable(message));
    },
    error: (message, cause) => {
      const escaped = escapeUnprintable(message);
      // With the script's own stack: a Java exception has none that would help here.
      log.error(cause === undefined ? escaped : `${escaped}: ${describeError(cause)}`);
    },
  };
}
