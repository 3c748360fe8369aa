import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { NodeTimers } from '../../../node/node-timers.ts';
import { logConnectionErrors } from '../../../node/redis/connection-log.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import { freePort } from '../../../tools/processes/free-port.mjs';

const { url: URL } = toRedisEndpoint('redis://redis.example');

/** Connects to a host with these addresses, at a port on which nobody listens. @returns Node's error */
const failToConnect = async (port: number, addresses: readonly string[]): Promise<Error> =>
  await new Promise((resolve) => {
    const found = addresses.map((address) => ({ address, family: 4 }));
    const lookup = (_host: string, _options: object, done: LookUpDone): void => {
      done(null, found);
    };
    connect({ host: 'redis.example', port, autoSelectFamily: true, lookup }).once('error', resolve);
  });

type LookUpDone = (error: null, found: { address: string; family: number }[]) => void;

it('names one reason for several addresses of a host', async () => {
  const port = await freePort();
  const logger = new RecordingLogger();
  const client = new EventEmitter();
  logConnectionErrors(client, URL, { name: 'test', timers: new NodeTimers(), logger });
  client.emit('error', await failToConnect(port, ['127.0.0.2', '127.0.0.1']));
  expect(logger.at('warn')).toEqual([
    'Redis is unreachable, reconnecting: redis.example:6379 refuses connections: start Redis there, or correct the address',
  ]);
});
