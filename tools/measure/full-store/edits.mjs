import { eventText, serverText, votingText } from './store.mjs';

/**
 * @typedef {object} Edit one direct write, which differs in each round
 * @property {string} name
 * @property {(redis: import('ioredis').Redis, round: number) => Promise<unknown>} write
 * @property {(round: number) => string} target the URL whose response shows it
 * @property {(round: number) => (body: string) => boolean} shows
 */

/** Spreads the rounds over the whole store: consecutive rounds use distant records. */
const spread = (round, count) => (round * 7919) % count;

/** The first event that is deleted. Hashes have no order, so any consecutive range will do. */
const DELETED_FROM = 100;

/** The first event that is never deleted. */
export const KEPT_FROM = 300;

/**
 * @param {import('./store.mjs').StoreSize} size
 * @returns {Edit[]}
 */
export function editsOf(size) {
  const contains = (round) => (body) => body.includes(`"changed ${round}"`);
  const eventAt = (round) => spread(round, size.events);
  const deletedAt = (round) => DELETED_FROM + round;
  const votingAt = (round) => spread(round, size.votings);
  const eventsOf = (index) => `/v1/events?server=server-${index % size.servers}`;
  const votingsOf = (index) => `/v1/votings?server=server-${index % size.servers}`;
  return [
    {
      name: 'a server changed',
      write: (redis, round) =>
        redis.set(`fc:server:server-${spread(round, size.servers)}`, serverText(`changed ${round}`)),
      target: (round) => `/v1/servers?id=server-${spread(round, size.servers)}`,
      shows: contains,
    },
    {
      name: 'an event changed',
      write: (redis, round) =>
        redis.set(`fc:event:event-${eventAt(round)}`, eventText(eventAt(round), `changed ${round}`, size)),
      target: (round) => eventsOf(eventAt(round)),
      shows: contains,
    },
    {
      name: 'the same event changed again',
      write: (redis, round) => redis.set('fc:event:event-7', eventText(7, `changed ${round}`, size)),
      target: () => eventsOf(7),
      shows: contains,
    },
    {
      name: 'an event added',
      write: (redis, round) =>
        redis.set(`fc:event:new-${round}`, eventText(eventAt(round), `changed ${round}`, size)),
      target: (round) => eventsOf(eventAt(round)),
      shows: (round) => (body) => body.includes(`"new-${round}"`),
    },
    {
      // Deletes an event that has not changed before, like one that ended long ago.
      name: 'an event deleted',
      write: (redis, round) => redis.del(`fc:event:event-${deletedAt(round)}`),
      target: (round) => eventsOf(deletedAt(round)),
      shows: (round) => (body) => !body.includes(`"event-${deletedAt(round)}"`),
    },
    {
      name: 'a voting changed',
      write: (redis, round) =>
        redis.set(
          `fc:voting:voting-${votingAt(round)}`,
          votingText(votingAt(round), `changed ${round}`, size),
        ),
      target: (round) => votingsOf(votingAt(round)),
      shows: contains,
    },
    {
      name: 'a vote',
      write: (redis, round) => redis.hset(`fc:votes:voting-${votingAt(round)}`, 'candidate-3', 1e6 + round),
      target: (round) => votingsOf(votingAt(round)),
      shows: (round) => (body) => body.includes(`"votes":${1e6 + round}`),
    },
    {
      name: 'a trade',
      write: (redis, round) => redis.xadd('fc:coins-trades', '*', 'rate', '1', 'datetime', String(round)),
      target: () => '/v1/coins-trades?limit=1',
      shows: (round) => (body) => body === `[{"rate":1,"datetime":${round}}]`,
    },
  ];
}
