import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { assertEqual, assertNothingLeaked, NotApplicable } from '../check.mjs';
import { CLIENT } from '../proxy-under-test.mjs';
import { switchServer } from './joining.mjs';

const GLOBAL = 'blocklist:global';
const OTHER = 'other-mod';
/** Until an edit would have reached a player in the game, in milliseconds. */
const EDIT_MS = 500;

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

/** @type {import('../check.mjs').Check} */
export const configuredAgain = {
  name: 'configured',
  title:
    'a subscribed mod receives the changes of an edit made while its server sends it through the configuration phase again',
  async run({ channel, hasConfiguration, newPlayer, proxy }) {
    if (!hasConfiguration) return new NotApplicable('clients before 1.20.2 have no configuration phase');
    const player = newPlayer();
    await player.untilInWorld();
    const feature = `feature-${randomUUID()}`;
    await subscribe(player, channel, { [CLIENT]: [feature] });
    const worlds = player.worlds;
    const onServer = proxy.backends.playerOn('lobby', player.name);
    await onServer.configureAgain(async () => {
      await proxy.edit('sadd', GLOBAL, feature);
      await delay(EDIT_MS);
    });
    try {
      await player.untilInWorld(worlds + 1);
      const blocked = { client: CLIENT, blocked: [feature], unblocked: [], blocklist: [feature] };
      assertEqual((await player.nextAnswer(channel)).payload, message(2, blocked), 'event');
      assertEqual(player.received.at(-1).state, 'play', 'protocol state of the event');
    } finally {
      await proxy.edit('srem', GLOBAL, feature);
    }
    return undefined;
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
