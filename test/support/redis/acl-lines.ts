import type { Redis } from 'ioredis';
import { readRepositoryFile } from '../repository/source-files.ts';

/** A Redis user as documented. */
export interface AclUser {
  readonly name: string;
  readonly password: string;
  /** The rules after the name in `ACL SETUSER`. */
  readonly rules: readonly string[];
}

/** @throws if the user is neither in the file of users nor in the document, which has that of Sentinels */
export function documentedUser(name: string): AclUser {
  const lines = `${usersFile()}\n${readRepositoryFile('docs/redis-acl.md')}`;
  const [, rules] = new RegExp(`^(?:user| {4}ACL SETUSER) ${name} (.+)$`, 'm').exec(lines) ?? [];
  if (rules === undefined) throw new Error(`there is no user ${name}`);
  return toUser(name, rules);
}

/** Returns the file of users, where the password of `fc-plugin` is `FC_PLUGIN_PASSWORD`. */
export function usersFile(): string {
  return readRepositoryFile('deploy/redis/users.acl').replaceAll(/\$\{(\w+)\}/g, '$1');
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
