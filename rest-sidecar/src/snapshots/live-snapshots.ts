import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { ChangeFeed, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import { holdTogether } from '../../../shared/redis/loss/loss-watch.ts';
import type { LossWatch } from '../../../shared/redis/loss/loss-watch.ts';
import type { WrongTypes } from '../../../shared/redis/wrong-types.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import type { HealthSnapshot } from './health-snapshot.ts';
import type { LiveResource } from './live-resource.ts';
import { RefreshLoop } from './refresh-loop.ts';
import type { StoreIdentity } from './refresh-loop.ts';
import { StoreLink } from './store-link.ts';

export interface LiveSnapshotsDependencies {
  readonly resources: readonly LiveResource[];
  readonly health: HealthSnapshot;
  readonly changeFeed: ChangeFeed;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** How often missed changes are looked for, in milliseconds. */
  readonly resyncMs: number;
}

/** While nobody tells of changes, they are looked for this often, in milliseconds. */
const UNTOLD_RESYNC_MS = 1000;

/** Keeps the snapshots of all resources what Redis holds: by its own word that keys changed, and by looking every now and then. */
export class LiveSnapshots {
  readonly #dependencies: LiveSnapshotsDependencies;
  readonly #loops: ReadonlyMap<LiveResource, RefreshLoop>;
  readonly #link: StoreLink;
  #subscription: Subscription | undefined;
  #isTold = false;
  #wasLoaded = false;
  #cancelResync: CancelTimer = () => undefined;

  constructor(dependencies: LiveSnapshotsDependencies) {
    this.#dependencies = dependencies;
    const { clock, logger, losses, resources, timers } = dependencies;
    const updateHealth = (): void => {
      this.#updateHealth();
    };
    const link = new StoreLink(logger, updateHealth);
    this.#link = link;
    const held = holdTogether(resources.map((resource) => resource.held));
    const identity: StoreIdentity = {
      get isConfirmed() {
        return losses.isConfirmed;
      },
      confirm: async () => {
        await losses.confirm(held);
      },
    };
    this.#loops = new Map(
      resources.map((resource) => {
        const shared = { identity, clock, timers, logger, refreshed: updateHealth };
        return [resource, new RefreshLoop({ resource, link: link.part(resource.name), ...shared })];
      }),
    );
  }

  /** Begins to read and to listen. Returns at once, whether Redis is there or not. */
  start(): void {
    const { changeFeed, losses, resources } = this.#dependencies;
    this.#subscription = changeFeed.subscribe(
      resources.flatMap(({ prefixes }) => prefixes),
      {
        keysChanged: (keys) => {
          losses.noteChanges(keys);
          for (const key of keys) this.#noteChange(key);
        },
        anythingMayHaveChanged: () => {
          this.#isTold = true;
          losses.noteAnyChange();
          for (const resource of this.#loops.keys()) resource.notes.noteAnyChange();
          this.#askAll({ despiteFailures: true });
          this.#scheduleResync();
        },
        lost: () => {
          this.#isTold = false;
          losses.noteCut();
          this.#link.failed('The connection that tells of changes was lost.');
          this.#scheduleResync();
        },
      },
    );
    // The first reading is asked for by the feed as soon as it listens, and by this while it does not.
    this.#scheduleResync();
  }

  close(): void {
    this.#cancelResync();
    this.#subscription?.close();
    for (const loop of this.#loops.values()) loop.close();
  }

  #noteChange(key: string): void {
    for (const [resource, loop] of this.#loops) if (resource.notes.noteChange(key)) loop.ask();
  }

  #askAll(options?: { despiteFailures: boolean }): void {
    for (const loop of this.#loops.values()) loop.ask(options);
  }

  #scheduleResync(): void {
    const { resyncMs, timers } = this.#dependencies;
    this.#cancelResync();
    const delayMs = this.#isTold ? resyncMs : Math.min(UNTOLD_RESYNC_MS, resyncMs);
    this.#cancelResync = timers.after(delayMs, () => {
      for (const resource of this.#loops.keys()) resource.notes.noteDoubt();
      this.#askAll();
      this.#scheduleResync();
    });
  }

  #updateHealth(): void {
    const { health, logger, losses, resources, wrongTypes } = this.#dependencies;
    const isLoaded = resources.every((resource) => resource.isLoaded);
    if (isLoaded && !this.#wasLoaded) logger.info('Everything was read once');
    this.#wasLoaded = isLoaded;
    const isCurrent = this.#link.isUp && losses.lostCount + wrongTypes.count === 0;
    health.update(!isLoaded ? 'starting' : isCurrent ? 'ok' : 'degraded');
  }
}
