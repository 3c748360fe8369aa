import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/redis-client.ts';
import { eventually } from '../../support/eventually.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { startServersOfEachKind } from '../../support/redis/servers-of-each-kind.ts';
import type { ServersOfEachKind } from '../../support/redis/servers-of-each-kind.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';

const CLUSTER = 'the server belongs to a cluster, so its URL must begin with redis-cluster://';
const SENTINEL =
  'the server is a Sentinel, so its URL must begin with redis-sentinel:// and end with ?master= and a name';
const SERVER = 'the server belongs to no cluster, so its URL must begin with redis://';
const NO_SENTINEL =
  'the server is no Sentinel, so its URL must begin with redis://, or with redis-cluster:// for a cluster';

const connect = (url: string) => {
  const logger = new RecordingLogger();
  const client = createRedisClient(toRedisEndpoint(url), { name: 'test', timers: new NodeTimers(), logger });
  let attempts = 0;
  client.on('error', () => (attempts += 1));
  return { client, logger, attempts: () => attempts };
};

describe('a URL of another kind of server', () => {
  let servers: ServersOfEachKind;

  beforeAll(async () => {
    servers = await startServersOfEachKind();
  }, 60_000);

  afterAll(async () => {
    await servers.stop();
  });

  it.each([
    ['redis://', 'clusterNode', '', CLUSTER],
    ['redis://', 'clusterNode', '/1', CLUSTER],
    ['redis://', 'sentinel', '', SENTINEL],
    ['redis://', 'sentinel', '/1', SENTINEL],
    ['redis-cluster://', 'server', '', SERVER],
    ['redis-cluster://', 'sentinel', '', SENTINEL],
    ['redis-sentinel://', 'server', '?master=fc-master', NO_SENTINEL],
    ['redis-sentinel://', 'clusterNode', '?master=fc-master', NO_SENTINEL],
  ] as const)('%s for a %s%s is reported once, and nothing is sent', async (scheme, kind, rest, reason) => {
    const { client, logger, attempts } = connect(`${scheme}127.0.0.1:${servers[kind]}${rest}`);
    const events: string[] = [];
    client.on('ready', () => events.push('ready'));
    await eventually(() => attempts() > 4, { what: 'some attempts' });
    await expect(client.set('key', 'value')).rejects.toThrow();
    client.disconnect();
    expect(logger.at('warn')).toEqual([`Redis is unreachable, reconnecting: ${reason}`]);
    expect(events).toEqual([]);
  });
});

it('a server that refuses INFO counts as the right kind', async () => {
  const server = await startRedis({ settings: ['--rename-command', 'INFO', ''] });
  const { client, logger } = connect(server.url);
  await eventually(async () => (await client.ping().catch(() => '')) === 'PONG', { what: 'a reply' });
  client.disconnect();
  await server.stop();
  expect(logger.records).toEqual([]);
});
