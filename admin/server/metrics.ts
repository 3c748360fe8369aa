import type { Mirrored } from '../../shared/redis/mirror/mirrored.ts';
import type { NodeRecord } from '../../shared/redis/nodes/node-record.ts';
import type { Authentication } from './authentication.ts';
import type { Paths } from './endpoints.ts';

/** The content type of the text format of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

/** One value of a metric. `suffix` is for histograms, such as `_bucket`. */
interface Sample {
  readonly labels: Labels;
  readonly value: number;
  readonly suffix?: string;
}

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** The values of one program. */
  readonly samplesOf: (node: NodeRecord) => readonly Sample[];
}

/** A metric with one value per program. @param figure undefined if the program does not have it */
function ofFigure(
  name: string,
  type: Metric['type'],
  help: string,
  figure: (node: NodeRecord) => number | undefined,
): Metric {
  return {
    name: `feature_control_${name}`,
    type,
    help,
    samplesOf: (node) => {
      const value = figure(node);
      return value === undefined ? [] : [{ labels: {}, value }];
    },
  };
}

const STATUSES = ['ok', 'degraded', 'starting'] as const;

const METRICS: readonly Metric[] = [
  {
    name: 'feature_control_health',
    type: 'gauge',
    help: 'The state of the program: 1 for the current one.',
    samplesOf: ({ health }) =>
      STATUSES.map((status) => ({ labels: { status }, value: status === health ? 1 : 0 })),
  },
  ofFigure('start_time_seconds', 'gauge', 'When the program was started.', (node) => node.startedAt / 1000),
  ofFigure(
    'seen_time_seconds',
    'gauge',
    'When the latest heartbeat was written.',
    (node) => node.seenAt / 1000,
  ),
  ofFigure(
    'lag_seconds',
    'gauge',
    'Time since memory was last known to equal Redis; 0 while it does.',
    ({ lagMs }) => (lagMs === undefined ? undefined : lagMs / 1000),
  ),
  ofFigure('memory_bytes', 'gauge', 'Resident memory of the process.', (node) => node.memory),
  ofFigure('players', 'gauge', 'Connected players.', (node) => node.players),
  ofFigure('subscribers', 'gauge', 'Players whose mods have subscribed.', (node) => node.subscribers),
  ofFigure('answers_total', 'counter', 'Answered packets; otherwise HTTP requests.', (node) => node.answers),
  ofFigure('errors_total', 'counter', 'Answered packets that are errors.', (node) => node.errors),
  ofFigure(
    'drops_total',
    'counter',
    'Dropped packets; otherwise requests that were refused for a violation of HTTP.',
    (node) => node.drops,
  ),
  ofFigure(
    'rejected_values',
    'gauge',
    'Values of the store that do not fit their schema or type, and so are not served.',
    (node) => node.rejected,
  ),
  ofFigure(
    'lost_keys',
    'gauge',
    'Keys that were lost with a Redis process and whose last known value is kept.',
    (node) => node.lost,
  ),
  {
    name: 'feature_control_rest_responses_total',
    type: 'counter',
    help: 'Responses of the public interface, by status.',
    samplesOf: ({ responses = {} }) =>
      Object.entries(responses).map(([status, value]) => ({ labels: { status }, value })),
  },
  {
    name: 'feature_control_rest_request_duration_seconds',
    type: 'histogram',
    help: 'Time from the headers of a request of the public interface to the end of its response.',
    samplesOf: ({ durations }) => (durations === undefined ? [] : histogramOf(durations)),
  },
];

/** @param durations the responses by the upper limit of their bucket, and the `sum` in milliseconds */
function histogramOf({ sum = 0, ...byLimit }: Readonly<Record<string, number>>): readonly Sample[] {
  let count = 0;
  const buckets = Object.entries(byLimit)
    .map(([limit, responses]) => ({ limit: limit === 'inf' ? Infinity : Number(limit), responses }))
    .sort((one, other) => one.limit - other.limit)
    .map(({ limit, responses }) => {
      count += responses;
      const le = limit === Infinity ? '+Inf' : String(limit);
      return { suffix: '_bucket', labels: { le }, value: count };
    });
  return [
    ...buckets,
    { suffix: '_sum', labels: {}, value: sum / 1000 },
    { suffix: '_count', labels: {}, value: count },
  ];
}

export interface MetricsDependencies {
  readonly heartbeats: Pick<Mirrored<NodeRecord>, 'entries'>;
  readonly authentication: Pick<Authentication, 'failures'>;
}

/** The metrics of all running programs. */
export function metricsPaths({ authentication, heartbeats }: MetricsDependencies): Paths {
  return {
    '/metrics': {
      get: {
        scope: 'metrics:read',
        handle(_request, response) {
          const nodes = [...heartbeats.entries()].map(([, record]) => record);
          response.type(CONTENT_TYPE).send(metricsText(nodes, authentication.failures));
        },
      },
    },
  };
}

/**
 * Returns the metrics of programs, from their heartbeats, in the text format of Prometheus.
 * @param failedAttempts requests to this server since its start without a valid token
 */
export function metricsText(nodes: readonly NodeRecord[], failedAttempts: number): string {
  const ofNodes = METRICS.map((metric) => {
    const lines = nodes.flatMap((node) => {
      const { kind, name } = node;
      return metric
        .samplesOf(node)
        .map(({ labels, suffix = '', value }) =>
          lineOf(metric.name + suffix, { node: name, program: kind, ...labels }, value),
        );
    });
    return textOf(metric, lines);
  });
  const failures: Omit<Metric, 'samplesOf'> = {
    name: 'feature_control_admin_failed_attempts_total',
    type: 'counter',
    help: 'Requests to this server whose token is unknown, expired or revoked.',
  };
  return [...ofNodes, textOf(failures, [lineOf(failures.name, {}, failedAttempts)])].join('');
}

function textOf({ name, type, help }: Omit<Metric, 'samplesOf'>, lines: readonly string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function lineOf(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
