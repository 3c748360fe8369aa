import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../../tools/processes/free-port.mjs';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/faults/fault-proxy.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { startTestSidecar, type SidecarUnderTest } from './sidecar-under-test.ts';

const DATA_PATHS = ['/v1/coins-trades', '/v1/events', '/v1/servers', '/v1/votings'];
const LOBBY = { id: 'lobby', displayName: 'Lobby' };

describe('without Redis, the sidecar', () => {
  let server: RedisServer | undefined;
  let sidecar: SidecarUnderTest | undefined;

  afterEach(async () => {
    await sidecar?.stop();
    await server?.stop();
    [server, sidecar] = [undefined, undefined];
  });

  const start = async () => {
    server = await startRedis();
    sidecar = await startTestSidecar({ redisUrl: server.url, config: { resyncMs: 500 } });
    await sidecar.redis.set(sidecar.keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    await sidecar.shows('/v1/servers', { lobby: LOBBY });
    return { server, sidecar };
  };

  it('answers data operations with 503 and health with starting at its start, and loads the data once Redis is available [G7, G8]', async () => {
    const port = await freePort();
    sidecar = await startTestSidecar({ redisUrl: `redis://127.0.0.1:${port}`, loaded: false });
    for (const path of [
      ...DATA_PATHS,
      '/v1/servers?id=x',
      '/v1/events?server=x',
      '/v1/coins-trades?limit=5',
    ]) {
      const { status, headers, json } = await sidecar.get(path);
      expect([status, headers['retry-after'], json]).toEqual([
        503,
        '1',
        { error: 'The data is not loaded yet. Try again in a second.' },
      ]);
    }
    expect((await sidecar.get('/v1/coins-trades?limit=0')).status).toBe(400);
    const health = await sidecar.get('/v1/health');
    expect([health.status, health.json]).toEqual([200, { status: 'starting' }]);
    await eventually(() => (sidecar?.logger.at('warn').length ?? 0) >= 2, {
      what: 'the warnings of the outage',
    });
    server = await startRedis({ port });
    await sidecar.shows('/v1/health', { status: 'ok' });
    for (const path of DATA_PATHS) expect((await sidecar.get(path)).status).toBe(200);
    const warnings = sidecar.logger.at('warn');
    expect(warnings).toEqual([
      `Redis is unreachable, reconnecting: 127.0.0.1:${port} refuses connections: start Redis there, or correct the address`,
      expect.stringMatching(/^Redis cannot be read, responding with 503: /),
    ]);
  });

  it('serves the last data after a loss, degraded, and reads Redis again when it is back [G7]', async () => {
    const { server, sidecar } = await start();
    const endsAt = Date.now() + 4000;
    const event = { server: 'lobby', name: 'Ends', endsAt };
    await sidecar.redis.set(sidecar.keys.eventOf('ends'), JSON.stringify(event));
    await sidecar.shows('/v1/events?server=lobby', [{ id: 'ends', ...event }]);
    await server.kill();
    const health = await sidecar.shows('/v1/health', { status: 'degraded' });
    expect(health.status).toBe(200);
    expect((await sidecar.get('/v1/servers')).json).toEqual({ lobby: LOBBY });
    expect(sidecar.logger.at('warn')).toContainEqual(
      expect.stringMatching(/^Redis cannot be read, serving stale data: /),
    );
    // Time windows end without Redis too (G6).
    await sidecar.shows('/v1/events?server=lobby', []);
    expect((await sidecar.get('/v1/health')).json).toEqual({ status: 'degraded' });
    await server.restart();
    await sidecar.shows('/v1/health', { status: 'ok' });
    await sidecar.redis.set(sidecar.keys.serverOf('lobby'), '{"displayName":"Again"}');
    await sidecar.shows('/v1/servers?id=lobby', { id: 'lobby', displayName: 'Again' });
  });

  it('is degraded while Redis lacks a command, and says why in one line', async () => {
    server = await startRedis();
    const faults = await startFaultProxy(server.port);
    await faults.set({ kind: 'error', error: "ERR unknown command 'ZMSCORE'", commands: ['ZMSCORE'] });
    sidecar = await startTestSidecar({ redisUrl: faults.url, loaded: false });
    await sidecar.shows('/v1/health', { status: 'degraded' });
    expect((await sidecar.get('/v1/servers')).status).toBe(200);
    expect(sidecar.logger.at('warn')).toEqual([expect.stringContaining('edits fail without ZMSCORE')]);
    await faults.stop();
  });
});
