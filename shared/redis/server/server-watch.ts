import { failureOf, isUnknownCommand } from '../redis-error.ts';
import type { SendCommand } from '../url/topology.ts';

/**
 * What limits the use of a Redis server that can be read:
 * - `outdated`: it lacks commands that the programs need.
 * - `replica`: it refuses writes.
 * - `silent`: it has not answered for a while; its connection is not lost yet.
 * - `slow`: its round trips are long.
 */
export const CONDITIONS = ['outdated', 'replica', 'silent', 'slow'] as const;
export type Condition = (typeof CONDITIONS)[number];

interface ServerWatchListener {
  readonly isUsed: () => boolean;
  /** Called when a condition has begun or ended. */
  readonly changed: (condition: Condition, isOn: boolean) => void;
  /** Called when the connection was closed for good. */
  readonly closed: () => void;
}

/** Without a reply for this many milliseconds, a server is `silent`. */
export const SILENT_MS = 1000;

/** The round trips in milliseconds above which a server becomes `slow`, and below which it no longer is. */
const SLOW_MS = 300;
const FAST_MS = 200;

/** Of this many round trips, the shortest counts: a pause of this program or of the server delays one. */
const ROUND_TRIPS = 3;

/** Commands of Redis 6.2 without which edits fail. Every server refuses them without their arguments. */
const NEEDED_COMMANDS = ['SMISMEMBER', 'ZMSCORE'];

/** What is known about the server of one connection. */
export class ServerWatch {
  readonly #server: string;
  readonly #listener: ServerWatchListener;
  readonly #conditions = new Set<Condition>();
  #roundTripsMs: readonly number[] = [];
  #version = '';
  #missing: readonly string[] = [];
  /** Fulfilled when the commands of the server are known, or a connection was lost. */
  examined: Promise<void> = Promise.resolve();

  constructor(server: string, listener: ServerWatchListener) {
    this.#server = server;
    this.#listener = listener;
  }

  get isUsed(): boolean {
    return this.#listener.isUsed();
  }

  get conditions(): ReadonlySet<Condition> {
    return this.#conditions;
  }

  /** In milliseconds; undefined before the first. */
  get roundTripMs(): number | undefined {
    return this.#roundTripsMs.length === 0 ? undefined : Math.min(...this.#roundTripsMs);
  }

  /** Must be called at each connection. @param info reply to `INFO`; empty if it is refused */
  identified(info: string): void {
    this.#version = versionIn(info);
  }

  /** Finds out which commands the server lacks. Must be called at each connection. */
  examine(send: SendCommand): void {
    const examine = async (): Promise<void> => {
      const failures = await Promise.all(NEEDED_COMMANDS.map((command) => failureOf(send(command))));
      this.#missing = NEEDED_COMMANDS.filter((_, index) => isUnknownCommand(failures[index]));
      this.#set('outdated', this.#missing.length > 0);
    };
    // The next connection examines it again.
    this.examined = examine().catch(() => undefined);
  }

  /** Must be called when the server has answered a command. @param roundTripMs milliseconds until then */
  replied(roundTripMs: number): void {
    this.#roundTripsMs = [roundTripMs, ...this.#roundTripsMs].slice(0, ROUND_TRIPS);
    this.#set('silent', false);
    const shortestMs = Math.min(...this.#roundTripsMs);
    const isKnown = this.#roundTripsMs.length === ROUND_TRIPS;
    if (shortestMs > SLOW_MS && isKnown) this.#set('slow', true);
    else if (shortestMs < FAST_MS) this.#set('slow', false);
  }

  /** Must be called when the server has not answered a command for {@link SILENT_MS}. */
  silent(): void {
    this.#set('silent', true);
  }

  /** @param role as in the reply to `ROLE` */
  hasRole(role: string): void {
    this.#set('replica', role !== 'master');
  }

  /** Must be called when the connection was closed for good. */
  close(): void {
    this.#listener.closed();
  }

  #set(condition: Condition, isOn: boolean): void {
    if (this.#conditions.has(condition) === isOn) return;
    if (isOn) this.#conditions.add(condition);
    else this.#conditions.delete(condition);
    this.#listener.changed(condition, isOn);
  }

  /** Returns a line without a full stop. */
  describe(condition: Condition): string {
    switch (condition) {
      case 'outdated': {
        const version = this.#version === '' ? '' : ` (${this.#version})`;
        const missing = this.#missing.join(' and ');
        return `Redis at ${this.#server}${version} is too old: edits fail without ${missing}, which Redis has since 6.2`;
      }
      case 'replica':
        return `Redis at ${this.#server} is a replica, which refuses writes: its master is sought at the same address`;
      case 'silent':
        return `Redis at ${this.#server} has not answered for ${SILENT_MS} ms`;
      case 'slow':
        return `Redis at ${this.#server} is slow: a round trip takes ${Math.round(this.roundTripMs ?? 0)} ms`;
    }
  }
}

/** @returns such as `Valkey 8.1.8`; empty if the reply to `INFO server` contains none */
export function versionIn(info: string): string {
  const [, valkey] = /^valkey_version:(\S+)/m.exec(info) ?? [];
  if (valkey !== undefined) return `Valkey ${valkey}`;
  const [, redis] = /^redis_version:(\S+)/m.exec(info) ?? [];
  return redis === undefined ? '' : `Redis ${redis}`;
}
