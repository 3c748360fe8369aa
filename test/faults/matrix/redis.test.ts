import { describe } from '@jest/globals';
import { startRedisNetwork } from './network-under-test.ts';
import { CHANGE_FEED_FAULTS } from './rows/change-feed-faults.ts';
import { REDIS_FAULTS } from './rows/redis-faults.ts';
import { WRONG_TYPE } from './rows/wrong-type.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of Redis [G7, G18]', () => {
  const rows = [...REDIS_FAULTS, WRONG_TYPE, ...CHANGE_FEED_FAULTS];
  testRows(rows, startRedisNetwork);
});
