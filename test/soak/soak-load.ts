import { joinAll, startChecks } from '../support/load/checks.ts';
import { startGets } from '../support/load/gets.ts';
import type { Random } from '../support/random.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import type { Model } from '../support/model/model.ts';
import { CLIENTS, FEATURES } from '../support/model/model.ts';

/**
 * Maximum number of connections to the sidecar. The number that is open at a time is random, and therefore
 * must not exceed the tolerated growth of the sidecar's open files.
 */
const MAX_CONNECTIONS = 4;

/** The path of the server that is edited. */
const SERVER_PATH = '/v1/servers?id=lobby';

/** Numbers of answered requests, and a short description of each problem. */
export interface LoadReport {
  readonly checks: number;
  /** Number of checks that were answered with a list. */
  readonly lists: number;
  readonly gets: number;
  readonly wrong: readonly string[];
}

export interface LoadSettings {
  readonly players: number;
  readonly checksPerSecond: number;
  readonly getsPerSecond: number;
}

/** Starts continuous requests of mods and web clients, and validates each answer with the model. */
export async function startLoad(
  { proxy, origin }: { proxy: StandIn; origin: string },
  model: Model,
  random: Random,
  { players, checksPerSecond, getsPerSecond }: LoadSettings,
): Promise<{ report(): LoadReport; stop(): Promise<void> }> {
  const checks = startChecks(await joinAll(proxy, players), checksPerSecond, {
    client: () => random.pick(CLIENTS),
    features: FEATURES,
    problemIn: (answer, when, last) => model.problemInCheck(answer, when, last),
  });
  const gets = startGets({
    origin,
    perSecond: getsPerSecond,
    paths: [SERVER_PATH],
    connections: MAX_CONNECTIONS,
    problemIn: ({ status, text }, when) => {
      if (status !== 200) return `GET ${status} ${text.slice(0, 80)}`;
      const { displayName } = JSON.parse(text) as { displayName: string };
      return model.problemInName(displayName, when);
    },
  });
  return {
    report: () => ({
      checks: checks.tookMs.length,
      lists: checks.senders.reduce((sum, { grants }) => sum + grants.length, 0),
      gets: gets.tookMs.length,
      wrong: [checks, gets].flatMap(({ wrong, unanswered }) => [...wrong, ...unanswered]),
    }),
    async stop() {
      await Promise.all([checks.finish(), gets.finish()]);
    },
  };
}
