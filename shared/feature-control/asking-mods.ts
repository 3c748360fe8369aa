import type { Clock } from '../clock.ts';

/** A mod that has asked recently. */
export interface AskingMod {
  readonly client: string;
  /** Different players whose client has it, as far as counted. */
  readonly players: number;
}

/** After this time, what was counted is forgotten when as much time has passed again, in milliseconds. */
const WINDOW_MS = 30 * 60 * 1000;
/** Clients that are counted in a window, and players of each. */
const MOST_CLIENTS = 500;
const MOST_PLAYERS = 20_000;

type Window = Map<string, Set<number>>;

/**
 * Counts by how many players each mod has asked on this proxy in the last 30 to 60 minutes: in memory alone,
 * and of a player no more than the first 32 bits of the UUID.
 */
export class AskingMods {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #current: Window = new Map();
  #previous: Window = new Map();
  #beganAtMs: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#beganAtMs = clock.monotonicMs();
  }

  /** @param player UUID, in lower case with hyphens */
  note(client: string, player: string): void {
    this.#moveOn();
    let players = this.#current.get(client);
    if (players === undefined) {
      if (this.#current.size >= MOST_CLIENTS) return;
      players = new Set();
      this.#current.set(client, players);
    }
    if (players.size < MOST_PLAYERS) players.add(Number.parseInt(player.slice(0, 8), 16));
  }

  /** Those of the most players first. */
  recent(): readonly AskingMod[] {
    this.#moveOn();
    const clients = new Set([...this.#current.keys(), ...this.#previous.keys()]);
    const mods = Array.from(clients, (client) => {
      const players = new Set([...(this.#current.get(client) ?? []), ...(this.#previous.get(client) ?? [])])
        .size;
      return { client, players };
    });
    return mods.sort((one, other) => other.players - one.players || (one.client < other.client ? -1 : 1));
  }

  #moveOn(): void {
    const elapsedMs = this.#clock.monotonicMs() - this.#beganAtMs;
    if (elapsedMs < WINDOW_MS) return;
    this.#previous = elapsedMs < 2 * WINDOW_MS ? this.#current : new Map<string, Set<number>>();
    this.#current = new Map();
    this.#beganAtMs = this.#clock.monotonicMs();
  }
}
