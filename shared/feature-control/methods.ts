import type { RateLimit } from '../rate-limit/rate-limit.ts';
import { checkFeatures } from './check-features.ts';
import { subscribe } from './subscribe.ts';

/**
 * Every method of the game. The plugin answers them, operators see them, tests replay them, the build
 * compiles them.
 */
export const METHODS = [checkFeatures, subscribe] as const;

export type MethodName = (typeof METHODS)[number]['name'];

/** The rate limit of each method, per player. */
export type MethodLimits = Readonly<Record<MethodName, RateLimit>>;
