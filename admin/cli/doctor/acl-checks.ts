import type { Redis } from 'ioredis';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNode } from '../../../shared/redis/url/redis-node.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { isLoopback } from '../../server/config.ts';
import { documentedUsers } from './acl-rights.ts';
import type { DocumentedUser } from './acl-rights.ts';
import { abbreviate, finding, ok } from './finding.ts';
import type { Finding } from './finding.ts';

const CHECK = 'rights';
const ADVICE = 'Give the user the permissions listed in docs/redis-acl.md with ACL SETUSER.';

/**
 * Checks the permissions of each Redis user in docs/redis-acl.md that exists, with `ACL DRYRUN`, which
 * executes nothing.
 * @param keyPrefix of all keys
 * @param topology of Redis
 * @throws {RedisError} also if the Redis user may not read the permissions, or Redis is older than 7
 */
export async function checkRights(
  redis: Redis,
  keyPrefix: string,
  topology: RedisUrl['topology'],
): Promise<readonly Finding[]> {
  const known = new Set((await orRedisError(redis.call('ACL', 'USERS'))) as string[]);
  const users = documentedUsers(keyPrefix, topology).filter(({ name }) => known.has(name));
  // A Redis that only this machine reaches needs no users.
  const isOpen = users.length > 0 || !isLoopback(redis.options.host ?? '');
  const open =
    isOpen && (await canAnyoneEdit(redis, new RedisKeys(keyPrefix))) ? [defaultUserIsOpen(redis)] : [];
  if (users.length === 0) {
    const text = 'None of the Redis users of docs/redis-acl.md exists.';
    const advice = 'Create a Redis user for each program, with only the permissions that it needs.';
    return [...open, finding('note', CHECK, text, advice)];
  }
  return [...open, ...(await Promise.all(users.map((user) => checkUser(redis, user))))];
}

function defaultUserIsOpen({ options: { host = '', port = 0 } }: Redis): Finding {
  return finding(
    'warning',
    CHECK,
    `Everybody who can connect to ${describeNode({ host, port })} may edit the blocklists: the user default has no password.`,
    'When each program has its own user, run ACL SETUSER default off, as in docs/redis-acl.md.',
  );
}

/** Returns whether a connection without a user and a password may edit the blocklists. */
async function canAnyoneEdit(redis: Redis, keys: RedisKeys): Promise<boolean> {
  const anyone = redis.duplicate({
    username: undefined,
    password: undefined,
    enableReadyCheck: false,
    retryStrategy: null,
    lazyConnect: true,
  });
  anyone.on('error', () => undefined);
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

async function checkUser(redis: Redis, { name, rights }: DocumentedUser): Promise<Finding> {
  const refused = rights.map(async ({ command, targets }) => {
    const uses = (targets.length === 0 ? [''] : targets).map((target) =>
      isAllowed(redis, name, command, target),
    );
    return (await Promise.all(uses)).every(Boolean) ? [] : [command.join(' ')];
  });
  const names = [...new Set((await Promise.all(refused)).flat())];
  if (names.length === 0) return ok(CHECK, `${name} has the permissions that it needs.`);
  return finding('problem', CHECK, `${name} may not run ${abbreviate(names, 10)}.`, ADVICE);
}

/** Whether a user may run a command with a key or a channel. */
async function isAllowed(
  redis: Redis,
  user: string,
  command: readonly string[],
  target: string,
): Promise<boolean> {
  const isScript = command[0] === 'EVAL' || command[0] === 'EVALSHA';
  const args = isScript ? ['script', '1', target] : [target, '1', '1', '1'];
  for (let count = isScript ? args.length : 0; count <= args.length; count += 1)
    try {
      return (
        (await orRedisError(redis.call('ACL', 'DRYRUN', user, ...command, ...args.slice(0, count)))) === 'OK'
      );
    } catch (cause) {
      // Redis checks the number of arguments first, in which commands differ.
      if (!(cause instanceof RedisError) || !cause.message.includes('wrong number of arguments')) throw cause;
    }
  return false;
}
