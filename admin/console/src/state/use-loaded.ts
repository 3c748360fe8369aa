import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BlocklistBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { Names } from '../../../../shared/rest/console.ts';
import { isTemporary } from './api.ts';
import { describeFailure } from './formats.ts';
import { listPath } from './list-contents.ts';
import { useStore } from './store.ts';
import { throttle } from './throttle.ts';

/** Minimum interval between two loads of the same data, in milliseconds. */
const RELOAD_MS = 400;
/** Minimum interval between two attempts to load it, and the interval of polling, in milliseconds. */
const POLLING_MS = 4000;

/** Data that a page loads. */
export interface Loaded<Body> {
  /** The last one that could be loaded; undefined until there is one. */
  readonly body: Body | undefined;
  /** Why the last request has failed; empty if it has not. */
  readonly problem: string;
}

const NOTHING = { body: undefined, problem: '' };

/**
 * Loads a path of the server, and again whenever the trigger changes, and after a temporary failure. Never
 * sends requests while the page is hidden.
 * @param path undefined for nothing
 * @param isPolled whether it is also loaded at an interval
 */
export function useLoaded<Body>(path: string | undefined, trigger?: unknown, isPolled = false): Loaded<Body> {
  const store = useStore();
  const [loaded, setLoaded] = useState<Loaded<Body> & { readonly path?: string }>(NOTHING);
  const load = async (): Promise<void> => {
    if (path === undefined) return;
    const answer = await store.api.request<Body>(path);
    setLoaded((known) => {
      if (answer.ok) return { path, body: answer.body, problem: '' };
      const body = known.path === path ? known.body : undefined;
      return { path, body, problem: describeFailure(answer) };
    });
    if (isPolled || (!answer.ok && isTemporary(answer))) request();
  };
  const latest = useRef(load);
  latest.current = load;
  const intervalMs = isPolled ? POLLING_MS : RELOAD_MS;
  // Another path is polled from now on; one that changes with each key is loaded at intervals.
  const polledPath = isPolled ? path : undefined;
  const throttled = useMemo(() => throttle(() => latest.current(), intervalMs), [intervalMs, polledPath]);
  const { request } = throttled;
  useEffect(() => throttled.stop, [throttled]);
  useEffect(request, [request, path, trigger]);
  return loaded.path === path ? loaded : NOTHING;
}

/** Loads the contents of a list, which are kept up to date. */
export function useList(list: string): Loaded<BlocklistBody> {
  const { lists } = useStore();
  // Loaded after the overview, when the stream of events is open, so that no change is missed.
  const path = lists === undefined ? undefined : listPath(list);
  return useLoaded(path, lists?.get(list));
}

/** Loads the names that mods have requested. */
export function useNames(): Names | undefined {
  return useLoaded<Names>('v1/console/names').body;
}
