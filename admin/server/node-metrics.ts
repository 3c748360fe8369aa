import type { Counters, NodeRecord } from '../../shared/redis/nodes/node-record.ts';
import type { Metric, Sample } from './metrics-text.ts';

/** A metric with one value per program. @param figure undefined if the program does not have it */
function ofFigure(
  name: string,
  type: Metric<NodeRecord>['type'],
  help: string,
  figure: (node: NodeRecord) => number | undefined,
): Metric<NodeRecord> {
  const samplesOf = (node: NodeRecord): readonly Sample[] => {
    const value = figure(node);
    return value === undefined ? [] : [{ value }];
  };
  return { name, type, help, samplesOf };
}

/** A metric with one value per counter, whose name is the value of `label`. */
function ofCounters(
  name: string,
  type: Metric<NodeRecord>['type'],
  help: string,
  label: string,
  countersOf: (node: NodeRecord) => Counters | undefined,
): Metric<NodeRecord> {
  const samplesOf = (node: NodeRecord): readonly Sample[] =>
    Object.entries(countersOf(node) ?? {}).map(([text, value]) => ({ labels: { [label]: text }, value }));
  return { name, type, help, samplesOf };
}

/** The durations of one kind of program. */
function ofDurations(name: string, help: string, kind: NodeRecord['kind']): Metric<NodeRecord> {
  const samplesOf = (node: NodeRecord): readonly Sample[] =>
    node.durations === undefined || node.kind !== kind ? [] : histogramOf(node.durations);
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

const STATUSES = ['ok', 'degraded', 'starting'] as const;

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

/** Returns a figure of all programs but proxies, whose packets are counted by other metrics. */
function unlessProxy({ kind }: NodeRecord, figure: number | undefined): number | undefined {
  return kind === 'proxy' ? undefined : figure;
}

/** The metrics of each program, from its heartbeat. */
export const NODE_METRICS: readonly Metric<NodeRecord>[] = [
  {
    name: 'build_info',
    type: 'gauge',
    help: 'The version of the program.',
    samplesOf: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  {
    name: 'health',
    type: 'gauge',
    help: 'The state of the program: 1 for the current one.',
    samplesOf: ({ health }) =>
      STATUSES.map((status) => ({ labels: { status }, value: status === health ? 1 : 0 })),
  },
  ofFigure(
    'start_time_seconds',
    'gauge',
    'When the program was started, by the clock of Redis.',
    ({ clock, seenAt, startedAt }) => seconds(startedAt + seenAt - clock),
  ),
  ofFigure('seen_time_seconds', 'gauge', 'When the latest heartbeat was written.', ({ seenAt }) =>
    seconds(seenAt),
  ),
  ofFigure(
    'lag_seconds',
    'gauge',
    'Time since memory was last known to equal Redis; 0 while it does.',
    ({ lagMs }) => seconds(lagMs),
  ),
  ofFigure('redis_ping_seconds', 'gauge', 'Round trip to Redis of the previous heartbeat.', ({ pingMs }) =>
    seconds(pingMs),
  ),
  ofFigure(
    'connections_lost_total',
    'counter',
    'How often the connection to Redis was lost.',
    (node) => node.disconnects,
  ),
  ofFigure('memory_bytes', 'gauge', 'Resident memory of the process.', (node) => node.memory),
  ofFigure(
    'event_loop_lag_seconds',
    'gauge',
    'The longest time that the event loop was blocked since the previous heartbeat.',
    ({ loopLagMs }) => seconds(loopLagMs),
  ),
  ofFigure('blocklists', 'gauge', 'Blocklists in memory.', (node) => node.lists),
  ofFigure('blocked_features', 'gauge', 'Features in these blocklists.', (node) => node.features),
  ofFigure('records', 'gauge', 'Records in memory that are served.', (node) => node.records),
  ofFigure(
    'rejected_values',
    'gauge',
    'Values of Redis that do not fit their schema or type, and so are not served.',
    (node) => node.rejected,
  ),
  ofFigure(
    'lost_keys',
    'gauge',
    'Keys that were lost with a Redis process and whose last known value is kept.',
    (node) => node.lost,
  ),
  ofFigure('players', 'gauge', 'Connected players.', (node) => node.players),
  ofFigure('subscribers', 'gauge', 'Players whose mods have subscribed.', (node) => node.subscribers),
  ofFigure('queued_packets', 'gauge', 'Packets in the queue for the script.', (node) => node.queued),
  ofCounters('answers_total', 'counter', 'Answered packets.', 'outcome', (node) => node.outcomes),
  ofCounters(
    'mod_answers_total',
    'counter',
    'Answers by mod: the mods that ask most, and the rest.',
    'mod',
    (node) => node.mods,
  ),
  ofDurations('answer_duration_seconds', "Time from the proxy's event for a packet to its answer.", 'proxy'),
  ofCounters(
    'drops_total',
    'counter',
    'Packets that were dropped before the script.',
    'reason',
    (node) => node.dropped,
  ),
  ofCounters(
    'bridge_players',
    'gauge',
    'Players with the mod of a bridge.',
    'bridge',
    (node) => node.bridges,
  ),
  ofCounters(
    'bridge_messages_total',
    'counter',
    'Messages to mods by a bridge.',
    'bridge',
    (node) => node.bridgeMessages,
  ),
  ofFigure('http_requests_total', 'counter', 'Answered HTTP requests.', (node) =>
    unlessProxy(node, node.answers),
  ),
  ofFigure('http_refused_total', 'counter', 'Requests that were refused for a violation of HTTP.', (node) =>
    unlessProxy(node, node.drops),
  ),
  ofCounters(
    'rest_responses_total',
    'counter',
    'Responses of the public interface.',
    'status',
    (node) => node.responses,
  ),
  ofDurations(
    'rest_request_duration_seconds',
    'Time from the headers of a request of the public interface to the end of its response.',
    'sidecar',
  ),
];
