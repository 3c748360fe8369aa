import type { RedisStore } from '../../support/redis/redis-stores.ts';
import type { TopologyNetwork } from './topology-network.ts';

/** Something that happens to a Redis of several servers while a program is asked. */
export interface TopologyFault<Store extends RedisStore> {
  readonly fault: string;
  /** Whether something cannot be read meanwhile, so that health must say `degraded`. */
  readonly degrades: boolean;
  readonly longFormOnly?: boolean;
  /** Settles once everything can be read and written again by who looks in the right place. */
  readonly happen: (network: TopologyNetwork<Store>) => Promise<void>;
  /** Brings back what is missing, some time later. */
  readonly mend?: (network: TopologyNetwork<Store>) => Promise<void>;
}
