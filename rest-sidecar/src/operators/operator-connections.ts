import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import { addressOf } from './failed-attempts.ts';

/** Connections that are kept, of one address and in all. */
const MOST_OF_ADDRESS = 64;
const MOST_CONNECTIONS = 256;

/**
 * Others are closed in place of further ones: this many milliseconds later, or at once past this number of
 * connections.
 */
const TRIM_AFTER_MS = 100;
const MOST_AT_ONCE = 1024;

/** How often the log reports that connections are closed. */
const WARN_EVERY_MS = 60_000;

interface Kept {
  readonly address: string;
  readonly openedMs: number;
  isPreferred: boolean;
}

export interface OperatorConnectionsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Bounds the connections of the operators' listener so that there is always room for a new one (G60): past
 * the bound the oldest are closed, those first on which no valid token was presented. A new connection has
 * the time to be answered before it can be among them.
 */
export class OperatorConnections {
  readonly #dependencies: OperatorConnectionsDependencies;
  /** In the order in which they were opened. */
  readonly #kept = new Map<Socket, Kept>();
  #isTrimming = false;
  #warnedMs = -Infinity;

  constructor(dependencies: OperatorConnectionsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Bounds the connections of a server, which is not to have connections yet. */
  limit(server: Server): void {
    server.on('connection', (connection: Socket) => {
      this.#add(connection);
    });
  }

  /** Keeps a connection before others: a valid token was presented on it. */
  prefer(connection: Socket): void {
    const kept = this.#kept.get(connection);
    if (kept !== undefined) kept.isPreferred = true;
  }

  destroyAll(): void {
    for (const connection of this.#kept.keys()) connection.destroy();
  }

  #add(connection: Socket): void {
    const address = addressOf(connection.remoteAddress);
    const openedMs = this.#dependencies.clock.monotonicMs();
    this.#kept.set(connection, { address, openedMs, isPreferred: false });
    connection.once('close', () => this.#kept.delete(connection));
    if (this.#kept.size > MOST_OF_ADDRESS) this.#trimLater();
    if (this.#kept.size > MOST_AT_ONCE) this.#closeOldest();
  }

  #close(connection: Socket): void {
    this.#kept.delete(connection);
    connection.destroy();
    this.#warn();
  }

  #closeOldest(): void {
    for (const [connection, { isPreferred }] of this.#kept) {
      if (isPreferred) continue;
      this.#close(connection);
      return;
    }
  }

  #trimLater(): void {
    if (this.#isTrimming) return;
    this.#isTrimming = true;
    this.#dependencies.timers.after(TRIM_AFTER_MS, () => {
      this.#isTrimming = false;
      this.#trim();
    });
  }

  #trim(): void {
    const openedBeforeMs = this.#dependencies.clock.monotonicMs() - TRIM_AFTER_MS;
    const candidates = [...this.#kept].filter(([, { openedMs }]) => openedMs <= openedBeforeMs);
    if (candidates.length < this.#kept.size) this.#trimLater();
    // Sorting is stable: of each kind, the oldest first.
    candidates.sort(([, a], [, b]) => Number(a.isPreferred) - Number(b.isPreferred));
    const counts = new Map<string, number>();
    for (const { address } of this.#kept.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    for (const [connection, { address }] of candidates) {
      const count = counts.get(address) ?? 0;
      if (count <= MOST_OF_ADDRESS) continue;
      counts.set(address, count - 1);
      this.#close(connection);
    }
    for (const [connection] of candidates) if (this.#kept.size > MOST_CONNECTIONS) this.#close(connection);
  }

  #warn(): void {
    const { clock, logger } = this.#dependencies;
    if (clock.monotonicMs() - this.#warnedMs < WARN_EVERY_MS) return;
    this.#warnedMs = clock.monotonicMs();
    logger.warn(
      `Operator connections are closed: more than ${MOST_OF_ADDRESS} per address or ` +
        `${MOST_CONNECTIONS} in total`,
    );
  }
}
