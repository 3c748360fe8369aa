import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl, RedisServerUrl, RedisUrl } from '../../../shared/redis/url/redis-url.ts';

/** Where Redis is, and by whose word it is known. */
export interface RedisPlace<Url extends RedisUrl = RedisUrl> {
  readonly url: Url;
  /** Certificates of the authorities that are trusted, in PEM form; undefined for those that Node trusts. */
  readonly authority: string | undefined;
}

/** @returns one of the servers behind `place` by itself, with the same credentials */
export function serverOf({ url, authority }: RedisPlace, node: RedisNode): RedisPlace<RedisServerUrl> {
  const { credentials, tls } = url;
  const database = url.kind === 'cluster' ? 0 : url.database;
  return { url: { kind: 'server', nodes: [node], credentials, tls, database }, authority };
}

/** @returns one of the Sentinels */
export function sentinelOf(
  { url: { tls, sentinelCredentials: credentials }, authority }: RedisPlace<RedisSentinelUrl>,
  node: RedisNode,
): RedisPlace<RedisServerUrl> {
  return { url: { kind: 'server', nodes: [node], credentials, tls, database: 0 }, authority };
}
