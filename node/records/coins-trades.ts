import { ABSENT, wrongType } from '../../shared/redis/mirror/collection.ts';
import type { Collection, RejectedPart } from '../../shared/redis/mirror/collection.ts';
import { parseCoinsTrade } from '../../shared/rest/coins-trade.ts';
import type { IoredisCommands, StreamEntry } from '../redis/commands/ioredis-commands.ts';
import { unlessWrongType } from '../redis/redis-replies.ts';

/** An entry of the stream. */
interface MirroredTrade {
  readonly id: string;
  /**
   * The fields as stored. They are compared too, as ids can repeat in a stream that was deleted and created
   * again.
   */
  readonly rate: string | undefined;
  readonly datetime: string | undefined;
  /** The entry as it is served; undefined if it is rejected (G32). */
  readonly json: string | undefined;
}

/** Newest first (G2). */
export type MirroredTrades = readonly MirroredTrade[];

interface CoinsTradesOptions {
  readonly key: string;
  readonly commands: Pick<IoredisCommands, 'newestEntries'>;
  /** How many of the newest trades are kept. */
  readonly maximum: number;
}

/** Creates the {@link Collection} of the newest trades: a single key, a stream. */
export function coinsTradesCollection({
  key,
  commands,
  maximum,
}: CoinsTradesOptions): Collection<MirroredTrades> {
  return {
    name: 'trades',
    keys: [key],
    prefixes: [],
    async read(_key, known = []) {
      const entries = await unlessWrongType(commands.newestEntries(key, maximum));
      if (entries === undefined) return wrongType('a stream');
      if (entries.length === 0) return ABSENT;
      const value = toTrades(entries, known);
      return { state: 'present', value, rejectedParts: rejectedPartsOf(value) };
    },
    isSame: (one, other) =>
      one.length === other.length && one.every((trade, index) => trade === other[index]),
  };
}

/** @param known trades of the previous read, which are not parsed again */
function toTrades(entries: readonly StreamEntry[], known: MirroredTrades): MirroredTrades {
  const byId = new Map(known.map((trade) => [trade.id, trade]));
  return entries.map((entry) => toTrade(entry, byId.get(entry.id)));
}

function rejectedPartsOf(trades: MirroredTrades): RejectedPart[] {
  const reason = 'rate or datetime is missing or not a valid number.';
  return trades.filter(({ json }) => json === undefined).map(({ id }) => ({ name: id, reason }));
}

function toTrade({ id, fields }: StreamEntry, known: MirroredTrade | undefined): MirroredTrade {
  const [rate, datetime] = [fields.get('rate'), fields.get('datetime')];
  if (known !== undefined && known.rate === rate && known.datetime === datetime) return known;
  const trade = parseCoinsTrade(fields);
  return { id, rate, datetime, json: trade === undefined ? undefined : JSON.stringify(trade) };
}
