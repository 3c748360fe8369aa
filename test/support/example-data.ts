import { Redis } from 'ioredis';
import { exampleCommands } from '../../tools/start/example-data.mjs';
import { eventually } from './eventually.ts';
import type { BuiltServer } from './http/built-servers.ts';
import { ask } from './http/http.ts';

/**
 * Fills the Redis of a sidecar with the example data of `npm start`, and waits until the sidecar serves all
 * of it.
 */
export async function fillWithExampleData({ origin, keyPrefix, redisUrl }: BuiltServer): Promise<void> {
  const commands: string[][] = exampleCommands(keyPrefix, Date.now());
  const redis = new Redis(redisUrl);
  try {
    for (const [name = '', ...args] of commands) await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
  for (const [target, ids] of servedRecords(commands)) {
    const isServed = async (): Promise<boolean> => {
      const { text } = await ask(origin, target);
      return ids.every((id) => text.includes(`"id":"${id}"`));
    };
    await eventually(isServed, { what: `${target} to serve the example data` });
  }
  const trades = commands.filter(([name]) => name === 'XADD').length;
  await eventually(
    async () => ((await ask(origin, '/v1/coins-trades')).json as unknown[]).length === Math.min(trades, 100),
    { what: 'the trades' },
  );
  await eventually(async () => (await ask(origin, '/v1/health')).text === '{"status":"ok"}');
}

/** The ids of the written and currently active records, by the path that serves them. */
function servedRecords(commands: readonly (readonly string[])[]): Map<string, string[]> {
  const idsByPath = new Map<string, string[]>();
  for (const [name, key = '', json = ''] of commands) {
    const [, kind, id = ''] = /(server|event|voting):([^:]+)$/.exec(key) ?? [];
    if (name !== 'SET' || kind === undefined) continue;
    const { startsAt = 0, endsAt = Infinity } = JSON.parse(json) as { startsAt?: number; endsAt?: number };
    const isActive = startsAt <= Date.now() && Date.now() < endsAt;
    const target = `/v1/${kind}s`;
    idsByPath.set(target, [...(idsByPath.get(target) ?? []), ...(isActive ? [id] : [])]);
  }
  return idsByPath;
}
