import type { Subscription } from '../../../shared/redis/changes/change-feed.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import type { ClusterNode, OpenNode } from './cluster-node.ts';
import { addressOf, selectMostSaid, SlotTable } from './slot-table.ts';

export interface ClusterMapDependencies {
  /** Who is asked while no master is known that answers. */
  readonly seeds: readonly RedisNode[];
  readonly openNode: OpenNode;
  /** The slot of a key. */
  readonly slotOf: (key: string) => number;
  readonly timers: Timers;
  /** Called when all masters are connected: at first, and again after each loss. */
  readonly whole: () => void;
  /** Called when a master is lost, and once where no server can be reached at first. */
  readonly broken: (cause: unknown) => void;
}

/** How often the cluster is asked who serves what, in milliseconds; it is also asked when something shows that this has changed. */
const LOOK_MS = 1000;

/** Who serves which key of a cluster, kept what the cluster says, with a connection to each master. */
export class ClusterMap {
  readonly #dependencies: ClusterMapDependencies;
  readonly #nodes = new Map<string, ClusterNode>();
  readonly #watchers = new Set<(masters: readonly RedisNode[]) => void>();
  #table = new SlotTable([]);
  /** Addresses whose last attempt to connect has failed, or whose connection was lost. */
  readonly #down = new Set<string>();
  /** Undefined before anything was told of it. */
  #wasWhole: boolean | undefined;
  #isLooking = false;
  #cancelLook: CancelTimer = () => undefined;
  #isClosed = false;

  constructor(dependencies: ClusterMapDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins to connect. */
  open(): void {
    this.#openSeeds();
    this.#scheduleLook();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelLook();
    for (const node of this.#nodes.values()) node.close();
  }

  /** Whether every master is connected. */
  get isWhole(): boolean {
    const masters = this.masters();
    return masters.length > 0 && masters.every((node) => node?.isUp === true);
  }

  /** Who serves slots; undefined in the place of one that is not connected to yet. */
  masters(): (ClusterNode | undefined)[] {
    return this.#table.masters.map((node) => this.#nodes.get(addressOf(node)));
  }

  /** @returns undefined where nobody is known to serve the key */
  ownerOf(key: string): ClusterNode | undefined {
    const owner = this.#table.ownerOf(this.#dependencies.slotOf(key));
    return owner === undefined ? undefined : this.#nodes.get(owner);
  }

  /** @returns the server that was named by another one */
  nodeAt(node: RedisNode): ClusterNode {
    const known = this.#nodes.get(addressOf(node));
    if (known !== undefined) return known;
    const address = addressOf(node);
    const opened = this.#dependencies.openNode(node, {
      up: () => {
        this.#down.delete(address);
        this.#tell(undefined);
        this.lookAgain();
      },
      down: (cause) => {
        this.#down.add(address);
        this.#tell(cause);
        this.lookAgain();
      },
    });
    this.#nodes.set(address, opened);
    return opened;
  }

  /** Tells who the masters are, now where that is known, and whenever others serve. */
  watchMasters(found: (masters: readonly RedisNode[]) => void): Subscription {
    this.#watchers.add(found);
    if (this.#table.masters.length > 0) found(this.#table.masters);
    return { close: () => this.#watchers.delete(found) };
  }

  /** Something shows that others serve than was known. */
  lookAgain(): void {
    if (this.#isClosed || this.#isLooking) return;
    this.#cancelLook();
    this.#isLooking = true;
    void this.#look().finally(() => {
      this.#isLooking = false;
      if (!this.#isClosed) this.#scheduleLook();
    });
  }

  #scheduleLook(): void {
    this.#cancelLook = this.#dependencies.timers.after(LOOK_MS, () => {
      this.lookAgain();
    });
  }

  async #look(): Promise<void> {
    const up = [...this.#nodes.values()].filter((node) => node.isUp);
    if (up.length === 0) this.#openSeeds();
    const told = await Promise.allSettled(up.map((node) => node.slots()));
    const answers = told.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const ranges = selectMostSaid(answers.filter((answer) => answer.length > 0));
    if (ranges !== undefined && !this.#isClosed) this.#apply(new SlotTable(ranges));
  }

  #apply(table: SlotTable): void {
    const isAnother = !table.equals(this.#table);
    this.#table = table;
    for (const node of table.masters) this.nodeAt(node);
    this.#closeOthers(new Set(table.masters.map(addressOf)));
    if (!isAnother) return;
    for (const found of this.#watchers) found(table.masters);
    this.#tell(undefined);
  }

  #closeOthers(masters: ReadonlySet<string>): void {
    for (const [address, node] of this.#nodes) {
      if (masters.has(address)) continue;
      node.close();
      this.#nodes.delete(address);
      this.#down.delete(address);
    }
  }

  #openSeeds(): void {
    for (const seed of this.#dependencies.seeds) this.nodeAt(seed);
  }

  /** @param cause of a loss, undefined where nothing was lost */
  #tell(cause: unknown): void {
    const isWhole = this.isWhole;
    if (isWhole === this.#wasWhole) return;
    if (!isWhole && (cause === undefined || !this.#isBroken())) return;
    this.#wasWhole = isWhole;
    if (isWhole) this.#dependencies.whole();
    else this.#dependencies.broken(cause);
  }

  /** At first, somebody who is asked in vain is no loss while others are not asked yet. */
  #isBroken(): boolean {
    if (this.#wasWhole === true) return true;
    const nodes = [...this.#nodes];
    const isUp = nodes.some(([, node]) => node.isUp);
    if (isUp && this.#table.masters.length === 0) return false;
    return nodes.every(([address, node]) => node.isUp || this.#down.has(address));
  }
}
