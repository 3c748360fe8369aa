import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { coinsTradeSchema } from '../../../shared/rest/coins-trade.ts';
import { storedEventSchema } from '../../../shared/rest/event.ts';
import { storedServerSchema } from '../../../shared/rest/server.ts';
import { validators } from '../../../shared/rest/validators.js';
import { storedVotingSchema } from '../../../shared/rest/voting.ts';

/** The parts of a schema from which the flags are derived. */
export interface RecordSchema {
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description?: string }>>;
  readonly required: readonly string[];
}

/** A kind of record that can be published. */
export interface RecordKind {
  readonly name: 'server' | 'event' | 'voting' | 'trade';
  /** The key in a file of records. */
  readonly plural: 'servers' | 'events' | 'votings' | 'trades';
  readonly schema: RecordSchema;
  readonly validate: SchemaValidator<unknown>;
  /** Returns the Redis key of a record; undefined for trades, which have no identifier. */
  readonly keyOf?: (keys: RedisKeys, id: string) => string;
}

export const RECORD_KINDS: readonly RecordKind[] = [
  {
    name: 'server',
    plural: 'servers',
    schema: storedServerSchema,
    validate: validators.storedServer,
    keyOf: (keys, id) => keys.serverOf(id),
  },
  {
    name: 'event',
    plural: 'events',
    schema: storedEventSchema,
    validate: validators.storedEvent,
    keyOf: (keys, id) => keys.eventOf(id),
  },
  {
    name: 'voting',
    plural: 'votings',
    schema: storedVotingSchema,
    validate: validators.storedVoting,
    keyOf: (keys, id) => keys.votingOf(id),
  },
  { name: 'trade', plural: 'trades', schema: coinsTradeSchema, validate: validators.coinsTrade },
];

/** How the description of a time ends in the schemas. */
export const TIME_DESCRIPTION = ', in milliseconds since the Unix epoch, UTC.';

/** Fields that are times, according to their descriptions; they may be given as dates. */
export const TIME_FIELDS: ReadonlySet<string> = new Set(RECORD_KINDS.flatMap(timeFieldsOf));

function timeFieldsOf({ schema }: RecordKind): string[] {
  const fields = Object.entries(schema.properties);
  return fields
    .filter(([, { description }]) => description?.endsWith(TIME_DESCRIPTION))
    .map(([field]) => field);
}

/** Validates an identifier, which is used in URLs and keys. @returns the problem; undefined if it is valid */
export function idProblem(id: string): string | undefined {
  if (id === '') return 'An identifier must not be empty.';
  if (Array.from(id).length > 128) return 'An identifier must not be longer than 128 characters.';
  return /^\P{C}+$/u.test(id) ? undefined : 'An identifier must not contain control characters.';
}
