import { ABSENT } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../shared/redis/mirror/mirror-kind.ts';
import { isWrongType } from '../../../shared/redis/redis-error.ts';
import { parseCoinsTrade } from '../../../shared/rest/coins-trade.ts';
import type { CoinsTradeStream, StreamEntry } from './coins-trade-stream.ts';

/** An entry of the stream. */
export interface MirroredTrade {
  readonly id: string;
  /** As they are stored: of a stream that was deleted and made again, the id says nothing. */
  readonly rate: string | undefined;
  readonly datetime: string | undefined;
  /** As it is served; undefined where the entry is left out (G32). */
  readonly json: string | undefined;
}

/** Newest first (G2). */
export type MirroredTrades = readonly MirroredTrade[];

export interface CoinsTradesKindOptions {
  readonly key: string;
  readonly stream: CoinsTradeStream;
  /** How many of the newest trades are kept. */
  readonly maximum: number;
}

/** Entries that are looked for to tell whether Redis has what it had. */
const SAMPLE = 100;

/** The newest trades as a {@link MirrorKind}: one key, a stream. */
export function coinsTradesKind({
  key,
  stream,
  maximum,
}: CoinsTradesKindOptions): MirrorKind<MirroredTrades> {
  let latest: MirroredTrades = [];
  return {
    name: 'trades',
    keys: [key],
    prefixes: [],
    async read() {
      const result = await readTrades(stream, maximum, latest);
      if (result.state === 'present') latest = result.value;
      return [result];
    },
    isSame: (one, other) =>
      one.length === other.length && one.every((trade, index) => trade === other[index]),
    async countFound() {
      const sample = latest.slice(0, SAMPLE);
      const there = new Set((await stream.newest(SAMPLE)).map(({ id }) => id));
      return { lookedFor: sample.length, found: sample.filter(({ id }) => there.has(id)).length };
    },
  };
}

/** @param known trades that are not parsed again */
async function readTrades(
  stream: CoinsTradeStream,
  maximum: number,
  known: MirroredTrades,
): Promise<ReadResult<MirroredTrades>> {
  try {
    const entries = await stream.newest(maximum);
    if (entries.length === 0) return ABSENT;
    const byId = new Map(known.map((trade) => [trade.id, trade]));
    const value = entries.map((entry) => toTrade(entry, byId.get(entry.id)));
    const rejected = value.filter(({ json }) => json === undefined);
    const reason = 'rate or datetime is missing, or no number that fits.';
    return { state: 'present', value, rejectedParts: rejected.map(({ id: name }) => ({ name, reason })) };
  } catch (cause) {
    if (isWrongType(cause)) return { state: 'wrong type', expected: 'a stream' };
    throw cause;
  }
}

function toTrade({ id, fields }: StreamEntry, known: MirroredTrade | undefined): MirroredTrade {
  const [rate, datetime] = [fields.get('rate'), fields.get('datetime')];
  if (known !== undefined && known.rate === rate && known.datetime === datetime) return known;
  const trade = parseCoinsTrade(fields);
  return { id, rate, datetime, json: trade === undefined ? undefined : JSON.stringify(trade) };
}
