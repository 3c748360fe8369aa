import type { Logger } from '../../../shared/logger.ts';
import type { Slf4jLogger } from '../../types/bridge.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The proxy's log, without what is below the configured level.
 * @param level asked at each line, so that it can be changed while the plugin runs
 */
export function createLogger(log: Slf4jLogger, level: () => LogLevel): Logger {
  const isLogged = (wanted: LogLevel): boolean => LOG_LEVELS.indexOf(wanted) >= LOG_LEVELS.indexOf(level());
  return {
    // As info: the proxy prints no debug lines, and whoever asks for them here wants to see them.
    debug: (message) => {
      if (isLogged('debug')) log.info(`debug: ${message}`);
    },
    info: (message) => {
      if (isLogged('info')) log.info(message);
    },
    warn: (message) => {
      if (isLogged('warn')) log.warn(message);
    },
    error: (message, cause) => {
      if (cause === undefined) log.error(message);
      else log.error(`${message}: ${describeCause(cause)}`);
    },
  };
}

/** With the script's own stack where there is one: a Java exception has none that would help here. */
function describeCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause);
}
