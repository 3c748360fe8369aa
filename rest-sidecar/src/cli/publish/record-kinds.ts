import type { SchemaValidator } from '../../../../shared/json-schema.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { coinsTradeSchema } from '../../../../shared/rest/coins-trade.ts';
import { storedEventSchema } from '../../../../shared/rest/event.ts';
import { storedServerSchema } from '../../../../shared/rest/server.ts';
import { validators } from '../../../../shared/rest/validators.js';
import { storedVotingSchema } from '../../../../shared/rest/voting.ts';

/** What of a schema the flags follow from. */
export interface RecordSchema {
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description?: string }>>;
  readonly required: readonly string[];
}

/** A kind of what can be published. */
export interface RecordKind {
  readonly name: 'server' | 'event' | 'voting' | 'trade';
  /** In a file of records. */
  readonly plural: 'servers' | 'events' | 'votings' | 'trades';
  readonly schema: RecordSchema;
  readonly validate: SchemaValidator<unknown>;
  /** The key of a record; undefined for trades, which have no identifier. */
  readonly keyOf?: (keys: RedisKeys, id: string) => string;
}

export const RECORD_KINDS: readonly RecordKind[] = [
  {
    ...{ name: 'server', plural: 'servers', schema: storedServerSchema },
    validate: validators.storedServer,
    keyOf: (keys, id) => keys.serverOf(id),
  },
  {
    ...{ name: 'event', plural: 'events', schema: storedEventSchema },
    validate: validators.storedEvent,
    keyOf: (keys, id) => keys.eventOf(id),
  },
  {
    ...{ name: 'voting', plural: 'votings', schema: storedVotingSchema },
    validate: validators.storedVoting,
    keyOf: (keys, id) => keys.votingOf(id),
  },
  { name: 'trade', plural: 'trades', schema: coinsTradeSchema, validate: validators.coinsTrade },
];

/** Fields that hold a time; they may be written as dates. */
export const TIME_FIELDS: ReadonlySet<string> = new Set(['startsAt', 'endsAt', 'datetime']);

/** Identifiers stand in URLs and in keys. @returns a sentence; undefined where there is nothing wrong */
export function idProblem(id: string): string | undefined {
  if (id === '') return 'An identifier cannot be empty.';
  if (Array.from(id).length > 128) return 'An identifier has at most 128 characters.';
  return /^\P{C}+$/u.test(id) ? undefined : 'An identifier holds no control characters.';
}
