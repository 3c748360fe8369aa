import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { ChangeFeed, Subscription } from '../changes/change-feed.ts';
import { LossWatch } from '../loss/loss-watch.ts';
import type { HeldData } from '../loss/loss-watch.ts';
import type { MirrorCommands } from './key-reading.ts';
import type { MirrorKind } from './mirror-kind.ts';
import { MirrorReader } from './mirror-reader.ts';
import type { Mirrored } from './mirrored.ts';
import type { RejectedValue } from './rejected-values.ts';

export interface MirrorDependencies {
  readonly commands: MirrorCommands;
  readonly changeFeed: ChangeFeed;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** What all kinds are together, in the plural, for log lines. */
  readonly what: string;
  /** How often missed changes are looked for, in milliseconds, 1 or more. */
  readonly revalidateMs: number;
  /**
   * How often they are looked for while changes are not reported, in milliseconds. Default: `revalidateMs`.
   */
  readonly pollMs?: number;
  /**
   * How often values of one kind are read again and its listeners notified, 2 or more. Default: without a
   * limit.
   */
  readonly mostUpdatesPerSecond?: number;
  /** Called when a state or a count of the mirror may be another than before. Cheap to call. */
  readonly stateChanged?: () => void;
}

export interface MirrorState {
  readonly isLoaded: boolean;
  /**
   * Milliseconds since memory was last known to be what Redis holds, 0 while it is; undefined before the
   * first time.
   */
  readonly lagMs: number | undefined;
  readonly values: number;
  /** Values, and parts of values, that do not fit their schema or their type. */
  readonly rejected: number;
  /** Keys that vanished together with a Redis process, and whose last known value is kept. */
  readonly lost: number;
}

/**
 * Keeps in memory the values of all keys of some kinds, as Redis holds them. Changes are reported by the
 * change feed, and each changed key is read again, once however often it changed. A periodic revalidation
 * repairs what was not reported. The last known value of what vanished together with a Redis process is kept
 * (lost is not deleted, ADR 12).
 */
export class Mirror {
  readonly #dependencies: MirrorDependencies;
  readonly #losses: LossWatch;
  /** One for each kind. */
  readonly #readers: MirrorReader<unknown>[] = [];
  readonly #held: HeldData = {
    heldKeys: () => this.#readers.flatMap(({ reading }) => reading.heldKeys()),
    lookFor: async (keys) => {
      const all = await Promise.all(this.#readers.map(({ reading }) => reading.lookFor(keys)));
      return { lookedFor: sum(all, ({ lookedFor }) => lookedFor), found: sum(all, ({ found }) => found) };
    },
  };
  #subscription: Subscription | undefined;
  #isListening = false;
  #changesFailure: string | undefined;
  #cancelRevalidation: CancelTimer = () => undefined;

  constructor(dependencies: MirrorDependencies) {
    this.#dependencies = dependencies;
    this.#losses = new LossWatch(dependencies);
  }

  /** Mirrors one kind more, before `start()`. @returns its values, none until they are read */
  add<Value>(kind: MirrorKind<Value>): Mirrored<Value> {
    const { mostUpdatesPerSecond = Infinity } = this.#dependencies;
    const reader = new MirrorReader<Value>({
      ...{ ...this.#dependencies, kind, mostUpdatesPerSecond },
      losses: this.#losses,
      held: this.#held,
      progressed: () => {
        if (reader.failure === undefined) this.#changesFailure = undefined;
        this.#dependencies.stateChanged?.();
      },
    });
    this.#readers.push(reader);
    return reader.values;
  }

  /**
   * Takes over what another mirror of the same Redis and the same kinds holds, as stale values, before
   * `start()`: what is kept since Redis lost its data stays kept.
   */
  adopt(other: Mirror): void {
    this.#losses.adopt(other.#losses);
    for (const { kind, values } of this.#readers) {
      const same = other.#readers.find((reader) => reader.kind.name === kind.name);
      if (same !== undefined) values.adopt(same.values);
    }
  }

  /** Begins to listen and to read. Returns at once, whether Redis is there or not. */
  start(): void {
    const prefixes = this.#readers.flatMap(({ kind }) => [...(kind.keys ?? []), ...kind.prefixes]);
    this.#subscription = this.#dependencies.changeFeed.subscribe(prefixes, {
      keysChanged: (keys) => {
        this.#losses.noteChanges(keys);
        for (const reader of this.#readers) reader.markChanged(keys);
      },
      anythingMayHaveChanged: () => {
        this.#isListening = true;
        this.#losses.noteAnyChange();
        for (const reader of this.#readers) reader.reload();
        this.#scheduleRevalidation();
      },
      lost: () => {
        this.#isListening = false;
        this.#losses.noteLostFeed();
        this.#changesFailure = 'The connection that reports changes was lost.';
        for (const reader of this.#readers) reader.markDisconnected();
        this.#scheduleRevalidation();
        this.#dependencies.stateChanged?.();
      },
    });
    this.#scheduleRevalidation();
  }

  close(): void {
    this.#cancelRevalidation();
    this.#subscription?.close();
    this.#subscription = undefined;
    for (const reader of this.#readers) reader.close();
  }

  /** A connection on which Redis is read was lost: another process may answer next. */
  noteLostConnection(): void {
    this.#losses.noteLostConnection();
  }

  /** Whether every key of every kind was read at least once. */
  get isLoaded(): boolean {
    return this.#readers.every(({ values }) => values.isLoaded);
  }

  /** Why memory is not kept what Redis holds at present; undefined where it is, as far as is known. */
  get failure(): string | undefined {
    return this.#changesFailure ?? this.#readers.find(({ failure }) => failure !== undefined)?.failure;
  }

  /**
   * Keys that vanished together with a Redis process, and whose last known value is kept until they are
   * written again.
   */
  get lostCount(): number {
    return this.#losses.lostCount;
  }

  /** Keys of a wrong Redis type, whose last known value is kept. */
  get wrongTypeCount(): number {
    return sum(this.#readers, ({ values }) => values.rejected.wrongTypeCount);
  }

  /** Values and parts of values that are left out, as they do not fit their schema. */
  get rejectedCount(): number {
    return sum(this.#readers, ({ values }) => values.rejected.partCount);
  }

  /** How it fares, in figures. */
  state(): MirrorState {
    const verified = this.#readers.map(({ values }) => values.verifiedAtMs ?? NaN);
    const isUpToDate = this.#readers.every(({ values }) => values.isUpToDate);
    const lagMs = isUpToDate ? 0 : this.#dependencies.clock.monotonicMs() - Math.min(...verified);
    return {
      isLoaded: this.isLoaded,
      lagMs: Number.isNaN(lagMs) ? undefined : lagMs,
      values: sum(this.#readers, ({ values }) => values.size),
      rejected: this.rejectedCount + this.wrongTypeCount,
      lost: this.lostCount,
    };
  }

  /** What is rejected and of a wrong type, at most `most` of them. */
  rejected(most: number): readonly RejectedValue[] {
    return this.#readers.flatMap(({ values }) => values.rejected.list(most)).slice(0, most);
  }

  #scheduleRevalidation(): void {
    const { pollMs, revalidateMs, timers } = this.#dependencies;
    this.#cancelRevalidation();
    if (this.#subscription === undefined) return;
    const delayMs = this.#isListening ? revalidateMs : Math.min(pollMs ?? revalidateMs, revalidateMs);
    this.#cancelRevalidation = timers.after(delayMs, () => {
      for (const reader of this.#readers) reader.revalidate();
      this.#scheduleRevalidation();
    });
  }
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
