import type { RedisOptions } from 'ioredis';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisServerUrl, RedisUrl } from '../../../shared/redis/url/redis-url.ts';

/** Where Redis is, and by whose word it is known. */
export interface RedisPlace<Url extends RedisUrl = RedisUrl> {
  readonly url: Url;
  /** Certificates of the authorities that are trusted, in PEM form; undefined for those that Node trusts. */
  readonly authority: string | undefined;
}

/** What ioredis is told to get in. */
export type AccessOptions = Pick<RedisOptions, 'username' | 'password' | 'tls'>;

/** @returns how to get in on a connection to any of the servers that hold the data */
export function accessOptions({ url: { credentials, tls }, authority }: RedisPlace): AccessOptions {
  return {
    ...(credentials && { username: credentials.user, password: credentials.password }),
    ...(tls && { tls: authority === undefined ? {} : { ca: authority } }),
  };
}

/** @returns one of the servers behind `place` by itself, with the same credentials */
export function serverOf({ url, authority }: RedisPlace, node: RedisNode): RedisPlace<RedisServerUrl> {
  const { credentials, tls } = url;
  const database = url.kind === 'cluster' ? 0 : url.database;
  return { url: { kind: 'server', nodes: [node], credentials, tls, database }, authority };
}
