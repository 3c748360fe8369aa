import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from '../../plugin/src/circuit-breaker.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import { ManualTime } from '../support/fakes/manual-time.ts';

const SILENCE = new RedisError('unreachable', 'no reply in time');

function setUp() {
  const time = new ManualTime();
  const circuit = new CircuitBreaker(time);
  const calls: string[] = [];
  const fail = async (cause: Error) =>
    await circuit.run(async () => {
      calls.push('failed');
      return await Promise.reject(cause);
    });
  const succeed = async () =>
    await circuit.run(async () => {
      calls.push('answered');
      return await Promise.resolve('reply');
    });
  return { time, circuit, calls, fail, succeed };
}

describe('CircuitBreaker', () => {
  it('runs commands while they are answered, even with errors', async () => {
    const { succeed, fail, calls } = setUp();
    expect(await succeed()).toBe('reply');
    await expect(fail(new RedisError('error-reply', 'OOM'))).rejects.toThrow('OOM');
    await expect(fail(new RedisError('wrong-type', 'WRONGTYPE'))).rejects.toThrow('WRONGTYPE');
    expect(await succeed()).toBe('reply');
    expect(calls).toHaveLength(4);
  });

  it('opens after a command without a reply, and runs one trial command after a pause', async () => {
    const { time, succeed, fail, calls } = setUp();
    await expect(fail(SILENCE)).rejects.toThrow(SILENCE);
    await expect(succeed()).rejects.toMatchObject({ kind: 'unreachable' });
    time.advance(49);
    await expect(succeed()).rejects.toMatchObject({ kind: 'unreachable' });
    time.advance(1);
    expect(await Promise.allSettled([succeed(), succeed()])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected' },
    ]);
    expect(await succeed()).toBe('reply');
    expect(calls).toEqual(['failed', 'answered', 'answered']);
  });

  it('is not kept open by commands that fail late', async () => {
    const { time, circuit, fail, succeed } = setUp();
    let failLate: (cause: Error) => void = () => undefined;
    const late = circuit.run(
      async () =>
        await new Promise((_, reject) => {
          failLate = reject;
        }),
    );
    await expect(fail(SILENCE)).rejects.toThrow(SILENCE);
    time.advance(40);
    failLate(SILENCE);
    await expect(late).rejects.toThrow(SILENCE);
    time.advance(10);
    expect(await succeed()).toBe('reply');
  });

  it('limits the number of commands in flight', async () => {
    const { circuit, succeed } = setUp();
    const endings: (() => void)[] = [];
    const wait = () =>
      circuit.run(
        () =>
          new Promise<void>((resolve) => {
            endings.push(resolve);
          }),
      );
    const waiting = Array.from({ length: 5000 }, wait);
    await expect(succeed()).rejects.toThrow('Too many commands in flight');
    for (const end of endings) end();
    await Promise.all(waiting);
    expect(await succeed()).toBe('reply');
  });
});
