import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Timers } from '../../shared/timers.ts';
import { addressOf } from './failed-attempts.ts';

/** Connections that are kept, per address and in total. */
const MAX_PER_ADDRESS = 64;
const MAX_CONNECTIONS = 256;

/** Connections beyond these bounds are closed after this delay. */
const TRIM_AFTER_MS = 100;
/** Number of connections beyond which one is closed immediately for each new one. */
const HARD_LIMIT = 1024;

/** Minimum interval of the warnings that connections are closed. */
const WARN_EVERY_MS = 60_000;

interface KeptConnection {
  readonly address: string;
  readonly openedMs: number;
  /** Whether a valid token was presented on it. */
  isAuthenticated: boolean;
}

export interface OperatorConnectionsDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Bounds the connections of the operator listener, and always accepts new ones (G60): beyond the bound the
 * oldest connections are closed, first those without a valid token. A new connection is kept for
 * {@link TRIM_AFTER_MS}, long enough for a response.
 */
export class OperatorConnections {
  readonly #dependencies: OperatorConnectionsDependencies;
  /** In the order in which they were opened. */
  readonly #kept = new Map<Socket, KeptConnection>();
  #isTrimming = false;
  #warnedMs = -Infinity;

  constructor(dependencies: OperatorConnectionsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Bounds the connections of a server. Must be called before it has connections. */
  limit(server: Server): void {
    server.on('connection', (connection: Socket) => {
      this.#add(connection);
    });
  }

  /** Marks a connection on which a valid token was presented, so that others are closed first. */
  markAuthenticated(connection: Socket): void {
    const kept = this.#kept.get(connection);
    if (kept !== undefined) kept.isAuthenticated = true;
  }

  destroyAll(): void {
    for (const connection of this.#kept.keys()) connection.destroy();
  }

  #add(connection: Socket): void {
    const address = addressOf(connection.remoteAddress);
    const openedMs = this.#dependencies.clock.monotonicMs();
    this.#kept.set(connection, { address, openedMs, isAuthenticated: false });
    connection.once('close', () => this.#kept.delete(connection));
    if (this.#kept.size > MAX_PER_ADDRESS) this.#scheduleTrim();
    if (this.#kept.size > HARD_LIMIT) this.#closeOldest();
  }

  #close(connection: Socket): void {
    this.#kept.delete(connection);
    connection.destroy();
    this.#warn();
  }

  /** Closes the oldest connection without a valid token. */
  #closeOldest(): void {
    for (const [connection, { isAuthenticated }] of this.#kept) {
      if (isAuthenticated) continue;
      this.#close(connection);
      return;
    }
  }

  #scheduleTrim(): void {
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
    if (candidates.length < this.#kept.size) this.#scheduleTrim();
    // Sorting is stable: the oldest first, within those that are not authenticated and those that are.
    candidates.sort(([, a], [, b]) => Number(a.isAuthenticated) - Number(b.isAuthenticated));
    const counts = new Map<string, number>();
    for (const { address } of this.#kept.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    for (const [connection, { address }] of candidates) {
      const count = counts.get(address) ?? 0;
      if (count <= MAX_PER_ADDRESS) continue;
      counts.set(address, count - 1);
      this.#close(connection);
    }
    for (const [connection] of candidates) if (this.#kept.size > MAX_CONNECTIONS) this.#close(connection);
  }

  #warn(): void {
    const { clock, logger } = this.#dependencies;
    if (clock.monotonicMs() - this.#warnedMs < WARN_EVERY_MS) return;
    this.#warnedMs = clock.monotonicMs();
    logger.warn(
      `Operator connections are closed: more than ${MAX_PER_ADDRESS} per address or ` +
        `${MAX_CONNECTIONS} in total`,
    );
  }
}
