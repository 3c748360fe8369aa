import type { RedisNetwork } from '../network-under-test.ts';
import { fillCommands, filledKeys } from '../store.ts';
import { underLoad } from '../under-load.ts';
import type { FaultUnderLoad } from '../under-load.ts';

const wrongType: FaultUnderLoad<RedisNetwork> = {
  fault: 'An admin overwrites everything with values of another type',
  begin: async ({ admin, keys }) => {
    const commands = filledKeys(keys).flatMap((key) => [
      ['del', key],
      ['rpush', key, 'oops'],
    ]);
    await admin.multi(commands).exec();
  },
  end: async ({ admin, keys }) => {
    await admin.multi([['del', ...filledKeys(keys)], ...fillCommands(keys)]).exec();
  },
  degrades: true,
};

export const WRONG_TYPE = underLoad(wrongType);
