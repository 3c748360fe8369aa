import { LAST_MS } from '../../shared/feature-control/entry-state.ts';

/**
 * Converts the score of a timed block to the time at which it ends, as the Lua scripts do: in whole
 * milliseconds since the Unix epoch. A score beyond the last date of JavaScript, such as `inf`, becomes that
 * date.
 */
export function toEndMs(score: string): number {
  return score === 'inf' ? LAST_MS : Math.min(Math.ceil(Number(score)), LAST_MS);
}
