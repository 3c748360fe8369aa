import { setImmediate as afterImmediates } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ListDelta } from '../../../../shared/rest/console.ts';
import { ListContentsCache } from '../../../../admin/server/console/list-contents.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';

let time: ManualTime;
let stored: Map<string, string[]>;
let until: Map<string, number>;
let reads: string[];
let deltas: (ListDelta | undefined)[];
let takesMs: number;
let cache: ListContentsCache;

beforeEach(() => {
  time = new ManualTime();
  stored = new Map();
  until = new Map();
  reads = [];
  deltas = [];
  takesMs = 0;
  cache = new ListContentsCache({
    clock: time,
    timers: time,
    instanceId: 'p',
    read: async (list) => {
      reads.push(list);
      if (list === 'failing') throw new RedisError('unreachable', '');
      const entries = { features: new Set(stored.get(list)), until: new Map(until), isComplete: true };
      if (takesMs > 0) await new Promise<void>((resolve) => time.after(takesMs, resolve));
      return entries;
    },
    changed: (_, delta) => {
      deltas.push(delta);
    },
  });
});

describe('ListContentsCache', () => {
  it('reads a list once for all requests, and once for each change', async () => {
    stored.set('global', ['a']);
    const [one, other] = await Promise.all([cache.get('global'), cache.get('global')]);
    expect(one).toBe(other);
    stored.set('global', ['a', 'b']);
    expect(cache.markChanged('global')).toBe(true);
    time.advance(0);
    await afterImmediates();
    const next = await cache.get('global');
    expect([...next.features]).toEqual(['a', 'b']);
    expect(reads).toHaveLength(2);
    expect(deltas).toEqual([{ from: one.version, to: next.version, added: ['b'], removed: [], until: {} }]);
  });

  it('reports added and removed features, and changed ends', async () => {
    stored.set('global', ['a', 'b']);
    until.set('x', 1).set('y', 2).set('z', 3);
    await cache.get('global');
    stored.set('global', ['b', 'c']);
    until.delete('x');
    until.set('y', 5);
    cache.markChanged('global');
    time.advance(0);
    await afterImmediates();
    expect(deltas).toMatchObject([{ added: ['c'], removed: ['a'], until: { x: null, y: 5 } }]);
  });

  it('sends at most 500 changes', async () => {
    await cache.get('global');
    stored.set(
      'global',
      Array.from({ length: 501 }, (_, index) => `f${index}`),
    );
    cache.markChanged('global');
    time.advance(0);
    await afterImmediates();
    expect(deltas).toEqual([undefined]);
  });

  it('reads a constantly changing list at most a fifth of the time', async () => {
    takesMs = 100;
    const first = cache.get('global');
    time.advance(100);
    await first;
    for (let ms = 0; ms < 5000; ms += 10) {
      cache.markChanged('global');
      time.advance(10);
      await afterImmediates();
    }
    expect(reads.length).toBeGreaterThan(8);
    expect(reads.length).toBeLessThanOrEqual(11);
  });

  it('drops lists that nobody views, and keeps the eight latest', async () => {
    expect(cache.markChanged('global')).toBe(false);
    for (let index = 0; index < 9; index += 1) await cache.get(`client:${index}`);
    expect([cache.markChanged('client:0'), cache.markChanged('client:1')]).toEqual([false, true]);
  });

  it('reports a change of a list that is evicted before it may be read again', async () => {
    takesMs = 1000;
    const first = cache.get('global');
    time.advance(1000);
    await first;
    takesMs = 0;
    expect(cache.markChanged('global')).toBe(true);
    for (let index = 0; index < 8; index += 1) await cache.get(`client:${index}`);
    time.advance(4000);
    await afterImmediates();
    expect([deltas, reads.filter((list) => list === 'global').length]).toEqual([[undefined], 1]);
  });

  it('leaves a change to others if the list could never be read', async () => {
    await expect(cache.get('failing')).rejects.toThrow(RedisError);
    expect(cache.markChanged('failing')).toBe(false);
  });
});
