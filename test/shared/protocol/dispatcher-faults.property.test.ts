import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UNAVAILABLE, type MethodResult } from '../../../shared/protocol/method.ts';
import { messages } from '../../support/response-validators.ts';
import { GRANTED, type Permit } from '../../../shared/rate-limit/rate-limit.ts';
import { answerOf } from '../../support/fakes/answer-of.ts';
import { createDispatcher } from '../../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

/** The behaviour of a part of the dispatcher: synchronous or asynchronous, success, failure, or no result. */
type Way<T> = () => T | Promise<T>;

const TIMEOUT_MS = 1500;
const REQUEST = JSON.stringify({ id: 'x', method: 'test' });
const takesAnything = (value: unknown): value is object => typeof value === 'object';

const wayOf = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Way<T>> =>
  fc.oneof(
    value.map((known) => () => known),
    value.map((known) => () => Promise.resolve(known)),
    // Both errors and other thrown values.
    fc.anything().map((cause) => () => {
      throw cause;
    }),
    fc.string().map((message) => () => Promise.reject<T>(new Error(message))),
    fc.constant(() => new Promise<T>(() => undefined)),
  );

const permits: fc.Arbitrary<Permit> = fc.oneof(
  fc.constant(GRANTED),
  fc.record({
    granted: fc.constant(false as const),
    retryAfterMs: fc.oneof(fc.double(), fc.integer({ min: -1, max: 20_000 })),
  }),
);
const results: fc.Arbitrary<MethodResult> = fc.constantFrom({ blocklist: [] }, UNAVAILABLE);

describe('for any behaviour of permits and handlers', () => {
  it('there is one answer that matches the schema, at the latest at the deadline [G51, W-ERR-3, E-INTERNAL-1]', async () => {
    await fc.assert(
      fc.asyncProperty(wayOf(permits), wayOf(results), async (take, handle) => {
        const time = new ManualTime();
        const dispatcher = createDispatcher({
          methods: [
            {
              name: 'test',
              validatePayload: takesAnything,
              limit: { maxRequests: 1, windowMs: 10_000 },
              handle,
            },
          ],
          rateLimiter: { take },
          timers: time,
          timeoutMs: TIMEOUT_MS,
        });
        const answers: string[] = [];
        const answering = answerOf(dispatcher, REQUEST, 'player');
        void answering.then((text) => answers.push(text));
        // Promises without timers settle first.
        await new Promise((resolve) => setImmediate(resolve));
        expect(dispatcher.inFlight).toBe(1 - answers.length);
        time.advance(TIMEOUT_MS);
        const answer: unknown = JSON.parse(await answering);
        expect(answer).toMatchObject({ id: 'x' });
        expect(messages.success(answer) || messages.error(answer)).toBe(true);
        expect(time.pendingTimers).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});
