import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { RateLimitSubject } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

/** A command of Redis with its arguments. */
type RedisCall = readonly string[];

/** A Redis user of docs/redis-acl.md, with commands that its program sends and that it must be allowed. */
export interface DocumentedUser {
  readonly name: string;
  readonly commands: readonly RedisCall[];
  /** Commands of a part of the program that may be left unused; docs/redis-acl.md permits to omit them. */
  readonly optional?: { readonly purpose: string; readonly commands: readonly RedisCall[] };
}

/**
 * Returns the users of docs/redis-acl.md, with their most important commands rather than all of them.
 * @param hasSentinels whether Sentinels name the master
 */
export function documentedUsers(keys: RedisKeys, hasSentinels: boolean): readonly DocumentedUser[] {
  return [
    {
      name: 'fc-plugin',
      commands: [...pluginCommands(keys), ...(hasSentinels ? [['ROLE']] : [])],
      optional: {
        purpose: 'limits of more than one request in a window',
        commands: [['EVAL', '', '1', permitKey(keys)]],
      },
    },
    {
      name: 'fc-sidecar',
      commands: sidecarCommands(keys),
      optional: {
        purpose:
          'edits, single entries and the history over the operator listener, and the record of direct writes',
        commands: editCommands(keys),
      },
    },
    { name: 'fc-cli', commands: cliCommands(keys) },
    { name: 'fc-admin', commands: adminCommands(keys) },
  ];
}

function pluginCommands(keys: RedisKeys): readonly RedisCall[] {
  const [list, timed] = listKeys(keys);
  const permit = permitKey(keys);
  return [
    ...programCommands(keys),
    ...editCommands(keys),
    ['SSCAN', list, '0'],
    ['SCARD', list],
    ['SMISMEMBER', list, 'x'],
    ['ZSCAN', timed, '0'],
    ['ZCARD', timed],
    ['ZMSCORE', timed, 'x'],
    ['SET', permit, '1', 'NX', 'PX', '1'],
    ['PTTL', permit],
    ['ZADD', keys.catalogueClients, '1', 'x'],
    ['ZREVRANGE', keys.catalogueClients, '0', '1'],
  ];
}

function sidecarCommands(keys: RedisKeys): readonly RedisCall[] {
  const records = [keys.serverOf('x'), keys.eventOf('x'), keys.votingOf('x')];
  const [list, timed] = listKeys(keys);
  return [
    ...programCommands(keys),
    ['SUBSCRIBE', '__redis__:invalidate'],
    ...records.map((key) => ['GET', key]),
    ...records.map((key) => ['PTTL', key]),
    ['HSCAN', keys.voteCountsOf('x'), '0'],
    ['XREVRANGE', keys.coinsTrades, '+', '-'],
    ['SSCAN', list, '0'],
    ['SCARD', list],
    ['ZSCAN', timed, '0'],
    ['PTTL', permitKey(keys)],
    ['HSCAN', keys.tokenOf('x'), '0'],
  ];
}

function cliCommands(keys: RedisKeys): readonly RedisCall[] {
  const [list, timed] = listKeys(keys);
  const token = keys.tokenOf('x');
  return [
    ...connectionCommands(),
    ...editCommands(keys),
    ...publishCommands(keys),
    ['SSCAN', list, '0'],
    ['SMISMEMBER', list, 'x'],
    ['ZSCAN', timed, '0'],
    ['ZMSCORE', timed, 'x'],
    ['ZREVRANGE', keys.catalogueClients, '0', '1'],
    ['HSCAN', keys.nodeOf('x'), '0'],
    ['GET', keys.eventOf('x')],
    ['DEL', keys.eventOf('x')],
    ['XREVRANGE', keys.coinsTrades, '+', '-'],
    ['HSET', token, 'a', 'b'],
    ['PEXPIREAT', token, '1'],
    ['DEL', token],
  ];
}

function adminCommands(keys: RedisKeys): readonly RedisCall[] {
  const [list, timed] = listKeys(keys);
  return [
    ...publishCommands(keys),
    ['SADD', list, 'x'],
    ['SREM', list, 'x'],
    ['ZADD', timed, '1', 'x'],
    ['ZREM', timed, 'x'],
    ['DEL', permitKey(keys)],
  ];
}

function publishCommands(keys: RedisKeys): readonly RedisCall[] {
  return [
    ['PTTL', keys.eventOf('x')],
    ['SET', keys.eventOf('x'), '{}'],
    ['HINCRBY', keys.voteCountsOf('x'), 'a', '1'],
    ['XADD', keys.coinsTrades, '*', 'a', 'b'],
  ];
}

/** The script that edits a list and records the change, and the commands in it. */
function editCommands(keys: RedisKeys): readonly RedisCall[] {
  const [list, timed] = listKeys(keys);
  const audit = keys.auditOf(list);
  return [
    ['EVAL', '', '2', list, audit],
    ['TIME'],
    ['SISMEMBER', list, 'x'],
    ['SADD', list, 'x'],
    ['SREM', list, 'x'],
    ['EVAL', '', '2', timed, keys.auditOf(timed)],
    ['ZSCORE', timed, 'x'],
    ['ZADD', timed, '1', 'x'],
    ['ZREM', timed, 'x'],
    ['ZREMRANGEBYSCORE', timed, '0', '1'],
    ['XADD', audit, '*', 'a', 'b'],
    ['XTRIM', audit, 'MINID', '0'],
    ['PEXPIRE', audit, '1'],
    ['XREVRANGE', audit, '+', '-'],
  ];
}

function connectionCommands(): readonly RedisCall[] {
  return [['PING'], ['INFO', 'server'], ['SCAN', '0'], ['CLIENT', 'TRACKING', 'ON']];
}

/** Connection, changes and heartbeat, which the plugin and the sidecar need. */
function programCommands(keys: RedisKeys): readonly RedisCall[] {
  const node = keys.nodeOf('x');
  return [
    ...connectionCommands(),
    ['EVAL', '', '1', node],
    ['HSET', node, 'a', 'b'],
    ['PEXPIRE', node, '1'],
    ['DEL', node],
  ];
}

function listKeys(keys: RedisKeys): readonly [list: string, timed: string] {
  return [keys.blocklistKey(GLOBAL_LIST), keys.timedBlocklistKey(GLOBAL_LIST)];
}

function permitKey(keys: RedisKeys): string {
  return keys.rateLimitOf('x' as RateLimitSubject);
}
