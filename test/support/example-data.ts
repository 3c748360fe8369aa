import { Redis } from 'ioredis';
import type { BuiltSidecar } from './http/built-sidecar.ts';
import { callInNode } from './processes/call-in-node.ts';
import { eventually } from './eventually.ts';
import { ask } from './http/http.ts';

/** Puts into the Redis of a sidecar what `npm start` fills an empty one with, and waits until all of it is shown. */
export async function fillWithExampleData({ origin, keyPrefix, redisUrl }: BuiltSidecar): Promise<void> {
  const commands = await callInNode('tools/example-data.mjs', 'exampleCommands', keyPrefix, Date.now());
  const redis = new Redis(redisUrl);
  try {
    for (const [name = '', ...args] of commands as string[][]) await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
  for (const target of ['/v1/coins-trades', '/v1/events', '/v1/servers', '/v1/votings']) {
    const isShown = async (): Promise<boolean> => {
      const { status, text } = await ask(origin, target);
      return status === 200 && text.length > 2;
    };
    await eventually(isShown, { what: `${target} to show the example data` });
  }
  await eventually(async () => (await ask(origin, '/v1/health')).text === '{"status":"ok"}');
}
