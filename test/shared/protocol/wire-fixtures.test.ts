import { describe, expect, it } from '@jest/globals';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import { createCheckFeaturesMethod } from '../../../shared/feature-control/check-features-method.ts';
import { Dispatcher } from '../../../shared/protocol/dispatcher.ts';
import { CHECK_FEATURES, CHECK_FEATURES_LIMIT } from '../../../shared/protocol/methods/check-features.ts';
import { MemoryRateLimiter } from '../../../shared/rate-limit/memory-rate-limiter.ts';
import { GRANTED, subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { answerOf } from '../../support/fakes/answer-of.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../../support/fakes/memory-blocklist-store.ts';
import { readPacket } from '../../support/jar/read-packet.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { expectResponse, loadWireFixtures } from '../../support/jar/wire-fixtures.ts';
import type { Given, WireFixture } from '../../support/jar/wire-fixtures.ts';

const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const SUBJECT = subjectOf(CHECK_FEATURES, PLAYER);
const neverLoaded: BlocklistStore = { lookUp: () => undefined };

function storeOf({ global = [], personal = {}, redisNeverReached }: Given): BlocklistStore {
  return redisNeverReached ? neverLoaded : new MemoryBlocklistStore(global, personal);
}

async function replay({ given, requestBytes }: WireFixture) {
  const time = new ManualTime();
  const rateLimiter = new MemoryRateLimiter(time);
  const logger = new RecordingLogger();
  if (given.playerUsedPermit) rateLimiter.take(SUBJECT, CHECK_FEATURES_LIMIT);
  const methods = [createCheckFeaturesMethod(storeOf(given))];
  const dispatcher = new Dispatcher({ methods, rateLimiter, timers: time, logger });
  const text = await answerOf(dispatcher, readPacket(requestBytes), PLAYER);
  const permitIsLeft = rateLimiter.take(SUBJECT, CHECK_FEATURES_LIMIT) === GRANTED;
  return { text, permitIsLeft, logged: logger.records };
}

describe('the dispatcher, in Node', () => {
  it.each(loadWireFixtures().map((fixture) => [fixture.title, fixture] as const))(
    '%s',
    async (_, fixture) => {
      const { text, permitIsLeft, logged } = await replay(fixture);
      expectResponse(fixture, text);
      if (fixture.usesPermit !== undefined) {
        expect(permitIsLeft).toBe(!fixture.usesPermit && !fixture.given.playerUsedPermit);
      }
      expect(logged).toStrictEqual([]);
    },
  );
});
