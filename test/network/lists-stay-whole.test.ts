import { startServerStore } from '../support/redis/redis-stores.ts';
import { testReadersOfLists } from './readers-of-lists.ts';

testReadersOfLists(startServerStore);
