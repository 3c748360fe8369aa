import { connect } from 'node:net';
import { encodeCommand } from '../encode-command.mjs';

const COMMANDS_PER_WRITE = 1000;
const NEWEST_TRADES = '1000';
/** The last reply; no value in the store contains it. */
const END = 'everything-was-read';

/**
 * Reads the data that the sidecar serves, like `redis-cli --pipe`: all commands in one pipeline, and the
 * replies discarded.
 * @param {string} url
 * @param {import('./store.mjs').StoreSize} size size of the filled store
 * @returns {Promise<number>} the duration in milliseconds
 */
export async function readAll(url, size) {
  const { hostname, port } = new URL(url);
  const writes = writesFor(size);
  const socket = connect(Number(port), hostname);
  const startedMs = performance.now();
  await new Promise((resolve, reject) => {
    let tail = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      tail = (tail + bytes.subarray(-END.length - 4).toString('latin1')).slice(-END.length - 4);
      if (tail.includes(END)) resolve(undefined);
    });
    for (const write of writes) socket.write(write);
  });
  socket.destroy();
  return performance.now() - startedMs;
}

function writesFor({ servers, events, votings }) {
  const commands = [
    ...keysOf('fc:server:server-', servers).map((key) => ['GET', key]),
    ...keysOf('fc:event:event-', events).map((key) => ['GET', key]),
    ...keysOf('fc:voting:voting-', votings).map((key) => ['GET', key]),
    ...keysOf('fc:votes:voting-', votings).map((key) => ['HGETALL', key]),
    ['XREVRANGE', 'fc:coins-trades', '+', '-', 'COUNT', NEWEST_TRADES],
    ['ECHO', END],
  ].map(encodeCommand);
  const writes = [];
  while (commands.length > 0) writes.push(commands.splice(0, COMMANDS_PER_WRITE).join(''));
  return writes;
}

function keysOf(start, count) {
  return Array.from({ length: count }, (_, index) => `${start}${index}`);
}
