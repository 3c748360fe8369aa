import type { RedisNetwork } from '../network-under-test.ts';
import { fillCommands } from '../store.ts';
import { underLoad } from '../under-load.ts';
import type { FaultUnderLoad } from '../under-load.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';

/** Examples of all keys that the programs read. */
const overwrittenKeys = (keys: RedisKeys): string[] => [
  keys.blocklistGlobal,
  keys.blocklistOf('my-mod'),
  keys.serverOf('lobby'),
  keys.eventOf('party'),
  keys.votingOf('more'),
  keys.voteCountsOf('more'),
  keys.coinsTrades,
];

const wrongType: FaultUnderLoad<RedisNetwork> = {
  fault: 'An admin overwrites everything with values of another type',
  begin: async ({ admin, keys }) => {
    const commands = overwrittenKeys(keys).flatMap((key) => [
      ['del', key],
      ['rpush', key, 'oops'],
    ]);
    await admin.multi(commands).exec();
  },
  end: async ({ admin, keys }) => {
    await admin.multi([['del', ...overwrittenKeys(keys)], ...fillCommands(keys)]).exec();
  },
  degrades: true,
};

export const WRONG_TYPE = underLoad(wrongType);
