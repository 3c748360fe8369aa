import type { Logger } from '../../shared/logger.ts';

/**
 * Returns a log for a mirror that only operators see. Messages have the level debug, as the public mirror and
 * the plugin log problems of Redis and of lists. Missing permissions stay warnings: perhaps only this mirror
 * lacks them.
 */
export function quietLogger(logger: Logger): Logger {
  const [debug, warn] = [logger.debug.bind(logger), logger.warn.bind(logger)];
  return {
    debug,
    info: debug,
    error: debug,
    warn: (message) => {
      (message.includes(': NOPERM ') ? warn : debug)(message);
    },
  };
}
