import type { RedisStore } from '../../support/redis/redis-stores.ts';
import type { TopologyNetwork } from './topology-network.ts';

/** A fault of a Redis with several servers, during requests to a program. */
export interface TopologyFault<Store extends RedisStore> {
  readonly fault: string;
  /** Whether something cannot be read meanwhile, so that health must say `degraded`. */
  readonly degrades: boolean;
  readonly longFormOnly?: boolean;
  /** Settles once everything can be read and written again by who looks in the right place. */
  readonly happen: (network: TopologyNetwork<Store>) => Promise<void>;
  /** Restores the missing servers, some time later. */
  readonly mend?: (network: TopologyNetwork<Store>) => Promise<void>;
}
