import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as afterImmediates } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStreams } from '../../../../admin/server/console/event-streams.ts';
import type { IssuedToken } from '../../../../admin/server/token.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

const TOKEN: IssuedToken = {
  hash: 'h',
  name: 'Ada',
  scopes: ['blocklists:read'],
  createdAt: 1,
  expiresAt: undefined,
};

let time: ManualTime;
let stored: IssuedToken | undefined | 'unreachable';
let streams: EventStreams;

beforeEach(() => {
  time = new ManualTime();
  stored = TOKEN;
  streams = new EventStreams({
    clock: time,
    timers: time,
    isStoreConnected: () => true,
    tokens: {
      find: () =>
        stored === 'unreachable'
          ? Promise.reject(new RedisError('unreachable', ''))
          : Promise.resolve(stored),
    },
  });
});

/** Opens the stream of a client that reads nothing. */
function open(tab?: string): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  streams.open(TOKEN, undefined, tab).stream?.(response);
  return response;
}

const later = async (ms: number): Promise<void> => {
  time.advance(ms);
  await afterImmediates();
};

describe('EventStreams', () => {
  it('ends a stream within half a minute when its token is revoked or has expired', async () => {
    const response = open();
    await later(30_000);
    expect(response.writableEnded).toBe(false);
    stored = undefined;
    await later(30_000);
    expect(response.writableEnded).toBe(true);
    const other = open();
    stored = { ...TOKEN, expiresAt: time.epochMs() + 1000 };
    await later(30_000);
    expect(other.writableEnded).toBe(true);
  });

  it('forgets a stream whose connection is closed while its response waits behind another one', async () => {
    const closed = open();
    open();
    closed.req.socket.destroy();
    await afterImmediates();
    expect(streams.size).toBe(1);
    streams.open(TOKEN, undefined, undefined).stream?.(new ServerResponse(closed.req));
    expect(streams.size).toBe(1);
  });

  it('keeps streams open while Redis does not answer', async () => {
    const response = open();
    stored = 'unreachable';
    await later(90_000);
    expect(response.writableEnded).toBe(false);
  });

  it('sends a comment every 10 seconds', () => {
    const response = open();
    const before = response.writableLength;
    time.advance(10_000);
    expect(response.writableLength).toBeGreaterThan(before);
  });

  it('disconnects only clients that do not read', async () => {
    const slow = open();
    for (let count = 0; count < 20; count += 1)
      streams.publish('list', { text: 'x'.repeat(100_000) }, 'blocklists:read');
    expect(slow.destroyed).toBe(true);
    const fresh = open();
    streams.publish('list', {}, 'blocklists:read');
    await afterImmediates();
    expect([fresh.destroyed, streams.size]).toEqual([false, 1]);
  });

  it('replaces the stream of a tab that opens another, also if the token may have no further ones', () => {
    const [earlier, other] = [open('one'), open('other')];
    for (let count = 2; count < 8; count += 1) open();
    expect(streams.open(TOKEN, undefined, 'new').status).toBe(429);
    open('one');
    expect([earlier.destroyed, other.destroyed, streams.size]).toEqual([true, false, 8]);
  });
});
