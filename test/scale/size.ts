import { LARGE } from './large-lists.ts';

/**
 * While lists are read again, the heap contains old and new ones; afterwards about 150 MB of the full size
 * are in use.
 */
const FULL = { ...LARGE, subscribed: 3000, heapMb: 400, maxUsedMb: 250 };
const SHORT = {
  features: 100_000,
  clients: 1000,
  featuresOfClient: 5,
  subscribed: 1000,
  heapMb: 128,
  maxUsedMb: 80,
};

/** The size of the lists, and the number of subscribed players. */
export const SIZE = process.env['FC_LARGE_LISTS'] === undefined ? SHORT : FULL;
/** The number of the last feature in the global list. */
export const LAST = SIZE.features - 1;

/** Writes a number as the plugin's texts do. */
export function inDigits(count: number): string {
  return count.toLocaleString('en');
}
