/** Large blocklists, for the tests and the bench. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { encodeCommand } from './encode-command.mjs';

/** The maximum size. `featuresOfClient`: the number of features in each personal list. */
export const LARGE = { features: 1_000_000, clients: 10_000, featuresOfClient: 5 };
/** Number of members that one command adds: Redis runs no other command in the meantime. */
const PAGE = 1000;
const END_OF_LINE = 10;
const ERROR = '-'.charCodeAt(0);

/** Names a feature of the global list. */
export const featureNumber = (index) => `mod-${index % 1000}:feature-${index}`;
/** Names a client with a personal list. */
export const clientNumber = (index) => `client-${index}`;
/** Names a feature of a client's personal list. */
export const featureOfClient = (client, index) => `own-${client}-${index}`;

/**
 * Fills a Redis with blocklists, at its maximum rate.
 * @param {string} url
 * @param {{ readonly blocklistGlobal: string, readonly blocklistClients: string }} keys from `RedisKeys`
 * @param {typeof LARGE} [size]
 * @throws {Error} with an error reply of Redis
 */
export async function fillWithLargeLists(url, keys, size = LARGE) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const replies = countReplies(socket);
  let sent = 0;
  for (const command of commands(keys, size)) {
    sent += 1;
    if (!socket.write(encodeCommand(command))) await once(socket, 'drain');
  }
  await replies.reach(sent);
  socket.end();
}

function* commands({ blocklistGlobal, blocklistClients }, { features, clients, featuresOfClient }) {
  for (let first = 0; first < features; first += PAGE)
    yield [
      'SADD',
      blocklistGlobal,
      ...Array.from({ length: PAGE }, (_, index) => featureNumber(first + index)),
    ];
  for (let client = 0; client < clients; client += 1) {
    const own = Array.from({ length: featuresOfClient }, (_, index) => featureOfClient(client, index));
    yield ['SADD', blocklistClients + clientNumber(client), ...own];
  }
}

/** Counts replies. Each reply here is one line. */
function countReplies(socket) {
  let count = 0;
  let atStart = true;
  let settle = () => {};
  let problem;
  socket.on('error', (error) => (problem ??= error));
  socket.on('data', (bytes) => {
    for (const byte of bytes) {
      if (atStart && byte === ERROR) problem ??= new Error(bytes.toString());
      atStart = byte === END_OF_LINE;
      if (atStart) count += 1;
    }
    settle();
  });
  socket.on('close', () => {
    problem ??= new Error('Redis closed the connection');
    settle();
  });
  return {
    reach: (expected) =>
      new Promise((resolve, reject) => {
        settle = () => {
          if (count >= expected) resolve();
          else if (problem !== undefined) reject(problem);
        };
        settle();
      }),
  };
}
