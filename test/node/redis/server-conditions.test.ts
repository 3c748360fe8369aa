import { afterEach, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/connecting/redis-client.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import { ServerConditions } from '../../../shared/redis/server/server-conditions.ts';
import { createCli } from '../../admin/cli/run-cli.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import type { Fault } from '../../support/faults/fault.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { sendToEach, startSentinelStore } from '../../support/redis/redis-stores.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import { startAnnouncingNode, startAnnouncingSentinel } from '../../support/redis/unusable-servers.ts';

const stops: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const connect = (url: string, natMap = '') => {
  const logger = new RecordingLogger();
  const conditions = new ServerConditions({ logger });
  const options = { name: 'test-conditions', timers: new NodeTimers(), logger, conditions };
  const client = createRedisClient(toRedisEndpoint(url, { natMap }), options);
  stops.push(() => {
    client.disconnect();
  });
  return { client, conditions, logger };
};

const start = async (...settings: readonly string[]) => {
  const server = await startRedis({ settings });
  stops.push(async () => server.stop());
  return server;
};

/** Starts a server behind a proxy. */
const startBehind = async (fault: Fault = { kind: 'none' }) => {
  const server = await start();
  const faults = await startFaultProxy(server.port);
  stops.push(async () => faults.stop());
  await faults.set(fault);
  return { server, faults };
};

const writes = async (client: RedisClient): Promise<boolean> =>
  (await client.set('key', 'value').catch(() => '')) === 'OK';

const LACKS = "ERR unknown command 'SMISMEMBER', with args beginning with: ";

describe('a server that is too old', () => {
  it.each([
    ['lacks commands, whatever version it reports', undefined],
    ['is Redis 6.0', process.env['FC_OLD_REDIS_SERVER']],
  ])('because it %s is reported in one line, and doctor finds it', async (what, program) => {
    if (what.startsWith('is') && program === undefined) return;
    const url = await startOutdated(program);
    const { conditions, logger } = connect(url);
    await eventually(() => conditions.has('outdated'));
    expect(logger.at('warn')).toEqual([
      expect.stringMatching(
        /^Redis at 127\.0\.0\.1:\d+ \(Redis \d.*\) is too old: edits fail without SMISMEMBER.* since 6\.2$/,
      ),
    ]);
    const { code, out } = await createCli(url).run('doctor');
    expect(code).toBe(1);
    expect(out.join('\n')).toMatch(/problem +Redis version: Redis at .* is too old/);
    const edit = await createCli(url).run('block', 'fly');
    expect(edit.err[0]).toMatch(/^Redis at .* is too old: edits fail/);
  });

  const startOutdated = async (program: string | undefined): Promise<string> => {
    if (program === undefined) {
      const { faults } = await startBehind({ kind: 'error', error: LACKS, commands: ['SMISMEMBER'] });
      return faults.url;
    }
    const server = await startRedis({ program });
    stops.push(async () => server.stop());
    return server.url;
  };
});

it('a master behind Sentinels has none', async () => {
  const store = await startSentinelStore();
  stops.push(async () => store.stop());
  const { client, conditions, logger } = connect(store.url);
  await eventually(() => writes(client));
  await eventually(() => conditions.roundTripMs !== undefined);
  await conditions.examined();
  expect([conditions.isLimited, logger.at('warn')]).toEqual([false, []]);
});

describe('a slow server', () => {
  it('is used at a round trip of 600 ms, and reported with it', async () => {
    const { faults } = await startBehind({ kind: 'delay', ms: 600 });
    const { client, conditions, logger } = connect(faults.url);
    await eventually(() => writes(client));
    await eventually(() => conditions.has('slow'));
    expect(conditions.roundTripMs).toBeGreaterThanOrEqual(600);
    const { code, out } = await createCli(faults.url).run('doctor');
    expect([code, out.join('\n')]).toEqual([
      1,
      expect.stringMatching(
        /round trip: .* ms\.\n +A command fails after 1000 ms: raise REDIS_COMMAND_TIMEOUT/,
      ),
    ]);
    await faults.set({ kind: 'none' });
    await eventually(() => !conditions.isLimited);
    expect(logger.at('warn')).toEqual([expect.stringMatching(/is slow: a round trip takes 6\d\d ms$/)]);
  });

  it.each([
    ['a cluster', startAnnouncingNode],
    ['Sentinels', startAnnouncingSentinel],
  ])('of %s is used, too', async (_, startStore) => {
    const store = await startStore();
    stops.push(async () => store.stop());
    /** Replaces the port at the end of the host by that of a slow proxy. */
    const far = async (text: string): Promise<string> => {
      const [, host = '', port] = /^(.*127\.0\.0\.1:)(\d+)/.exec(text) ?? [];
      const faults = await startFaultProxy(Number(port));
      stops.push(async () => faults.stop());
      await faults.set({ kind: 'delay', ms: 600 });
      return text.replace(`${host}${port}`, `${host}${faults.port}`);
    };
    const { client, conditions, logger } = connect(await far(store.url), await far(store.natMap));
    await eventually(() => writes(client));
    await eventually(() => conditions.has('slow'));
    expect(logger.at('warn')).toEqual([expect.stringMatching(/is slow: a round trip takes 6\d\d ms$/)]);
  });

  it('that does not answer is reported before its connection is lost', async () => {
    const { faults } = await startBehind();
    const { client, conditions } = connect(faults.url);
    await eventually(() => writes(client));
    await faults.set({ kind: 'black-hole' });
    await eventually(() => conditions.has('silent'));
    await faults.set({ kind: 'none' });
    await eventually(() => !conditions.isLimited);
  });
});

describe('a master that is replaced', () => {
  /** Starts a master behind a proxy, and its successor. */
  const startBoth = async (...settings: readonly string[]) => {
    const successor = await start();
    const master = await start(...settings);
    const faults = await startFaultProxy(master.port);
    stops.push(async () => faults.stop());
    const demote = async () => {
      await sendToEach([master], 'REPLICAOF', '127.0.0.1', String(successor.port));
    };
    return { successor, master, faults, demote };
  };

  it.each([
    ['reports its role', []],
    ['only refuses writes', ['--rename-command', 'ROLE', '']],
  ])('behind one host name, while old connections stay open, is left: it %s', async (_, settings) => {
    const { successor, faults, demote } = await startBoth(...settings);
    const { client, logger } = connect(faults.url);
    const changed: string[] = [];
    const endpoint = toRedisEndpoint(faults.url);
    const feed = createChangeFeed(client, endpoint, { name: 'test-feed', timers: new NodeTimers(), logger });
    const subscription = feed.subscribe([''], {
      keysChanged: (keys) => changed.push(...keys),
      anythingMayHaveChanged: () => undefined,
      lost: () => undefined,
    });
    stops.push(() => {
      subscription.close();
    });
    await eventually(() => writes(client));
    await demote();
    faults.redirect(successor.port);
    await eventually(() => writes(client), { what: 'writes to the successor' });
    const isReported = async (): Promise<boolean> => {
      await sendToEach([successor], 'SET', 'later', 'value');
      return changed.includes('later');
    };
    await eventually(isReported, { what: 'changes of the successor' });
  });

  it('is read, and reported, while its host name leads to no other; an edit then says so', async () => {
    const { faults, demote } = await startBoth();
    const { client, conditions, logger } = connect(faults.url);
    await eventually(() => writes(client));
    await demote();
    await eventually(() => conditions.has('replica'));
    expect(await client.get('key')).not.toBe('');
    expect(logger.at('warn')).toEqual([expect.stringMatching(/is a replica, which refuses writes/)]);
    const { code, err } = await createCli(faults.url).run('block', 'fly');
    expect([code, err.join('\n')]).toEqual([1, expect.stringContaining('this server is a replica')]);
  });

  it('while a command starts is waited for', async () => {
    const { successor, faults, demote } = await startBoth();
    await demote();
    const edit = createCli(faults.url).run('block', 'fly');
    faults.redirect(successor.port);
    expect((await edit).code).toBe(0);
  });
});
