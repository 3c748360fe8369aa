import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { RateLimitSubject } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

/** A Redis user of docs/redis-acl.md, with commands that its program sends and that it must be allowed. */
export interface DocumentedUser {
  readonly name: string;
  /** Commands with their arguments, as one would type them. */
  readonly commands: readonly string[];
}

/** Returns the users of docs/redis-acl.md, with their most important commands rather than all of them. */
export function documentedUsers(keys: RedisKeys): readonly DocumentedUser[] {
  const list = keys.blocklistKey(GLOBAL_LIST);
  const timed = keys.timedBlocklistKey(GLOBAL_LIST);
  const permit = keys.rateLimitOf('x' as RateLimitSubject);
  const event = keys.eventOf('x');
  const votes = keys.voteCountsOf('x');
  const token = keys.tokenOf('x');
  const connect = ['PING', 'ROLE', 'INFO', 'SCAN 0', 'CLIENT TRACKING ON'];
  const heartbeatOf = (kind: string): string[] => {
    const program = keys.programOf(kind, 'x');
    return [`EVAL s 1 ${program}`, `HSET ${program} a b`, `PEXPIRE ${program} 1`, `DEL ${program}`];
  };
  const readLists = [`EVAL s 2 ${list} ${timed}`, `SMEMBERS ${list}`, `ZRANGE ${timed} 0 -1`];
  const audit = keys.historyKey(GLOBAL_LIST);
  const editScript = [
    `EVAL s 3 ${list} ${timed} ${audit}`,
    `XADD ${audit} * a b`,
    'TIME',
    `SMISMEMBER ${list} x`,
    `SADD ${list} x`,
    `SREM ${list} x`,
    `ZMSCORE ${timed} x`,
    `ZADD ${timed} 1 x`,
    `ZREM ${timed} x`,
    `ZRANGEBYSCORE ${timed} 0 1`,
    `XREVRANGE ${audit} + -`,
  ];
  const publish = [
    `PTTL ${event}`,
    `SET ${event} {}`,
    `HINCRBY ${votes} a 1`,
    `XADD ${keys.coinsTrades} * a b`,
  ];
  return [
    {
      name: 'fc-plugin',
      commands: [
        ...connect,
        ...heartbeatOf('proxy'),
        ...readLists,
        ...editScript,
        `SET ${permit} 1 NX PX 1`,
        `PTTL ${permit}`,
        `ZADD ${keys.catalogueClients} 1 x`,
        `ZREVRANGE ${keys.catalogueClients} 0 1`,
      ],
    },
    {
      name: 'fc-sidecar',
      commands: [
        ...connect,
        ...heartbeatOf('sidecar'),
        'SUBSCRIBE __redis__:invalidate',
        `GET ${event}`,
        `PTTL ${event}`,
        `HSCAN ${votes} 0`,
        `XREVRANGE ${keys.coinsTrades} + -`,
      ],
    },
    {
      name: 'fc-admin',
      commands: [
        ...connect,
        ...heartbeatOf('admin'),
        ...readLists,
        ...editScript,
        ...publish,
        'SUBSCRIBE __redis__:invalidate',
        `PTTL ${permit}`,
        `DEL ${permit}`,
        `ZREVRANGE ${keys.catalogueClients} 0 1`,
        `MEMORY USAGE ${keys.programOf('proxy', 'x')}`,
        `HSCAN ${keys.programOf('proxy', 'x')} 0`,
        `GET ${event}`,
        `DEL ${event}`,
        `XREVRANGE ${keys.coinsTrades} + -`,
        `HSCAN ${token} 0`,
        `HSET ${token} a b`,
        `HSET ${keys.webhookOf('x')} a b`,
        `PEXPIREAT ${token} 1`,
        `DEL ${token}`,
      ],
    },
  ];
}
