import { MAX_PROGRAMS } from '../../../node/redis/mirroring/heartbeats.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { ProgramKind, ProgramRecord } from '../../../shared/redis/programs/program-record.ts';
import type { ProgramSample, ProgramView } from '../../../shared/rest/console.ts';

/** Minimum interval of the samples. */
const SAMPLE_MS = 10_000;
/** How long samples are kept, and programs after their latest heartbeat. */
const RETENTION_MS = 3_600_000;
const MAX_SAMPLES = RETENTION_MS / SAMPLE_MS;
const MAX_TREND = 60;

/** The latest clean stop of the programs with one name. */
export type StoppedProgram = Pick<ProgramRecord, 'kind' | 'name'> & { readonly stoppedAt: number };

/** What the console does not show. */
const NOT_SENT = {
  warnings: undefined,
  bridgeMessages: undefined,
  outcomes: undefined,
  mods: undefined,
  dropped: undefined,
  responses: undefined,
  durations: undefined,
} as const satisfies Record<keyof Omit<ProgramRecord, keyof ProgramView>, undefined>;

interface Program {
  record: ProgramRecord;
  /** When the record was added, by the monotonic clock: its own times may be wrong. */
  addedAtMs: number;
  /** The heartbeat of the latest sample, from which the next rates are computed. */
  sampled: ProgramRecord;
  readonly samples: ProgramSample[];
}

/**
 * Keeps the last hour of the programs in memory, also of those that were stopped: of each kind, at most
 * {@link MAX_PROGRAMS}. The times of samples are by Redis's clock.
 */
export class ProgramHistory {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #programs = new Map<string, Program>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Adds a heartbeat, and a sample unless the latest one is too recent. */
  add(id: string, record: ProgramRecord): void {
    const addedAtMs = this.#clock.monotonicMs();
    const known = this.#programs.get(id);
    if (known === undefined) {
      this.#makeRoom(record.kind);
      // The rates of a first heartbeat are not known.
      this.#programs.set(id, { record, addedAtMs, sampled: record, samples: [] });
      return;
    }
    known.record = record;
    known.addedAtMs = addedAtMs;
    const elapsedMs = record.seenAt - known.sampled.seenAt;
    // It is negative if the clock was set back.
    if (elapsedMs >= 0 && elapsedMs < SAMPLE_MS) return;
    const { samples } = known;
    samples.push(sampleOf(record, known.sampled));
    known.sampled = record;
    while (samples.length > MAX_SAMPLES || (samples[0]?.[0] ?? 0) < record.seenAt - RETENTION_MS)
      samples.shift();
    for (const [other, program] of this.#programs)
      if (program.addedAtMs < addedAtMs - RETENTION_MS) this.#programs.delete(other);
  }

  /** Forgets the program of a kind whose latest heartbeat is the oldest, if there are too many. */
  #makeRoom(kind: ProgramKind): void {
    const ofKind = [...this.#programs].filter(([, { record }]) => record.kind === kind);
    if (ofKind.length < MAX_PROGRAMS) return;
    const [oldest] = ofKind.toSorted(([, one], [, other]) => one.addedAtMs - other.addedAtMs);
    if (oldest !== undefined) this.#programs.delete(oldest[0]);
  }

  /** Returns the names whose program was stopped, each with the latest time of it. */
  stopped(): readonly StoppedProgram[] {
    const latest = new Map<string, StoppedProgram>();
    for (const { record } of this.#programs.values()) {
      const { kind, name, stoppedAt = 0 } = record;
      const label = `${kind} ${name}`;
      if (stoppedAt > (latest.get(label)?.stoppedAt ?? 0)) latest.set(label, { kind, name, stoppedAt });
    }
    return [...latest.values()];
  }

  /** Returns the last hour of a program; undefined if it is not known. */
  samplesOf(id: string): readonly ProgramSample[] | undefined {
    return this.#programs.get(id)?.samples;
  }

  /** Returns all programs, sorted by kind and name; of the same name, the latest start first. */
  all(): readonly ProgramView[] {
    const views = [...this.#programs].map(([id, { record, samples }]) => ({
      ...record,
      ...NOT_SENT,
      id,
      latest: samples.at(-1) ?? sampleOf(record, record),
      trend: trendOf(samples),
    }));
    return views.sort(
      (a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name) || b.startedAt - a.startedAt,
    );
  }
}

/** Returns every few samples, up to the latest one. */
function trendOf(samples: readonly ProgramSample[]): ProgramView['trend'] {
  const step = Math.ceil(samples.length / MAX_TREND);
  const isShown = (_: unknown, index: number): boolean => (samples.length - 1 - index) % step === 0;
  return samples.filter(isShown).map(([seenAt, , answers]) => [seenAt, answers]);
}

function sampleOf(record: ProgramRecord, before: ProgramRecord): ProgramSample {
  const seconds = (record.seenAt - before.seenAt) / 1000;
  const rate = (counter: 'answers' | 'drops'): number => {
    const count = (record[counter] ?? 0) - (before[counter] ?? 0);
    return seconds > 0 ? Math.round((Math.max(0, count) / seconds) * 100) / 100 : 0;
  };
  const { seenAt, lagMs = 0, pingMs = 0, players = 0 } = record;
  return [seenAt, lagMs, rate('answers'), rate('drops'), pingMs, players];
}
