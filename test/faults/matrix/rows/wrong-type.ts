import type { RedisNetwork } from '../network-under-test.ts';
import { fillCommands } from '../store.ts';
import { underLoad } from '../under-load.ts';
import type { LoadedFault } from '../under-load.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';

const overwritten = (keys: RedisKeys): string[] => [
  keys.blocklistGlobal,
  keys.blocklistOf('my-mod'),
  keys.events,
  keys.votings,
  keys.coinsTrades,
];

const wrongType: LoadedFault<RedisNetwork> = {
  fault: 'An admin overwrites lists, events, votings and trades with values of another type',
  begin: async ({ admin, keys }) => {
    await admin.multi(overwritten(keys).map((key) => ['set', key, 'oops'])).exec();
  },
  end: async ({ admin, keys }) => {
    await admin.multi([['del', ...overwritten(keys)], ...fillCommands(keys)]).exec();
  },
  degrades: false,
  // What web clients were shown counts as empty (G26).
  expected: { '/v1/servers?id=lobby': '"displayName":"Lobby"', '/v1/events': '{', '/v1/coins-trades': '[' },
};

export const WRONG_TYPE = underLoad(wrongType);
