import { describe } from '@jest/globals';
import { startRedisNetwork } from './network-under-test.ts';
import { REDIS_FAULTS } from './rows/redis-faults.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of Redis [G7, G18]', () => {
  testRows(REDIS_FAULTS, startRedisNetwork);
});
