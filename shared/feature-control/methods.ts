import type { RateLimit } from '../rate-limit/rate-limit.ts';
import { checkFeatures } from './check-features.ts';
import { subscribe } from './subscribe.ts';

/** Every method of the game: what the plugin answers, operators see, tests replay and the build compiles. */
export const METHODS = [checkFeatures, subscribe] as const;

export type MethodName = (typeof METHODS)[number]['name'];

/** How often one player may call each method. */
export type MethodLimits = Readonly<Record<MethodName, RateLimit>>;
