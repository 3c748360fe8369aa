import { assertAnswered, assertEqual, assertNothingLeaked, requestFor } from '../check.mjs';

/** @type {import('../check.mjs').Check} */
export const announcement = {
  name: 'announced',
  title: 'the proxy announces the channel without a request',
  async run({ channel, newPlayer }) {
    const player = newPlayer();
    await player.untilInWorld();
    await player.untilAnnounced(channel);
  },
};

/** @type {import('../check.mjs').Check} */
export const answer = {
  name: 'answered',
  title: 'checkFeatures returns the blocked features of the request, in its order',
  async run(context) {
    const player = context.newPlayer();
    await player.untilInWorld();
    const { id, text } = requestFor(['minimap', 'zoom', 'fly']);
    const expected = { id, ok: true, payload: { blocklist: ['minimap', 'fly'] } };
    assertEqual(await player.request(context.channel, text), expected, 'answer');
    await assertNothingLeaked(context, player);
  },
};

/** @type {import('../check.mjs').Check} */
export const limit = {
  name: 'limited',
  title: 'a second request is RATE_LIMITED, also after the player leaves and joins again',
  async run({ channel, newPlayer }) {
    const player = newPlayer();
    await player.untilInWorld();
    await assertAnswered(player, channel);
    await assertLimited(player, channel);
    player.leave();
    await player.until(() => player.closed !== undefined, 'the player to be gone');
    const again = newPlayer({ name: player.name });
    await again.untilInWorld();
    await assertLimited(again, channel);
  },
};

async function assertLimited(player, channel) {
  const { id, text } = requestFor(['fly']);
  const { message, ...rest } = await player.request(channel, text);
  assertEqual(rest, { id, ok: false, error: 'RATE_LIMITED' }, 'second answer');
  if (!/\d/.test(message)) throw new Error(`the message does not contain the seconds: ${message}`);
}
