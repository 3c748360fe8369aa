import type { RedisStore } from '../../support/redis/redis-stores.ts';
import type { TopologyNetwork } from './topology-network.ts';

/** A fault of a Redis with several servers, injected under load. */
export interface TopologyFault<Store extends RedisStore> {
  readonly fault: string;
  /** Whether some data cannot be read during the fault, so that health must report `degraded`. */
  readonly degrades: boolean;
  readonly longFormOnly?: boolean;
  /** Injects the fault. Resolves when the responsible servers accept reads and writes for all keys again. */
  readonly inject: (network: TopologyNetwork<Store>) => Promise<void>;
  /** Restarts or resumes the missing servers. Called some time later. */
  readonly repair?: (network: TopologyNetwork<Store>) => Promise<void>;
}
