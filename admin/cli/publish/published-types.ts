import type { SchemaValidator } from '../../../shared/json-schema.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { TIME_FORMAT } from '../../../shared/rest/active-window.ts';
import { RECORD_TYPES } from '../../../shared/rest/record-types.ts';
import type { FieldSchema, RecordTypeName } from '../../../shared/rest/record-types.ts';
import { validators } from '../../../shared/rest/validators.js';

/** A type of records that can be published. */
export interface PublishedType {
  readonly name: RecordTypeName;
  /** The key in a file of records. */
  readonly plural: string;
  readonly schema: {
    readonly properties: Readonly<Record<string, FieldSchema>>;
    readonly required: readonly string[];
  };
  readonly validate: SchemaValidator<unknown>;
  /** Returns the prefix of the Redis keys of its records; undefined for trades, which have no identifier. */
  readonly prefixOf: ((keys: RedisKeys) => string) | undefined;
}

export const PUBLISHED_TYPES: readonly PublishedType[] = (Object.keys(RECORD_TYPES) as RecordTypeName[]).map(
  (name) => ({ name, ...RECORD_TYPES[name], validate: validators[name] }),
);

/** Returns whether a field is a time, which may be given as a date. */
export function isTime({ format }: FieldSchema): boolean {
  return format === TIME_FORMAT;
}
