import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerOf } from '../../support/fakes/answer-of.ts';
import { createAllMethods } from '../../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../../support/fakes/memory-blocklist-store.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { messages } from '../../support/response-validators.ts';

const logger = new RecordingLogger();
const time = new ManualTime();
const dispatcher = createDispatcher({
  methods: createAllMethods(time, {
    blocklists: new MemoryBlocklistStore(['fly', '__proto__'], { 'my-mod': ['constructor'] }),
  }),
  timers: time,
  logger,
});

/** Almost valid requests, and any other JSON. */
const almostRequest = fc.record(
  {
    id: fc.oneof(fc.string(), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom('checkFeatures', 'toString', '__proto__'), fc.string(), fc.jsonValue()),
    payload: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          client: fc.oneof(fc.constant('my-mod'), fc.jsonValue()),
          features: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const packets = fc.oneof(
  almostRequest.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string(),
);

describe('a packet of any text', () => {
  it('gets one answer that matches the schema, and nothing is thrown or logged [W-ERR-3] [E-BAD-1]', async () => {
    await fc.assert(
      fc.asyncProperty(packets, async (text) => {
        const answer: unknown = JSON.parse(await answerOf(dispatcher, text, 'player'));
        expect(messages.success(answer) || messages.error(answer)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(logger.records).toEqual([]);
  });

  it('is answered only with blocked features of the request, each once, in its order [F-RULE-4] [F-CHECK-5] [G14]', async () => {
    const features = fc.array(
      fc.oneof(
        fc.constantFrom('fly', '__proto__', 'constructor', 'Fly'),
        fc.string({ minLength: 1, maxLength: 20 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(features, fc.constantFrom('my-mod', 'other'), async (asked, client) => {
        const request = { id: 'x', method: 'checkFeatures', payload: { client, features: asked } };
        const answer = JSON.parse(await answerOf(dispatcher, JSON.stringify(request), 'player')) as {
          payload: { blocklist: string[] };
        };
        const blocked = client === 'my-mod' ? ['fly', '__proto__', 'constructor'] : ['fly', '__proto__'];
        expect(answer.payload.blocklist).toEqual(
          asked.filter((feature, index) => blocked.includes(feature) && asked.indexOf(feature) === index),
        );
      }),
    );
  });
});
