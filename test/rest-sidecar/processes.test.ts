import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { hashOf, newTokenText } from '../../rest-sidecar/src/operators/token.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startBuiltSidecar } from '../support/http/built-sidecar.ts';
import type { BuiltSidecar } from '../support/http/built-sidecar.ts';
import { descendantsOf } from '../support/processes/descendants.ts';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/http/http.ts';
import { testRedisUrl } from '../support/redis/redis.ts';
import { startClients } from './http/clients-until-closed.ts';

describe('the built sidecar', () => {
  const running: BuiltSidecar[] = [];

  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (sidecar) => await sidecar.stop()));
  });

  const start = async (env: NodeJS.ProcessEnv): Promise<BuiltSidecar> => {
    const sidecar = await startBuiltSidecar(env);
    running.push(sidecar);
    return sidecar;
  };

  /** New connections go to each process in turn. */
  const untilLoaded = async ({ origin }: BuiltSidecar): Promise<void> => {
    const statuses = async () =>
      await Promise.all(Array.from({ length: 8 }, async () => (await ask(origin, '/v1/servers')).status));
    await eventually(async () => (await statuses()).every((status) => status === 200), { what: 'the data' });
  };

  const writeServer = async ({ keyPrefix }: BuiltSidecar): Promise<void> => {
    const redis = new Redis(testRedisUrl());
    await redis.set(new RedisKeys(keyPrefix).serverOf('lobby'), '{"displayName":"Lobby"}');
    redis.disconnect();
  };

  it.each(['1', '2'])(
    'of %s worker processes loses no answer on SIGTERM under load, closes idle connections, and ends within 10 s',
    async (workers) => {
      const sidecar = await start({ WORKERS: workers });
      await untilLoaded(sidecar);
      const clients = await startClients(sidecar.origin);
      const idle = connect(Number(new URL(sidecar.origin).port), '127.0.0.1');
      await once(idle, 'connect');
      const idleClosed = once(idle.resume(), 'close');
      const startedMs = performance.now();
      const report = clients.go();
      expect(await sidecar.stop()).toBe(0);
      expect(performance.now() - startedMs).toBeLessThan(10_000);
      expect(await report).toEqual({ lost: [], statuses: new Set([200]) });
      await idleClosed;
      expect(descendantsOf(sidecar.pid)).toEqual([]);
    },
  );

  it('answers from several processes behind one port, each with the same tags', async () => {
    const sidecar = await start({ WORKERS: '2' });
    await writeServer(sidecar);
    expect(sidecar.said.join('\n')).toContain('with 2 processes');
    const tags = async (): Promise<Set<unknown>> => {
      const asking = Array.from(
        { length: 20 },
        async () => await ask(sidecar.origin, '/v1/servers?id=lobby'),
      );
      return new Set((await Promise.all(asking)).map(({ status, headers }) => headers['etag'] ?? status));
    };
    await eventually(async () => [...(await tags())].every((tag) => /^"[\w-]+"$/.test(String(tag))), {
      what: 'both to be loaded',
    });
    expect((await tags()).size).toBe(1);
  });

  it('starts a worker process again that died, and answers meanwhile', async () => {
    const sidecar = await start({ WORKERS: '2' });
    await untilLoaded(sidecar);
    const before = descendantsOf(sidecar.pid);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually(() => sidecar.said.some((line) => line.includes('exited (SIGKILL), restarting')), {
      what: 'the word of it',
    });
    expect((await ask(sidecar.origin, '/v1/servers')).status).toBe(200);
    await eventually(() => descendantsOf(sidecar.pid).filter((pid) => !before.includes(pid)).length === 1, {
      what: 'another process',
    });
    await untilLoaded(sidecar);
  });

  it('serves operators the metrics of all its processes, also of one that was started again', async () => {
    const sidecar = await start({ WORKERS: '2', OPERATORS_PORT: '0' });
    await untilLoaded(sidecar);
    const figure = await operatorOf(sidecar);
    const shows = async (name: string, value: number) =>
      await eventually(async () => (await figure(name)) === value, { what: `${name} to be ${value}` });
    await shows('feature_control_processes', 2);
    await shows('feature_control_health{status="ok"}', 1);
    for (let round = 0; round < 10; round++) await ask(sidecar.origin, '/nowhere');
    await shows('feature_control_rest_responses_total{status="404"}', 10);
    process.kill(descendantsOf(sidecar.pid).at(-1) ?? 0, 'SIGKILL');
    await shows('feature_control_processes', 1);
    await shows('feature_control_processes', 2);
  });

  it('is ready for operators only while all its processes are', async () => {
    const sidecar = await start({ WORKERS: '2', OPERATORS_PORT: '0' });
    const isReady = async (): Promise<boolean> =>
      (await fetch(`${operatorsOf(sidecar)}/ready`)).status === 200;
    await eventually(isReady, { what: 'both to be ready' });
    const second = descendantsOf(sidecar.pid).at(-1) ?? 0;
    process.kill(second, 'SIGSTOP');
    expect(await isReady()).toBe(false);
    process.kill(second, 'SIGCONT');
    await eventually(isReady, { what: 'both to be ready again' });
    process.kill(second, 'SIGKILL');
    await eventually(async () => !(await isReady()), { what: 'one to be missed' });
    await eventually(isReady, { what: 'another in its place to be ready' });
  });
});

/** Where operators are listened for at the moment. */
function operatorsOf(sidecar: BuiltSidecar): string {
  const line = sidecar.said.findLast((candidate) => candidate.includes('Operator listener on '));
  return line?.split(' on ')[1] ?? '';
}

/**
 * @returns what tells one figure of the listener for operators, wherever it is at the moment; undefined where
 * that cannot be had
 */
async function operatorOf(sidecar: BuiltSidecar): Promise<(name: string) => Promise<number | undefined>> {
  const text = newTokenText();
  const redis = new Redis(testRedisUrl());
  const fields = { name: 'test', scopes: 'metrics:read', createdAt: '1' };
  await redis.hset(new RedisKeys(sidecar.keyPrefix).tokenOf(hashOf(text)), fields);
  redis.disconnect();
  return async (name) => {
    const headers = { Authorization: `Bearer ${text}` };
    const answer = await fetch(`${operatorsOf(sidecar)}/metrics`, { headers }).catch(() => undefined);
    const figure = (await answer?.text())?.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return figure === undefined ? undefined : Number(figure.split(' ').at(-1));
  };
}
