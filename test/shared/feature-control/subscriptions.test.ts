import { describe, expect, it } from '@jest/globals';
import { MAX_PACKET_BYTES } from '../../../shared/protocol/channel.ts';
import { messages } from '../../support/response-validators.ts';
import { startSubscriptions } from './subscriptions-under-test.ts';

const event = (revision: number, ...subscriptions: object[]) => ({
  event: 'blocklistChanged',
  payload: { revision, subscriptions },
});

it('subscribe rejects subscriptions that exceed the bounds with the existing ones, and changes nothing [G65]', async () => {
  const { answer, join, editAndWait } = startSubscriptions();
  const names = (count: number) => Array.from({ length: count }, (_, index) => `feature-${index}`);
  const connection = await join('p', { a: names(600) });
  const refused = await answer('p', connection, { a: ['fly'], b: names(1000) });
  expect(refused).toMatchObject({ ok: false, error: 'BAD_REQUEST' });
  expect(refused.message).toContain('1000 features');
  const many = Object.fromEntries(names(64).map((name) => [name, ['fly']]));
  expect((await answer('p', connection, many)).message).toContain('64 clients');
  editAndWait(undefined, (list) => list.add('feature-7').add('fly'));
  expect(connection.take()).toMatchObject([{ payload: { revision: 2, subscriptions: [{ client: 'a' }] } }]);
  expect(await answer('p', connection, { a: names(1000) })).toMatchObject({ ok: true });
});

describe('blocklistChanged', () => {
  it('is sent only to players whose answer has changed, with only their own features [G65, P-GAME-1]', async () => {
    const { editAndWait, join } = startSubscriptions();
    const [one, other] = [await join('p', { a: ['fly'] }), await join('q', { a: ['zoom'], b: ['zoom'] })];
    editAndWait(undefined, (list) => list.add('fly').add('speed'));
    expect(other.sent).toEqual([]);
    expect(one.sent.map((text) => messages.event(JSON.parse(text)))).toEqual([true]);
    expect(one.take()).toEqual([
      event(2, { client: 'a', blocked: ['fly'], unblocked: [], blocklist: ['fly'] }),
    ]);
    editAndWait('b', (list) => list.add('zoom').add('fly'));
    expect(one.sent).toEqual([]);
    expect(other.take()).toEqual([
      event(2, { client: 'b', blocked: ['zoom'], unblocked: [], blocklist: ['zoom'] }),
    ]);
  });

  it('contains several changes of one moment, and is not sent for a change that is reverted at once [G65]', async () => {
    const { edit, time, join } = startSubscriptions();
    const connection = await join('p', { a: ['fly', 'zoom'] });
    edit(undefined, (list) => list.add('fly'));
    edit('a', (list) => list.add('zoom'));
    time.advance(1);
    expect(connection.take()).toEqual([
      event(2, { client: 'a', blocked: ['fly', 'zoom'], unblocked: [], blocklist: ['fly', 'zoom'] }),
    ]);
    edit(undefined, (list) => list.delete('fly'));
    edit(undefined, (list) => list.add('fly'));
    time.advance(1000);
    expect(connection.sent).toEqual([]);
  });

  it('never exceeds the maximum packet size, for any subscriptions and blocks [G65, G13]', async () => {
    const { join, edit, time, lists } = startSubscriptions();
    const wide = Array.from({ length: 115 }, (_, index) => `${index}${'中'.repeat(43)}`);
    const escaped = Array.from({ length: 61 }, (_, index) => `${index}${'\u0001'.repeat(40)}`);
    const connections = [
      await join('p', { ['"'.repeat(128)]: wide }),
      await join('q', { a: escaped }),
      await join('r', Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`\n${at}`, ['fly', 'x']]))),
    ];
    edit(undefined, (list) => {
      for (const name of [...wide, ...escaped, 'fly', 'x']) list.add(name);
    });
    time.advance(1000);
    const sizes = connections.map(({ sent }) => Buffer.byteLength(sent[0] ?? ''));
    expect(Math.min(...sizes)).toBeGreaterThan(5000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PACKET_BYTES);
    expect(lists.global.size).toBeGreaterThan(0);
  });
});
