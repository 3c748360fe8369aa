import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';

/**
 * The score of a timed block as the time at which it ends, as the scripts have it: whole milliseconds, and
 * what is beyond the dates of JavaScript, such as `inf`, as the last of them.
 */
export function toEndMs(score: string): number {
  return score === 'inf' ? LAST_MS : Math.min(Math.ceil(Number(score)), LAST_MS);
}
