import type { ChangeFeed, ChangeListener } from './change-feed.ts';

/** Returns the same feed, which also calls `flushed` when all keys were flushed, before it reports that. */
export function reportingFlushes(feed: ChangeFeed, flushed: () => void): ChangeFeed {
  const wrap = (listener: ChangeListener): ChangeListener => {
    let isListening = false;
    return {
      keysChanged: (keys) => {
        listener.keysChanged(keys);
      },
      anythingMayHaveChanged: () => {
        // Otherwise, listening has started or resumed.
        if (isListening) flushed();
        isListening = true;
        listener.anythingMayHaveChanged();
      },
      lost: () => {
        isListening = false;
        listener.lost();
      },
    };
  };
  return { subscribe: (prefixes, listener) => feed.subscribe(prefixes, wrap(listener)) };
}
