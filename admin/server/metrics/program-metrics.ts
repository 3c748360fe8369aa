import { HEALTHS } from '../../../shared/redis/mirror/health.ts';
import type {
  Counters,
  ProgramCounters,
  ProgramFigures,
  ProgramRecord,
} from '../../../shared/redis/programs/program-record.ts';
import type { Metric, Sample } from './metrics-text.ts';

/** A metric with one value per program. @param figureOf undefined if the program does not have it */
function ofFigure(
  name: string,
  help: string,
  figureOf: (program: ProgramRecord) => number | undefined,
): Metric<ProgramRecord> {
  const samplesOf = (program: ProgramRecord): readonly Sample[] => {
    const value = figureOf(program);
    return value === undefined ? [] : [{ value }];
  };
  return { name, help, samplesOf };
}

/** A metric with the value of a field. @param unit what the value is divided by, such as 1000 for seconds */
function ofField(
  name: string,
  help: string,
  field: keyof ProgramFigures | 'seenAt',
  unit = 1,
): Metric<ProgramRecord> {
  return ofFigure(name, help, ({ [field]: value }) => (value === undefined ? undefined : value / unit));
}

/** A metric with one value per counter, whose name is the value of `label`. */
function ofCounters(
  name: string,
  help: string,
  label: string,
  field: keyof ProgramCounters,
): Metric<ProgramRecord> {
  const samplesOf = ({ [field]: counters = {} }: ProgramRecord): readonly Sample[] =>
    Object.entries(counters).map(([text, value]) => ({ labels: { [label]: text }, value }));
  return { name, help, samplesOf };
}

/** The durations of one kind of program. */
function ofDurations(name: string, help: string, kind: ProgramRecord['kind']): Metric<ProgramRecord> {
  const samplesOf = (program: ProgramRecord): readonly Sample[] =>
    program.durations === undefined || program.kind !== kind ? [] : histogramOf(program.durations);
  return { name, type: 'histogram', help, samplesOf };
}

/** @param durations the answers by the upper limit of their bucket, and the `sum` in milliseconds */
function histogramOf({ sum = 0, inf = 0, ...byLimit }: Counters): readonly Sample[] {
  let count = 0;
  const buckets = Object.entries(byLimit)
    .filter(([limit]) => /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(limit))
    .map(([limit, answers]) => ({ limit: Number(limit), answers }))
    .sort((one, other) => one.limit - other.limit)
    .map(({ limit, answers }) => {
      count += answers;
      return { suffix: '_bucket', labels: { le: String(limit) }, value: count };
    });
  count += inf;
  return [
    ...buckets,
    { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
    { suffix: '_sum', value: sum / 1000 },
    { suffix: '_count', value: count },
  ];
}

/** Returns a figure of all programs but proxies, whose packets are counted by other metrics. */
function unlessProxy({ kind }: ProgramRecord, figure: number | undefined): number | undefined {
  return kind === 'proxy' ? undefined : figure;
}

/** The metrics of each program, from its heartbeat. */
export const PROGRAM_METRICS: readonly Metric<ProgramRecord>[] = [
  {
    name: 'build_info',
    help: 'The version of the program.',
    samplesOf: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  {
    name: 'health',
    help: 'The state of the program: 1 for the current one.',
    samplesOf: ({ health }) =>
      HEALTHS.map((status) => ({ labels: { status }, value: status === health ? 1 : 0 })),
  },
  ofFigure(
    'start_time_seconds',
    'When the program was started, by the clock of Redis.',
    ({ clock, seenAt, startedAt }) => (startedAt + seenAt - clock) / 1000,
  ),
  ofField('seen_time_seconds', 'When the latest heartbeat was written.', 'seenAt', 1000),
  ofField('lag_seconds', 'Time since memory was last known to equal Redis; 0 while it does.', 'lagMs', 1000),
  ofField('redis_ping_seconds', 'Round trip to Redis of the previous heartbeat.', 'pingMs', 1000),
  ofField('connections_lost_total', 'How often the connection to Redis was lost.', 'disconnects'),
  ofField('memory_bytes', 'Resident memory of the process.', 'memory'),
  ofField(
    'event_loop_lag_seconds',
    'The longest time that the event loop was blocked since the previous heartbeat.',
    'loopLagMs',
    1000,
  ),
  ofField('blocklists', 'Blocklists in memory.', 'lists'),
  ofField('blocked_features', 'Features in these blocklists.', 'features'),
  ofField('records', 'Records in memory that are served.', 'records'),
  ofField(
    'rejected_values',
    'Values of Redis that do not fit their schema or type, and so are not served.',
    'rejected',
  ),
  ofField(
    'lost_keys',
    'Keys that were lost with a Redis process and whose last known value is kept.',
    'lost',
  ),
  ofField('webhook_delivered_total', 'Changes that the webhook has delivered.', 'webhookDelivered'),
  ofField('webhook_dropped_total', 'Changes that waited too long for the webhook.', 'webhookDropped'),
  ofField(
    'webhook_refused_total',
    'Changes that the webhook has refused, and that were skipped.',
    'webhookRefused',
  ),
  ofField('webhook_failures_total', 'Failed attempts of the webhook.', 'webhookFailures'),
  ofField('webhook_pending_changes', 'Changes that wait for the webhook.', 'webhookPending'),
  ofField(
    'expected_lists_valid',
    'Whether the file of EXPECTED_LISTS can be read: 1 or 0.',
    'expectedListsValid',
  ),
  ofField('list_drift', 'Features that differ from the file of EXPECTED_LISTS.', 'listDrift'),
  ofField('players', 'Connected players.', 'players'),
  ofField('subscribers', 'Players whose mods have subscribed.', 'subscribers'),
  ofField('queued_packets', 'Packets in the queue for the script.', 'queued'),
  ofCounters('answers_total', 'Answered packets.', 'outcome', 'outcomes'),
  ofCounters('mod_answers_total', 'Answers by mod: the mods that ask most, and the rest.', 'mod', 'mods'),
  ofDurations('answer_duration_seconds', "Time from the proxy's event for a packet to its answer.", 'proxy'),
  ofCounters('drops_total', 'Packets that were dropped before the script.', 'reason', 'dropped'),
  ofCounters('bridge_players', 'Players with the mod of a bridge.', 'bridge', 'bridges'),
  ofCounters('bridge_messages_total', 'Messages to mods by a bridge.', 'bridge', 'bridgeMessages'),
  ofFigure('http_requests_total', 'Answered HTTP requests.', (program) =>
    unlessProxy(program, program.answers),
  ),
  ofFigure('http_refused_total', 'Requests that were refused for a violation of HTTP.', (program) =>
    unlessProxy(program, program.drops),
  ),
  ofCounters('rest_responses_total', 'Responses of the public interface.', 'status', 'responses'),
  ofDurations(
    'rest_request_duration_seconds',
    'Time from the headers of a request of the public interface to the end of its response.',
    'sidecar',
  ),
];
