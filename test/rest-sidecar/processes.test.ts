import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startBuiltSidecar } from '../support/http/built-servers.ts';
import type { BuiltServer } from '../support/http/built-servers.ts';
import { ask } from '../support/http/http.ts';
import { openConnection } from '../support/http/raw-connection.ts';
import type { RawConnection } from '../support/http/raw-connection.ts';
import { startClients } from './http/clients-until-closed.ts';

describe('the built sidecar', () => {
  const running: BuiltServer[] = [];

  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (sidecar) => await sidecar.stop()));
  });

  const start = async (env: NodeJS.ProcessEnv = {}): Promise<BuiltServer> => {
    const sidecar = await startBuiltSidecar(env);
    running.push(sidecar);
    return sidecar;
  };

  const untilLoaded = async ({ origin }: BuiltServer): Promise<void> => {
    const isLoaded = async () => (await ask(origin, '/v1/servers')).status === 200;
    await eventually(isLoaded, { what: 'the data' });
  };

  it('loses no response on SIGTERM under load, closes idle connections, and ends within 10 s', async () => {
    const sidecar = await start();
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
  });

  it('closes connections beyond the maximum, and serves the accepted ones', async () => {
    const sidecar = await start({ MAX_CONNECTIONS: '10' });
    await untilLoaded(sidecar);
    const connections: RawConnection[] = [];
    const { port } = new URL(sidecar.origin);
    const served = (responses: number) => connections.filter(({ text }) => countOf(text()) === responses);
    const warning = 'Connections are refused: MAX_CONNECTIONS (10) reached';
    const warnings = () => sidecar.output.filter((line) => line.endsWith(warning)).length;
    const isFull = async (): Promise<boolean> => {
      if (served(1).length < 10 || warnings() === 0)
        connections.push(await openConnection(Number(port), REQUEST));
      const open = connections.filter(({ socket }) => !socket.destroyed);
      return served(1).length === 10 && open.length === 10;
    };
    await eventually(isFull, { what: 'the excess to be closed' });
    await eventually(() => warnings() === 1, { what: 'a warning' });
    for (const { socket } of served(1)) socket.write(REQUEST);
    await eventually(() => served(2).length === 10, { what: 'a second response on each connection' });
    for (const { socket } of connections) socket.destroy();
    const status = async () => (await ask(sidecar.origin, '/v1/servers').catch(() => undefined))?.status;
    await eventually(async () => (await status()) === 200, { what: 'new connections to be accepted' });
  });
});

const REQUEST = 'GET /v1/servers HTTP/1.1\r\nHost: x\r\n\r\n';

/** Returns the number of responses in a text. */
const countOf = (text: string): number => text.split('HTTP/1.1 ').length - 1;
