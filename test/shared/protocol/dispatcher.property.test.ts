import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerOf } from '../../support/fakes/answer-of.ts';
import { createAllMethods } from '../../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../../support/fakes/memory-blocklist-store.ts';

const time = new ManualTime();
const dispatcher = createDispatcher({
  methods: createAllMethods(time, {
    blocklists: new MemoryBlocklistStore(['fly', '__proto__'], { 'my-mod': ['constructor'] }),
  }),
  timers: time,
});

it('a request of any features is answered only with blocked features of the request, each once, in its order [F-RULE-4] [F-CHECK-5] [G14]', async () => {
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
