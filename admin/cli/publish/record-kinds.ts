import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { TIME_FORMAT } from '../../../shared/rest/active-window.ts';
import { storedCoinsTradeSchema } from '../../../shared/rest/coins-trade.ts';
import { storedEventSchema } from '../../../shared/rest/event.ts';
import { storedServerSchema } from '../../../shared/rest/server.ts';
import { validators } from '../../../shared/rest/validators.js';
import { storedVotingSchema } from '../../../shared/rest/voting.ts';

/** The parts of a field's schema from which its option is derived. */
export interface FieldSchema {
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
}

/** A kind of record that can be published. */
export interface RecordKind {
  readonly name: 'server' | 'event' | 'voting' | 'trade';
  /** The key in a file of records. */
  readonly plural: string;
  readonly schema: {
    readonly properties: Readonly<Record<string, FieldSchema>>;
    readonly required: readonly string[];
  };
  readonly validate: SchemaValidator<unknown>;
  /** Returns the prefix of the Redis keys of its records; undefined for trades, which have no identifier. */
  readonly prefixOf?: (keys: RedisKeys) => string;
}

export const RECORD_KINDS: readonly RecordKind[] = [
  {
    name: 'server',
    plural: 'servers',
    schema: storedServerSchema,
    validate: validators.storedServer,
    prefixOf: (keys) => keys.servers,
  },
  {
    name: 'event',
    plural: 'events',
    schema: storedEventSchema,
    validate: validators.storedEvent,
    prefixOf: (keys) => keys.events,
  },
  {
    name: 'voting',
    plural: 'votings',
    schema: storedVotingSchema,
    validate: validators.storedVoting,
    prefixOf: (keys) => keys.votings,
  },
  {
    name: 'trade',
    plural: 'trades',
    schema: storedCoinsTradeSchema,
    validate: validators.storedCoinsTrade,
  },
];

/** Returns whether a field is a time, which may be given as a date. */
export function isTime({ format }: FieldSchema): boolean {
  return format === TIME_FORMAT;
}
