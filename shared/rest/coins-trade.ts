import type { FromSchema } from '../json-schema.ts';
import { TIME_FORMAT } from './active-window.ts';

const example = { rate: 1.25, datetime: 1767225600000 };

/** CoinsTrade (section 2.1). */
const coinsTradeSchema = {
  title: 'CoinsTrade',
  description: 'One trade on the coin exchange.',
  type: 'object',
  properties: {
    rate: { type: 'number', format: 'double', description: 'The rate at which coins were exchanged.' },
    datetime: {
      type: 'integer',
      format: 'int64',
      description: 'The time of the trade, in milliseconds since the Unix epoch, UTC.',
    },
  },
  required: ['rate', 'datetime'],
  additionalProperties: false,
  examples: [example],
} as const;

/** The fields of an entry of the stream `coins-trades`, as numbers. */
export const storedCoinsTradeSchema = {
  ...coinsTradeSchema,
  properties: {
    ...coinsTradeSchema.properties,
    datetime: {
      ...coinsTradeSchema.properties.datetime,
      format: TIME_FORMAT,
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
    },
  },
} as const;

/** The response of getCoinsTrades: the latest trades, newest first (G2). */
export const coinsTradesSchema = {
  title: 'CoinsTrades',
  description: 'The latest trades, newest first.',
  type: 'array',
  items: coinsTradeSchema,
  examples: [[example, { rate: 1.3, datetime: 1767222000000 }]],
} as const;

export type CoinsTrade = FromSchema<typeof coinsTradeSchema>;

/** A number in JSON syntax: neither `0x10` nor `1_000`, and without spaces. */
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;

/**
 * Parses one entry of the stream `coins-trades`. Additional fields are ignored.
 * @returns undefined if `rate` is not a finite double, or `datetime` not a whole number that a double
 * represents exactly (G32)
 */
export function parseCoinsTrade(fields: ReadonlyMap<string, string>): CoinsTrade | undefined {
  const rate = parseNumber(fields.get('rate'), DECIMAL);
  const datetime = parseNumber(fields.get('datetime'), WHOLE);
  const fits = Number.isFinite(rate) && Number.isSafeInteger(datetime);
  return fits ? { rate, datetime } : undefined;
}

/** Parses a number that matches `spelling`, else returns NaN. Negative zero becomes zero, as in JSON. */
function parseNumber(text: string | undefined, spelling: RegExp): number {
  return text !== undefined && spelling.test(text) ? Number(text) + 0 : NaN;
}
