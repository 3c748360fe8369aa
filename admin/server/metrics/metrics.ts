import { readServerFacts } from '../../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../../node/redis/commands/server-facts.ts';
import { cachedFor } from '../../../shared/cached-for.ts';
import type { ProgramRecord } from '../../../shared/redis/programs/program-record.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { StoppedProgram } from '../console/program-history.ts';
import { reads } from '../routes/endpoints.ts';
import type { Paths } from '../routes/endpoints.ts';
import type { ServerParts } from '../server-parts.ts';
import { metricsText } from './metrics-text.ts';
import type { Labels, Metric } from './metrics-text.ts';
import { PROGRAM_METRICS } from './program-metrics.ts';
import { REDIS_METRICS } from './redis-metrics.ts';

/** The content type of the text format of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
/** However often they are read, metrics are collected once in this time, in milliseconds. */
const LIFETIME_MS = 1000;

/** The metrics of a program that was stopped within the last hour. */
const STOPPED_METRICS: readonly Metric<StoppedProgram>[] = [
  {
    name: 'stopped_time_seconds',
    help: 'When a program of this name was last stopped, not killed, by the clock of Redis.',
    samplesOf: ({ stoppedAt }) => [{ value: stoppedAt / 1000 }],
  },
];

/** The metrics of this server itself. */
const OWN_METRICS: readonly Metric<ServerParts>[] = [
  {
    name: 'admin_failed_attempts_total',
    help: 'Requests to this server whose token is unknown, expired or revoked.',
    samplesOf: ({ authentication }) => [{ value: authentication.failures }],
  },
  {
    name: 'data_age_seconds',
    help: 'Time since these metrics were last known to be current; 0 while they are.',
    samplesOf: ({ mirror }) => {
      const { lagMs } = mirror.state();
      return lagMs === undefined ? [] : [{ value: lagMs / 1000 }];
    },
  },
];

/** The metrics of all running programs and of Redis. While Redis is unreachable, those last known. */
export function metricsPaths(parts: ServerParts): Paths {
  const { clock, heartbeats, programs, redis } = parts;
  let servers: readonly ServerFacts[] = [];
  const collect = cachedFor(LIFETIME_MS, clock, async () => {
    servers = await readServerFacts(redis, Date.now).catch((cause: unknown) => {
      if (cause instanceof RedisError) return servers;
      throw cause;
    });
    // A program that runs writes its heartbeat again after Redis has lost it.
    const running = [...heartbeats.entries()].filter(
      ([key, { stoppedAt }]) => stoppedAt === undefined && !heartbeats.isLost(key),
    );
    return [
      metricsText(PROGRAM_METRICS, withLabels(running)),
      metricsText(
        STOPPED_METRICS,
        programs.stopped().map((stopped) => [{ program: stopped.name, kind: stopped.kind }, stopped]),
      ),
      metricsText(
        REDIS_METRICS,
        servers.map((facts) => [{ server: facts.endpoint }, facts]),
      ),
      metricsText(OWN_METRICS, [[{}, parts]]),
    ].join('');
  });
  const headers = { 'Content-Type': CONTENT_TYPE };
  return { '/metrics': reads('metrics:read', async () => ({ headers, body: await collect() })) };
}

/**
 * Returns the labels of each program. Programs on two hosts may have one name: that of the latest start keeps
 * it, and the others are told apart by the end of their key.
 * @param programs the heartbeats by key
 */
function withLabels(
  programs: readonly (readonly [string, ProgramRecord])[],
): (readonly [Labels, ProgramRecord])[] {
  const names = new Set<string>();
  return programs
    .toSorted(([, one], [, other]) => other.startedAt - one.startedAt)
    .map(([key, record]) => {
      const { kind, name } = record;
      const isFirst = !names.has(`${kind} ${name}`);
      names.add(`${kind} ${name}`);
      return [{ program: isFirst ? name : `${name} (${key.slice(-16)})`, kind }, record];
    });
}
