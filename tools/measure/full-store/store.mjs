/**
 * The largest store that the documents promise to serve: 10,000 servers, 50,000 events, 10,000 votings with
 * 20 candidates each and their counts, 1,000,000 trades.
 */

/** @typedef {{ servers: number, events: number, votings: number, trades: number }} StoreSize */

/** @type {StoreSize} */
export const FULL = { servers: 10_000, events: 50_000, votings: 10_000, trades: 1_000_000 };
/** @type {StoreSize} only checks that everything works */
export const SMALL = { servers: 100, events: 5000, votings: 100, trades: 1000 };

const CANDIDATES = 20;
const COMMANDS_PER_PIPELINE = 1000;

const textOf = (length) => 'Lorem ipsum dolor sit amet '.repeat(Math.ceil(length / 27)).slice(0, length);

/** @param {string} name */
export const serverText = (name) => JSON.stringify({ displayName: name, motd: textOf(40) });

/** @param {number} index @param {string} name @param {StoreSize} size */
export const eventText = (index, name, size) =>
  JSON.stringify({
    server: `server-${index % size.servers}`,
    name,
    description: textOf(160),
    startsAt: 1_700_000_000_000,
    endsAt: 4_000_000_000_000,
  });

/** @param {number} index @param {string} title @param {StoreSize} size */
export const votingText = (index, title, size) =>
  JSON.stringify({
    server: `server-${index % size.servers}`,
    title,
    description: textOf(150),
    candidates: Array.from({ length: CANDIDATES }, (_, candidate) => ({
      id: `candidate-${candidate}`,
      name: `Candidate number ${candidate}`,
    })),
  });

/**
 * Writes the whole store.
 * @param {import('ioredis').Redis} redis
 * @param {StoreSize} size
 */
export async function fill(redis, size) {
  const now = Date.now();
  await writeEach(redis, size.servers, (pipeline, index) =>
    pipeline.set(`fc:server:server-${index}`, serverText(`Server ${index}`)),
  );
  await writeEach(redis, size.events, (pipeline, index) =>
    pipeline.set(`fc:event:event-${index}`, eventText(index, `Event ${index}`, size)),
  );
  await writeEach(redis, size.votings, (pipeline, index) => {
    const counts = Array.from({ length: CANDIDATES }, (_, candidate) => [`candidate-${candidate}`, index]);
    pipeline.set(`fc:voting:voting-${index}`, votingText(index, `Voting ${index}`, size));
    pipeline.hset(`fc:votes:voting-${index}`, ...counts.flat());
  });
  await writeEach(redis, size.trades, (pipeline, index) =>
    pipeline.xadd('fc:coins-trades', '*', 'rate', String(1 + index / 1e6), 'datetime', String(now + index)),
  );
}

async function writeEach(redis, count, write) {
  for (let start = 0; start < count; start += COMMANDS_PER_PIPELINE) {
    const pipeline = redis.pipeline();
    for (let index = start; index < Math.min(count, start + COMMANDS_PER_PIPELINE); index++)
      write(pipeline, index);
    await pipeline.exec();
  }
}
