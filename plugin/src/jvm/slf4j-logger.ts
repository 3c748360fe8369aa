import { describeError } from '../../../shared/describe-error.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { LOG_LEVELS, MAX_MESSAGE_LENGTH } from '../../../shared/logger.ts';
import type { Logger, LogLevel } from '../../../shared/logger.ts';
import type { Slf4jLogger } from '../../types/bridge.ts';

/**
 * Creates a logger that writes to the proxy's log, without lines below the configured level. Unprintable
 * characters in messages are escaped.
 * @param level called for each line, so that a reload can change the level
 */
export function createLogger(log: Slf4jLogger, level: () => LogLevel): Logger {
  const isLogged = (wanted: LogLevel): boolean => LOG_LEVELS.indexOf(wanted) >= LOG_LEVELS.indexOf(level());
  return {
    // Logged as info: the proxy drops debug lines, but they must be visible if enabled here.
    debug: (message) => {
      if (isLogged('debug')) log.info(`debug: ${lineOf(message)}`);
    },
    info: (message) => {
      if (isLogged('info')) log.info(lineOf(message));
    },
    warn: (message) => {
      if (isLogged('warn')) log.warn(lineOf(message));
    },
    error: (message, cause) => {
      const escaped = lineOf(message);
      // Includes the stack of the script, as that of a Java exception does not show it.
      log.error(cause === undefined ? escaped : `${escaped}: ${describeError(cause)}`);
    },
  };
}

function lineOf(message: string): string {
  return escapeUnprintable(message.slice(0, MAX_MESSAGE_LENGTH));
}
