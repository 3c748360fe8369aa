import { parseCoinsTrade } from '../../../shared/rest/coins-trade.ts';
import type { StreamEntry } from './coins-trade-stream.ts';

/** An entry of the stream, as it is served. */
interface HeldTrade {
  readonly id: string;
  /** As it is stored: of a stream that was deleted and made again, the ids say nothing. */
  readonly stored: readonly (string | undefined)[];
  /** JSON; undefined where the entry is left out (G32). */
  readonly json: string | undefined;
}

/** The newest entries of the stream, newest first (G2), of each its JSON. */
export class HeldTrades {
  readonly #capacity: number;
  readonly #leaveOut: (entryId: string) => void;
  #trades: readonly HeldTrade[] = [];

  /** @param leaveOut called once for each entry that is no trade */
  constructor(capacity: number, leaveOut: (entryId: string) => void) {
    this.#capacity = capacity;
    this.#leaveOut = leaveOut;
  }

  /** Takes these entries for all that there are. Those that were held already are not read again. */
  replace(entries: readonly StreamEntry[]): void {
    const held = new Map(this.#trades.map((trade) => [trade.id, trade]));
    this.#trades = entries.map((entry) => {
      const known = held.get(entry.id);
      return known !== undefined && isSame(known, entry) ? known : this.#read(entry);
    });
  }

  /**
   * Puts the entries that are newer than all that are held before these.
   * @returns how many there were; undefined, and nothing is done, where none is newer, or the others are not the newest that are held
   */
  prepend(entries: readonly StreamEntry[]): number | undefined {
    const count = entries.findIndex(({ id }) => id === this.#trades[0]?.id);
    const isGrown = entries.slice(count).every((entry, index) => isSame(this.#trades[index], entry));
    if (count <= 0 || !isGrown) return undefined;
    const newer = entries.slice(0, count).map((entry) => this.#read(entry));
    this.#trades = [...newer, ...this.#trades].slice(0, this.#capacity);
    return count;
  }

  /** The ids of the entries that are left out. */
  leftOut(): Set<string> {
    return new Set(this.#trades.flatMap(({ id, json }) => (json === undefined ? id : [])));
  }

  /** The JSON of the trades, newest first. */
  toJson(): string[] {
    return this.#trades.flatMap(({ json }) => json ?? []);
  }

  /** The ids of the newest, at most `most`. */
  newestIds(most: number): string[] {
    return this.#trades.slice(0, most).map(({ id }) => id);
  }

  #read(entry: StreamEntry): HeldTrade {
    const { id, fields } = entry;
    const trade = parseCoinsTrade(fields);
    if (trade === undefined) this.#leaveOut(id);
    return { id, stored: storedOf(entry), json: trade === undefined ? undefined : JSON.stringify(trade) };
  }
}

function isSame(held: HeldTrade | undefined, entry: StreamEntry): boolean {
  const stored = storedOf(entry);
  return held?.id === entry.id && held.stored.every((text, index) => text === stored[index]);
}

/** What of an entry is served. */
function storedOf({ fields }: StreamEntry): (string | undefined)[] {
  return [fields.get('rate'), fields.get('datetime')];
}
