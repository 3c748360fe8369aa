import type { RateLimit } from '../rate-limit/rate-limit.ts';
import { checkFeatures } from './check-features.ts';
import { subscribe } from './subscribe.ts';

/**
 * Every method of the in-game protocol. The plugin, the admin's server, the tests and the build's
 * validators are all derived from this list.
 */
export const METHODS = [checkFeatures, subscribe] as const;

export type MethodName = (typeof METHODS)[number]['name'];

/** The rate limit of each method, per player. */
export type MethodLimits = Readonly<Record<MethodName, RateLimit>>;
