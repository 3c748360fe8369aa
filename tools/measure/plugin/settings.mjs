/** Settings without a limit per player, for measurements behind the guard. */
export const GUARD_OFF = '[guard]\npackets-per-second = 1000000\nbytes-per-second = 1073741824\n';

/** @param {number} windowMs window of the rate limit, in milliseconds */
export function withLimit(windowMs) {
  return `[limits.check-features]\nwindow-ms = ${windowMs}\n`;
}

/** The same window for the reference plugin, which does not read config.toml; the plugin ignores it. */
export function referenceOptions(windowMs) {
  return [`-Dreference.windowMs=${windowMs}`];
}
