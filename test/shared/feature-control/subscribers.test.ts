import { describe, expect, it } from '@jest/globals';
import { startSubscriptions } from './subscriptions-under-test.ts';

describe('a player who leaves', () => {
  it('costs nothing afterwards, even in the middle of a push [G65]', async () => {
    const { edit, time, subscriptions, join } = startSubscriptions();
    const connections = await Promise.all(
      Array.from({ length: 150 }, (_, index) => join(String(index), { a: ['fly'] })),
    );
    edit(undefined, (list) => list.add('fly'));
    time.after(0, () => {
      connections.forEach(({ identity }, index) => {
        subscriptions.left(String(index), identity);
      });
    });
    time.advance(1000);
    expect(connections.filter(({ sent }) => sent.length > 0).length).toBeLessThan(150);
    expect(subscriptions.players).toBe(0);
    expect(time.pendingTimers).toBe(0);
  });

  it('is not confused with the same player on another connection [G65]', async () => {
    const { subscriptions, editAndWait, join } = startSubscriptions();
    const before = await join('p', { a: ['fly'] });
    const now = await join('p', { b: ['fly'] });
    subscriptions.left('p', before.identity);
    editAndWait(undefined, (list) => list.add('fly'));
    expect(before.sent).toEqual([]);
    expect(now.take()).toMatchObject([{ payload: { revision: 2, subscriptions: [{ client: 'b' }] } }]);
    subscriptions.left('p', now.identity);
    expect(subscriptions.players).toBe(0);
  });
});

describe('an event', () => {
  it('is repeated after a switch of servers that begins while it is sent [G65]', async () => {
    const { editAndWait, time, subscriptions, join } = startSubscriptions();
    const connection = await join('p', { a: ['fly'] });
    connection.leavesGameDuringSend = true;
    editAndWait(undefined, (list) => list.add('fly'));
    expect(connection.isPlaying).toBe(false);
    connection.isPlaying = true;
    subscriptions.arrived('p');
    time.advance(50);
    expect(connection.take()).toMatchObject([
      { payload: { revision: 3, subscriptions: [{ blocked: ['fly'], blocklist: ['fly'] }] } },
    ]);
  });

  it('is sent, or repeated, within about a second of the end of a configuration phase without an arrival [G65]', async () => {
    const { editAndWait, time, join } = startSubscriptions();
    const [absent, leaving] = [await join('p', { a: ['fly'] }), await join('q', { a: ['fly'] })];
    absent.isPlaying = false;
    leaving.leavesGameDuringSend = true;
    editAndWait(undefined, (list) => list.add('fly'));
    time.advance(600_000);
    expect([...absent.sent, ...leaving.sent]).toEqual([]);
    absent.isPlaying = leaving.isPlaying = true;
    time.advance(1050);
    for (const connection of [absent, leaving])
      expect(connection.take()).toMatchObject([{ payload: { subscriptions: [{ blocked: ['fly'] }] } }]);
  });
});

it('without a subscriber nothing is looked up or scheduled [G47]', () => {
  const { time, lists, editAndWait } = startSubscriptions();
  editAndWait(undefined, (list) => list.add('fly'));
  expect(lists.lookUps).toBe(0);
  expect(time.pendingTimers).toBe(0);
});
