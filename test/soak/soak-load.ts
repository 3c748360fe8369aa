import { joinAll, startChecks } from '../support/load/checks.ts';
import { startGets } from '../support/load/gets.ts';
import type { Random } from '../support/random.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import type { Model } from './model.ts';
import { CLIENTS, FEATURES } from './model.ts';

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
  { players, checksPerSecond, getsPerSecond }: LoadSettings,
): Promise<{ report(): LoadReport; stop(): Promise<void> }> {
  const checks = startChecks(await joinAll(proxy, players), checksPerSecond, {
    client: () => random.pick(CLIENTS),
    features: FEATURES,
    faultIn: (answer, when, last) => model.faultInCheck(answer, when, last),
  });
  const gets = startGets({
    ...{ origin, perSecond: getsPerSecond, paths: ['/v1/servers?id=soak'], connections: CONNECTIONS },
    faultIn: ({ status, text }, when) => {
      if (status !== 200) return `GET ${status} ${text.slice(0, 80)}`;
      const { displayName } = JSON.parse(text) as { displayName: string };
      return model.faultInName(displayName, when);
    },
  });
  return {
    report: () => ({
      checks: checks.tookMs.length,
      lists: checks.askers.reduce((sum, { grants }) => sum + grants.length, 0),
      gets: gets.tookMs.length,
      wrong: [checks, gets].flatMap(({ wrong, unanswered }) => [...wrong, ...unanswered]),
    }),
    async stop() {
      await Promise.all([checks.finish(), gets.finish()]);
    },
  };
}
