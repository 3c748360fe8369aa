import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Sentinels } from '../../../rest-sidecar/src/redis/sentinels.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import { freePort } from '../../support/processes/free-port.ts';

const FIRST = { host: '10.0.0.1', port: 6379 };
const SECOND = { host: '10.0.0.2', port: 6380 };

describe('Sentinels', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Says what a Sentinel of this state of knowledge says, to whoever asks. */
  const startSentinel = async (master: RedisNode, epoch: number): Promise<RedisNode> => {
    const pairs = { name: 'm', ip: master.host, port: master.port, 'config-epoch': epoch };
    const words = Object.entries(pairs).flat().map(String);
    const reply = [`*${words.length}`, ...words.flatMap((word) => [`$${word.length}`, word]), ''].join(
      '\r\n',
    );
    return await listen((asked) => (asked.includes('SENTINEL') ? reply : '-ERR unexpected\r\n'));
  };

  const listen = async (answer: (asked: string) => string): Promise<RedisNode> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('data', (asked) => socket.write(answer(String(asked))));
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  };

  const findMaster = async (...nodes: [RedisNode, ...RedisNode[]]): Promise<RedisNode> => {
    const rest = { tls: false, credentials: undefined, sentinelCredentials: undefined, database: 0 };
    const url = { kind: 'sentinel', nodes, master: 'm', ...rest } as const;
    return await new Sentinels({ url, authority: undefined }).findMaster();
  };

  it('are believed by the failovers that they have seen, not by who answers first', async () => {
    const behind = await startSentinel(FIRST, 3);
    const ahead = await startSentinel(SECOND, 4);
    expect(await findMaster(behind, ahead, behind)).toEqual(SECOND);
  });

  it('may be away, but for one', async () => {
    const away = { host: '127.0.0.1', port: await freePort() };
    expect(await findMaster(away, await startSentinel(FIRST, 0), away)).toEqual(FIRST);
  });

  it('may say nothing, but for one', async () => {
    const silent = await listen(() => '');
    expect(await findMaster(silent, await startSentinel(FIRST, 0))).toEqual(FIRST);
  });

  it('name nobody when all are away, or know no such master, and why is said', async () => {
    const away = { host: '127.0.0.1', port: await freePort() };
    await expect(findMaster(away)).rejects.toThrow(/^No Sentinel names a master: .*ECONNREFUSED/);
    const ignorant = await listen(() => '-ERR No such master with that name\r\n');
    await expect(findMaster(ignorant)).rejects.toThrow(/No such master/);
  });
});
