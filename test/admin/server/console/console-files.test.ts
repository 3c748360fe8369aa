import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { consoleFiles } from '../../../../admin/server/console/console-files.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';
import { useTemporaryDirectory } from '../../../support/processes/use-temporary-directory.ts';

describe.each(['.npm/_npx', 'a user', 'plain'])('the console of a package below the folder %s', (above) => {
  const temporary = useTemporaryDirectory();
  const server = createServer();

  beforeAll(async () => {
    temporary.write(`${above}/console/index.html`, 'the page');
    temporary.write(`${above}/console/main.0123.js`, 'the script');
    const files = consoleFiles(join(temporary.path, above, 'console'), new RecordingLogger());
    server.on('request', express().use(files)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });

  afterAll(() => {
    server.close();
  });

  it('is served', async () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const read = async (path: string): Promise<string> => {
      const response = await fetch(origin + path);
      return `${response.status} ${await response.text()}`;
    };
    expect(await read('/console')).toBe('200 the page');
    expect(await read('/console/main.0123.js')).toBe('200 the script');
  });
});
