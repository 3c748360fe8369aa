/**
 * `npm run redis-cli -- <command>`: sends one command to the Redis that `npm start` runs, or to that of
 * `REDIS_URL`, and prints the reply in the format of Redis's own redis-cli. Of the options of redis-cli, it
 * has `--scan`. For machines without redis-cli; it supports a single server only.
 */
import { parseArgs } from 'node:util';
import { importTypeScript } from '../assemble/steps/import-typescript.mjs';
import { ExplainedError, runMain } from '../terminal/explained-error.mjs';
import { serverOptions } from './redis-url.mjs';
import { readRunningRecord } from './running-record.mjs';

async function main() {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined)
    throw new ExplainedError('which command? For example: npm run redis-cli -- SMEMBERS fc:blocklist:global');
  if (name.startsWith('-') && name !== '--scan')
    throw new ExplainedError(
      `${name} is not supported here; the only option is --scan [--pattern <pattern>]`,
    );
  const url = process.env['REDIS_URL'] || readRunningRecord()?.redisUrl;
  if (url === undefined)
    throw new ExplainedError('no network is running: start it with npm start, or set REDIS_URL');
  const options = await serverOptions(url, process.env['REDIS_CA_FILE']);
  const { Redis } = await import('ioredis');
  const redis = new Redis({ ...options, lazyConnect: true, retryStrategy: null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    const { escapeUnprintable } = await importTypeScript('shared/escape-unprintable.ts');
    const lines =
      name === '--scan'
        ? await scanKeys(redis, args)
        : describeReply(await redis.call(name, ...args)).split('\n');
    for (const line of lines) console.log(escapeUnprintable(line));
  } catch (error) {
    throw new ExplainedError(error.message, { cause: error });
  } finally {
    redis.disconnect();
  }
}

/**
 * Finds keys without blocking Redis, as `redis-cli --scan` does.
 * @param {string[]} args the options after `--scan`
 * @returns {Promise<string[]>} each key once, in no defined order
 * @throws {TypeError} if there is another option than `--pattern`
 */
async function scanKeys(redis, args) {
  const { values } = parseArgs({ args, options: { pattern: { type: 'string', default: '*' } } });
  const keys = new Set();
  for await (const page of redis.scanStream({ match: values.pattern, count: 1000 }))
    for (const key of page) keys.add(key);
  return [...keys];
}

/** @returns {string} the reply as text; a list has one numbered line per entry */
function describeReply(reply, indent = '') {
  if (reply === null) return '(nil)';
  if (typeof reply === 'number') return `(integer) ${reply}`;
  if (!Array.isArray(reply)) return JSON.stringify(reply);
  if (reply.length === 0) return '(empty array)';
  const width = String(reply.length).length;
  const lines = reply.map((entry, index) => {
    const label = `${String(index + 1).padStart(width)}) `;
    return label + describeReply(entry, indent + ' '.repeat(label.length));
  });
  return lines.join(`\n${indent}`);
}

await runMain(main);
