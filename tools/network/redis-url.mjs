import { readFileSync } from 'node:fs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { importTypeScript } from '../build-steps/import-typescript.mjs';

/**
 * Reads a URL of Redis as the programs do. The value may hold a password, and is never repeated.
 * @param {string} text of `REDIS_URL`
 * @throws {ExplainedError} what is wrong with it
 */
export async function readRedisUrl(text) {
  const { parseRedisUrl } = await importTypeScript('shared/redis/url/redis-url.ts');
  const parsed = parseRedisUrl(text);
  if (!parsed.ok) throw new ExplainedError(`REDIS_URL ${parsed.problem}`);
  return parsed.url;
}

/**
 * @param {string} text of `REDIS_URL`
 * @param {string | undefined} authorityFile of `REDIS_CA_FILE`
 * @returns {Promise<import('ioredis').RedisOptions>} how ioredis gets to the one server that the URL is of
 */
export async function serverOptions(text, authorityFile) {
  const { kind, nodes, credentials, database, tls } = await readRedisUrl(text);
  if (kind !== 'server')
    throw new ExplainedError('REDIS_URL must be that of one server here: redis:// or rediss://');
  const [{ host, port }] = nodes;
  const ca = authorityFile ? { ca: readFileSync(authorityFile) } : {};
  const access = credentials && { username: credentials.user, password: credentials.password };
  return { host, port, db: database, ...access, ...(tls && { tls: ca }) };
}
