import { assertEqual, assertNothingLeaked, requestFor } from '../check.mjs';

/** @type {import('../check.mjs').Check} */
export const answer = {
  name: 'answered',
  title:
    'the channel is announced, and checkFeatures returns the blocked features in their order, once per player',
  async run(context) {
    const { channel } = context;
    const player = context.newPlayer();
    await player.untilInWorld();
    await player.untilAnnounced(channel);
    const { id, text } = requestFor(['minimap', 'zoom', 'fly']);
    const expected = { id, ok: true, payload: { blocklist: ['minimap', 'fly'] } };
    assertEqual(await player.request(channel, text), expected, 'answer');
    const second = requestFor(['fly']);
    const { error } = await player.request(channel, second.text);
    assertEqual(error, 'RATE_LIMITED', 'error of the second answer');
    await assertNothingLeaked(context, player);
  },
};
