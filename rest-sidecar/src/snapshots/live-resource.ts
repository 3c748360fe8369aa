import type { HeldData } from '../../../shared/redis/loss/loss-watch.ts';

/** A resource of the REST interface that is kept what Redis holds. */
export interface LiveResource {
  /** For log lines. */
  readonly name: string;
  /** What its keys begin with. */
  readonly prefixes: readonly string[];
  /** Whether it was read once, so that it can be served (G8). */
  readonly isLoaded: boolean;
  readonly notes: ChangeNotes;
  readonly held: HeldData;
  /** Absent where nothing changes without a write. */
  readonly windows?: Windows;
  /**
   * Reads some of what is to be read and publishes the outcome. One call at a time.
   * @throws {RedisError} when Redis does not answer; what was to be read still is
   */
  refresh(): Promise<RefreshOutcome>;
}

/** What a resource is told of writes while it is not being read, or is. */
export interface ChangeNotes {
  /** Notes that a key was written. @returns whether the key is one of this resource's */
  noteChange(key: string): boolean;
  /** Notes that anything may be different from what was read. */
  noteAnyChange(): void;
  /** Notes that changes may have been missed, so that what was read is to be looked over, a little at a time. */
  noteDoubt(): void;
  /** What is noted is read from now on. What was noted while the resource was being read is only read when this is called again. */
  takeNotes(): void;
}

/** Records that begin and cease to be active (G6). */
export interface Windows {
  /** Milliseconds until the next one does, by the clock as it is now; 0 or less where one has by now, Infinity for never. */
  untilChangeMs(): number;
  /** Serves those that are active now, and no others. */
  applyTime(): void;
}

/** Redis was not asked; it was; it was, and the rest is to be read at once; it was, and there is time for the rest. */
export type RefreshOutcome = 'not read' | 'read' | 'read in part' | 'looked over in part';
