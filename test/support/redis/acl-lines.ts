import type { Redis } from 'ioredis';
import { readRepositoryFile } from '../repository/source-files.ts';

/** A Redis user as documented. */
export interface AclUser {
  readonly name: string;
  readonly password: string;
  /** The rules after the name in `ACL SETUSER`. */
  readonly rules: readonly string[];
}

const DOCUMENT = 'docs/redis-acl.md';

/** Returns the documented users by name. */
export function documentedUsers(): ReadonlyMap<string, AclUser> {
  const lines = readRepositoryFile(DOCUMENT).matchAll(/^ {4}ACL SETUSER (\S+) (.+)$/gm);
  return new Map([...lines].map(([, name = '', rules = '']) => [name, toUser(name, rules)]));
}

/** @throws if the user is not documented */
export function documentedUser(name: string): AclUser {
  const user = documentedUsers().get(name);
  if (user === undefined) throw new Error(`${DOCUMENT} has no user ${name}`);
  return user;
}

/** Returns settings that create the user when a server starts, in the form of Redis's command line. */
export function userSettings({ name, rules }: AclUser): readonly string[] {
  return ['--user', name, ...rules];
}

/** Creates a documented user on this server. */
export async function createUser(admin: Redis, name: string): Promise<AclUser> {
  const user = documentedUser(name);
  await admin.call('ACL', 'SETUSER', user.name, ...user.rules);
  return user;
}

/** Returns the server's URL with the user's credentials. */
export function urlFor({ name, password }: AclUser, url: string): string {
  const withUser = new URL(url);
  withUser.username = name;
  withUser.password = password;
  return withUser.href;
}

/** Returns the commands, keys and channels that Redis has denied to its users, one line each. */
export async function refusals(admin: Redis): Promise<string[]> {
  return toRefusals(await admin.call('ACL', 'LOG'));
}

/** @param log reply to `ACL LOG`, in RESP2 or RESP3 */
export function toRefusals(log: unknown): string[] {
  return (log as (Record<string, string> | string[])[]).map((entry) => {
    const fields = Array.isArray(entry) ? fromPairs(entry) : entry;
    return `${fields['username'] ?? ''}: ${fields['reason'] ?? ''} ${fields['object'] ?? ''}`;
  });
}

function toUser(name: string, rules: string): AclUser {
  // A group in brackets is one rule, including its spaces.
  const parts = rules.match(/\([^)]*\)|\S+/g) ?? [];
  const password = parts.find((rule) => rule.startsWith('>'))?.slice(1) ?? '';
  return { name, password, rules: parts };
}

function fromPairs(pairs: readonly string[]): Record<string, string> {
  const entries = pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : []));
  return Object.fromEntries(entries) as Record<string, string>;
}
