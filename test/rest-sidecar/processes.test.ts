import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startBuiltSidecar } from '../support/http/built-sidecar.ts';
import type { BuiltSidecar } from '../support/http/built-sidecar.ts';
import { descendantsOf } from '../support/processes/descendants.ts';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/http/http.ts';
import { testRedisUrl } from '../support/redis/redis.ts';
import { storeToken } from '../support/redis/store-token.ts';
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

  /**
   * Waits until all processes have loaded the data. New connections are distributed among the processes in
   * turn.
   */
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
    'of %s worker processes loses no response on SIGTERM under load, closes idle connections, and ends within 10 s',
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

  it.each(['1', '2'])(
    'of %s worker processes closes connections beyond the maximum of each, and serves the accepted ones',
    async (workers) => {
      const sidecar = await start({ WORKERS: workers, MAX_CONNECTIONS: '10' });
      await untilLoaded(sidecar);
      const count = 10 * Number(workers);
      const connections: Connection[] = [];
      const served = (responses: number) => connections.filter(({ text }) => countOf(text()) === responses);
      const warning = 'Connections are refused: MAX_CONNECTIONS (10) reached';
      const warnings = () => sidecar.output.filter((line) => line.endsWith(warning)).length;
      const isFull = async (): Promise<boolean> => {
        const needsMore = served(1).length < count || warnings() < Number(workers);
        if (needsMore) connections.push(await request(sidecar));
        const open = connections.filter(({ socket }) => !socket.destroyed);
        return served(1).length === count && open.length === count;
      };
      await eventually(isFull, { what: 'the excess to be closed' });
      await eventually(() => warnings() === Number(workers), { what: 'a warning of each process' });
      for (const { socket } of served(1)) socket.write(REQUEST);
      await eventually(() => served(2).length === count, { what: 'a second response on each connection' });
      for (const { socket } of connections) socket.destroy();
      const status = async () => (await ask(sidecar.origin, '/v1/servers').catch(() => undefined))?.status;
      await eventually(async () => (await status()) === 200, { what: 'new connections to be accepted' });
    },
  );

  it('answers from several processes behind one port, each with the same tags', async () => {
    const sidecar = await start({ WORKERS: '2' });
    await writeServer(sidecar);
    expect(sidecar.output.join('\n')).toContain('with 2 processes');
    const tags = async (): Promise<Set<unknown>> => {
      const responses = Array.from(
        { length: 20 },
        async () => await ask(sidecar.origin, '/v1/servers?id=lobby'),
      );
      return new Set((await Promise.all(responses)).map(({ status, headers }) => headers['etag'] ?? status));
    };
    await eventually(async () => [...(await tags())].every((tag) => /^"[\w-]+"$/.test(String(tag))), {
      what: 'both to be loaded',
    });
    expect((await tags()).size).toBe(1);
  });

  it('restarts a worker process that died, and continues to answer', async () => {
    const sidecar = await start({ WORKERS: '2' });
    await untilLoaded(sidecar);
    const before = descendantsOf(sidecar.pid);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually(() => sidecar.output.some((line) => line.includes('exited (SIGKILL), restarting')), {
      what: 'the log line',
    });
    expect((await ask(sidecar.origin, '/v1/servers')).status).toBe(200);
    await eventually(() => descendantsOf(sidecar.pid).filter((pid) => !before.includes(pid)).length === 1, {
      what: 'another process',
    });
    await untilLoaded(sidecar);
  });

  // Other systems cannot change the limits of a running process.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('continues with the other processes while one cannot be started again, and retries', async () => {
    const sidecar = await start({ WORKERS: '2' });
    await untilLoaded(sidecar);
    const limitFiles = (maximum: string): void => {
      execFileSync('prlimit', ['--pid', String(sidecar.pid), `--nofile=${maximum}:`]);
    };
    const before = descendantsOf(sidecar.pid);
    const [, usual = ''] =
      /Max open files +(\d+)/.exec(readFileSync(`/proc/${sidecar.pid}/limits`, 'utf8')) ?? [];
    limitFiles('1');
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually(
      () => sidecar.output.filter((line) => line.includes('cannot be started, retrying')).length > 1,
      {
        what: 'two attempts',
      },
    );
    expect(descendantsOf(sidecar.pid)).toEqual(before.slice(1));
    limitFiles(usual);
    await eventually(() => descendantsOf(sidecar.pid).length === 2, { what: 'another process' });
    await untilLoaded(sidecar);
  });

  it('serves operators the metrics of all its processes, including a restarted one', async () => {
    const sidecar = await start({ WORKERS: '2', OPERATORS_PORT: '0' });
    await untilLoaded(sidecar);
    const metric = await operatorOf(sidecar);
    const shows = async (name: string, value: number) =>
      await eventually(async () => (await metric(name)) === value, { what: `${name} to be ${value}` });
    await shows('feature_control_processes', 2);
    await shows('feature_control_health{status="ok"}', 1);
    for (let round = 0; round < 10; round++) await ask(sidecar.origin, '/nowhere');
    await shows('feature_control_rest_responses_total{status="404"}', 10);
    process.kill(descendantsOf(sidecar.pid).at(-1) ?? 0, 'SIGKILL');
    await shows('feature_control_processes', 1);
    await shows('feature_control_processes', 2);
  });

  it('reports readiness to operators only while all its processes are ready', async () => {
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

interface Connection {
  readonly socket: Socket;
  /** Returns the received text. */
  readonly text: () => string;
}

const REQUEST = 'GET /v1/servers HTTP/1.1\r\nHost: x\r\n\r\n';

/** Returns the number of responses in a text. */
const countOf = (text: string): number => text.split('HTTP/1.1 ').length - 1;

/** Opens a connection, sends a request, and keeps the connection open. */
async function request({ origin }: BuiltSidecar): Promise<Connection> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined).on('data', (piece: Buffer) => (received += piece.toString('latin1')));
  await once(socket, 'connect');
  socket.write(REQUEST);
  return { socket, text: () => received };
}

/** Returns the current URL of the operator listener. */
function operatorsOf(sidecar: BuiltSidecar): string {
  const line = sidecar.output.findLast((candidate) => candidate.includes('Operator listener on '));
  return line?.split(' on ')[1] ?? '';
}

/**
 * @returns a function that reads one metric from the operator listener at its current URL; undefined if it
 * cannot be read
 */
async function operatorOf(sidecar: BuiltSidecar): Promise<(name: string) => Promise<number | undefined>> {
  const redis = new Redis(testRedisUrl());
  const text = await storeToken(redis, new RedisKeys(sidecar.keyPrefix), 'metrics:read');
  redis.disconnect();
  return async (name) => {
    const headers = { Authorization: `Bearer ${text}` };
    const answer = await fetch(`${operatorsOf(sidecar)}/metrics`, { headers }).catch(() => undefined);
    const metric = (await answer?.text())?.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return metric === undefined ? undefined : Number(metric.split(' ').at(-1));
  };
}
