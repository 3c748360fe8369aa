import { Redis } from 'ioredis';
import { callInNode } from './call-in-node.ts';
import { testRedisUrl } from './redis.ts';

/** Puts under a key prefix what `npm start` fills an empty Redis with. */
export async function fillWithExampleData(keyPrefix: string): Promise<void> {
  const commands = await callInNode('tools/example-data.mjs', 'exampleCommands', keyPrefix, Date.now());
  const redis = new Redis(testRedisUrl());
  try {
    for (const [name = '', ...args] of commands as string[][]) await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
}
