import { expect, it } from '@jest/globals';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import { Guard } from '../../../shared/rate-limit/guard.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimiter, RateLimitSubject } from '../../../shared/rate-limit/rate-limit.ts';
import { readDefaultConfig } from '../../support/default-config.ts';
import { answerOf } from '../../support/fakes/answer-of.ts';
import { createAllMethods } from '../../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../../support/fakes/memory-blocklist-store.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { readPacket } from '../../support/jar/read-packet.ts';
import { expectResponse, loadWireFixtures } from '../../support/jar/wire-fixtures.ts';
import type { Given, WireFixture } from '../../support/jar/wire-fixtures.ts';

const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const { methodLimits } = readDefaultConfig();
const neverLoaded: BlocklistStore = { lookUp: () => undefined };

function storeOf({ global = [], personal = {}, redisNeverReached }: Given): BlocklistStore {
  return redisNeverReached ? neverLoaded : new MemoryBlocklistStore(global, personal);
}

async function replay({ given, method, requestBytes }: WireFixture) {
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const permits = new Guard(time);
  const subject = subjectOf(method, PLAYER);
  const limit = methodLimits[method];
  if (given.playerUsedPermit)
    for (let taken = 0; taken < limit.maxRequests; taken += 1) permits.take(subject, limit);
  const granted: RateLimitSubject[] = [];
  const rateLimiter: RateLimiter = {
    take: (...asked) => {
      const permit = permits.take(...asked);
      if (permit.granted) granted.push(asked[0]);
      return permit;
    },
  };
  const methods = createAllMethods(time, { blocklists: storeOf(given) }, methodLimits);
  const dispatcher = createDispatcher({ methods, rateLimiter, timers: time, logger });
  const text = await answerOf(dispatcher, readPacket(requestBytes), PLAYER);
  return { text, subject, granted, logged: logger.records };
}

it.each(loadWireFixtures().map((fixture) => [fixture.title, fixture] as const))(
  'the dispatcher, in Node %s',
  async (_, fixture) => {
    const { text, subject, granted, logged } = await replay(fixture);
    expectResponse(fixture, text);
    if (fixture.usesPermit !== undefined) expect(granted).toEqual(fixture.usesPermit ? [subject] : []);
    expect(logged).toStrictEqual([]);
  },
);
