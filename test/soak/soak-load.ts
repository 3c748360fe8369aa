import { Agent } from 'node:http';
import { askTimed } from '../faults/matrix/watches/asking-player.ts';
import type { Grant } from '../faults/matrix/watches/asking-player.ts';
import { everySecond } from '../faults/matrix/watches/watch.ts';
import { ask } from '../support/http/http.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { Model } from './model.ts';
import { CLIENTS, FEATURES } from './model.ts';
import type { Random } from '../support/random.ts';

/**
 * Of the one who asks the sidecar: no more than its open files may grow by, for how many of them are open is
 * chance.
 */
const CONNECTIONS = 4;

/** What was asked, and which answers were not right; each in short. */
export interface LoadReport {
  readonly checks: number;
  readonly lists: number;
  readonly gets: number;
  readonly wrong: readonly string[];
}

export interface LoadSettings {
  readonly players: number;
  readonly checksPerSecond: number;
  readonly getsPerSecond: number;
}

/** Mods and web clients that ask all the time, each answer looked up in the model. */
export async function startLoad(
  { proxy, origin }: { proxy: StandIn; origin: string },
  model: Model,
  random: Random,
  { players: count, checksPerSecond, getsPerSecond }: LoadSettings,
): Promise<{ report(): LoadReport; stop(): Promise<void> }> {
  const seen = { checks: 0, lists: 0, gets: 0 };
  const wrong: string[] = [];
  const underWay = new Set<Promise<void>>();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const look = async (asking: Promise<string | undefined>): Promise<void> => {
    const fault = await asking.catch((cause: unknown) => `unanswered: ${String(cause)}`);
    if (fault !== undefined) wrong.push(fault);
  };
  const note = (asking: Promise<string | undefined>): void => {
    const looking = look(asking).finally(() => underWay.delete(looking));
    underWay.add(looking);
  };

  const lastGrants = new Map<StandInPlayer, Grant>();
  const check = async (player: StandInPlayer): Promise<string | undefined> => {
    const client = random.pick(CLIENTS);
    const { answer, ...when } = await askTimed(player, client, FEATURES);
    seen.checks++;
    const fault = model.faultInPermit(answer, lastGrants.get(player), when);
    if (!answer.ok) return fault;
    seen.lists++;
    lastGrants.set(player, when);
    return fault ?? model.faultInList(client, answer.payload?.blocklist ?? ['?'], when);
  };
  const askWeb = async (): Promise<string | undefined> => {
    const askedAtMs = performance.now();
    const { status, text } = await ask(origin, '/v1/servers?id=soak', { agent });
    seen.gets++;
    if (status !== 200) return `GET ${status} ${text.slice(0, 80)}`;
    const { displayName } = JSON.parse(text) as { displayName: string };
    return model.faultInName(displayName, { askedAtMs, answeredAtMs: performance.now() });
  };

  const joining = Array.from({ length: count }, async () => proxy.join({ connected: true }));
  const idle = new Set(await Promise.all(joining));
  const askOne = (): void => {
    const [player] = idle;
    if (player === undefined) return;
    idle.delete(player);
    note(check(player).finally(() => idle.add(player)));
  };
  const askWebOnce = (): void => {
    note(askWeb());
  };
  const ends = [everySecond(checksPerSecond, askOne), everySecond(getsPerSecond, askWebOnce)];
  return {
    report: () => ({ ...seen, wrong }),
    async stop() {
      for (const end of ends) end();
      await Promise.all(underWay);
      agent.destroy();
      await Promise.all([...idle].map(async (player) => player.disconnect()));
    },
  };
}
