import { startBackend } from '../../development-proxy/front/backend-server.mjs';

/** Delay with which the slow server accepts a player, in milliseconds: a mod can send a request before. */
const SLOW_MS = 1500;

/**
 * Starts three servers for one proxy, and records all messages that reach them.
 * @typedef {{ server: string, player: string, state: string, channel: string, bytes: Buffer }} Arrival
 * @param {() => void} onArrival called after each message and each player that arrives
 * @returns {Promise<{ ports: { lobby: number, other: number, slow: number }, arrivals: Arrival[], playerOn:
 * (server: string, name: string) => any, close: () => Promise<void> }>} `playerOn`: a backend's side of a
 * player, undefined until the backend accepts the player
 */
export async function startBackends(onArrival) {
  const arrivals = [];
  const joined = new Map();
  const start = (server, joinDelayMs) =>
    startBackend({
      port: 0,
      joinDelayMs,
      onJoin(player) {
        joined.set(`${server} ${player.name}`, player);
        onArrival();
      },
      onMessage(player, message) {
        arrivals.push({ server, player: player.name, ...message });
        onArrival();
      },
    });
  const [lobby, other, slow] = await Promise.all([
    start('lobby', 0),
    start('other', 0),
    start('slow', SLOW_MS),
  ]);
  return {
    ports: { lobby: lobby.port, other: other.port, slow: slow.port },
    arrivals,
    playerOn: (server, name) => joined.get(`${server} ${name}`),
    async close() {
      await Promise.all([lobby, other, slow].map((backend) => backend.close()));
    },
  };
}
