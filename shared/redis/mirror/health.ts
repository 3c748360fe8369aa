import type { MirrorState } from './mirror.ts';

export const HEALTHS = ['ok', 'degraded', 'starting'] as const;

/** How a program is (G7). */
export type Health = (typeof HEALTHS)[number];

/**
 * Returns the health of a program, by one rule for all of them: `degraded` while its data may differ from
 * Redis. Values that do not match their schema are only counted (G26).
 * @param mirror the state of its mirror
 * @param isLimited whether a Redis server has a condition, or cannot be used
 */
export function healthOf(
  { failure, isLoaded, lost, wrongType }: Pick<MirrorState, 'failure' | 'isLoaded' | 'lost' | 'wrongType'>,
  isLimited: boolean,
): Health {
  if (!isLoaded) return 'starting';
  return failure === undefined && lost + wrongType === 0 && !isLimited ? 'ok' : 'degraded';
}
