import { assertAnswered, assertNothingLeaked, CHANNEL, NotApplicable, requestFor } from '../check.mjs';

/** @type {import('../check.mjs').Check} */
export const longChannel = {
  name: 'long name',
  title:
    'a client that cannot read the channel’s long name receives nothing on it, and is served on the short one',
  async run(context) {
    if (!context.isOld) return new NotApplicable('clients since 1.13 read long names');
    const player = context.newPlayer();
    await player.untilInWorld();
    player.send(CHANNEL, requestFor(['fly']).text);
    await assertAnswered(player, context.channel);
    const sent = player.received.filter(({ channel }) => channel === CHANNEL);
    if (sent.length > 0) throw new Error('the client was sent a message that breaks its connection');
    await assertNothingLeaked(context, player);
    return undefined;
  },
};
