/**
 * The timeout of a command to Redis, in milliseconds, unless a setting says otherwise. It must be longer than
 * the round trip: Redis may be on another continent.
 */
export const DEFAULT_COMMAND_TIMEOUT_MS = 1000;

/** The bounds of the setting, in milliseconds. */
export const COMMAND_TIMEOUT_BOUNDS_MS = { from: 10, to: 10_000 } as const;
