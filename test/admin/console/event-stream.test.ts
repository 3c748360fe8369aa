import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { EventStream } from '../../../admin/console/src/state/event-stream.ts';

const MINUTE_MS = 60_000;

let online: Set<() => void>;
let attempts: number;
let openEvents: (signal: AbortSignal) => Promise<Response>;
let stream: EventStream;

beforeEach(() => {
  jest.useFakeTimers();
  online = new Set();
  attempts = 0;
  openEvents = () => Promise.reject(new Error('The network is unreachable'));
  const api = {
    openEvents: (_: string | undefined, signal: AbortSignal) => {
      attempts += 1;
      return openEvents(signal);
    },
    onUnauthorized: () => undefined,
  };
  const listener = { onEvent: () => undefined, load: () => undefined, onConnection: () => undefined };
  const onlineEvents = {
    addEventListener: (_: 'online', added: () => void) => void online.add(added),
    removeEventListener: (_: 'online', removed: () => void) => void online.delete(removed),
  };
  stream = new EventStream(api, listener, onlineEvents);
  void stream.run();
});
afterEach(() => {
  stream.close();
  jest.useRealTimers();
});

it('has one listener for the browser being online again, however often it reconnects', async () => {
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(attempts).toBeGreaterThan(50);
  expect(online.size).toBe(1);
});

it('reconnects immediately when the browser is online again', async () => {
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  const before = attempts;
  for (const listener of online) listener();
  await jest.advanceTimersByTimeAsync(0);
  expect(attempts).toBe(before + 1);
});

it('reconnects if a request receives no response', async () => {
  openEvents = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', reject);
    });
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(attempts).toBeGreaterThan(10);
});
