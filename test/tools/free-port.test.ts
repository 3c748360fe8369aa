import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nextFreePort } from '../../tools/processes/free-port.mjs';
import { runProgram } from '../support/processes/run-program.ts';

describe('a port in use', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterAll(() => {
    server.close();
  });

  it('is skipped for the next free one', async () => {
    const next = await nextFreePort(port);
    expect(next).toBeGreaterThan(port);
    expect(next).toBeLessThan(port + 100);
  });

  it('is an error if the user requires that port', async () => {
    for (const name of ['PORT', 'PROXY_PORT']) {
      const env = { PATH: process.env['PATH'], FC_RUN_DIRECTORY: '/nonexistent', [name]: String(port) };
      const { code, stderr } = await runProgram(['tools/start/start.mjs'], env);
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^feature-control: ${name}=${port} is taken.*\n$`));
    }
  });
});
