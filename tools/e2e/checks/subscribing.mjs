import { randomUUID } from 'node:crypto';
import { assertEqual, assertNothingLeaked } from '../check.mjs';
import { CLIENT } from '../proxy-under-test.mjs';
import { switchServer } from './joining.mjs';

const GLOBAL = 'blocklist:global';
const OTHER = 'other-mod';

/** @type {import('../check.mjs').Check} */
export const subscribed = {
  name: 'subscribed',
  title:
    'a subscribed mod receives the changes of an edit, also on the next server, and nothing after it has unsubscribed',
  async run(context) {
    const { proxy, channel, newPlayer } = context;
    const player = newPlayer();
    await player.untilInWorld();
    const feature = `feature-${randomUUID()}`;
    const answer = await subscribe(player, channel, { [CLIENT]: ['fly', feature], [OTHER]: [feature] });
    assertEqual(
      answer,
      message(1, { client: CLIENT, blocklist: ['fly'] }, { client: OTHER, blocklist: [] }),
      'answer',
    );
    await proxy.edit('sadd', GLOBAL, feature);
    try {
      const blocked = { blocked: [feature], unblocked: [] };
      const both = [
        { client: CLIENT, ...blocked, blocklist: ['fly', feature] },
        { client: OTHER, ...blocked, blocklist: [feature] },
      ];
      assertEqual((await player.nextAnswer(channel)).payload, message(2, ...both), 'event');
      await switchServer(context, player);
      const ended = await subscribe(player, channel, { [CLIENT]: [] });
      assertEqual(ended, message(3, { client: CLIENT, blocklist: [] }), 'answer');
    } finally {
      await proxy.edit('srem', GLOBAL, feature);
    }
    const unblocked = { client: OTHER, blocked: [], unblocked: [feature], blocklist: [] };
    assertEqual(
      (await player.nextAnswer(channel)).payload,
      message(4, unblocked),
      'event of the remaining subscription',
    );
    const states = player.received
      .filter((received) => received.channel === channel)
      .map(({ state }) => state);
    assertEqual(states, ['play', 'play', 'play', 'play'], 'protocol states of the messages');
    await assertNothingLeaked(context, player);
  },
};

function message(revision, ...subscriptions) {
  return { revision, subscriptions };
}

/** @returns {Promise<any>} the payload of the answer */
async function subscribe(player, channel, named) {
  const id = randomUUID();
  const subscriptions = Object.entries(named).map(([client, features]) => ({ client, features }));
  const answer = await player.request(
    channel,
    JSON.stringify({ id, method: 'subscribe', payload: { subscriptions } }),
  );
  assertEqual([answer.id, answer.ok], [id, true], `the answer ${JSON.stringify(answer)}`);
  return answer.payload;
}
