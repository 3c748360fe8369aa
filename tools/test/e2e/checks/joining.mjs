import {
  assertAnswered,
  assertEqual,
  assertNothingLeaked,
  leakedMessages,
  NotApplicable,
  passFence,
  requestFor,
  Seen,
} from '../check.mjs';
import { SLOW_HOST } from '../proxy-home.mjs';

/** @type {import('../check.mjs').Check} */
export const early = {
  name: 'early',
  title: 'a request sent right after joining, before the first server has accepted the player, is answered',
  async run(context) {
    const { channel, hasConfiguration, newPlayer } = context;
    const player = newPlayer({ host: SLOW_HOST });
    const { id, text } = requestFor(['zoom', 'fly']);
    let worldsWhenSent;
    // A client with a configuration phase sends once a server is connected; a client without one sends once
    // it is logged in.
    player.client.once(hasConfiguration ? 'registry_data' : 'success', () =>
      setImmediate(() => {
        worldsWhenSent = player.worlds;
        player.send(channel, text);
      }),
    );
    await player.untilInWorld();
    assertEqual(worldsWhenSent, 0, 'servers that had accepted the player before');
    await passFence(context, player);
    const [leaked] = leakedMessages(context, player);
    if (leaked?.state === 'configuration')
      return new NotApplicable(
        'this proxy forwards messages of the configuration phase without an event for plugins',
      );
    assertEqual(leaked?.bytes.toString(), undefined, 'message that reached a server');
    const expected = { id, ok: true, payload: { blocklist: ['fly'] } };
    assertEqual(await player.nextAnswer(channel), expected, 'answer');
    return undefined;
  },
};

/** @type {import('../check.mjs').Check} */
export const onAnnouncement = {
  name: 'announced+',
  title:
    'a request sent at the announcement, before JoinGame, is answered or dropped, and reaches no server; at JoinGame it is answered',
  async run(context) {
    const { channel, hasConfiguration, newPlayer } = context;
    const player = newPlayer();
    const early = requestFor(['zoom', 'fly']);
    await player.untilAnnounced(channel);
    player.send(channel, early.text);
    await player.untilInWorld();
    const atJoinGame = requestFor(['zoom', 'fly']);
    // Without a configuration phase the early request is always answered, and has used the player's permit.
    if (hasConfiguration) player.send(channel, atJoinGame.text);
    const answer = await player.nextAnswer(channel);
    const isDropped = answer.id === atJoinGame.id;
    const { id } = isDropped ? atJoinGame : early;
    assertEqual(answer, { id, ok: true, payload: { blocklist: ['fly'] } }, 'answer');
    await assertNothingLeaked(context, player);
    return new Seen(isDropped ? 'dropped' : 'answered');
  },
};

/** @type {import('../check.mjs').Check} */
export const serverSwitch = {
  name: 'switch',
  title:
    'after a server switch the channel is announced again if the client forgets it, and requests are answered',
  async run(context) {
    const { channel, hasConfiguration, newPlayer } = context;
    const player = newPlayer();
    await player.untilInWorld();
    await player.untilAnnounced(channel);
    const before = player.announcements.length;
    await switchServer(context, player);
    if (hasConfiguration) await player.untilAnnounced(channel, before);
    await assertAnswered(player, channel);
    await assertNothingLeaked(context, player);
  },
};

/**
 * Moves a player from the lobby to the other server.
 * @param {import('../check.mjs').CheckContext} context
 * @param {import('../../../mod/mod-player.mjs').ModPlayer} player
 */
export async function switchServer({ isOld, proxy: { backends } }, player) {
  const onLobby = () => backends.playerOn('lobby', player.name);
  await player.until(() => onLobby() !== undefined, 'the lobby to let the player in');
  onLobby().send(isOld ? 'BungeeCord' : 'bungeecord:main', sendTo('other'));
  await player.untilInWorld(2);
  await player.until(() => backends.playerOn('other', player.name) !== undefined, 'the other server');
}

/**
 * Encodes the message by which a server requests the proxy to move the player: two texts, each after its
 * length.
 */
function sendTo(server) {
  const text = (value) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  return Buffer.concat([text('Connect'), text(server)]);
}
