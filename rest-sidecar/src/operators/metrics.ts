import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { HealthStatus } from '../../../shared/rest/health.ts';

/** Where the figures are read when they are asked for. */
export interface MetricSources {
  readonly health: () => HealthStatus;
  /** Values of the store that cannot be served (G26). */
  readonly rejectedValues: () => number;
  /** Keys whose last known value is kept: they vanished with a Redis process, or hold another type. */
  readonly staleKeys: () => number;
  /** Failed authentications. */
  readonly failedAttempts: () => number;
}

/** Seconds: from an answer from memory to one that waits for a large body to be compressed. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/**
 * Gauges of prom-client that are named like counters; what they count is in the same names without `_total`,
 * by type.
 */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

const STATUSES: readonly HealthStatus[] = ['ok', 'degraded', 'starting'];

/**
 * The figures of this process, in the text format of Prometheus. Each process has a registry of its own;
 * nothing is registered for the whole program.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #responses: Counter<'status'>;
  readonly #durations: Histogram;

  constructor({ health, rejectedValues, staleKeys, failedAttempts }: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    this.#responses = new Counter({
      name: 'feature_control_rest_responses_total',
      help: 'Responses of the public interface, by status.',
      labelNames: ['status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'feature_control_rest_request_duration_seconds',
      help: 'Time from the headers of a request of the public interface to the end of its response.',
      buckets: DURATION_BUCKETS,
      registers,
    });
    new Gauge({
      name: 'feature_control_processes',
      help: 'Processes that these metrics cover.',
      registers,
    }).set(1);
    new Gauge({
      name: 'feature_control_health',
      help:
        'The state that getHealth reports: 1 for the current one; the share of processes in it, ' +
        'where they differ.',
      labelNames: ['status'],
      aggregator: 'average',
      registers,
      collect() {
        for (const status of STATUSES) this.set({ status }, status === health() ? 1 : 0);
      },
    });
    // All processes read the same store, so of these the most counts.
    this.#read(
      'feature_control_rejected_values',
      'max',
      rejectedValues,
      'Values of the store that do not fit their schema, and so are not served.',
    );
    this.#read(
      'feature_control_stale_keys',
      'max',
      staleKeys,
      'Keys whose last known value is kept: lost with a Redis process, or of another type.',
    );
    this.#read(
      'feature_control_operator_failed_attempts',
      'sum',
      failedAttempts,
      'Attempts to use this listener, since the start, with a token that is unknown, expired or revoked.',
    );
  }

  /**
   * A metric that is read when it is scraped.
   * @param aggregator how it is combined where there are several processes
   */
  #read(name: string, aggregator: 'max' | 'sum', value: () => number, help: string): void {
    new Gauge({
      ...{ name, help, aggregator },
      registers: [this.#registry],
      collect() {
        this.set(value());
      },
    });
  }

  /** Counts one response of the public interface, and how long it took. */
  countResponse(status: number, seconds: number): void {
    this.#responses.inc({ status });
    this.#durations.observe(seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  /** As data, for `textOfAll`. */
  async figures(): Promise<object> {
    return await this.#registry.getMetricsAsJSON();
  }
}

/**
 * The figures of several processes in one: counts are added up, and the rest as its nature is.
 * @param figures of each process, as its `figures` returned them
 */
export async function textOfAll(figures: readonly unknown[]): Promise<string> {
  return await AggregatorRegistry.aggregate(figures as object[]).metrics();
}
