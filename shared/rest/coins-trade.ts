import type { FromSchema } from '../json-schema.ts';

const example = { rate: 1.25, datetime: 1767225600000 };

/** CoinsTrade (section 2.1). */
export const coinsTradeSchema = {
  title: 'CoinsTrade',
  description: 'One trade on the coin exchange.',
  type: 'object',
  properties: {
    rate: { type: 'number', format: 'double', description: 'The rate at which coins were exchanged.' },
    datetime: {
      type: 'integer',
      format: 'int64',
      description: 'When, in milliseconds since the Unix epoch, UTC.',
    },
  },
  required: ['rate', 'datetime'],
  additionalProperties: false,
  examples: [example],
} as const;

/** What getCoinsTrades answers: the latest trades, newest first (G2). */
export const coinsTradesSchema = {
  title: 'CoinsTrades',
  description: 'The latest trades, newest first.',
  type: 'array',
  items: coinsTradeSchema,
  examples: [[example, { rate: 1.3, datetime: 1767222000000 }]],
} as const;

export type CoinsTrade = FromSchema<typeof coinsTradeSchema>;

/** A number as JSON writes it, so neither `0x10` nor `1_000` nor blanks. */
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;

/**
 * One entry of the stream `coins-trades`. Further fields are ignored.
 * @returns undefined where `rate` is no finite double, or `datetime` no whole number that a double holds
 * exactly (G32)
 */
export function parseCoinsTrade(fields: ReadonlyMap<string, string>): CoinsTrade | undefined {
  const rate = parseNumber(fields.get('rate'), DECIMAL);
  const datetime = parseNumber(fields.get('datetime'), WHOLE);
  const fits = Number.isFinite(rate) && Number.isSafeInteger(datetime);
  return fits ? { rate, datetime } : undefined;
}

/** @returns NaN where the text is not spelled as `spelling` says. Negative zero is zero, as JSON has it. */
function parseNumber(text: string | undefined, spelling: RegExp): number {
  return text !== undefined && spelling.test(text) ? Number(text) + 0 : NaN;
}
