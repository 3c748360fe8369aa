import type { Result } from '../result.ts';

/** Maximum value of `limit`: the largest int32. */
const MAX_LIMIT = 2 ** 31 - 1;

/** Number of trades that getCoinsTrades returns without the parameter (G3). */
const DEFAULT_LIMIT = 100;

export const limitSchema = {
  type: 'integer',
  format: 'int32',
  minimum: 1,
  maximum: MAX_LIMIT,
  default: DEFAULT_LIMIT,
} as const;

/**
 * Parses the query parameter `limit` of getCoinsTrades (section 4.1, rule 1; G3, G22): decimal digits, from 1
 * to 2147483647, at most once.
 * @param values all given values, decoded
 */
export function parseLimit(values: readonly string[]): Result<number> {
  const [text] = values;
  if (text === undefined) return { ok: true, value: DEFAULT_LIMIT };
  if (values.length > 1) return { ok: false, problem: 'limit must be given once.' };
  const limit = Number(text);
  const fits = /^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT;
  return fits
    ? { ok: true, value: limit }
    : { ok: false, problem: `limit must be a whole number from 1 to ${MAX_LIMIT}.` };
}
