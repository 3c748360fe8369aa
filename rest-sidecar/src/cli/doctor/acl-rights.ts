import type { RateLimitSubject } from '../../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';

/** A Redis user of docs/redis-acl.md, with commands that its program sends and that it must be allowed. */
export interface DocumentedUser {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

/** Returns the users of docs/redis-acl.md, with their most important commands rather than all of them. */
export function documentedUsers(keys: RedisKeys): readonly DocumentedUser[] {
  const list = keys.blocklistGlobal;
  const permit = keys.rateLimitOf('x' as RateLimitSubject);
  const node = keys.nodeOf('x');
  const tracking = [['PING'], ['INFO', 'server'], ['SCAN', '0'], ['CLIENT', 'TRACKING', 'ON']];
  const heartbeat = [
    ['EVAL', '', '1', node],
    ['HSET', node, 'a', 'b'],
    ['PEXPIRE', node, '1'],
    ['DEL', node],
  ];
  return [
    {
      name: 'fc-plugin',
      commands: [
        ...tracking,
        ['SSCAN', list, '0'],
        ['SCARD', list],
        ['SMISMEMBER', list, 'x'],
        ['SET', permit, '1', 'NX', 'PX', '1'],
        ['PTTL', permit],
        ['EVAL', '', '1', permit],
        ['ZADD', keys.catalogueClients, '1', 'x'],
        ['ZREVRANGE', keys.catalogueClients, '0', '1'],
        ['SADD', list, 'x'],
        ['SREM', list, 'x'],
        ...heartbeat,
      ],
    },
    {
      name: 'fc-sidecar',
      commands: [
        ...tracking,
        ['SUBSCRIBE', '__redis__:invalidate'],
        ...[keys.serverOf('x'), keys.eventOf('x'), keys.votingOf('x')].flatMap((key) => [
          ['GET', key],
          ['PTTL', key],
        ]),
        ['HSCAN', keys.voteCountsOf('x'), '0'],
        ['XREVRANGE', keys.coinsTrades, '+', '-'],
        ['SSCAN', list, '0'],
        ['SCARD', list],
        ['PTTL', permit],
        ['HSCAN', keys.tokenOf('x'), '0'],
        ...heartbeat,
      ],
    },
    {
      name: 'fc-admin',
      commands: [
        ['SADD', list, 'x'],
        ['SREM', list, 'x'],
        ['DEL', permit],
        ['SET', keys.eventOf('x'), '{}'],
        ['HINCRBY', keys.voteCountsOf('x'), 'a', '1'],
      ],
    },
  ];
}
