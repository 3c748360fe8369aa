import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { buildPlugin } from '../../../tools/development-proxy/build.mjs';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { startStandIn } from '../../velocity-stand-in/stand-in.ts';
import { START_TIMEOUT_MS } from '../start-proxy.ts';

it(
  'has the newest libraries of the host: a plugin that uses what Adventure 5 has removed fails',
  async () => {
    const folder = join(REPOSITORY, 'test/jar/newest-host/removed-call');
    const proxy = await startStandIn({ jars: [await buildPlugin(folder)] });
    const failure = await proxy.untilLogged(/NoClassDefFoundError/);
    expect(failure).toContain('net/kyori/adventure/audience/MessageType');
    await proxy.stop();
  },
  START_TIMEOUT_MS,
);
