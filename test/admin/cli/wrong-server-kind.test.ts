import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startServersOfEachKind } from '../../support/redis/servers-of-each-kind.ts';
import type { ServersOfEachKind } from '../../support/redis/servers-of-each-kind.ts';
import { createCli } from './run-cli.ts';

let servers: ServersOfEachKind;

beforeAll(async () => {
  servers = await startServersOfEachKind();
}, 60_000);

afterAll(async () => {
  await servers.stop();
});

it.each([
  ['clients', 'redis://', 'clusterNode', '', 'the server belongs to a cluster', 'redis-cluster://'],
  ['doctor', 'redis://', 'clusterNode', '/1', 'the server belongs to a cluster', 'redis-cluster://'],
  ['clients', 'redis://', 'sentinel', '', 'the server is a Sentinel', 'redis-sentinel://'],
  ['doctor', 'redis-cluster://', 'server', '', 'the server belongs to no cluster', 'redis://'],
  ['clients', 'redis-cluster://', 'sentinel', '', 'the server is a Sentinel', 'redis-sentinel://'],
  ['clients', 'redis-sentinel://', 'server', '?master=m', 'the server is no Sentinel', 'redis://'],
] as const)(
  '%s ends with code 2 for %s of a %s%s: %s',
  async (command, scheme, kind, rest, reason, right) => {
    const address = `127.0.0.1:${servers[kind]}`;
    const { code, out, err } = await createCli(`${scheme}${address}${rest}`).run(command, '--json');
    const line = `feature-control: Redis at ${address} cannot be reached: ${reason}, so its URL must begin with ${right}`;
    expect([code, out, err]).toEqual([2, [], [expect.stringContaining(line)]]);
  },
);
