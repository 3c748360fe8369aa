import { keyOf, parseNode } from './redis-node.ts';
import type { RedisNode } from './redis-node.ts';

/**
 * The addresses to use in place of those that Sentinels and cluster nodes announce, by `host:port`: behind a
 * NAT and in containers, Redis may announce addresses that the programs cannot reach.
 */
export type NatMap = ReadonlyMap<string, RedisNode>;

export const NAT_MAP_PROBLEM =
  'must be written like 10.0.0.1:6379=redis.example:7000, with commas between several';

const REDIS_PORT = 6379;

/**
 * Parses `announced=used`, or several of them with commas between them. Both are `host[:port]`.
 * @returns undefined if the text is not of this form
 */
export function parseNatMap(text: string): NatMap | undefined {
  const map = new Map<string, RedisNode>();
  for (const entry of text === '' ? [] : text.split(',')) {
    const [announced, used, ...more] = entry.split('=').map((part) => parseNode(part.trim(), REDIS_PORT));
    if (announced === undefined || used === undefined || more.length > 0) return undefined;
    map.set(keyOf(announced), used);
  }
  return map;
}
