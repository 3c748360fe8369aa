import type { RateLimitSubject } from '../../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';

/** A command of Redis with its arguments. */
type RedisCall = readonly string[];

/** A Redis user of docs/redis-acl.md, with commands that its program sends and that it must be allowed. */
export interface DocumentedUser {
  readonly name: string;
  readonly commands: readonly RedisCall[];
}

/** Returns the users of docs/redis-acl.md, with their most important commands rather than all of them. */
export function documentedUsers(keys: RedisKeys): readonly DocumentedUser[] {
  return [
    { name: 'fc-plugin', commands: pluginCommands(keys) },
    { name: 'fc-sidecar', commands: sidecarCommands(keys) },
    { name: 'fc-admin', commands: adminCommands(keys) },
  ];
}

function pluginCommands(keys: RedisKeys): readonly RedisCall[] {
  const list = keys.blocklistGlobal;
  const permit = permitKey(keys);
  return [
    ...commonCommands(keys),
    ['SSCAN', list, '0'],
    ['SCARD', list],
    ['SMISMEMBER', list, 'x'],
    ['SADD', list, 'x'],
    ['SREM', list, 'x'],
    ['SET', permit, '1', 'NX', 'PX', '1'],
    ['PTTL', permit],
    ['EVAL', '', '1', permit],
    ['ZADD', keys.catalogueClients, '1', 'x'],
    ['ZREVRANGE', keys.catalogueClients, '0', '1'],
  ];
}

function sidecarCommands(keys: RedisKeys): readonly RedisCall[] {
  const records = [keys.serverOf('x'), keys.eventOf('x'), keys.votingOf('x')];
  return [
    ...commonCommands(keys),
    ['SUBSCRIBE', '__redis__:invalidate'],
    ...records.map((key) => ['GET', key]),
    ...records.map((key) => ['PTTL', key]),
    ['HSCAN', keys.voteCountsOf('x'), '0'],
    ['XREVRANGE', keys.coinsTrades, '+', '-'],
    ['SSCAN', keys.blocklistGlobal, '0'],
    ['SCARD', keys.blocklistGlobal],
    ['PTTL', permitKey(keys)],
    ['HSCAN', keys.tokenOf('x'), '0'],
  ];
}

function adminCommands(keys: RedisKeys): readonly RedisCall[] {
  return [
    ['SADD', keys.blocklistGlobal, 'x'],
    ['SREM', keys.blocklistGlobal, 'x'],
    ['DEL', permitKey(keys)],
    ['SET', keys.eventOf('x'), '{}'],
    ['HINCRBY', keys.voteCountsOf('x'), 'a', '1'],
  ];
}

/** Connection, changes and heartbeat, which both programs need. */
function commonCommands(keys: RedisKeys): readonly RedisCall[] {
  const node = keys.nodeOf('x');
  return [
    ['PING'],
    ['INFO', 'server'],
    ['SCAN', '0'],
    ['CLIENT', 'TRACKING', 'ON'],
    ['EVAL', '', '1', node],
    ['HSET', node, 'a', 'b'],
    ['PEXPIRE', node, '1'],
    ['DEL', node],
  ];
}

function permitKey(keys: RedisKeys): string {
  return keys.rateLimitOf('x' as RateLimitSubject);
}
