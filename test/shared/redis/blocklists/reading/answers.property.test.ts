import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { selectBlockedFeatures } from '../../../../../shared/feature-control/blocked-features.ts';
import type { FakeRedis } from '../../../../support/fakes/fake-redis.ts';
import { settle, setUpStore } from './store-under-test.ts';

const FEATURES = ['fly', 'zoom', 'map', '__proto__'];
const CLIENTS = ['my-mod', 'other'];
const SERVERS = ['lobby', 'arena'];
const LISTS = [
  'global',
  ...CLIENTS.map((name) => `client:${name}`),
  ...SERVERS.map((name) => `server:${name}`),
];

type Step =
  | { readonly write: string; readonly features: readonly string[] }
  | { readonly time: string; readonly ends: readonly (readonly [string, number])[] }
  | { readonly passMs: number };

const anyList = fc.constantFrom(...LISTS);
const anyFeature = fc.constantFrom(...FEATURES);
const write = fc.record({ write: anyList, features: fc.subarray(FEATURES) });
const timed = fc.record({
  time: anyList,
  ends: fc.uniqueArray(fc.tuple(anyFeature, fc.integer({ min: -50, max: 200 })), {
    selector: ([feature]) => feature,
  }),
});
const pass = fc.record({ passMs: fc.integer({ min: 1, max: 120 }) });

function setUp(withServers: boolean) {
  const test = setUpStore({ withServers });
  test.redis.listener.anythingMayHaveChanged();
  return test;
}

/** The rule: in the set, or in the timed set with a time in the future. */
function isBlocked(redis: FakeRedis, lists: readonly string[], feature: string): boolean {
  return lists.some((list) => {
    const until = redis.sortedSets.get(`fc:blocklist-until:{fc:blocklist:${list}}`)?.get(feature);
    return redis.sets.get(`fc:blocklist:${list}`)?.has(feature) === true || (until ?? 0) > redis.nowMs();
  });
}

async function perform(step: Step, { redis, time, update }: ReturnType<typeof setUp>): Promise<void> {
  if ('passMs' in step) time.advance(step.passMs);
  else if ('write' in step) redis.write(`fc:blocklist:${step.write}`, ...step.features);
  else {
    const ends = step.ends.map(([feature, ms]) => [feature, redis.nowMs() + ms] as const);
    redis.writeScores(`fc:blocklist-until:{fc:blocklist:${step.time}}`, Object.fromEntries(ends));
  }
  await settle();
  await update();
}

it('the answer contains the features of sets, and of timed sets until their end, on each server, at any time, without asking Redis [F-RULE-2]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(write, timed, pass), { maxLength: 16 }),
      fc.boolean(),
      async (steps, withServers) => {
        const parts = setUp(withServers);
        const { redis, store } = parts;
        for (const step of steps) {
          await perform(step, parts);
          redis.calls.length = 0;
          for (const client of CLIENTS)
            for (const server of [undefined, ...SERVERS]) {
              const lists = store.lookUp(client, server);
              const names = ['global', `client:${client}`];
              if (withServers && server !== undefined) names.push(`server:${server}`);
              expect(lists && selectBlockedFeatures(FEATURES, lists)).toEqual(
                FEATURES.filter((feature) => isBlocked(redis, names, feature)),
              );
            }
          expect(redis.calls).toEqual([]);
        }
      },
    ),
    { numRuns: 100 },
  );
});
