import type { MirroredTrades } from '../../../node/records/coins-trades.ts';
import type { MirroredRecord } from '../../../node/records/json-records.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { StoredEvent } from '../../../shared/rest/event.ts';
import { identified } from '../../../shared/rest/identified.ts';
import { NO_VOTES, toVoting } from '../../../shared/rest/vote-counts.ts';
import type { VoteCounts } from '../../../shared/rest/vote-counts.ts';
import type { StoredVoting } from '../../../shared/rest/voting.ts';
import { KeyedRepresentations } from './keyed-representations.ts';
import { PrefixRepresentations } from './prefix-representations.ts';
import { RecordsByServer, toServed } from './records-by-server.ts';
import type { RecordsByServerDependencies } from './records-by-server.ts';

interface ServingDependencies extends RecordsByServerDependencies {
  readonly keys: RedisKeys;
}

/** Serves the servers of the mirror, for getServers. */
export function serveServers(
  mirrored: Mirrored<MirroredRecord<object>>,
  { keys, factory, clock }: ServingDependencies,
): KeyedRepresentations {
  const servers = new KeyedRepresentations(factory);
  listenById(mirrored, keys.servers, (ids) => {
    const texts = new Map<string, string | undefined>();
    for (const id of ids) {
      const stored = mirrored.get(keys.servers + id)?.stored;
      texts.set(id, stored && JSON.stringify(identified(id, stored)));
    }
    servers.publish(texts, clock.epochMs());
  });
  return servers;
}

/** Serves the active events of the mirror, for getEvents. */
export function serveEvents(
  mirrored: Mirrored<MirroredRecord<StoredEvent>>,
  dependencies: ServingDependencies,
): RecordsByServer {
  const prefix = dependencies.keys.events;
  const records = new RecordsByServer(dependencies);
  listenById(mirrored, prefix, (ids) => {
    for (const id of ids) {
      const stored = mirrored.get(prefix + id)?.stored;
      records.set(id, stored && toServed(stored, identified(id, stored)));
    }
    records.publish();
  });
  return records;
}

/** Serves the active votings of the mirror with their votes, for getVotings. */
export function serveVotings(
  mirrored: Mirrored<MirroredRecord<StoredVoting>>,
  counts: Mirrored<VoteCounts>,
  dependencies: ServingDependencies,
): RecordsByServer {
  const { votings, voteCounts } = dependencies.keys;
  const records = new RecordsByServer(dependencies);
  const serve = (ids: readonly string[]): void => {
    for (const id of ids) {
      const stored = mirrored.get(votings + id)?.stored;
      const votes = counts.get(voteCounts + id) ?? NO_VOTES;
      records.set(id, stored && toServed(stored, toVoting(id, stored, votes)));
    }
    // A voting is never served without its stored votes.
    if (mirrored.isLoaded && counts.isLoaded) records.publish();
  };
  listenById(mirrored, votings, serve);
  listenById(counts, voteCounts, serve);
  return records;
}

/** Serves the newest trades of the mirror, for getCoinsTrades. */
export function serveCoinsTrades(
  mirrored: Mirrored<MirroredTrades>,
  { keys, factory, clock }: ServingDependencies,
): PrefixRepresentations {
  const trades = new PrefixRepresentations(factory);
  mirrored.listen(() => {
    const texts = (mirrored.get(keys.coinsTrades) ?? []).flatMap(({ json }) => json ?? []);
    trades.publish(texts, clock.epochMs());
  });
  return trades;
}

/** @param prefix the prefix of the keys; the rest of a key is the id */
function listenById(
  mirrored: Mirrored<unknown>,
  prefix: string,
  changed: (ids: readonly string[]) => void,
): void {
  mirrored.listen((keys) => {
    changed(Array.from(keys, (key) => key.slice(prefix.length)));
  });
}
