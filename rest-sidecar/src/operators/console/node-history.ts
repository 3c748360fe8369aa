import { parseNodeRecord } from '../../../../shared/redis/nodes/node-record.ts';
import type { NodeRecord } from '../../../../shared/redis/nodes/node-record.ts';
import { ABSENT } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { IoredisCommands } from '../../redis/ioredis-commands.ts';

/** One point of a chart: `[seenAt, lagMs, answers a second, drops a second, pingMs, players]`. */
export type NodeSample = readonly [
  seenAt: number,
  lagMs: number,
  answers: number,
  drops: number,
  pingMs: number,
  players: number,
];

/** A proxy or a sidecar, as its latest heartbeat reported it, and the hour before that. */
export interface NodeView extends NodeRecord {
  readonly id: string;
  readonly samples: readonly NodeSample[];
}

/** Samples are at least this far apart, in milliseconds. */
const SAMPLE_MS = 10_000;
/** What is older than the latest heartbeat of any node by this is forgotten. */
const KEPT_MS = 3_600_000;
/** Nodes that are kept. Past it, the one that was seen least recently is forgotten. */
const MOST_NODES = 200;

interface Node {
  record: NodeRecord;
  /** What rates are computed from. */
  sampled: NodeRecord;
  readonly samples: NodeSample[];
}

/** Heartbeats as a kind of a mirror. A value that is none is left out. */
export function heartbeatKind(
  commands: Pick<IoredisCommands, 'hgetall'>,
  keys: RedisKeys,
): MirrorKind<NodeRecord> {
  return {
    name: 'heartbeats',
    prefixes: [keys.nodes],
    read: async (some) =>
      await Promise.all(
        some.map(async (key) => {
          const fields = await commands.hgetall(key);
          if (fields === undefined) return { state: 'wrong type', expected: 'a hash' };
          if (fields.size === 0) return ABSENT;
          const value = parseNodeRecord(fields);
          return value === undefined
            ? { state: 'rejected', reason: 'It is no heartbeat.' }
            : { state: 'present', value };
        }),
      ),
    isSame: (one, other) => one.seenAt === other.seenAt,
  };
}

/** The last hour of every proxy and sidecar, in memory, by Redis's clock. */
export class NodeHistory {
  readonly #nodes = new Map<string, Node>();

  /** Takes over a heartbeat. @returns the new point of the charts; undefined where it is too early for one */
  note(id: string, record: NodeRecord): NodeSample | undefined {
    const known = this.#nodes.get(id);
    if (known === undefined) {
      const first = sampleOf(record, record);
      this.#nodes.set(id, { record, sampled: record, samples: [first] });
      this.#forgetOne();
      return first;
    }
    known.record = record;
    if (record.seenAt - known.sampled.seenAt < SAMPLE_MS) return undefined;
    const sample = sampleOf(record, known.sampled);
    known.samples.push(sample);
    known.sampled = record;
    this.#forgetOld();
    return sample;
  }

  /** By their names, the latest start of each name first. */
  all(): readonly NodeView[] {
    const views = [...this.#nodes].map(([id, { record, samples }]) => ({ ...record, id, samples }));
    return views.sort(
      (a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name) || b.startedAt - a.startedAt,
    );
  }

  #forgetOld(): void {
    const latest = Math.max(...[...this.#nodes.values()].map(({ record }) => record.seenAt));
    for (const [id, { record, samples }] of this.#nodes) {
      if (record.seenAt < latest - KEPT_MS) this.#nodes.delete(id);
      while ((samples[0]?.[0] ?? latest) < latest - KEPT_MS) samples.shift();
    }
  }

  #forgetOne(): void {
    if (this.#nodes.size <= MOST_NODES) return;
    const [oldest] = [...this.#nodes].sort(([, a], [, b]) => a.record.seenAt - b.record.seenAt);
    if (oldest !== undefined) this.#nodes.delete(oldest[0]);
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
