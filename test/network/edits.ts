import { Agent } from 'node:http';
import { check } from '../jar/ask.ts';
import { eventually } from '../support/eventually.ts';
import type { BuiltServer } from '../support/http/built-servers.ts';
import { ask } from '../support/http/http.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import type { Network } from './network.ts';

const FEATURE = 'fly';
const SERVER = 'lobby';
/** Over two resync intervals: an edit that is not visible by then never will be. */
const POLLING = { withinMs: 30_000, everyMs: 2 };

/**
 * Makes edits one after the other. Each edit blocks or unblocks a feature and renames a server, by one plain
 * Redis command each. Polls all programs without a pause until each shows the edit.
 * @returns for each edit, the milliseconds from before its commands until the last program showed it
 * @throws {Error} if a program does not show an edit in time
 */
export async function makeEdits(network: Network, count: number): Promise<number[]> {
  const { admin, keys, proxies, sidecars } = network;
  const agent = new Agent({ keepAlive: true });
  const tookMs: number[] = [];
  try {
    for (let edit = 1; edit <= count; edit++) {
      const blocked = edit % 2 === 1;
      const displayName = `Lobby ${edit}`;
      const checkingPlayers = await Promise.all(proxies.map(async (proxy) => CheckingPlayers.of(proxy)));
      const startedAt = performance.now();
      const commands = [
        blocked ? admin.sadd(keys.blocklistGlobal, FEATURE) : admin.srem(keys.blocklistGlobal, FEATURE),
        admin.set(keys.serverOf(SERVER), JSON.stringify({ displayName })),
      ];
      await Promise.all([
        ...commands,
        ...checkingPlayers.map(async (players) => untilProxyShows(players, blocked)),
        ...sidecars.map(async (sidecar) => untilSidecarShows(sidecar, displayName, agent)),
      ]);
      tookMs.push(performance.now() - startedAt);
    }
  } finally {
    agent.destroy();
  }
  return tookMs;
}

/** Players of one proxy. Each sends one request, since it has one permit; the next one joins in advance. */
class CheckingPlayers {
  readonly #proxy: StandIn;
  #next: StandInPlayer;

  private constructor(proxy: StandIn, next: StandInPlayer) {
    this.#proxy = proxy;
    this.#next = next;
  }

  static async of(proxy: StandIn): Promise<CheckingPlayers> {
    return new CheckingPlayers(proxy, await proxy.join({ connected: true }));
  }

  async isBlocked(): Promise<boolean> {
    const player = this.#next;
    const joining = this.#proxy.join({ connected: true });
    const { payload } = await check(player, 'my-mod', [FEATURE]);
    [this.#next] = await Promise.all([joining, player.disconnect()]);
    if (payload === undefined) throw new Error('a player was not answered');
    return payload.blocklist.includes(FEATURE);
  }
}

async function untilProxyShows(players: CheckingPlayers, blocked: boolean): Promise<void> {
  const isShown = async (): Promise<boolean> => (await players.isBlocked()) === blocked;
  await eventually(isShown, { ...POLLING, what: 'a proxy to show an edit' });
}

async function untilSidecarShows({ origin }: BuiltServer, displayName: string, agent: Agent): Promise<void> {
  const isShown = async (): Promise<boolean> =>
    (await ask(origin, `/v1/servers?id=${SERVER}`, { agent })).text.includes(`"${displayName}"`);
  await eventually(isShown, { ...POLLING, what: 'a sidecar to show an edit' });
}
