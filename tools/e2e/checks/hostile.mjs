import { randomUUID } from 'node:crypto';
import { assertAnswered, assertEqual, assertNothingLeaked, NotApplicable, requestFor } from '../check.mjs';

const LARGEST_PACKET = 32_767;
/** What one long feature takes in a request. */
const FILLER_BYTES = 200;
const BAD_REQUEST = { ok: false, error: 'BAD_REQUEST' };
const nobody = (content) => ({ content, expected: { id: '', ...BAD_REQUEST } });
const of = (request, error = 'BAD_REQUEST') => ({
  content: JSON.stringify(request),
  expected: { id: request.id, ok: false, error },
});

/** Packets that are no valid request, with the answer to each, its message apart. */
const BAD_PACKETS = [
  nobody('not JSON'),
  nobody(''),
  nobody(Buffer.from([0x22, 0xff, 0x22])),
  nobody('['.repeat(30_000)),
  nobody('[]'),
  of({ id: 'no-method' }),
  of({ id: 'array', method: 'checkFeatures', payload: [] }),
  of({ id: 'no-client', method: 'checkFeatures', payload: { features: [] } }),
  of({ id: 'no-text', method: 'checkFeatures', payload: { client: 'a', features: [7] } }),
  of({ id: 'unknown', method: '__proto__', payload: {} }, 'NOT_FOUND'),
];

/** @type {import('../check.mjs').Check} */
export const badPackets = {
  name: 'bad',
  title: 'packets that are no request are answered, each with its error, and reach no server',
  async run(context) {
    const player = context.newPlayer();
    await player.entersWorld();
    for (const { content, expected } of BAD_PACKETS) {
      const { message, ...answer } = await player.ask(context.channel, content);
      assertEqual(answer, expected, 'answer');
      assertEqual(typeof message, 'string', 'message');
    }
    await assertNothingLeaked(context, player);
  },
};

/** @type {import('../check.mjs').Check} */
export const largest = {
  name: '32 KiB',
  title: 'the largest packet is answered like any other',
  async run(context) {
    const player = context.newPlayer();
    await player.entersWorld();
    const { id, text } = requestOfSize(LARGEST_PACKET);
    const expected = { id, ok: true, payload: { blocklist: ['fly'] } };
    assertEqual(await player.ask(context.channel, text), expected, 'answer');
    await assertNothingLeaked(context, player);
  },
};

/** @type {import('../check.mjs').Check} */
export const tooLarge = {
  name: '40 KB',
  title: 'a packet that is too large is a bad request, where the proxy lets it through at all',
  async run(context) {
    const player = context.newPlayer();
    await player.entersWorld();
    player.send(context.channel, requestOfSize(40_000).text);
    const answer = await player.nextAnswer(context.channel).catch((error) => {
      if (player.closed === undefined) throw error;
      return undefined;
    });
    if (answer === undefined)
      return new NotApplicable('this proxy closes the connection of a client that sends so much');
    assertEqual({ ...answer, message: '' }, { id: '', ...BAD_REQUEST, message: '' }, 'answer');
    await assertNothingLeaked(context, player);
    return undefined;
  },
};

/** @type {import('../check.mjs').Check} */
export const spoofing = {
  name: 'spoof',
  title: 'what a server sends on the channel is neither passed on nor answered in the player’s name',
  async run(context) {
    const { channel, newPlayer, proxy } = context;
    const player = newPlayer();
    await player.entersWorld();
    const server = () => proxy.backends.playerOn('lobby', player.name);
    await player.until(() => server() !== undefined, 'the lobby to let the player in');
    server().send(channel, requestFor(['fly']).text);
    server().send(channel, JSON.stringify({ id: 'forged', ok: true, payload: { blocklist: [] } }));
    const fence = `fence:${randomUUID().slice(0, 8)}`;
    server().send(fence, 'fence');
    await player.until(
      () => player.received.some((message) => message.channel === fence),
      'a message of the server',
    );
    // The player's permit is still there, and the first thing to come on the channel is the answer to the
    // player's own request.
    await assertAnswered(player, channel);
    await assertNothingLeaked(context, player);
  },
};

/** @param {number} bytes at least some hundred */
function requestOfSize(bytes) {
  const fillers = Math.floor((bytes - requestFor(['fly', '']).text.length) / FILLER_BYTES);
  const filler = 'f'.repeat(FILLER_BYTES - '"",'.length);
  const { id, text } = requestFor(['fly', ...Array.from({ length: fillers }, () => filler), '']);
  return { id, text: text.replace('""', `"${'g'.repeat(bytes - text.length)}"`) };
}
