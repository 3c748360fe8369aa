import type { SchemaValidator } from '../../shared/json-schema.ts';
import type { Logger } from '../../shared/logger.ts';
import { quoteBeginning } from '../../shared/quote.ts';
import type { Collection, Rejected } from '../../shared/redis/mirror/collection.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { EMPTY_ID, parseStored } from '../../shared/rest/parse-stored.ts';
import { RECORD_TYPES } from '../../shared/rest/record-types.ts';
import type { KeyedRecordName } from '../../shared/rest/record-types.ts';
import { validators } from '../../shared/rest/validators.js';
import type { IoredisCommands } from '../redis/commands/ioredis-commands.ts';

/** A stored record. */
export interface MirroredRecord<Stored> {
  /** The stored text, to detect changes. */
  readonly json: string;
  readonly stored: Stored;
}

interface RecordsDependencies {
  readonly commands: Pick<IoredisCommands, 'readText'>;
  readonly keys: RedisKeys;
  readonly logger: Logger;
}

/** The stored record of a type, as its validator accepts it. */
type StoredRecord<Name extends KeyedRecordName> =
  (typeof validators)[Name] extends SchemaValidator<infer Stored> ? Stored : never;

/** Replaces bytes that are not UTF-8 in the name of a key. Such a key cannot be requested from Redis. */
const REPLACEMENT_CHARACTER = '\ufffd';

/** Number of records that are read at the same time. Each may have a megabyte. */
const MAX_IN_FLIGHT = 30;

const WITHOUT_ID: Rejected = { state: 'rejected', reason: EMPTY_ID };

/** Creates the {@link Collection} of all records of a type: JSON of one schema. A key may expire. */
export function recordsOfType<Name extends KeyedRecordName>(
  name: Name,
  { commands, keys, logger }: RecordsDependencies,
): Collection<MirroredRecord<StoredRecord<Name>>> {
  const { plural, prefixOf } = RECORD_TYPES[name];
  const prefix = prefixOf(keys);
  const validate = validators[name] as SchemaValidator<unknown> as SchemaValidator<StoredRecord<Name>>;
  const unreadable = new Set<string>();
  const logUnreadable = (key: string): void => {
    if (!key.includes(REPLACEMENT_CHARACTER) || unreadable.has(key)) return;
    unreadable.add(key);
    logger.warn(`Rejected ${quoteBeginning(key)}: Its name is not UTF-8.`);
  };
  return {
    name: plural,
    prefixes: [prefix],
    maxInFlight: MAX_IN_FLIGHT,
    async read(key, known) {
      const text = await commands.readText(key);
      if (text.state === 'absent') logUnreadable(key);
      if (text.state !== 'present') return text;
      if (known?.json === text.value) return { ...text, value: known };
      const parsed = parseStored(text.value, validate);
      if (!parsed.ok) return { state: 'rejected', reason: parsed.problem };
      if (key === prefix) return WITHOUT_ID;
      return { ...text, value: { json: text.value, stored: parsed.value } };
    },
    isSame: (one, other) => one.json === other.json,
  };
}
