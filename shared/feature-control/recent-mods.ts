import type { Clock } from '../clock.ts';

/** A mod that has sent requests recently. */
export interface RecentMod {
  readonly client: string;
  /** Number of distinct players using the mod, up to the limit of a window. */
  readonly players: number;
}

/** Length of a counting window, in milliseconds. The current and the previous window are reported. */
const WINDOW_MS = 30 * 60 * 1000;
/** Limits of a window: counted clients, and counted players of each. */
const MAX_CLIENTS = 500;
const MAX_PLAYERS = 20_000;

type Window = Map<string, Set<number>>;

/**
 * Counts the players that used each mod on this proxy in the last 30 to 60 minutes. The counts are in memory
 * only, and of a player only the first 32 bits of the UUID are kept.
 */
export class RecentMods {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #current: Window = new Map();
  #previous: Window = new Map();
  #startedAtMs: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#startedAtMs = clock.monotonicMs();
  }

  /**
   * Counts a request.
   * @param player UUID, in lower case with hyphens
   */
  recordRequest(client: string, player: string): void {
    this.#rotateWindows();
    let players = this.#current.get(client);
    if (players === undefined) {
      if (this.#current.size >= MAX_CLIENTS && !this.#dropModOfOnePlayer()) return;
      players = new Set();
      this.#current.set(client, players);
    }
    if (players.size < MAX_PLAYERS) players.add(Number.parseInt(player.slice(0, 8), 16));
  }

  /**
   * Drops the oldest mod that only one player uses, as one player can invent many names.
   * @returns whether there was one
   */
  #dropModOfOnePlayer(): boolean {
    for (const [client, players] of this.#current)
      if (players.size === 1) return this.#current.delete(client);
    return false;
  }

  /** The counted mods, those with the most players first. */
  list(): readonly RecentMod[] {
    this.#rotateWindows();
    const clients = new Set([...this.#current.keys(), ...this.#previous.keys()]);
    const mods = Array.from(clients, (client) => {
      const players = new Set([...(this.#current.get(client) ?? []), ...(this.#previous.get(client) ?? [])])
        .size;
      return { client, players };
    });
    return mods.sort((one, other) => other.players - one.players || (one.client < other.client ? -1 : 1));
  }

  #rotateWindows(): void {
    const elapsedMs = this.#clock.monotonicMs() - this.#startedAtMs;
    if (elapsedMs < WINDOW_MS) return;
    this.#previous = elapsedMs < 2 * WINDOW_MS ? this.#current : new Map<string, Set<number>>();
    this.#current = new Map();
    this.#startedAtMs = this.#clock.monotonicMs();
  }
}
