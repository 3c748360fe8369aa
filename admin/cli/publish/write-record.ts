import { orRedisError, runPipeline } from '../../../node/redis/redis-replies.ts';
import type { ConnectedContext } from '../connected-context.ts';
import type { PlannedRecord } from './planned-record.ts';

/** The result of writing one record. */
export interface WrittenRecord {
  readonly type: string;
  readonly id: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'added';
}

/** The reply to `PTTL` for a key without an expiry. */
const NO_EXPIRY = -1;

/** Approximate maximum length of the stream of trades. */
const MAX_TRADES = 10_000;

/**
 * Writes a record in one atomic step.
 * @param expiryMs time to live in milliseconds; undefined for none. Not applied to trades
 * @throws {RedisError}
 */
export async function writeRecord(
  { type: { name, prefixOf }, id, value }: PlannedRecord,
  { redis, keys }: ConnectedContext,
  expiryMs: number | undefined,
): Promise<WrittenRecord> {
  if (prefixOf === undefined) {
    const fields = Object.entries(value).flat().map(String);
    await orRedisError(redis.xadd(keys.coinsTrades, 'MAXLEN', '~', MAX_TRADES, '*', ...fields));
    return { type: name, id, outcome: 'added' };
  }
  const key = prefixOf(keys) + id;
  const json = JSON.stringify(value);
  const expiry = expiryMs === undefined ? [] : (['PX', Math.ceil(expiryMs)] as const);
  const pipeline = redis
    .pipeline()
    .pttl(key)
    .call('SET', key, json, ...expiry, 'GET');
  const [ttlMs, before] = await runPipeline(pipeline);
  // The write removes the expiry of the record before.
  const isSame = before === json && ttlMs === NO_EXPIRY && expiryMs === undefined;
  return { type: name, id, outcome: before === null ? 'created' : isSame ? 'unchanged' : 'replaced' };
}
