import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { StoredEvent } from '../../../shared/rest/event.ts';
import { identified } from '../../../shared/rest/identified.ts';
import type { MirroredRecord } from './record-kind.ts';
import { toServed } from './records-by-server.ts';
import type { RecordsByServer } from './records-by-server.ts';

export interface EventsSnapshotDependencies {
  /** What the keys of events begin with; the rest is the id. */
  readonly prefix: string;
  readonly mirrored: Mirrored<MirroredRecord<StoredEvent>>;
  readonly records: RecordsByServer;
}

/** Serves the active events of each server, for getEvents, as the mirror has them. */
export function serveEvents({ prefix, mirrored, records }: EventsSnapshotDependencies): void {
  mirrored.listen({
    changed: (keys) => {
      for (const key of keys) {
        const id = key.slice(prefix.length);
        const stored = mirrored.get(key)?.stored;
        if (stored === undefined) records.delete(id);
        else records.set(id, toServed(stored, identified(id, stored)));
      }
      records.publish();
    },
  });
}
