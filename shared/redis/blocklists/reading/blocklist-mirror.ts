import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import { Mirror } from '../../mirror/mirror.ts';
import type { MirrorCommands } from '../../mirror/mirror.ts';
import type { MirrorDependencies } from '../../mirror/mirror.ts';
import type { Mirrored } from '../../mirror/mirrored.ts';
import { RedisClock } from '../../redis-clock.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { BlockEnds } from './block-ends.ts';
import { blocklistKind, serverBlocklistKind } from './blocklist-kind.ts';
import { CombinedBlocklists } from './combined-blocklists.ts';
import { timedBlocklistKind } from './timed-blocklist-kind.ts';

export interface BlocklistMirrorDependencies extends Pick<
  MirrorDependencies,
  'changeFeed' | 'clock' | 'timers' | 'logger' | 'revalidateMs'
> {
  readonly commands: MirrorCommands & Pick<RedisCommands, 'smembers' | 'scard' | 'zscan' | 'zcard' | 'time'>;
  readonly keys: RedisKeys;
  /** Whether game servers have blocklists. Default: false, and such lists are not read. */
  readonly withServers?: boolean;
  /**
   * Called with the keys of lists that were changed, added or removed in memory, or in which a timed block
   * has started or ended.
   */
  readonly changed?: (keys: ReadonlySet<string>) => void;
}

/** Mirrors all blocklists: sets, and their timed blocks, which end by Redis's clock. */
export class BlocklistMirror {
  readonly mirror: Mirror;
  readonly clock: RedisClock;
  readonly sets: Mirrored<FeatureSet>;
  /** Undefined if game servers have no lists. */
  readonly ofServers: Mirrored<FeatureSet> | undefined;
  readonly timed: Mirrored<TimedFeatures>;
  readonly lists: CombinedBlocklists;
  readonly #dependencies: BlocklistMirrorDependencies;
  readonly #invalidated: () => void;
  readonly #ends: BlockEnds;
  #hasWarned = false;

  /** @param invalidated called whenever the contents of a list may have changed; must be cheap */
  constructor(dependencies: BlocklistMirrorDependencies, invalidated: () => void) {
    const { commands, keys, logger, timers } = dependencies;
    this.#dependencies = dependencies;
    this.#invalidated = invalidated;
    this.clock = new RedisClock({
      ...dependencies,
      forbidden: () => {
        logger.warn('Redis does not allow TIME: timed blocks end by the clock of this machine');
      },
    });
    this.mirror = new Mirror({ ...dependencies, what: 'blocklists' });
    this.sets = this.mirror.add(blocklistKind(commands, keys));
    if (dependencies.withServers === true)
      this.ofServers = this.mirror.add(serverBlocklistKind(commands, keys));
    this.timed = this.mirror.add(
      timedBlocklistKind({
        commands,
        keys,
        measureClock: () => this.measureClock(),
        forbidden: (cause) => {
          this.#warnOnce(cause);
        },
      }),
    );
    this.lists = new CombinedBlocklists({
      keys,
      clock: this.clock,
      timed: this.timed,
      lists: this.sets,
      ofServers: this.ofServers,
    });
    const ended = (timed: ReadonlySet<string>): void => {
      this.#timedChanged(timed);
    };
    this.#ends = new BlockEnds({ clock: this.clock, timers, ended });
    this.#listen();
  }

  /** Copies the state of another instance for the same Redis, before the mirror is started. */
  adopt(other: BlocklistMirror): void {
    this.clock.adopt(other.clock);
    this.mirror.adopt(other.mirror);
    for (const [key, list] of this.timed.entries()) this.#ends.watch(key, list);
  }

  close(): void {
    this.mirror.close();
    this.#ends.close();
  }

  #listen(): void {
    const changed = (keys: ReadonlySet<string>): void => this.#dependencies.changed?.(keys);
    for (const sets of [this.sets, this.ofServers]) sets?.listen({ changed, invalidated: this.#invalidated });
    this.timed.listen({
      invalidated: this.#invalidated,
      changed: (timed) => {
        for (const key of timed) this.#ends.watch(key, this.timed.get(key));
        if (timed.size > 0) this.#timedChanged(timed);
      },
    });
  }

  /** @param timed keys of timed lists in which a block has started or ended */
  #timedChanged(timed: ReadonlySet<string>): void {
    const { changed, keys } = this.#dependencies;
    this.#invalidated();
    changed?.(new Set([...timed].map((key) => keys.blocklistOfTimed(key))));
  }

  /** @throws {RedisError} if Redis does not answer */
  async measureClock(): Promise<void> {
    const wasMeasured = this.clock.isMeasured;
    if (!(await this.clock.measure()) || !wasMeasured) return;
    this.lists.clockChanged();
    this.#ends.clockChanged();
    this.#timedChanged(new Set(this.timed.keys()));
  }

  #warnOnce(cause: unknown): void {
    if (!this.#hasWarned)
      this.#dependencies.logger.warn(
        `Redis refuses reads of timed blocks, which stay as last read: ${String(cause)}`,
      );
    this.#hasWarned = true;
  }
}
