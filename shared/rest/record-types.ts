import type { RedisKeys } from '../redis/redis-keys.ts';
import { storedCoinsTradeSchema } from './coins-trade.ts';
import { storedEventSchema } from './event.ts';
import { storedServerSchema } from './server.ts';
import { storedVotingSchema } from './voting.ts';

/** The parts of a field's schema from which its option is derived. */
export interface FieldSchema {
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
}

/** A type of the records that the sidecar serves. */
interface RecordType {
  /** The key in a file of records, and the name in log lines. */
  readonly plural: string;
  readonly schema: {
    readonly properties: Readonly<Record<string, FieldSchema>>;
    readonly required: readonly string[];
  };
  /**
   * Returns the prefix of the Redis keys of its records, which are JSON; undefined for trades, which are
   * entries of one stream.
   */
  readonly prefixOf: ((keys: RedisKeys) => string) | undefined;
}

/** All types of records. Whatever reads, writes or checks records of any type reads this list. */
export const RECORD_TYPES = {
  server: {
    plural: 'servers',
    schema: storedServerSchema,
    prefixOf: (keys: RedisKeys) => keys.servers,
  },
  event: {
    plural: 'events',
    schema: storedEventSchema,
    prefixOf: (keys: RedisKeys) => keys.events,
  },
  voting: {
    plural: 'votings',
    schema: storedVotingSchema,
    prefixOf: (keys: RedisKeys) => keys.votings,
  },
  trade: {
    plural: 'trades',
    schema: storedCoinsTradeSchema,
    prefixOf: undefined,
  },
} as const satisfies Readonly<Record<string, RecordType>>;

export type RecordTypeName = keyof typeof RECORD_TYPES;

/** The names of the types whose records have keys of their own. */
export type KeyedRecordName = Exclude<RecordTypeName, 'trade'>;

export const KEYED_RECORDS = (Object.keys(RECORD_TYPES) as RecordTypeName[]).filter(
  (name) => name !== 'trade',
);

/** The schemas of stored records, by type. */
export const recordSchemas = Object.fromEntries(
  Object.entries(RECORD_TYPES).map(([name, { schema }]) => [name, schema]),
) as { readonly [Name in RecordTypeName]: (typeof RECORD_TYPES)[Name]['schema'] };
