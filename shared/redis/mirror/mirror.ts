import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { ChangeFeed, Subscription } from '../changes/change-feed.ts';
import { holdTogether, LossWatch } from '../loss/loss-watch.ts';
import type { HeldData } from '../loss/loss-watch.ts';
import { WrongTypes } from '../wrong-types.ts';
import { heldValues } from './held-values.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { MirrorKind } from './mirror-kind.ts';
import { MirrorReader } from './mirror-reader.ts';
import type { MirrorCommands } from './key-reading.ts';
import type { Mirrored } from './mirrored.ts';
import { MirroredValues } from './mirrored-values.ts';

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
  /** How often they are looked for while changes are not reported, in milliseconds. Default: `revalidateMs`. */
  readonly pollMs?: number;
  /** How often values of one kind are read again and its listeners notified, 2 or more. Default: without a limit. */
  readonly mostUpdatesPerSecond?: number;
  /** Called when a state or a count of the mirror may be another than before. Cheap to call. */
  readonly stateChanged?: () => void;
}

interface Part {
  readonly kind: MirrorKind<unknown>;
  readonly values: Mirrored<unknown>;
  readonly reader: Pick<
    MirrorReader<unknown>,
    'failure' | 'markChanged' | 'reload' | 'markDisconnected' | 'revalidate' | 'close'
  >;
  readonly held: HeldData;
  readonly adopt: (values: Mirrored<unknown>) => void;
}

/**
 * Keeps in memory the values of all keys of some kinds, as Redis holds them. Changes are reported by the change feed,
 * and each changed key is read again, once however often it changed. A periodic revalidation repairs what was not
 * reported. What vanished together with a Redis process is kept as last known (lost is not deleted, ADR 12).
 */
export class Mirror {
  readonly #dependencies: MirrorDependencies;
  readonly #losses: LossWatch;
  readonly #wrongTypes: WrongTypes;
  readonly #parts: Part[] = [];
  #subscription: Subscription | undefined;
  #isListening = false;
  #changesFailure: string | undefined;
  #cancelRevalidation: CancelTimer = () => undefined;

  constructor(dependencies: MirrorDependencies) {
    const { commands, logger, what } = dependencies;
    this.#dependencies = dependencies;
    this.#losses = new LossWatch({ commands, logger, what });
    this.#wrongTypes = new WrongTypes(logger);
  }

  /** Mirrors one kind more, before `start()`. @returns its values, none until they are read */
  add<Value>(kind: MirrorKind<Value>): Mirrored<Value> {
    const { clock, commands, logger, mostUpdatesPerSecond = Infinity, timers } = this.#dependencies;
    const shared = { kind, losses: this.#losses, wrongTypes: this.#wrongTypes, logger };
    const values = new MirroredValues(shared);
    const reader = new MirrorReader<Value>({
      ...{ ...shared, values, commands, clock, timers, mostUpdatesPerSecond },
      held: this.#held,
      progressed: () => {
        if (reader.failure === undefined) this.#changesFailure = undefined;
        this.#dependencies.stateChanged?.();
      },
    });
    const adopt = (other: Mirrored<unknown>): void => {
      values.adopt(other as Mirrored<Value>);
    };
    this.#parts.push({ kind, values, reader, held: heldValues(kind, values), adopt });
    return values;
  }

  /**
   * Takes over what another mirror of the same Redis and the same kinds holds, as stale values, before `start()`: what
   * is kept since Redis lost its data stays kept.
   */
  adopt(other: Mirror): void {
    this.#losses.adopt(other.#losses);
    for (const { adopt, kind } of this.#parts) {
      const same = other.#parts.find((part) => part.kind.name === kind.name);
      if (same !== undefined) adopt(same.values);
    }
  }

  /** Begins to listen and to read. Returns at once, whether Redis is there or not. */
  start(): void {
    const prefixes = this.#parts.flatMap(({ kind }) => [...(kind.keys ?? []), ...kind.prefixes]);
    this.#subscription = this.#dependencies.changeFeed.subscribe(prefixes, {
      keysChanged: (keys) => {
        this.#losses.noteChanges(keys);
        this.#markChanged(keys);
      },
      anythingMayHaveChanged: () => {
        this.#isListening = true;
        this.#losses.noteAnyChange();
        for (const { reader } of this.#parts) reader.reload();
        this.#scheduleRevalidation();
      },
      lost: () => {
        this.#isListening = false;
        this.#losses.noteCut();
        this.#changesFailure = 'The connection that reports changes was lost.';
        for (const { reader } of this.#parts) reader.markDisconnected();
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
    for (const { reader } of this.#parts) reader.close();
  }

  /** A connection on which Redis is read was lost: another process may answer next. */
  noteLostConnection(): void {
    this.#losses.noteDoubt();
  }

  /** Whether every key of every kind was read at least once. */
  get isLoaded(): boolean {
    return this.#parts.every(({ values }) => values.isLoaded);
  }

  /** Why memory is not kept what Redis holds at present; undefined where it is, as far as is known. */
  get failure(): string | undefined {
    return (
      this.#changesFailure ??
      this.#parts.map(({ reader }) => reader.failure).find((failure) => failure !== undefined)
    );
  }

  /** Keys that vanished together with a Redis process, and are kept as last known until they are written again. */
  get lostCount(): number {
    return this.#losses.lostCount;
  }

  /** Keys of a wrong Redis type, which are kept as last known. */
  get wrongTypeCount(): number {
    return this.#wrongTypes.count;
  }

  /** Values and parts of values that are left out, as they do not fit their schema. */
  get rejectedCount(): number {
    return this.#parts.reduce((sum, { values }) => sum + values.rejectedCount, 0);
  }

  get #held(): HeldData {
    const all = (): HeldData => holdTogether(this.#parts.map(({ held }) => held));
    return { heldKeys: () => all().heldKeys(), lookFor: (keys) => all().lookFor(keys) };
  }

  #markChanged(keys: readonly string[]): void {
    for (const { kind, reader } of this.#parts) {
      const ours = keys.filter((key) => isKeyOf(kind, key));
      if (ours.length > 0) reader.markChanged(ours);
    }
  }

  #scheduleRevalidation(): void {
    const { pollMs, revalidateMs, timers } = this.#dependencies;
    this.#cancelRevalidation();
    if (this.#subscription === undefined) return;
    const delayMs = this.#isListening ? revalidateMs : Math.min(pollMs ?? revalidateMs, revalidateMs);
    this.#cancelRevalidation = timers.after(delayMs, () => {
      for (const { reader } of this.#parts) reader.revalidate();
      this.#scheduleRevalidation();
    });
  }
}
