import type { NodeRecord } from '../../../shared/redis/nodes/node-record.ts';
import type { NodeSample, NodeView } from '../../../shared/rest/console.ts';

/** Minimum interval of the samples. */
const SAMPLE_MS = 10_000;
/** Samples and nodes that are older than the latest heartbeat of all nodes by this are removed. */
const RETENTION_MS = 3_600_000;

interface Node {
  record: NodeRecord;
  /** The heartbeat of the latest sample, from which the next rates are computed. */
  sampled: NodeRecord;
  readonly samples: NodeSample[];
}

/** Keeps the last hour of every running program in memory, by Redis's clock. */
export class NodeHistory {
  readonly #nodes = new Map<string, Node>();

  /** Adds a heartbeat, and a sample unless the latest one is too recent. */
  add(id: string, record: NodeRecord): void {
    const known = this.#nodes.get(id);
    if (known === undefined) {
      this.#nodes.set(id, { record, sampled: record, samples: [sampleOf(record, record)] });
      return;
    }
    known.record = record;
    const elapsedMs = record.seenAt - known.sampled.seenAt;
    // It is negative if the clock was set back.
    if (elapsedMs >= 0 && elapsedMs < SAMPLE_MS) return;
    known.samples.push(sampleOf(record, known.sampled));
    known.sampled = record;
    this.#removeExpired();
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

  #removeExpired(): void {
    const latest = Math.max(...[...this.#nodes.values()].map(({ record }) => record.seenAt));
    for (const [id, { record, samples }] of this.#nodes) {
      if (record.seenAt < latest - RETENTION_MS) this.#nodes.delete(id);
      while ((samples[0]?.[0] ?? latest) < latest - RETENTION_MS) samples.shift();
    }
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
