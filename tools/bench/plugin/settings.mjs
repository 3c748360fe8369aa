/** Lets a single player send as much as it can: for what is measured behind the guard. */
export const GUARD_OFF = '[guard]\npackets-per-second = 1000000\nbytes-per-second = 1073741824\n';

/** @param {number} windowMs how long a permit is used up, in milliseconds */
export function withLimit(windowMs) {
  return `[limits.check-features]\nwindow-ms = ${windowMs}\n`;
}

/** The same for the reference plugin, which reads no config.toml; the plugin ignores it. */
export function referenceOptions(windowMs) {
  return [`-Dreference.windowMs=${windowMs}`];
}
