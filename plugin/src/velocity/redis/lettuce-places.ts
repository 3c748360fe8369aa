import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUri } from '../../../types/lettuce.ts';
import type { LettucePlace } from './lettuce-connection.ts';
import type { LettuceSentinels } from './lettuce-sentinels.ts';
import { checkAnswers, checkMaster } from './place-checks.ts';
import { serverUri } from './redis-uris.ts';

/** One server, whatever it is by now. */
export function serverPlace(uri: RedisUri): LettucePlace {
  return { find: () => Promise.resolve({ uri, check: checkAnswers }) };
}

/**
 * The master that the Sentinels name. One that was replaced while it lived goes on for some ten seconds before it is demoted, and one that was cut off from them, but not from
 * us, for longer: so they are asked again with each check.
 */
export function masterPlace(url: RedisSentinelUrl, sentinels: LettuceSentinels): LettucePlace {
  const assertStillNamed = async ({ host, port }: RedisNode): Promise<void> => {
    const named = await sentinels.findMaster().catch(() => undefined);
    // Without a word of theirs, the one that is connected to stays.
    if (named === undefined || (named.host === host && named.port === port)) return;
    throw new Error('the Sentinels name another master');
  };
  return {
    find: async () => {
      const master = await sentinels.findMaster();
      return {
        uri: serverUri(url, master),
        check: (redis, executor) => Promise.all([checkMaster(redis, executor), assertStillNamed(master)]),
      };
    },
  };
}
