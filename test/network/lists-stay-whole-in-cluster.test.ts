import { startClusterStore } from '../support/redis/redis-stores.ts';
import { testReadersOfLists } from './readers-of-lists.ts';

testReadersOfLists(startClusterStore);
