import type { Logger } from '../../../shared/logger.ts';

/**
 * Returns a log for a mirror that only operators see. Messages have the level debug, as the public mirror and
 * the plugin log problems of Redis and of lists. Missing rights stay warnings: perhaps only this mirror lacks
 * them.
 */
export function quietLogger(logger: Logger): Logger {
  const debug = logger.debug.bind(logger);
  const warn = (message: string): void => {
    if (message.includes(': NOPERM ')) logger.warn(message);
    else debug(message);
  };
  return { debug, info: debug, warn, error: debug };
}
