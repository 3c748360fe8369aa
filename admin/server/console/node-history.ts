import type { Clock } from '../../../shared/clock.ts';
import type { NodeRecord } from '../../../shared/redis/nodes/node-record.ts';
import type { NodeSample, NodeView } from '../../../shared/rest/console.ts';

/** Minimum interval of the samples. */
const SAMPLE_MS = 10_000;
/** How long samples are kept, and nodes after their latest heartbeat. */
const RETENTION_MS = 3_600_000;
const MAX_SAMPLES = RETENTION_MS / SAMPLE_MS;

interface Node {
  record: NodeRecord;
  /** When the record was added, by the monotonic clock: its own times may be wrong. */
  addedAtMs: number;
  /** The heartbeat of the latest sample, from which the next rates are computed. */
  sampled: NodeRecord;
  readonly samples: NodeSample[];
}

/** Keeps the last hour of every running program in memory. The times of samples are by Redis's clock. */
export class NodeHistory {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #nodes = new Map<string, Node>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Adds a heartbeat, and a sample unless the latest one is too recent. */
  add(id: string, record: NodeRecord): void {
    const addedAtMs = this.#clock.monotonicMs();
    const known = this.#nodes.get(id);
    if (known === undefined) {
      this.#nodes.set(id, { record, addedAtMs, sampled: record, samples: [sampleOf(record, record)] });
      return;
    }
    known.record = record;
    known.addedAtMs = addedAtMs;
    const elapsedMs = record.seenAt - known.sampled.seenAt;
    // It is negative if the clock was set back.
    if (elapsedMs >= 0 && elapsedMs < SAMPLE_MS) return;
    known.samples.push(sampleOf(record, known.sampled));
    known.sampled = record;
    const { samples } = known;
    while (samples.length > MAX_SAMPLES || (samples[0]?.[0] ?? 0) < record.seenAt - RETENTION_MS)
      samples.shift();
    for (const [other, node] of this.#nodes)
      if (node.addedAtMs < addedAtMs - RETENTION_MS) this.#nodes.delete(other);
  }

  /** Returns all nodes, sorted by kind and name; of the same name, the latest start first. */
  all(): readonly NodeView[] {
    const views = [...this.#nodes].map(([id, { record, samples }]) => ({
      ...record,
      // Not shown, and not sent.
      warnings: undefined,
      id,
      samples,
    }));
    return views.sort(
      (a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name) || b.startedAt - a.startedAt,
    );
  }
}

function sampleOf(record: NodeRecord, before: NodeRecord): NodeSample {
  const seconds = (record.seenAt - before.seenAt) / 1000;
  const rate = (counter: 'answers' | 'drops'): number => {
    const count = (record[counter] ?? 0) - (before[counter] ?? 0);
    return seconds > 0 ? Math.round((Math.max(0, count) / seconds) * 100) / 100 : 0;
  };
  const { seenAt, lagMs = 0, pingMs = 0, players = 0 } = record;
  return [seenAt, lagMs, rate('answers'), rate('drops'), pingMs, players];
}
