import type { Redis } from 'ioredis';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNode } from '../../../shared/redis/url/redis-node.ts';
import { isLoopback } from '../../server/config.ts';
import { documentedUsers } from './acl-rights.ts';
import type { DocumentedUser } from './acl-rights.ts';
import { abbreviate, ok } from './finding.ts';
import type { Finding } from './finding.ts';

const CHECK = 'rights';
const ADVICE = 'Give the user the permissions listed in docs/redis-acl.md with ACL SETUSER.';

/**
 * Checks the permissions of each Redis user in docs/redis-acl.md that exists, with `ACL DRYRUN`, which
 * executes nothing.
 * @throws {RedisError} also if the Redis user may not read the permissions, or Redis is older than 7
 */
export async function checkRights(redis: Redis, keys: RedisKeys): Promise<readonly Finding[]> {
  const known = new Set((await orRedisError(redis.call('ACL', 'USERS'))) as string[]);
  const users = documentedUsers(keys).filter(({ name }) => known.has(name));
  // A Redis that only this machine reaches needs no users.
  const isOpen = users.length > 0 || !isLoopback(redis.options.host ?? '');
  const open = isOpen && (await canAnyoneEdit(redis, keys)) ? [defaultUserIsOpen(redis)] : [];
  if (users.length === 0) {
    const text = 'None of the Redis users of docs/redis-acl.md exists.';
    const advice = 'Create a Redis user for each program, with only the permissions that it needs.';
    return [...open, { check: CHECK, level: 'note', text, advice }];
  }
  return [...open, ...(await Promise.all(users.map(async (user) => await checkUser(redis, user))))];
}

function defaultUserIsOpen({ options: { host = '', port = 0 } }: Redis): Finding {
  const text = `Everybody who can connect to ${describeNode({ host, port })} may edit the blocklists: the user default has no password.`;
  const advice = 'When each program has its own user, run ACL SETUSER default off, as in docs/redis-acl.md.';
  return { check: CHECK, level: 'warning', text, advice };
}

/** Returns whether a connection without a user and a password may edit the blocklists. */
async function canAnyoneEdit(redis: Redis, keys: RedisKeys): Promise<boolean> {
  const withoutUser = {
    username: undefined,
    password: undefined,
    enableReadyCheck: false,
    retryStrategy: null,
  };
  const anyone = redis.duplicate({ ...withoutUser, lazyConnect: true }).on('error', () => undefined);
  try {
    await anyone.connect();
    await anyone.ping();
  } catch {
    return false;
  } finally {
    anyone.disconnect();
  }
  const edit = ['SADD', keys.blocklistKey(GLOBAL_LIST), 'x'];
  return (await orRedisError(redis.call('ACL', 'DRYRUN', 'default', ...edit))) === 'OK';
}

async function checkUser(redis: Redis, { name, commands }: DocumentedUser): Promise<Finding> {
  const refused = await findRefused(redis, name, commands);
  if (refused.length === 0) return ok(CHECK, `${name} has the permissions that it needs.`);
  const text = `${name} may not run ${abbreviate(refused, 10)}.`;
  return { check: CHECK, level: 'problem', text, advice: ADVICE };
}

/** Returns the names of the commands that the user may not run with these arguments, each once. */
async function findRefused(
  redis: Redis,
  user: string,
  commands: DocumentedUser['commands'],
): Promise<readonly string[]> {
  const dryRuns = commands.map(async (command) => {
    const reply = await orRedisError(redis.call('ACL', 'DRYRUN', user, ...command.split(' ')));
    return reply === 'OK' ? [] : (/^CLIENT \w+|^\w+/.exec(command) ?? []);
  });
  return [...new Set((await Promise.all(dryRuns)).flat())];
}
