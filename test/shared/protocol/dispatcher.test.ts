import { describe, expect, it } from '@jest/globals';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import type { DispatcherDependencies } from '../../../shared/protocol/dispatcher.ts';
import type { Method } from '../../../shared/protocol/method.ts';
import { Guard } from '../../../shared/rate-limit/guard.ts';
import { GRANTED } from '../../../shared/rate-limit/rate-limit.ts';
import { answerOf } from '../../support/fakes/answer-of.ts';
import { createAllMethods } from '../../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../../support/fakes/create-dispatcher.ts';
import { deferred } from '../../support/fakes/deferred.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from '../../support/fakes/memory-blocklist-store.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

const ALICE = '11111111-1111-1111-1111-111111111111';

function setUp(overrides: Partial<DispatcherDependencies> & { readonly blocklists?: BlocklistStore } = {}) {
  const time = new ManualTime();
  const logger = new RecordingLogger();
  const outcomes: string[] = [];
  const blocklists = overrides.blocklists ?? new MemoryBlocklistStore(['fly'], { 'my-mod': ['minimap'] });
  const dispatcher = createDispatcher({
    methods: createAllMethods(time, { blocklists }),
    rateLimiter: new Guard(time),
    timers: time,
    logger,
    answered: (outcome) => outcomes.push(outcome),
    ...overrides,
  });
  const ask = async (packet: unknown, player = ALICE): Promise<Record<string, unknown>> =>
    JSON.parse(await answerOf(dispatcher, JSON.stringify(packet), player)) as Record<string, unknown>;
  return { time, logger, outcomes, dispatcher, ask };
}

const check = (features: readonly string[], client = 'my-mod', id = 'one') => ({
  id,
  method: 'checkFeatures',
  payload: { client, features },
});

/** A method defined by the test, with a limit that is never reached. */
function methodThat(handle: Method['handle'], name = 'test'): Method {
  return {
    name,
    validatePayload: Object.assign((value: unknown): value is object => typeof value === 'object', {}),
    limit: { maxRequests: 1000, windowMs: 1 },
    handle,
  };
}

it('a request is counted by its outcome', async () => {
  const { ask, outcomes } = setUp();
  await ask(check(['fly']));
  await ask(check(['fly']));
  await ask({ id: 'a', method: 'nothing' });
  await ask([]);
  expect(outcomes).toEqual(['OK', 'RATE_LIMITED', 'NOT_FOUND', 'BAD_REQUEST']);
});

it('the limit permits one request per 10 seconds, and reports the remaining seconds, also after refused ones [F-RATE-1, F-RATE-2, E-RATE-2, G15]', async () => {
  const { ask, time } = setUp();
  expect(await ask(check(['fly']))).toMatchObject({ ok: true });
  time.advance(3500);
  expect(await ask(check(['fly'], 'my-mod', 'two'))).toEqual({
    id: 'two',
    ok: false,
    error: 'RATE_LIMITED',
    message: 'Try again in 7 seconds.',
  });
  time.advance(6499);
  expect(await ask(check(['fly']))).toMatchObject({ message: 'Try again in 1 second.' });
  time.advance(1);
  expect(await ask(check(['fly']))).toMatchObject({ ok: true });
});

describe('an unexpected error', () => {
  const secret = (): never => {
    throw new Error('secret detail');
  };
  const unencodable = { toJSON: secret };
  const failures: readonly [string, Method['handle']][] = [
    ['throws', secret],
    ['rejects', () => Promise.reject(new Error('secret detail'))],
    ['gives what cannot be encoded', () => unencodable],
    ['gives what cannot be encoded, and later', () => Promise.resolve(unencodable)],
  ];

  it.each(failures)(
    'is INTERNAL_ERROR without a message when a handler %s, and is logged [E-INTERNAL-1] [E-INTERNAL-2]',
    async (_, handle) => {
      const { ask, logger, outcomes } = setUp({ methods: [methodThat(handle)] });
      expect(await ask({ id: 'a', method: 'test' })).toEqual({ id: 'a', ok: false, error: 'INTERNAL_ERROR' });
      expect(outcomes).toEqual(['INTERNAL_ERROR']);
      expect(logger.records).toEqual([
        expect.objectContaining({
          level: 'error',
          cause: expect.objectContaining({ message: 'secret detail' }),
        }),
      ]);
    },
  );

  it('is INTERNAL_ERROR at the deadline if a handler never returns, and later requests are served [G51]', async () => {
    let calls = 0;
    const handle = (): object | Promise<object> =>
      ++calls === 1 ? new Promise<object>(() => undefined) : { calls };
    const { dispatcher, ask, time, logger } = setUp({ methods: [methodThat(handle)] });
    const first = answerOf(dispatcher, JSON.stringify({ id: 'a', method: 'test' }), ALICE);
    await ask({ id: 'b', method: 'test' });
    time.advance(2000);
    expect(JSON.parse(await first)).toEqual({ id: 'a', ok: false, error: 'INTERNAL_ERROR' });
    expect(logger.at('error')).toHaveLength(1);
    expect(time.pendingTimers).toBe(0);
  });

  it('has no later effect if the permit is known only after the deadline [G51]', async () => {
    const effects: string[] = [];
    const reply = deferred();
    const rateLimiter = { take: () => reply.promise.then(() => GRANTED) };
    const handled = methodThat(() => ({ effect: effects.push('handled') }));
    const { ask, time } = setUp({ methods: [handled], rateLimiter });
    const answer = ask({ id: 'a', method: 'test' });
    time.advance(1500);
    expect(await answer).toMatchObject({ error: 'INTERNAL_ERROR' });
    reply.resolve();
    await new Promise(setImmediate);
    expect(effects).toEqual([]);
  });

  it('is refused while 256 are in flight, without a permit, and logged once a minute [G50]', async () => {
    const reply = deferred();
    const taken: string[] = [];
    const rateLimiter = {
      take: (subject: string) => {
        taken.push(subject);
        return reply.promise.then(() => GRANTED);
      },
    };
    const { ask, logger, time } = setUp({ methods: [methodThat(() => ({}))], rateLimiter });
    const inFlight = Array.from({ length: 256 }, () => ask({ id: 'a', method: 'test' }));
    const refused = { id: 'b', ok: false, error: 'RATE_LIMITED', message: 'Try again in 1 second.' };
    expect(await ask({ id: 'b', method: 'test' })).toEqual(refused);
    expect(await ask({ id: 'b', method: 'test' })).toEqual(refused);
    expect([taken.length, logger.records.length]).toEqual([256, 1]);
    reply.resolve();
    for (const answer of await Promise.all(inFlight)) expect(answer).toMatchObject({ ok: true });
    expect(await ask({ id: 'c', method: 'test' })).toMatchObject({ ok: true });
    time.advance(60_000);
    expect([logger.at('error'), time.pendingTimers]).toEqual([[], 0]);
  });

  it('is awaited for a limited time when the dispatcher is drained', async () => {
    let answer: (result: object) => void = () => undefined;
    const handle = () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      });
    const { dispatcher, ask, time } = setUp({ methods: [methodThat(handle)] });
    await dispatcher.drained(1000);
    const first = ask({ id: 'a', method: 'test' });
    const drained = dispatcher.drained(1000);
    answer({});
    await drained;
    expect(await first).toMatchObject({ ok: true });
    const second = ask({ id: 'b', method: 'test' });
    expect(dispatcher.inFlight).toBe(1);
    const inVain = dispatcher.drained(1000);
    time.advance(1000);
    await inVain;
    expect(dispatcher.inFlight).toBe(1);
    time.advance(500);
    expect(await second).toMatchObject({ error: 'INTERNAL_ERROR' });
    expect([dispatcher.inFlight, time.pendingTimers]).toEqual([0, 0]);
  });

  it('in a schema is not reported as a fault of the client', async () => {
    const validatePayload = secret as unknown as Method['validatePayload'];
    const { ask, logger } = setUp({ methods: [{ ...methodThat(() => ({})), validatePayload }] });
    expect(await ask({ id: 'a', method: 'test' })).toEqual({ id: 'a', ok: false, error: 'INTERNAL_ERROR' });
    expect(logger.at('error')).toHaveLength(1);
  });

  it('in the limiter is not reported as a fault of the client', async () => {
    const { ask } = setUp({ rateLimiter: { take: secret } });
    expect(await ask(check(['fly']))).toEqual({ id: 'one', ok: false, error: 'INTERNAL_ERROR' });
  });
});
