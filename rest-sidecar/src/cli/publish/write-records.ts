import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { CommandContext } from '../command-context.ts';
import { Interrupted } from '../failure.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { orRedisError } from '../../redis/redis-replies.ts';
import { tradeFields } from './planned-record.ts';
import type { PlannedRecord } from './planned-record.ts';

/** What became of one record. */
export interface WrittenRecord {
  readonly kind: string;
  readonly id: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'added';
}

export interface Writing {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  /** How long records are kept, in milliseconds; undefined for ever. Not for trades. */
  readonly expiryMs: number | undefined;
}

/** Trades that the stream keeps, about. */
const TRADES_KEPT = 10_000;

/**
 * Writes one record after the other, each whole.
 * @throws {RedisError} where Redis refuses one: those before it are written
 * @throws {Interrupted} where the user ends the command: likewise
 */
export async function* writeRecords(
  records: readonly PlannedRecord[],
  writing: Writing,
  context: CommandContext,
): AsyncGenerator<WrittenRecord> {
  for (const [index, record] of records.entries()) {
    if (context.interrupted?.aborted)
      throw new Interrupted(`interrupted after ${index} of ${records.length}`);
    if (records.length > 100) context.progress?.(`${index} of ${records.length} records`);
    yield await writeRecord(record, writing);
  }
}

async function writeRecord({ kind, id, value }: PlannedRecord, writing: Writing): Promise<WrittenRecord> {
  const { redis, keys, expiryMs } = writing;
  if (kind.keyOf === undefined) {
    const fields = [...tradeFields(value)].flat();
    await orRedisError(redis.xadd(keys.coinsTrades, 'MAXLEN', '~', TRADES_KEPT, '*', ...fields));
    return { kind: kind.name, id, outcome: 'added' };
  }
  const key = kind.keyOf(keys, id);
  const json = JSON.stringify(value);
  const before = await orRedisError(
    expiryMs === undefined
      ? redis.set(key, json, 'GET')
      : redis.set(key, json, 'PX', Math.ceil(expiryMs), 'GET'),
  );
  const isSame = before === json && expiryMs === undefined;
  return { kind: kind.name, id, outcome: before === null ? 'created' : isSame ? 'unchanged' : 'replaced' };
}
