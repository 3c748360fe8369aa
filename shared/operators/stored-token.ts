import type { FromSchema, SchemaValidator } from '../json-schema.ts';
import { SCOPES } from './scope.ts';
import type { Scope } from './scope.ts';

const epochMs = { type: 'string', pattern: '^[0-9]{1,15}$' } as const;

/** A token as it is stored: the fields of the hash `token:<SHA-256 of the token>`. The token itself is stored nowhere. */
export const storedTokenSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 64, description: 'Who it was issued to.' },
    scopes: { type: 'string', description: 'Separated by blanks.' },
    createdAt: { ...epochMs, description: 'Milliseconds since the Unix epoch, in decimal.' },
    expiresAt: { ...epochMs, description: 'Likewise; absent where it does not expire.' },
  },
  required: ['name', 'scopes', 'createdAt'],
} as const;

export type StoredToken = FromSchema<typeof storedTokenSchema>;

/** What is known of a token, without the token. */
export interface IssuedToken {
  /** SHA-256 of the token's text, in lower-case hexadecimal digits. */
  readonly hash: string;
  /** 1 to 64 characters. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since the Unix epoch, as are all times here. */
  readonly createdAt: number;
  /** From then on it is not valid. Undefined for never. */
  readonly expiresAt: number | undefined;
}

export function toStoredToken(token: Omit<IssuedToken, 'hash'>): StoredToken {
  const { name, scopes, createdAt, expiresAt } = token;
  const always = { name, scopes: scopes.join(' '), createdAt: String(createdAt) };
  return expiresAt === undefined ? always : { ...always, expiresAt: String(expiresAt) };
}

/**
 * @param validate of {@link storedTokenSchema}
 * @returns undefined where the fields fit no token. A scope that this version does not know grants nothing.
 */
export function parseStoredToken(
  hash: string,
  fields: ReadonlyMap<string, string>,
  validate: SchemaValidator<StoredToken>,
): IssuedToken | undefined {
  const stored: unknown = Object.fromEntries(fields);
  if (!validate(stored)) return undefined;
  const named = stored.scopes.split(' ');
  return {
    hash,
    name: stored.name,
    scopes: SCOPES.filter((scope) => named.includes(scope)),
    createdAt: Number(stored.createdAt),
    expiresAt: stored.expiresAt === undefined ? undefined : Number(stored.expiresAt),
  };
}
