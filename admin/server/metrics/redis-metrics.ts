import { failedSaves } from '../../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { Metric } from './metrics-text.ts';

/** A metric with one value per Redis server. */
function ofServer(name: string, help: string, value: (facts: ServerFacts) => number): Metric<ServerFacts> {
  return { name: `redis_${name}`, help, samplesOf: (facts) => [{ value: value(facts) }] };
}

/** The metrics of the Redis servers behind all programs. */
export const REDIS_METRICS: readonly Metric<ServerFacts>[] = [
  ofServer('memory_bytes', 'Memory in use.', ({ info }) => Number(info.get('used_memory') ?? 0)),
  ofServer('memory_limit_bytes', 'The maxmemory; 0 for none.', ({ info }) =>
    Number(info.get('maxmemory') ?? 0),
  ),
  ofServer(
    'unsaved_seconds',
    'Time since the latest snapshot if there were changes since; 0 with an append-only file.',
    ({ clockMs, info }) => {
      const isSaved = info.get('aof_enabled') === '1' || info.get('rdb_changes_since_last_save') === '0';
      return isSaved ? 0 : clockMs / 1000 - Number(info.get('rdb_last_save_time') ?? 0);
    },
  ),
  ofServer(
    'failed_saves',
    'Ways of saving whose latest attempt failed.',
    ({ info }) => failedSaves(info).length,
  ),
];
