import { readFileSync } from 'node:fs';
import { importTypeScript } from '../assemble/steps/import-typescript.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';

/**
 * Parses a Redis URL with the programs' own parser. The value may contain a password, so errors never repeat
 * it.
 * @param {string} text of `REDIS_URL`
 * @throws {ExplainedError} with the problem
 */
export async function readRedisUrl(text) {
  const { parseRedisUrl } = await importTypeScript('shared/redis/url/redis-url.ts');
  const parsed = parseRedisUrl(text);
  if (!parsed.ok) throw new ExplainedError(`REDIS_URL ${parsed.problem}`);
  return parsed.value;
}

/**
 * Returns the connection options of ioredis for a single server.
 * @param {string} text of `REDIS_URL`
 * @param {string | undefined} caFile of `REDIS_CA_FILE`
 * @returns {Promise<import('ioredis').RedisOptions>}
 * @throws {ExplainedError} if the URL is invalid, or names a cluster or Sentinels
 */
export async function serverOptions(text, caFile) {
  const { topology, nodes, credentials, database, tls } = await readRedisUrl(text);
  if (topology !== 'server')
    throw new ExplainedError('REDIS_URL must name a single server here: redis:// or rediss://');
  const [{ host, port }] = nodes;
  const ca = caFile ? { ca: readFileSync(caFile) } : {};
  const access = credentials && { username: credentials.user, password: credentials.password };
  return { host, port, db: database, ...access, ...(tls && { tls: ca }) };
}
