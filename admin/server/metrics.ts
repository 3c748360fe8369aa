import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { HealthStatus } from '../../shared/rest/health.ts';

/** Values that are read when the metrics are scraped. */
export interface MetricSources {
  readonly health: () => HealthStatus;
  /** Values of the store that cannot be served (G26). */
  readonly rejectedValues: () => number;
  /** Keys whose last known value is kept: they vanished with a Redis process, or hold another type. */
  readonly staleKeys: () => number;
  /** Failed authentications. */
  readonly failedAttempts: () => number;
}

/** In seconds: from a response from memory to one that waits for the compression of a large body. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/**
 * Gauges of prom-client that have the names of counters. The gauges of the same names without `_total` have
 * the same values by type.
 */
const MISNAMED = ['handles', 'requests', 'resources'].map((noun) => `nodejs_active_${noun}_total`);

const STATUSES: readonly HealthStatus[] = ['ok', 'degraded', 'starting'];

/** The metrics of this process, in a registry of its own rather than the global one of prom-client. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #responses: Counter<'status'>;
  readonly #durations: Histogram;

  constructor(sources: MetricSources) {
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
    this.#registerGauges(sources);
  }

  #registerGauges({ health, rejectedValues, staleKeys, failedAttempts }: MetricSources): void {
    const registers = [this.#registry];
    new Gauge({
      name: 'feature_control_health',
      help: 'The state that getHealth reports: 1 for the current one.',
      labelNames: ['status'],
      registers,
      collect() {
        for (const status of STATUSES) this.set({ status }, status === health() ? 1 : 0);
      },
    });
    this.#read(
      'feature_control_rejected_values',
      rejectedValues,
      'Values of the store that do not fit their schema, and so are not served.',
    );
    this.#read(
      'feature_control_stale_keys',
      staleKeys,
      'Keys whose last known value is kept: lost with a Redis process, or of another type.',
    );
    this.#read(
      'feature_control_operator_failed_attempts',
      failedAttempts,
      'Attempts to use this listener, since the start, with a token that is unknown, expired or revoked.',
    );
  }

  /** Registers a gauge whose value is read when it is scraped. */
  #read(name: string, value: () => number, help: string): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(value());
      },
    });
  }

  /** Records a response of the public interface and its duration. */
  countResponse(status: number, seconds: number): void {
    this.#responses.inc({ status });
    this.#durations.observe(seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns the metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    return await this.#registry.metrics();
  }
}
