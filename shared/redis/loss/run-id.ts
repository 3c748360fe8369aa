import { RedisError } from '../redis-error.ts';

/** @param info what `INFO server` answers @throws {RedisError} where it does not say */
export function parseRunId(info: string): string {
  const [, runId] = /^run_id:([0-9a-f]+)/m.exec(info) ?? [];
  if (runId === undefined) throw new RedisError('refused', 'INFO tells no run_id');
  return runId;
}
