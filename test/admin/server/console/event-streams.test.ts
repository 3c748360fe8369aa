import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as afterImmediates } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Response } from 'express';
import type { IssuedToken } from '../../../../admin/server/access/token.ts';
import { EventStreams } from '../../../../admin/server/console/event-streams.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

const TOKEN: IssuedToken = {
  hash: 'h',
  name: 'Ada',
  scopes: ['blocklists:read'],
  createdAt: 1,
  expiresAt: undefined,
};

let time: ManualTime;
let streams: EventStreams;

beforeEach(() => {
  time = new ManualTime();
  streams = new EventStreams({ timers: time, isRedisConnected: () => true });
});

/** Opens the stream of a client that reads nothing. */
function open(tab?: string, hash = TOKEN.hash): Response {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  Object.setPrototypeOf(response, express.response);
  streams.open(response as Response, { ...TOKEN, hash }, undefined, tab);
  return response as Response;
}

describe('EventStreams', () => {
  it('forgets a stream whose connection is closed while its response waits behind another one', async () => {
    const closed = open();
    open();
    closed.req.socket.destroy();
    await afterImmediates();
    expect(streams.size).toBe(1);
  });

  it('sends a comment every 10 seconds', () => {
    const response = open();
    const before = response.writableLength;
    time.advance(10_000);
    expect(response.writableLength).toBeGreaterThan(before);
  });

  it('disconnects only clients that do not read', async () => {
    const slow = open();
    for (let count = 0; count < 20; count += 1) streams.publish('list', { text: 'x'.repeat(100_000) });
    expect(slow.destroyed).toBe(true);
    const fresh = open();
    streams.publish('list', {});
    await afterImmediates();
    expect([fresh.destroyed, streams.size]).toEqual([false, 1]);
  });

  it('replaces the stream of a tab that opens another', () => {
    const [earlier, other] = [open('one'), open('other')];
    open('one');
    expect([earlier.destroyed, other.destroyed, streams.size]).toEqual([true, false, 2]);
  });

  it('closes the oldest stream of the token with most, if there are too many', () => {
    const few = open(undefined, 'few');
    const [oldest] = Array.from({ length: 199 }, () => open(undefined, 'many'));
    const another = open(undefined, 'few');
    expect([few.destroyed, oldest?.destroyed, another.destroyed]).toEqual([false, true, false]);
    expect(streams.size).toBe(200);
  });
});
