import type { BridgeSettings } from '../../../plugin/src/bridges/bridge-settings.ts';
import { ModBridges } from '../../../plugin/src/bridges/mod-bridges.ts';
import { CommandSet } from '../../../plugin/src/commands/command-set.ts';
import type { Completion } from '../../../plugin/src/commands/command-set.ts';
import { plainText } from '../../../plugin/src/messages/plain-text.ts';
import type { Reply } from '../../../plugin/src/messages/reply.ts';
import type { Reloaded } from '../../../plugin/src/reloadable-service.ts';
import type { Status } from '../../../plugin/src/status.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import {
  clientList,
  formatBlocklistName,
  GLOBAL_LIST,
  globalOrClientList,
} from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED } from '../../../shared/feature-control/entry-state.ts';
import type { ListedState } from '../../../shared/feature-control/explain-feature.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { MemoryStoredBlocklists } from '../../support/fakes/memory-stored-blocklists.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

export const STATUS: Status = {
  name: 'proxy:25565',
  players: 20,
  upMs: 61_000,
  redis: 'unreachable',
  roundTripMs: undefined,
  conditions: [],
  lists: {
    features: 1_000_007,
    globalFeatures: 1_000_000,
    clients: 1,
    serverFeatures: 0,
    timedFeatures: 0,
    ageMs: 4000,
    lagMs: 4000,
    lost: 0,
  },
  bridges: [],
  queuedPackets: 3,
  inFlight: 1,
  answers: new Map([
    ['OK', 1234],
    ['NOT_FOUND', 0],
    ['RATE_LIMITED', 5],
  ]),
  dropped: new Map([['from-backends', 2]]),
  subscribers: 12,
};

/** The game servers of the proxy. */
const SERVERS = ['lobby', 'arena'];

/** The commands with a service in memory, whose state tests can change. */
export class CommandsUnderTest {
  readonly time = new ManualTime();
  readonly stored = new MemoryStoredBlocklists(this.time, SERVERS);
  readonly logger = new RecordingLogger();
  /** Whether the lists were not read yet. */
  isUnread = false;
  status: Status = STATUS;
  /** Clients that have a list of their own. */
  clients: string[] = [];
  /** Game servers that have a list. */
  servers: string[] = [];
  /** Names in recent requests of mods. */
  asked: { clients: string[]; features: string[] } = { clients: [], features: [] };
  /** The number of features in lists that Redis has lost, by client. */
  lost = new Map<string, number>();
  /** The entries that `explain` reads. */
  listed: ListedState<BlocklistName>[] = [];
  readonly players = new Map<string, PlayerScope>();
  readonly bridges = new ModBridges(this.time, this.time, this.#bridgeSettings([]));
  reload: () => Promise<Reloaded> = () => Promise.resolve({ ok: true, value: { isOtherData: false } });
  readonly set: CommandSet;

  constructor(withServers = true) {
    const createService = () => ({
      editor: this.stored,
      withServers,
      blocklists: {
        lookUp: (client: string) => (this.isUnread ? undefined : this.#listsOf(client)),
        isLoaded: !this.isUnread,
        contents: (list: BlocklistName) => this.stored.contents(list),
        lostFeatures: (list: BlocklistName) => this.lost.get(formatBlocklistName(list)) ?? 0,
        clientsStartingWith: (prefix: string, max: number) =>
          this.clients.filter((name) => name.startsWith(prefix)).slice(0, max),
        serversWithLists: () => this.servers,
        explain: () => this.listed,
        nowMs: () => this.time.epochMs(),
        measuredNowMs: () => Promise.resolve(this.time.epochMs()),
      },
      catalogue: {
        record: () => undefined,
        clients: () => Promise.resolve(this.asked.clients),
        features: () => Promise.resolve(this.asked.features),
      },
    });
    const administration = {
      get service() {
        return createService();
      },
      status: () => this.status,
      bridges: this.bridges,
      players: {
        scopeOf: (name: string) => this.players.get(name),
        names: () => [...this.players.keys()],
        servers: () => SERVERS,
      },
      reload: () => this.reload(),
    };
    this.set = new CommandSet(administration, this.logger);
  }

  /** @param client undefined for the global list */
  async block(client: string | undefined, ...features: readonly string[]): Promise<void> {
    const wanted = new Map(features.map((feature) => [feature, BLOCKED]));
    await this.stored.edit(globalOrClientList(client), wanted, { actor: 'a test', source: 'game' });
  }

  enableBridges(): void {
    this.bridges.apply(this.#bridgeSettings(BRIDGES));
  }

  /** @param player name of the player who sends the command; undefined for the console */
  async run(line: string, player?: string): Promise<Reply> {
    return await this.set.run(this.set.commands, line, player);
  }

  async text(line: string, player?: string): Promise<string> {
    return plainText(await this.run(line, player));
  }

  async complete(line: string): Promise<Completion> {
    return await this.set.complete(this.set.commands, line);
  }

  #listsOf(client: string): Blocklists {
    const { stored, time } = this;
    return {
      forEveryClient: [stored.contents(GLOBAL_LIST)],
      personal: stored.contents(clientList(client)),
      nowMs: time.epochMs(),
    };
  }

  #bridgeSettings(enabled: readonly Bridge[]): BridgeSettings {
    return { enabled, isCoarse: false, isRepeated: false, listsOf: (bridge) => this.#listsOf(bridge) };
  }
}
