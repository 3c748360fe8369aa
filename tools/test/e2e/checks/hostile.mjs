import { randomUUID } from 'node:crypto';
import { assertAnswered, assertEqual, assertNothingLeaked, NotApplicable, requestFor } from '../check.mjs';

const MAX_PACKET_BYTES = 32_767;
/** Size of one long feature in a request. */
const FILLER_BYTES = 200;
const BAD_REQUEST = { ok: false, error: 'BAD_REQUEST' };

/** @type {import('../check.mjs').Check} */
export const largest = {
  name: '32 KiB',
  title: 'the largest allowed packet is answered normally',
  async run(context) {
    const player = context.newPlayer();
    await player.untilInWorld();
    const { id, text } = requestOfSize(MAX_PACKET_BYTES);
    const expected = { id, ok: true, payload: { blocklist: ['fly'] } };
    assertEqual(await player.request(context.channel, text), expected, 'answer');
    await assertNothingLeaked(context, player);
  },
};

/** @type {import('../check.mjs').Check} */
export const tooLarge = {
  name: '40 KB',
  title: 'a packet that is too large is a bad request, if the proxy forwards it at all',
  async run(context) {
    const player = context.newPlayer();
    await player.untilInWorld();
    player.send(context.channel, requestOfSize(40_000).text);
    const answer = await player.nextAnswer(context.channel).catch((error) => {
      if (player.closed === undefined) throw error;
      return undefined;
    });
    if (answer === undefined)
      return new NotApplicable('this proxy closes the connection of a client that sends such a large packet');
    assertEqual({ ...answer, message: '' }, { id: '', ...BAD_REQUEST, message: '' }, 'answer');
    await assertNothingLeaked(context, player);
    return undefined;
  },
};

/** @type {import('../check.mjs').Check} */
export const spoofing = {
  name: 'spoof',
  title: 'a server’s messages on the channel are neither forwarded nor answered in the player’s name',
  async run(context) {
    const { channel, newPlayer, proxy } = context;
    const player = newPlayer();
    await player.untilInWorld();
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
    // The player's permit is still unused, and the first message on the channel is the answer to the player's
    // own request.
    await assertAnswered(player, channel);
    await assertNothingLeaked(context, player);
  },
};

/** @param {number} bytes at least a few hundred */
function requestOfSize(bytes) {
  const fillers = Math.floor((bytes - requestFor(['fly', '']).text.length) / FILLER_BYTES);
  const filler = 'f'.repeat(FILLER_BYTES - '"",'.length);
  const { id, text } = requestFor(['fly', ...Array.from({ length: fillers }, () => filler), '']);
  return { id, text: text.replace('""', `"${'g'.repeat(bytes - text.length)}"`) };
}
