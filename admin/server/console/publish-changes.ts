import type { ConnectedCollections } from '../data/connect-collections.ts';
import type { EventStreams } from './event-streams.ts';
import type { ProgramHistory } from './program-history.ts';

/** Publishes new changes of histories, keeps heartbeats, and ends the streams of tokens that have changed. */
export function publishChanges(
  { heartbeats, history, keys, tokens }: ConnectedCollections,
  streams: EventStreams,
  programs: ProgramHistory,
): void {
  tokens.listen((changed) => {
    for (const key of changed) streams.recheck(key.slice(keys.tokens.length), tokens.get(key));
  });
  history.streams.listen(() => {
    streams.publish('history', {});
  });
  heartbeats.listen((changed) => {
    for (const key of changed) {
      const record = heartbeats.get(key);
      if (record !== undefined) programs.add(key.slice(keys.programs.length), record);
    }
  });
}
